"""Known errors: faults of a file, a machine or a request, each one plain sentence."""


class HarnessError(Exception):
    """Root of every known error of the recorder and its formats.

    The message is one sentence a person can act on: what, where, what to do.

    - ``BadFile``: a file is damaged or is not what it should be.
      - ``NewerVersion``: a file was written by a newer version of this program.
      - ``WrongHash``: a file's bytes are not the ones that were recorded.
    - ``Refused``: the request contradicts the protocol or the state on disk.
      - ``ProtocolChanged``: something frozen is different now.
    - ``MissingPiece``: the machine lacks something: a library, a ROM, a display.
    """


class BadFile(HarnessError):
    """A file is damaged or is not what it should be."""


class NewerVersion(BadFile):
    """A file was written by a newer version of this program."""


class WrongHash(BadFile):
    """A file's bytes are not the ones that were recorded."""


class Refused(HarnessError):
    """The request contradicts the protocol or what is on disk."""


class ProtocolChanged(Refused):
    """Something that was frozen is different now."""


class MissingPiece(HarnessError):
    """The machine lacks something that is needed: a library, a ROM, a display."""
