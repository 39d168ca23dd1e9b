"""What is said to whom, and how. `deliver` sends what the outbox owes; `render` writes one mail."""
