"""Hints, the arrangement that the service finds, and the review of what was possible."""
