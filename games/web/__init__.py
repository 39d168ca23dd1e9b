"""The pages of games."""
