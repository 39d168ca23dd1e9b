"""Webhooks: who wants to be told where, what they are owed, and what becomes of it. Sending: games.notify.webhooks."""
