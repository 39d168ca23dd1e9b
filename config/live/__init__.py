"""Live updates: an open stream learns that something changed, never what. See hub, stream, passes."""
