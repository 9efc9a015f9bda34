"""Reading and writing records so that nothing is ever half written and every fault names its place."""

import contextlib
import json
import os
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from harness.formats.base import SCHEMA_VERSION
from harness.formats.errors import BadFile, NewerVersion

R = TypeVar("R", bound=BaseModel)


class Lines(NamedTuple):
    """The records of a JSONL file, and whether its last line was torn and left out."""

    records: list[Any]
    torn: bool


def parse(model: type[R], value: object, where: str) -> R:
    """Validate a parsed JSON or YAML value as a record; ``where`` is named in every error.

    Raises:
        NewerVersion: its ``schema_version`` is above ours.
        BadFile: it is not such a record; the sentence names the first field at fault.
    """
    if not isinstance(value, dict):
        raise BadFile(f"{where} holds {type(value).__name__}, not a record of named fields.")
    version = value.get("schema_version")
    if isinstance(version, int) and version > SCHEMA_VERSION:
        raise NewerVersion(
            f"{where} was written by a newer version (format {version}, this program reads {SCHEMA_VERSION}): "
            "update FireRed Review and try again."
        )
    try:
        text = _as_json(value)
        return model.model_validate(value) if text is None else model.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the record"
        raise BadFile(f"{where}: {place}: {first['msg']}.") from None
    except RecursionError:
        raise BadFile(f"{where} is nested too deeply to be a record.") from None


def _as_json(value: object) -> str | None:
    try:
        return json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return None


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key!r} stands twice")
        found[key] = value
    return found


def load_json(text: str | bytes, where: str) -> Any:
    """Parse JSON strictly: no duplicate keys, no NaN or infinity.

    Raises:
        BadFile: it is not JSON; the sentence names the line.
    """

    def refuse(constant: str) -> Any:
        raise ValueError(f"{constant} is not a number")

    try:
        return json.loads(text, object_pairs_hook=_no_duplicates, parse_constant=refuse)
    except UnicodeDecodeError:
        raise BadFile(f"{where} is not UTF-8 text.") from None
    except json.JSONDecodeError as error:
        raise BadFile(f"{where} is not JSON (line {error.lineno}: {error.msg}).") from None
    except RecursionError:
        raise BadFile(f"{where} is nested too deeply to be a record.") from None
    except ValueError as error:
        why = "a number in it has too many digits" if "digits" in str(error) else error
        raise BadFile(f"{where} is not JSON ({why}).") from None


class _StrictYaml(yaml.SafeLoader):
    """Plain values only: no key twice, and nothing that stands in two places or in itself."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise yaml.composer.ComposerError(None, None, "an alias is not allowed", self.peek_event().start_mark)  # type: ignore[no-untyped-call]
        return super().compose_node(parent, index)

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        mapping = super().construct_mapping(node, deep=deep)
        if len(mapping) < len(node.value):
            seen: set[Any] = set()
            for key_node, _ in node.value:
                key = self.construct_object(key_node, deep=deep)
                if key in seen:
                    problem = f"the key {key!r} stands twice"
                    raise yaml.constructor.ConstructorError(None, None, problem, key_node.start_mark)
                seen.add(key)
        return mapping


def load_yaml(text: str, where: str) -> Any:
    """Parse YAML strictly: plain values, no duplicate keys, no aliases.

    Raises:
        BadFile: it is not such YAML; the sentence names the line.
    """
    try:
        return yaml.load(text, _StrictYaml)  # noqa: S506 - a safe loader, made stricter
    except (yaml.YAMLError, ValueError, TypeError, OverflowError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None)
        place = f" (line {mark.line + 1}: {problem or 'what stands there has no meaning'})" if mark else ""
        raise BadFile(f"{where} is not YAML{place}.") from None


def read_bytes(path: Path) -> bytes:
    """Read a file whole.

    Raises:
        BadFile: it is missing, no plain file (a pipe would never end), or unreadable.
    """
    try:
        if path.exists() and not path.is_file():
            raise BadFile(f"{path} is no plain file.")
        return path.read_bytes()
    except FileNotFoundError:
        raise BadFile(f"{path} is missing.") from None
    except OSError as error:
        raise BadFile(f"{path} cannot be read ({error.strerror}).") from None


def read_json(path: Path, model: type[R]) -> R:
    """Read one record from a JSON file.

    Raises:
        BadFile: missing, damaged, or not such a record.
        NewerVersion: written by a newer version.
    """
    return parse(model, load_json(read_bytes(path), str(path)), str(path))


def read_yaml(path: Path, model: type[R]) -> R:
    """Read one record from a YAML file, safely loaded.

    Raises:
        BadFile: missing, damaged, or not such a record.
        NewerVersion: written by a newer version.
    """
    try:
        text = read_bytes(path).decode("utf-8")
    except UnicodeDecodeError:
        raise BadFile(f"{path} is not UTF-8 text.") from None
    return parse(model, load_yaml(text, str(path)), str(path))


def read_lines(path: Path, model: type[R]) -> Lines:
    """Read every record of a JSONL file; a torn last line (no newline) is reported and left out.

    Raises:
        BadFile: missing, or a whole line is not such a record; the sentence names the line.
    """
    parts = read_bytes(path).split(b"\n")
    torn = parts.pop() != b""
    records = [parse(model, load_json(p, f"{path}, line {i}"), f"{path}, line {i}") for i, p in enumerate(parts, 1)]
    return Lines(records, torn)


@contextlib.contextmanager
def written_whole(path: Path, take: Callable[[Path, Path], object] = Path.replace) -> Iterator[Path]:
    """Yield a temporary path beside ``path``; on leaving it is synced and takes that name, on an error removed."""
    temporary = path.with_name(f".{path.name}.{secrets.randbelow(10**9)}.part")
    try:
        yield temporary
        with temporary.open("rb") as file:
            os.fsync(file.fileno())
        take(temporary, path)
        sync_folder(path.parent)
    except OSError as fault:
        if fault.filename is None:  # writing names no file
            fault.filename = str(path)
        raise
    finally:
        temporary.unlink(missing_ok=True)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    with written_whole(path) as temporary:
        temporary.write_bytes(data)


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that names created or renamed in it are on disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def to_yaml(record: BaseModel) -> bytes:
    """Return a record as YAML with its fields in their declared order."""
    return yaml.safe_dump(record.model_dump(mode="json"), sort_keys=False, allow_unicode=True, width=110).encode()


def pretty_json(record: BaseModel) -> bytes:
    """Return a record as indented JSON with a final newline, for files that people open."""
    return (json.dumps(record.model_dump(mode="json"), indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode()


def line_json(record: BaseModel) -> bytes:
    """Return a record as one JSONL line with its newline."""
    plain = record.model_dump(mode="json")
    return (json.dumps(plain, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n").encode()
