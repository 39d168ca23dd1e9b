"""Webhooks: addresses, signatures, requests, retries, leases, calls of the API, pages."""
