"""Mail that comes in: doors that store it, a reader of replies, and the handler that plays and answers."""
