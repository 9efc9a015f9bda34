"""The set-up script says what is missing in one sentence, and the pinned packages name no host."""

import os
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def _setup_on(tmp_path: Path, stubs: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a copy of the script on a machine that has only these stubs and the plainest tools."""
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in {"sh", "sed", "cat", "tr", "cksum", "dirname", "grep", "env"} - stubs.keys():
        found = shutil.which(tool)
        assert found
        (tools / tool).symlink_to(found)
    for name, body in stubs.items():
        with (tools / name).open("x") as file:  # never through a link: it would replace the system's own tool
            file.write(f"#!/bin/sh\n{body}\n")
        (tools / name).chmod(0o755)
    return subprocess.run(
        ["sh", ".ci/setup", "demo"],
        cwd=tmp_path,
        env={"PATH": str(tools), "HOME": str(tmp_path), "LANG": os.environ.get("LANG", "C")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_without_root_or_sudo_it_names_the_exact_command(tmp_path: Path) -> None:
    done = _setup_on(
        tmp_path,
        {
            "uname": "echo Linux",
            "id": "echo 1000",
            "apt-get": "exit 1",
            "dpkg-query": "exit 1",
            "python3": "exit 1",
            "apt-cache": '[ "$2" = libmgba0.10t64 ] || [ "$2" = libegl1 ]',
        },
    )
    assert done.returncode == 3
    sentence = done.stderr.strip()
    assert "\n" not in sentence
    assert "apt-get update && apt-get install -y --no-install-recommends libmgba0.10t64 libegl1" in sentence
    assert "python3-venv" in sentence
    assert not (tmp_path / ".venv").exists()


def test_on_another_system_it_stops_in_one_sentence(tmp_path: Path) -> None:
    done = _setup_on(tmp_path, {"uname": "echo Plan9"})
    assert (done.returncode, done.stderr) == (3, "Only Linux and macOS are supported.\n")


def test_another_python_without_a_download_is_one_sentence(tmp_path: Path) -> None:
    done = _setup_on(
        tmp_path,
        {
            "uname": "echo Darwin",
            "brew": "exit 0",
            "python3": 'case "$*" in *version_info*) exit 1;; esac; mkdir -p .venv-uv/bin\n'
            "printf '#!/bin/sh\\nexit 0\\n' > .venv-uv/bin/python; printf '#!/bin/sh\\nexit 1\\n' > .venv-uv/bin/uv\n"
            "chmod +x .venv-uv/bin/python .venv-uv/bin/uv",
            "mkdir": f'exec {shutil.which("mkdir")} "$@"',
            "chmod": f'exec {shutil.which("chmod")} "$@"',
        },
    )
    assert done.returncode == 3
    assert done.stderr.strip().endswith("install Python 3.11, then run this command again.")


def test_the_pinned_packages_have_hashes_and_name_no_host() -> None:
    text = (ROOT / ".ci/constraints.txt").read_text()
    assert "://" not in text
    pins = re.findall(r"^(\S+?)==(\S+)", text, re.MULTILINE)
    assert ("pyside6-essentials", "6.11.3") in pins
    assert "uv" in dict(pins)
    for block in re.split(r"\n(?=\S)", text.strip()):
        assert "--hash=sha256:" in block, block.splitlines()[0]
