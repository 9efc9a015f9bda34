"""The reply's schema as endpoints for structured output take it: every field named, no limit they may not know."""

from typing import Any

_LEFT_OUT = frozenset(
    {
        "default",
        "pattern",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "minItems",
        "maxItems",
        "description",
        "title",
    }
)


def offered_schema(schema: Any) -> Any:
    """Return a JSON schema without limits and with every property required; our own reading holds to the limits."""
    if isinstance(schema, list):
        return [offered_schema(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {
        name: {key: offered_schema(part) for key, part in value.items()}
        if name in ("properties", "$defs")
        else offered_schema(value)
        for name, value in schema.items()
        if name not in _LEFT_OUT
    }
    if isinstance(found.get("properties"), dict):
        found["required"] = list(found["properties"])
        found["additionalProperties"] = False
    return found
