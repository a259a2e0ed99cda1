#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""Measures what linking the SDK adds to an app, and what the SDK does on the main thread at launch.

Usage: sdk_cost.py FOLDER [launches]

FOLDER has the release builds of BareShop and SDKShop:

    swift build -c release --package-path Benchmarks --product BareShop
    swift build -c release --package-path Benchmarks --product SDKShop

It prints the size of both programs without symbols, and the median, the 95th percentile and the largest of the times of
separate launches. It fails when the median launch takes the main thread more than a millisecond.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

GOAL = 1000  # microseconds


def stripped(program: pathlib.Path, folder: str) -> int:
    copy = pathlib.Path(folder) / program.name
    shutil.copy(program, copy)
    subprocess.run(["strip", "--strip-all", copy], check=True)
    return copy.stat().st_size


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__)
        return 64
    folder = pathlib.Path(sys.argv[1])
    launches = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    with tempfile.TemporaryDirectory() as work:
        bare, sdk = (stripped(folder / name, work) for name in ("BareShop", "SDKShop"))
    print(f"without the SDK   {bare:>12,} bytes")
    print(f"with the SDK      {sdk:>12,} bytes")
    print(f"the SDK adds      {sdk - bare:>12,} bytes")
    objects = sorted((folder / "PurserClient.build").glob("*.o"))
    if objects:
        lines = subprocess.run(["size", "-t", *objects], check=True, capture_output=True, text=True).stdout.splitlines()
        text, data, bss = (int(number) for number in lines[-1].split()[:3])
        print(f"its object files  {text:>12,} bytes of code and constants, {data:,} of data, {bss:,} zeroed")
    rows = []
    for _ in range(launches):
        answer = subprocess.run([folder / "SDKShop"], check=True, capture_output=True, text=True, timeout=60)
        rows.append([float(number) for number in answer.stdout.split()])
    names = (
        "Purser.init, main thread",
        "Purser.init, on the clock",
        "the whole launch, all threads",
    )
    print(f"\n{launches} launches, in microseconds{'':>22}median     95 %  largest")
    for name, values in zip(names, zip(*rows)):
        values = sorted(values)
        print(
            f"{name:<42}{values[len(values) // 2]:>14.0f}{values[len(values) * 95 // 100]:>9.0f}{values[-1]:>9.0f}"
        )
    median = sorted(row[0] for row in rows)[len(rows) // 2]
    if median > GOAL:
        print(f"Purser.init needs {median:.0f} microseconds of the main thread; the goal is {GOAL}", file=sys.stderr)
        return 1
    return 0


sys.exit(main())
