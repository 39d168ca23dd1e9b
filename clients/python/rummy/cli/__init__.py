"""The command line `rummy`."""
