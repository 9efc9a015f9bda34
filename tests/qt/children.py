"""A real window in a process of its own on a real X server, pressed by xdotool; the other side is ``child.py``."""

import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest

ROOT = Path(__file__).parents[2]
needs_xdotool = pytest.mark.skipif(shutil.which("xdotool") is None, reason="make test installs the package xdotool")


class Child:
    """A window in a process of its own."""

    module: str

    def __init__(self, environment: dict[str, str], *places: Path) -> None:
        self._environment = environment
        command = [sys.executable, "-m", self.module, *map(str, places)]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.lines: queue.Queue[str] = queue.Queue()
        self.heard: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()
        self.ready = self.wait("ready").split()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.heard.append(line.strip())
            self.lines.put(line.strip())

    def say(self, line: str) -> None:
        """Give the process a line to obey."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait(self, start: str, seconds: float = 20) -> str:
        """Return the next line that begins like this."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            try:
                line = self.lines.get(timeout=0.2)
            except queue.Empty:
                assert self.process.poll() is None, "the window's process ended"
                continue
            if line.startswith(start):
                return line
        raise AssertionError(f"no line begins with {start!r}: {self.heard[-5:]}")

    def type(self, *keys: str) -> None:
        """Press keys with xdotool: names, or key codes."""
        for key in keys:
            subprocess.run(["xdotool", "key", key], env=self._environment, check=True, timeout=10)

    def type_all(self, keys: list[str]) -> None:
        """Press many keys in one go, and wait until the window has had them."""
        command = ["xdotool", "key", "--delay", "4", *keys]
        subprocess.run(command, env=self._environment, check=True, timeout=60)
        time.sleep(0.3)

    def quit(self) -> None:
        """Close the window and wait for the process."""
        self.say("quit")
        assert self.process.wait(20) == 0


C = TypeVar("C", bound=Child)


@contextmanager
def children(display: str, kind: Callable[..., C]) -> Iterator[Callable[..., C]]:
    """Give what starts windows of this kind; whatever still runs at the end is killed."""
    environment = os.environ | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "PYTHONUNBUFFERED": "1"}
    begun: list[C] = []

    def start(*places: Path) -> C:
        begun.append(kind(environment, *places))
        return begun[-1]

    yield start
    for child in begun:
        if child.process.poll() is None:
            child.process.kill()
        child.process.wait(10)
        for pipe in (child.process.stdin, child.process.stdout):
            assert pipe is not None
            pipe.close()
