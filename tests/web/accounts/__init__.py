"""Tests of the pages of accounts."""
