"""Tests of the table's pages."""
