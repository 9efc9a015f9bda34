"""Descriptions of an adjudication database for Datasette, which shows them beside its tables and views."""

from importlib.resources import files
from typing import Any

import yaml

FILE = "datasette.json"


def datasette_metadata(name: str) -> dict[str, Any]:
    """Return Datasette's metadata for a database whose file is called ``name``, without its ending."""
    told = yaml.safe_load(files("firered_resources").joinpath("datasette.yaml").read_text(encoding="utf-8"))
    head = {key: told[key] for key in ("title", "description")}
    return {**head, "databases": {name: {"tables": told["tables"]}}}
