"""The agent that plays a recording again: the replies of an earlier trial, in their order."""

from pathlib import Path

from harness.agents.port import Answer, View
from harness.formats.errors import BadFile, Refused
from harness.formats.evidence import Attempt
from harness.formats.files import read_bytes, read_lines


class ReplayAgent:
    """Gives the recorded replies of one trial folder, whatever it is shown.

    Raises:
        BadFile: the folder holds no readable attempts.
    """

    def __init__(self, trial: Path) -> None:
        self._trial = trial
        self._attempts: list[Attempt] = list(read_lines(trial / "attempts.jsonl", Attempt).records)
        self._next = 0

    @property
    def name(self) -> str:
        """What ``trial.json`` calls it."""
        return "replay"

    def decide(self, view: View, retry: str | None) -> Answer:
        """Return the next recorded reply.

        Raises:
            Refused: the recording has no more replies.
            BadFile: the reply was never kept, or its path leaves the trial's folder.
        """
        if self._next == len(self._attempts):
            raise Refused(f"{self._trial} has no reply left after {self._next}: the recording is shorter.")
        attempt = self._attempts[self._next]
        self._next += 1
        if attempt.response_path is None:
            raise BadFile(f"{self._trial}: decision {attempt.decision} has no reply to play again.")
        path = (self._trial / attempt.response_path).resolve()
        if not path.is_relative_to(self._trial.resolve()):
            raise BadFile(f"{self._trial / 'attempts.jsonl'} names a reply outside its folder.")
        return Answer(body=read_bytes(path))
