"""The pages of whoever runs the service. They show no card, no secret, and change nothing."""
