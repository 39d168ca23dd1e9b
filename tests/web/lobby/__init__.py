"""Tests of the pages around the table: home, rules, lobby, open tables."""
