"""Webhooks on their way out: signed, sent to checked addresses only, within limits of time and size."""
