"""Asking every condition's provider once, before the first trial: is it there, and which model answers."""

from collections.abc import Iterator

from harness.agents.picture import picture_as_sent
from harness.agents.port import View, VisionModel
from harness.agents.registry import make_agent
from harness.evidence.png import HEIGHT, WIDTH
from harness.evidence.reader import Experiment
from harness.formats.base import sha256_hex
from harness.formats.check import CheckItem
from harness.formats.errors import MissingPiece
from harness.formats.manifest import Condition
from harness.prompt import Asked, build_request, read_prompts

_WORDS = "This tries the line before a game begins; the picture is black. Answer with any reply that fits the schema."


def online_items(experiment: Experiment) -> Iterator[CheckItem]:
    """Send one request to every provider, once, and yield what came back. It may cost money.

    It has the experiment's schema and settings, but words and a picture of its own: the first request of a trial
    would otherwise wait in the provider's cache before the first trial.
    """
    asked = [one for one in experiment.conditions.values() if one.is_vision_model]
    if not asked:
        yield CheckItem(title="Providers answer", verdict="pass", found="no condition asks a provider.")
    for condition in asked:
        yield _item(experiment, condition)


def _item(experiment: Experiment, condition: Condition) -> CheckItem:
    title = f"The provider of {condition.id} answers with its model"
    try:
        agent = make_agent(condition, 0)
    except MissingPiece as fault:
        return CheckItem(title=title, verdict="fail", found=str(fault))
    assert isinstance(agent, VisionModel)  # noqa: S101 - the condition says so
    manifest = experiment.manifest
    prompts = read_prompts(experiment.path)._replace(system=_WORDS)
    rgb = bytes(WIDTH * HEIGHT * 3)
    picture = picture_as_sent(rgb, manifest.viewport.scale)
    view = View(1, rgb, sha256_hex(rgb), (), (), None)
    asked = Asked(agent.endpoint, manifest.viewport.scale, sha256_hex(picture))
    request = build_request(prompts, manifest.agent, view, None, asked)
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
