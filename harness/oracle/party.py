"""Reading companions: the live party records, deciphered and checked."""

import itertools
import struct

from harness.formats.oracle import PartyMember
from harness.oracle import layout
from harness.oracle.sample import Sample

_ORDERS = tuple(itertools.permutations("GAEM"))
"""Growth, attacks, effort, miscellaneous: the order of the four parts is the personality modulo 24."""


def decipher(record: bytes) -> PartyMember | None:
    """Return one party record of 100 bytes; null where its checksum does not fit, as in a torn read."""
    if len(record) != layout.PARTY_BYTES:
        return None
    personality, owner = struct.unpack_from("<II", record)
    key = personality ^ owner
    words = [word ^ key for word in struct.unpack_from("<12I", record, 0x20)]
    plain = struct.pack("<12I", *words)
    if sum(struct.unpack("<24H", plain)) & 0xFFFF != struct.unpack_from("<H", record, 0x1C)[0]:
        return None
    growth = _ORDERS[personality % 24].index("G") * 12
    species = struct.unpack_from("<H", plain, growth)[0]
    hp, max_hp = struct.unpack_from("<HH", record, 0x56)
    return PartyMember(species=species, level=record[0x54], hp=hp, max_hp=max_hp)


def read_party(sample: Sample) -> list[PartyMember] | None:
    """Return the live party; null where a record does not check, so that a torn read is never believed."""
    count = sample.u8(sample.ram["gPlayerPartyCount"])
    if count > layout.PARTY_MAX:
        return None
    start = sample.ram["gPlayerParty"]
    members = [decipher(sample.read(start + layout.PARTY_BYTES * n, layout.PARTY_BYTES)) for n in range(count)]
    return None if None in members else [member for member in members if member is not None]
