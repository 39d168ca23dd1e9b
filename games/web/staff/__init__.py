"""The pages of whoever runs the service. They show no card and no secret, and change clocks only."""
