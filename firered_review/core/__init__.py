"""Everything that decides, without Qt and without SQL."""
