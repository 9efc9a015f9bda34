"""The models of every file that is written: the contract between recorder and reviewer."""
