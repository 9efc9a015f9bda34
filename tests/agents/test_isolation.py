"""What a scripted player cannot reach."""

import ast
import subprocess
import sys
from pathlib import Path

import harness.agents.scripted

FOLDER = Path(harness.agents.scripted.__file__).parent
HIDDEN = ("harness.oracle", "harness.emulator", "harness.trial", "harness.runtime", "harness.memory", "mgba")


def test_loading_a_player_loads_nothing_of_oracle_or_emulator() -> None:
    code = (
        "import sys, harness.agents.scripted.careful, harness.agents.scripted.forgetful\n"
        f"print([m for m in sys.modules if m.startswith({HIDDEN!r})])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_chance_comes_from_the_seed_alone() -> None:
    for path in sorted(FOLDER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                assert not {"time", "secrets", "os", "datetime"} & {name.name for name in node.names}, path.name
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("hash", "id"), path.name
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
                assert node.attr == "Random", path.name
