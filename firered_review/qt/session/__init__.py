"""One trial under review: cursor, labels, drafts, coverage; every change takes this one road."""
