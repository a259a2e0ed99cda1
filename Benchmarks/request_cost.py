#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""Measures what requests that anyone may send cost the server, in CPU time of its process.

    Benchmarks/request_cost.py PURSER [REQUESTS]

PURSER is the program, such as .build/release/purser. Each body is sent REQUESTS times (20) on one connection; the figures are
milliseconds of CPU time for each request, those of reading its bytes included.
"""

import http.client
import os
import sys
import time
from pathlib import Path

from served import served

program = str(Path(sys.argv[1]).resolve())
requests = int(sys.argv[2]) if len(sys.argv) > 2 else 20
tick = os.sysconf("SC_CLK_TCK")

configuration = """
{ apps: [{ bundleID: "com.example.coffee", appAppleID: 1, sharedSecret: "secret" }],
  requestsPerSecond: 1000000, requestBurst: 1000000 }
"""

crowd = "{" + ",".join(f'"m{number}":1' for number in range(170_000)) + "}"
bodies = {
    "170,000 members": crowd,
    "900,000 elements": "[" + "1," * 900_000 + "1]",
    "100,000 levels": "[" * 100_000,
    "a number of 1.9 MB": '{"quantity":' + "9" * 1_900_000 + "}",
    "a text of 1.9 MB": '{"bundle_id":"com.example.coffee","receipt-data":"' + "A" * 1_900_000 + '"}',
    "256 members": "{" + ",".join(f'"m{number}":"value"' for number in range(256)) + "}",
}
forms = {"a form of 470,000 fields": "a=1&" * 470_000}
paths = ["/postPay/ios", "/applePay/report", "/apple/notifications/production"]


def cpu(process):
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / tick


def measure(process, port, path, body, media_type):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    status = 0
    before = cpu(process)
    for _ in range(requests):
        connection.request("POST", path, body, {"Content-Type": media_type})
        answer = connection.getresponse()
        answer.read()
        status = answer.status
    return (cpu(process) - before) * 1000 / requests, status


with served(program, configuration) as (process, port):
    time.sleep(2)  # The first rounds of the background work are done.
    print("| body | path | status | CPU ms |")
    print("|---|---|---|---|")
    for name, body in bodies.items():
        for path in paths:
            cost, status = measure(process, port, path, body.encode(), "application/json")
            print(f"| {name} | `{path}` | {status} | {cost:.1f} |", flush=True)
    for name, body in forms.items():
        for path in paths[:2]:
            cost, status = measure(process, port, path, body.encode(), "application/x-www-form-urlencoded")
            print(f"| {name} | `{path}` | {status} | {cost:.1f} |", flush=True)
