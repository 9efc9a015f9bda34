"""Asking every condition's provider once, before the first trial: is it there, and which model answers."""

from collections.abc import Iterator

from harness.agents.picture import picture_as_sent
from harness.agents.port import View, VisionModel
from harness.agents.registry import make_agent
from harness.emulator.game import game_files
from harness.emulator.mgba_core import MgbaCore
from harness.evidence.reader import Experiment
from harness.formats.base import sha256_hex
from harness.formats.check import CheckItem
from harness.formats.errors import MissingPiece
from harness.formats.manifest import Condition
from harness.prompt import Asked, build_request, read_prompts


def online_items(experiment: Experiment) -> Iterator[CheckItem]:
    """Send the first request of a trial to every provider, once, and yield what came back. It may cost money."""
    asked = [one for one in experiment.conditions.values() if one.is_vision_model]
    if not asked:
        yield CheckItem(title="Providers answer", verdict="pass", found="no condition asks a provider.")
        return
    rgb = _first_frame(experiment)
    for condition in asked:
        yield _item(experiment, condition, rgb)


def _first_frame(experiment: Experiment) -> bytes:
    game, freeze = game_files(experiment.local), experiment.freeze
    core = MgbaCore(game.rom, game.state, freeze.rom_sha256, freeze.initial_state_sha256)
    try:
        core.restore()
        return core.run_frame(0)
    finally:
        core.close()


def _item(experiment: Experiment, condition: Condition, rgb: bytes) -> CheckItem:
    title = f"The provider of {condition.id} answers with its model"
    try:
        agent = make_agent(condition, 0)
    except MissingPiece as fault:
        return CheckItem(title=title, verdict="fail", found=str(fault))
    assert isinstance(agent, VisionModel)  # noqa: S101 - the condition says so
    manifest = experiment.manifest
    picture = picture_as_sent(rgb, manifest.viewport.scale)
    view = View(1, rgb, sha256_hex(rgb), (), (), None)
    asked = Asked(agent.endpoint, manifest.viewport.scale, sha256_hex(picture))
    request = build_request(read_prompts(experiment.path), manifest.agent, view, None, asked)
    answer = agent.ask(request, picture)
    agent.close()
    where = agent.endpoint.base_url
    if answer.fault is not None and answer.fault.kind in ("timeout", "provider_error"):
        status = f", HTTP status {answer.http_status}" if answer.http_status is not None else ""
        return CheckItem(title=title, verdict="fail", found=f"{where} gave no answer: {answer.fault.why}{status}.")
    if answer.model_id is None:
        return CheckItem(title=title, verdict="warn", found=f"{where} answered without a model id.")
    same = answer.model_id == condition.model
    words = "the one asked for" if same else f"not {condition.model}, which was asked for"
    cached = f"; a provider cache served {answer.usage.cached_tokens} tokens" if answer.usage.cached_tokens else ""
    return CheckItem(
        title=title,
        verdict="pass" if same else "warn",
        found=f"{where} answered as {answer.model_id}, {words}{cached}.",
    )
