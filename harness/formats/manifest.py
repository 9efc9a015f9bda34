"""The manifest of an experiment, its conditions, and the hashes that freeze them.

Field for field the protocol's manifest; what we added is marked [O].
"""

from typing import Annotated, Literal, Self

from pydantic import Field, Strict, StringConstraints, model_validator

from harness.formats.base import Button, Count, MilestoneId, Name, Record, Sha256, UtcTime, Versioned

Placeholder = Annotated[str, StringConstraints(pattern=r"^(REPLACE_WITH_.*|SET_BEFORE_RUN|YYYY-.*)$")]
PositiveInt = Annotated[int, Strict(), Field(ge=1)]


class Game(Record):
    """The game and the restored state every trial begins from."""

    title: str
    rom_sha256: Sha256 | Placeholder
    initial_state_sha256: Sha256 | Placeholder
    language: str
    starter: str
    text_speed: Literal["slow", "mid", "fast"]
    battle_style: Literal["shift", "set"]


class Emulator(Record):
    """The emulator and its timing; ``audio`` and ``action_repeat`` are [O]."""

    name: str
    version: str
    config_sha256: Sha256 | Placeholder
    frame_width: Literal[240] = 240
    frame_height: Literal[160] = 160
    press_frames: Annotated[int, Strict(), Field(ge=1, le=600)]
    settle_frames: Annotated[int, Strict(), Field(ge=0, le=600)]
    speed_multiplier: Literal[1] = 1
    frame_skip: Literal[0] = 0
    audio: Literal["off"] = "off"
    action_repeat: Literal[False] = False


class Viewport(Record):
    """[O] How a frame is handed to the agent."""

    crop: Literal["none"] = "none"
    scale: Annotated[int, Field(ge=1, le=8)] = 1
    """Whole-number enlargement, nearest neighbour."""
    encoding: Literal["png"] = "png"


class AgentRules(Record):
    """What an agent may do in one decision."""

    allowed_actions: list[Button]
    max_actions_per_decision: PositiveInt
    screenshot_every_decision: Literal[True] = True
    recent_action_window: Count
    invalid_output_retries: Literal[0, 1] = 1
    max_consecutive_provider_failures: Count = 3
    """[O] Decisions in a row that may stand on the provider's failure; one more ends the trial as harness_failure."""


class Budgets(Record):
    """Limits counted from the first decision; ``total_cost_usd`` is null where no money can be spent."""

    accepted_actions: PositiveInt
    model_decisions: PositiveInt
    wall_time_minutes: PositiveInt | Annotated[float, Field(gt=0)]
    total_cost_usd: Annotated[float, Field(ge=0)] | Placeholder | None


class Trials(Record):
    """How many trials there are and in which order; ``counterbalanced`` is X Y, Y X, X Y and so on."""

    per_condition: PositiveInt
    order: Literal["counterbalanced"] | list[Literal["X", "Y"]] = "counterbalanced"
    restore_initial_state_before_each_trial: Literal[True] = True


class ConditionEntry(Record):
    """One condition as the manifest names it; ``model`` is null for a scripted agent."""

    id: Name
    model: str | None
    memory_policy: str


class ReturnLeg(Record):
    """[O] Required backtracking: between milestones ``after`` and ``until`` these maps may be walked again."""

    after: MilestoneId
    until: MilestoneId
    maps: list[str]


class Manifest(Versioned):
    """One manifest for a whole experiment."""

    experiment_id: Name
    protocol_version: Literal[1]
    created_utc: UtcTime | Placeholder
    game: Game
    emulator: Emulator
    viewport: Viewport = Viewport()
    agent: AgentRules
    budgets: Budgets
    trials: Trials
    conditions: list[ConditionEntry]
    design: Literal["A", "B"]
    mode: Literal["protocol"] = "protocol"
    observation: Literal["visual_only"] = "visual_only"
    oracle: str
    """[O] Name of the oracle profile, or ``none``."""
    return_legs: list[ReturnLeg] = []
    masked_names: list[str] = []
    """[O] Words that identify a condition and are masked in every bundle."""
    limitations: list[str] = []
    """[O] What this experiment cannot rule out, in sentences; one that names a floating model alias admits it."""
    demonstration: bool = False
    """[O] True where reviewers and agents are made up; marks everything derived from it."""


