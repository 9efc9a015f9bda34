"""Masking words that would betray a condition, however they are spelt: case, accents, look-alikes, marks, spaces."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

MASK = "[masked]"
FAMILIES = re.findall(
    r"\S+",
    """
    gpt chatgpt openai anthropic claude sonnet opus haiku gemini gemma llama qwen qwq mistral mixtral ministral
    pixtral magistral deepseek grok glm kimi moonshot minimax ernie hunyuan doubao phi olmo granite nemotron
    internvl cogvlm llava molmo smolvlm pali command-r jamba falcon
""",
)
"""Words by which the known families of vision models give themselves away."""
_IN_TWO = ("chat gpt", "open ai", "deep seek", "moon shot", "mini max", "intern vl", "cog vlm")
_VERSION = r"v?\d[\w.]*|mini|nano|pro|flash|lite|turbo|haiku|sonnet|opus|instruct|vl"
_MARKS = "[*`~]*"
_BETWEEN = r"[\W_]{0,3}"
_LOOK_ALIKES = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0455\u0458\u0501\u04bb\u04cf\u043a\u043c\u0442\u0432\u043d"
    "\u03b1\u03b5\u03bf\u03c1\u03c5\u03c7\u03b9\u03ba\u03bc\u03c4\u03b2\u03b7\u03bd\u0131\u0261",
    "aeopcyxisjdhlkmtbhaeopyxikmtbnvig",
)
"""Cyrillic, Greek and other letters that look like Latin ones."""


class Masker:
    """Masks words in free text and counts them; a version such as ``-4o-mini`` goes with its family's name.

    A word is found in any case, with accents or letters that only look alike, with emphasis inside it, its parts
    joined or apart, and with its letters set apart by single spaces or hyphens.
    """

    def __init__(self, names: Sequence[str]) -> None:
        found = [name.strip() for name in (*_IN_TWO, *FAMILIES, *names) if _folded(name.strip())[0].strip()]
        words = sorted(set(found), key=_longest_first)  # what folds to nothing is no name
        self._names = {_letters(_folded(word)[0]): word.lower() for word in found}
        either = "|".join(dict.fromkeys(_spelt(_folded(word)[0]) for word in words))
        version = rf"(?:{_MARKS}[-_./: ]?{_MARKS}(?:{_VERSION})\b)*"
        self._pattern = re.compile(rf"(?<![^\W_])(?P<name>{either})s?(?![^\W\d_]){version}")
        self.counts: Counter[str] = Counter()

    def text(self, text: str) -> str:
        """Return a text with every such word masked."""
        folded, places = _folded(text)
        parts, done = [], 0
        for match in self._pattern.finditer(folded):
            letters = _letters(match["name"])
            self.counts[self._names.get(letters, letters)] += 1
            parts += [text[done : places[match.start()]], MASK]
            done = places[match.end() - 1] + 1
        return "".join((*parts, text[done:]))

    def maybe(self, text: str | None) -> str | None:
        """Mask a text that may be absent."""
        return None if text is None else self.text(text)


def _longest_first(word: str) -> tuple[int, str]:
    return -len(word), word


def _folded(text: str) -> tuple[str, Sequence[int]]:
    """Return a text as it is compared, and for each letter of that its place in the text."""
    if text.isascii():
        return text.lower(), range(len(text))
    letters: list[str] = []
    places: list[int] = []
    for place, one in enumerate(text):
        if unicodedata.category(one) == "Pd":
            plain = "-"
        else:
            apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", one).casefold())
            kept = (part for part in apart if unicodedata.category(part) not in ("Mn", "Me", "Cf"))
            plain = "".join(kept).translate(_LOOK_ALIKES)
        letters += plain
        places += [place] * len(plain)
    return "".join(letters), places


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


def _spelt(name: str) -> str:
    """Return what finds a name: its parts joined or apart, or all of its letters set apart."""
    parts = [part for part in re.split(r"[\W_]+", name) if part]
    if not parts:
        return re.escape(name)
    whole = _BETWEEN.join(_MARKS.join(part) for part in parts)
    letters = "".join(parts)
    return whole if len(letters) < 3 else f"{whole}|{'[ .*_-]'.join(letters)}"
