"""Static files under names that carry their hash, so that browsers keep them for good."""

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage


class Storage(CompressedManifestStaticFilesStorage):
    """Rewrites imports between the modules of our own folder only; third-party files are served as they are."""

    # Tests and commands that never collected the files may still render pages.
    manifest_strict = False
    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("games/js/*.js", HashedFilesMixin._js_module_import_aggregation_patterns[1]),
    )
