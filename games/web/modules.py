"""The modules of the table's script, so that a page can ask for all of them at once (a test holds the list)."""

MAIN = "games/js/table/main.js"
MODULES = tuple(
    f"games/js/{folder}/{name}.js"
    for folder, names in (
        ("core", "cards counts melds undeclared ops draft arrange placing judge history faces left"),
        (
            "table",
            "say dom model focus motion melds why draw kept post queue ordering voice ask actions leaving taps "
            "keys drag",
        ),
        ("live", "again answer connection parts"),
        ("table", "live"),
    )
    for name in names.split()
)
