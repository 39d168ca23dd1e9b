"""What a transaction costs that differs between databases."""

from __future__ import annotations

from django.db import connection

FEEDS = 2 if connection.vendor == "sqlite" else 1  # statements by which everybody at a table is told
