"""`python -m rummy` is `rummy`."""

from rummy.cli.main import run

if __name__ == "__main__":
    run()
