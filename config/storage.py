"""Static files under names that carry their hash, so that browsers keep them for good."""

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

# Django's own patterns for imports between modules, which it would apply to every file.
_module_imports = HashedFilesMixin._js_module_import_aggregation_patterns[1]  # type: ignore[attr-defined]  # no stub


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Rewrites imports between the modules of our own folder only; third-party files stay as they are."""

    # Tests and commands that never collected the files may still render pages.
    manifest_strict = False
    # A module's name depends on those that it imports: one pass for each step from the first to the last.
    max_post_process_passes = 20
    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("games/js/*.js", _module_imports),
    )