VISION_MODELS = ("openai", "anthropic")
EnvironmentName = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9_]{0,63}$")]
BaseUrl = Annotated[str, StringConstraints(pattern=r"^https?://[^\s/?#@]+(/[^\s?#@]*)?$", max_length=300)]
_NOT_SAMPLING = frozenset(
    {
        "model", "messages", "system", "stream", "n", "seed", "max_tokens", "max_completion_tokens",
        "response_format", "output_config", "tools", "tool_choice", "functions", "store", "metadata", "user",
    }
)  # fmt: skip


class Condition(Versioned):
    """``conditions/<id>.yaml``: what chooses the buttons in this condition."""

    id: Name
    agent: str
    """``openai``, ``anthropic``, ``scripted:careful``, ``scripted:forgetful``."""
    model: str | None = None
    """The pinned id of the vision model, as it is asked for."""
    episodic_memory: bool = True
    seed: int | Literal["unsupported"]
    sampling: dict[str, float | int | str] = {}
    """Sent as they stand, such as ``temperature``."""
    base_url: BaseUrl | None = None
    """[O] A server that speaks the provider's protocol; null is the provider's own."""
    api_key_env: EnvironmentName | None = None
    """[O] Environment variable with the key; null is the provider's usual one, and no key where there is a base_url."""
    timeout_seconds: Annotated[float, Field(gt=0, le=3600)] = 120.0
    """[O] For one whole call."""
    max_output_tokens: PositiveInt = 2048
    """[O]"""
    structured_output: bool = True
    """[O] Whether the endpoint is asked for structured output; replies are validated all the same."""
    wrapper: str | None = None
    """[O] What the provider or server adds around the prompt, in words."""

    @property
    def is_vision_model(self) -> bool:
        """Whether a provider's vision model chooses the buttons."""
        return self.agent in VISION_MODELS

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if not self.is_vision_model:
            return self
        if not self.model:
            raise ValueError(f"the agent {self.agent} needs a model: name its pinned id")
        if self.agent == "anthropic" and self.seed != "unsupported":
            raise ValueError("this provider takes no seed: write seed: unsupported")
        reserved = sorted(_NOT_SAMPLING & self.sampling.keys())
        if reserved:
            raise ValueError(f"sampling cannot hold {reserved[0]}: it is no sampling parameter, or has its own field")
        return self


class MemoryPolicy(Versioned):
    """``memory-policy.yaml``: identical for every condition."""

    name: str
    confirmed_confidence: Annotated[float, Field(ge=0, le=1)]
    """A write at or above it, with evidence, is confirmed; below it stays a guess."""
    max_records: PositiveInt
    """Retrieval limit: facts shown in one prompt."""
    max_tokens: PositiveInt
    """Retrieval limit: a token is four bytes of UTF-8, rounded up."""
    max_facts: PositiveInt
    """Above it the oldest superseded or completed facts are evicted first."""
    single_valued: list[str]
    """Predicates of which a subject can hold one object at a time."""


class Freeze(Versioned):
    """``freeze.json``: the protocol freeze. Every later command compares these hashes."""

    frozen_utc: UtcTime
    files: dict[str, Sha256]
    """Relative path → SHA-256 of manifest, prompts, conditions, memory policy, scoring, prices."""
    rom_sha256: Sha256
    initial_state_sha256: Sha256
    emulator_files: dict[str, Sha256]
    """File name → SHA-256 of the emulator library and the binding's extension actually loaded."""
    profile_sha256: Sha256 | None
    program_version: str
    notes: list[str] = []
    """What had to be said before the first trial, such as a money budget that cannot be enforced."""


class SchedulePosition(Record):
    """One trial of the counterbalanced schedule; positions count from 1, pairs are 2k−1 and 2k."""

    position: PositiveInt
    condition: Name
    trial: PositiveInt


class Schedule(Versioned):
    """``schedule.json``: X and Y drawn once at the protocol freeze."""

    x: Name
    y: Name
    positions: list[SchedulePosition]


class Local(Versioned):
    """``local.yaml``: paths of this machine; neither hashed nor published. ``embedded`` is our own cartridge."""

    rom: str
    state: str
