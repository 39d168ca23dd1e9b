"""`manage.py messages`: brings the catalogues of all languages up to date with code and templates."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Takes new texts into the catalogues under locale/, says what they lack, and compiles them."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("languages", nargs="*", help="begins catalogues for these languages too")
        parser.add_argument("--compile", action="store_true", help="only compiles, as a start does")

    def handle(self, *args: Any, **options: Any) -> None:
        from config import catalogues

        if not options["compile"]:
            texts = catalogues.gathered()
            for code, _name in settings.LANGUAGES:
                if catalogues.source(code).exists() or code in options["languages"]:
                    lacking = catalogues.lacking(catalogues.update(code, texts))
                    self.stdout.write(f"{code}: {len(texts)} texts, {len(lacking)} to do")
                    for line in lacking:
                        self.stdout.write(f"  {line}")
        catalogues.compile_catalogues()
