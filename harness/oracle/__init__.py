"""Hidden state read from emulator memory, for evaluators only."""
