"""How long house players may think in tests that are about what they choose."""

LONG = 900.0  # seconds: far more than it takes, so that a busy machine does not change what is chosen
