"""The agent that plays a recording again: the replies of an earlier trial, in their order."""

from pathlib import Path

from harness.agents.envelope import READERS
from harness.agents.port import Answer, Fault, View
from harness.formats.errors import BadFile, Refused
from harness.formats.evidence import Attempt, TrialHeader
from harness.formats.files import read_bytes, read_json, read_lines


class ReplayAgent:
    """Gives the recorded replies of one trial folder, whatever it is shown; where none came, none comes again.

    Raises:
        BadFile: the folder holds no readable trial.
    """

    def __init__(self, trial: Path) -> None:
        self._trial = trial
        self._attempts: list[Attempt] = list(read_lines(trial / "attempts.jsonl", Attempt).records)
        self._reader = READERS.get(read_json(trial / "trial.json", TrialHeader).agent)
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
        failed = attempt.refused_kind in ("timeout", "provider_error")
        fault = Fault(attempt.refused_kind, attempt.refused or "") if failed and attempt.refused_kind else None
        if attempt.response_path is None:
            if fault is None:
                raise BadFile(f"{self._trial}: decision {attempt.decision} has no reply to play again.")
            return Answer(body=None, fault=fault)
        path = (self._trial / attempt.response_path).resolve()
        if not path.is_relative_to(self._trial.resolve()):
            raise BadFile(f"{self._trial / 'attempts.jsonl'} names a reply outside its folder.")
        body = read_bytes(path)
        if self._reader is None or fault is not None:
            return Answer(body=body, fault=fault)
        found = self._reader(body)
        return Answer(body=body, reply=found.reply, fault=found.fault)
