"""The pages of accounts: registration, login, settings, what a visitor prefers."""
