# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

.DEFAULT_GOAL := help
.PHONY: help run test lint soak mutants bench docs dist dist-check image release api-check fresh clean

help: ## Say what can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

run: ## Build and start server and simulator with a demo catalog
	@Scripts/run

test: ## Lint, build and run every test, as continuous integration does
	@Scripts/test

lint: ## Check format, documentation and house rules
	@Scripts/lint

soak: ## Run what takes long: sanitizers, fuzzing, kills
	@Scripts/soak

mutants: ## Change one token of the rules at a time and list the changes that no test notices
	@Scripts/mutants

bench: ## Measure, side by side with the limits
	@Scripts/bench

docs: ## Build the documentation site, with search, and check it
	@Scripts/docs

dist: ## Make a tarball and a Debian package with the Swift runtime linked in
	@Scripts/dist

image: ## Make the container images from what dist made (needs root or user namespaces)
	@Scripts/image

release: ## Make everything that a release consists of, in dist/
	@Scripts/release

api-check: ## Compare the public API with the last release's
	@Scripts/api-check

dist-check: ## Install and start what dist made in a fresh Debian root (needs root)
	@Scripts/dist-check

fresh: ## Try the two commands in a fresh Debian root (needs root)
	@Scripts/fresh-machine

clean: ## Remove what was built; data under .purser stays
	rm -rf .build .venv dist
