"""Codenames and order drawn from a secret."""

import hashlib
import hmac
import re
from collections.abc import Iterable
from typing import NamedTuple

from firered_review.core.errors import ReviewError

ADJUDICATOR = "adjudicator"
COORDINATOR = "coordinator"
REPEATING = "-second-pass"
"""Ends the name under which a reviewer labels a few trials again; no reviewer's own name ends with it."""


def _words(text: str) -> list[str]:
    return text.split()


ADJECTIVES = _words("""
    amber ancient bashful bold brave breezy bright brisk calm candid cheery civil clever cosy crisp curious dainty
    daring deft drowsy dusky eager early earnest fabled fair festive fleet fond frank fresh gentle glad gleaming
    graceful hardy hasty hearty hidden honest humble humming idle jaunty jolly jovial keen kindly lively lofty lucky
    lunar mellow merry mighty modest nimble noble patient placid plucky polite proud quick quiet rapid restful rosy
    rustic serene sharp shiny silent silver simple sincere sleepy smooth snug solar sober spry steady still stout
    sturdy sunny swift tall tame tender thrifty tidy tranquil trusty upbeat velvet vivid wakeful warm whimsical
    willing windy wise witty young zesty
""")
ANIMALS = _words("""
    adder alpaca antelope badger beaver beetle bison bobcat buzzard camel caribou cheetah chipmunk cicada condor
    coyote crane cricket curlew dolphin donkey dormouse dove dragonfly duck eagle egret eland ermine ferret finch
    firefly flamingo fox gannet gazelle gecko gibbon goat goose grouse gull hamster hare hawk hedgehog heron hoopoe
    hornet ibex ibis iguana impala jackal jackdaw jay kestrel kingfisher kiwi koala lapwing lark lemming lemur
    leopard linnet lizard lobster lynx magpie marmot marten mink mole moose moth newt nightjar ocelot osprey otter
    owl oyster panda parrot partridge pelican penguin petrel pigeon pika plover pony puffin quail rabbit raven robin
    salmon sandpiper seal shrew skylark sparrow squirrel starling stoat stork swallow swan tapir tern thrush toad
    toucan trout turtle vole walrus warbler weasel whale wombat woodpecker wren yak zebra
""")
_NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")


class Assignment(NamedTuple):
    """One reader's view of the trials: trial → codename, and the codenames in the reader's own order."""

    codenames: dict[str, str]
    order: list[str]

    @property
    def trials(self) -> list[str]:
        """The trials in the reader's order."""
        return sorted(self.codenames, key=lambda trial: self.order.index(self.codenames[trial]))

    def first(self, few: int | None) -> "Assignment":
        """Return the first so many trials of the order, or all of them."""
        order = self.order[:few]
        return Assignment({trial: name for trial, name in self.codenames.items() if name in order}, order)


def assignment(secret: bytes, reader: str, trials: Iterable[str], taken: Iterable[str] = ()) -> Assignment:
    """Draw codenames and order for a reader from the key's 32 secret bytes; equal input gives equal output.

    Words of ``taken`` names (condition ids, masked names) occur in no codename.

    Raises:
        ReviewError: they leave fewer codenames than there are trials.
    """
    avoid = {word for name in taken for word in re.split(r"[^a-z0-9]+", name.lower())}
    adjectives = [word for word in ADJECTIVES if word not in avoid]
    animals = [word for word in ANIMALS if word not in avoid]
    pairs = len(adjectives) * len(animals)
    trials = sorted(trials)
    if pairs < len(trials):
        raise ReviewError(
            f"Only {pairs} codenames are left for {len(trials)} trials: "
            "condition ids and masked names use the others up."
        )
    codenames: dict[str, str] = {}
    used: set[str] = set()
    for trial in trials:
        attempt = 0
        while True:
            number = int.from_bytes(_draw(secret, "codename", reader, trial, str(attempt))) % pairs
            name = f"{adjectives[number // len(animals)]}-{animals[number % len(animals)]}"
            if name not in used:
                break
            attempt += 1
        used.add(name)
        codenames[trial] = name
    order = sorted(codenames, key=lambda trial: _draw(secret, "order", reader, trial))
    return Assignment(codenames, [codenames[trial] for trial in order])


def _draw(secret: bytes, *parts: str) -> bytes:
    return hmac.new(secret, "\0".join(parts).encode(), hashlib.sha256).digest()


def check_reader_name(name: str) -> str:
    """Return a reviewer's name when it is one: lower-case letters, digits and hyphens, not a reserved word.

    Raises:
        ReviewError: it is not.
    """
    if name in (ADJUDICATOR, COORDINATOR):
        raise ReviewError(f"A reviewer cannot be called {name}: that word names a folder of its own.")
    if name.endswith(REPEATING):
        raise ReviewError(f"A reviewer cannot be called {name}: that ending names a second pass.")
    if not _NAME.fullmatch(name):
        raise ReviewError(
            f"{name!r} is no reviewer's name: use up to 31 lower-case letters, digits and hyphens, a letter first."
        )
    return name
