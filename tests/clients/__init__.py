"""The client for programs, and the command line, against a service that runs."""
