# Two commands do everything: `make demo` and `make test`. Each first brings what is missing.
.PHONY: demo test bench pictures cartridge constraints
VENV := .venv/bin

demo:
	@sh .ci/setup demo
	@$(VENV)/firered-review demo --out demo

test:
	@sh .ci/setup test
	@$(VENV)/ruff check .
	@$(VENV)/ruff format --check .
	@$(VENV)/mypy
	@PYTHONPATH=. $(VENV)/lint-imports
	@$(VENV)/python -m pytest -q

bench:
	@sh .ci/setup test
	@$(VENV)/python -m tests.bench

# Pictures of every window from the demonstration, light and dark, at 100 and 200 %.
pictures:
	@sh .ci/setup demo
	@$(VENV)/firered-review demo --headless --out demo

# Rebuild the cartridge; needs gcc-arm-none-eabi.
cartridge:
	@$(VENV)/python resources/cartridge/build.py

# Renew the pinned versions and hashes after a change of the dependencies in pyproject.toml.
constraints:
	@sh .ci/setup test
	@printf 'setuptools\nuv\n' | $(VENV)/uv pip compile -q pyproject.toml - --all-extras --universal --python-version 3.11 \
		--generate-hashes --no-header --no-annotate -o .ci/constraints.txt
