#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""Measures the console over a database of a million customers: every kind of search, and the first page.

    Benchmarks/console_speed.py PURSER [CUSTOMERS]

PURSER is the program, such as .build/release/purser. The database is filled by SQL, the pages are asked for over HTTP.
"""

import http.client
import json
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.parse
import uuid
from pathlib import Path

root = Path(__file__).resolve().parent.parent
program = str(Path(sys.argv[1]).resolve())
customers = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
start = 1_772_366_400_000


def serve(folder):
    """Starts the server and answers it with what it printed."""
    process = subprocess.Popen(
        [program, "serve", "--simulator", "--catalog", str(root / "Examples/Catalog.storekit"), "--listen",
         "127.0.0.1:0", "--simulator-listen", "127.0.0.1:0"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )
    text = ""
    for line in process.stdout:
        text += line
        if "Ctrl-C stops" in line:
            return process, text
    raise SystemExit("the server did not start:\n" + text)


def token(number):
    return str(uuid.UUID(int=(0xC0FFEE << 100) + number, version=4))


def fill(path):
    """A million customers, each with an order that was paid and delivered."""
    database = sqlite3.connect(path)
    database.execute("PRAGMA synchronous = OFF")
    database.execute("INSERT OR IGNORE INTO scopes (bundle_id, environment) VALUES ('com.example.coffee', 'Production')")
    scope = database.execute(
        "SELECT id FROM scopes WHERE bundle_id = 'com.example.coffee' AND environment = 'Production'").fetchone()[0]
    body = b'{"origin":"app"}'
    numbers = range(customers)
    names = [f"customer-{(number * 7919) % customers:07}" for number in numbers]
    database.executemany("INSERT INTO customers (id, created, events) VALUES (?, ?, 1)",
                         ((names[n], start + n) for n in numbers))
    database.executemany(
        """INSERT INTO orders (id, scope, customer, product, quantity, token, state, is_open, created, expires, updated,
        transaction_id, lineage, body) VALUES (?, ?, ?, 'coffee.beans.100', 1, ?, 'delivered', 0, ?, NULL, ?, ?, ?, ?)""",
        ((f"ord_{n:012}", scope, names[n], token(n), start + n, start + n, str(10**14 + n), str(10**14 + n), body)
         for n in numbers))
    database.executemany("INSERT INTO claims (scope, lineage, customer, claimed) VALUES (?, ?, ?, ?)",
                         ((scope, str(10**14 + n), names[n], start + n) for n in numbers))
    database.executemany("INSERT INTO transaction_ids (scope, transaction_id, lineage) VALUES (?, ?, ?)",
                         ((scope, str(10**14 + n), str(10**14 + n)) for n in numbers))
    event = {"app": "com.example.coffee", "environment": "Production", "type": "order.delivered"}
    database.executemany(
        """INSERT INTO events (id, scope, customer, customer_sequence, kind, instant, body)
        VALUES (?, ?, ?, 1, 'order.delivered', ?, ?)""",
        ((f"evt_{n:040}", scope, names[n], start + n,
          json.dumps(event | {"id": f"evt_{n:040}", "occurred": start + n, "customer": names[n]}).encode())
         for n in numbers))
    database.commit()
    database.close()
    return names


class Browser:
    """Keeps one connection and the cookies."""

    def __init__(self, address):
        url = urllib.parse.urlparse(address)
        self.connection, self.cookies = http.client.HTTPConnection(url.hostname, url.port), {}

    def ask(self, path, form=None):
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        began = time.perf_counter()
        self.connection.request("GET" if form is None else "POST", path,
                                None if form is None else urllib.parse.urlencode(form), headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        taken = (time.perf_counter() - began) * 1000
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.split(";")[0]
        return answer.status, text, taken


with tempfile.TemporaryDirectory() as folder:
    process, text = serve(folder)
    process.terminate()
    process.wait()
    name, password = re.search(r"console sign-in +(\S+) (\S+)", text).groups()
    began = time.time()
    names = fill(folder + "/.purser/purser.sqlite")
    print(f"{customers:,} customers were written in {time.time() - began:.0f} s")
    process, text = serve(folder)
    browser = Browser(re.search(r"API +(\S+)/v1", text).group(1))
    form = re.search(r'name="token" value="([^"]*)"', browser.ask("/console/sign-in")[1]).group(1)
    status, _, _ = browser.ask("/console/sign-in", {"token": form, "name": name, "password": password})
    assert status == 303, status
    middle = customers // 2
    kinds = {
        "first page": ["/console"] * 20,
        "customer": [f"/console/search?q={names[middle + n]}" for n in range(20)],
        "beginning of a customer's name": [f"/console/search?q=customer-0{n:02}" for n in range(20)],
        "order": [f"/console/search?q=ord_{middle + n:012}" for n in range(20)],
        "transaction": [f"/console/search?q={10**14 + middle + n}" for n in range(20)],
        "token": [f"/console/search?q={token(middle + n)}" for n in range(20)],
        "event": [f"/console/search?q=evt_{middle + n:040}" for n in range(20)],
        "nothing": [f"/console/search?q=NOBODY{n}" for n in range(20)],
        "a customer's page": [f"/console/customers/{names[middle + n]}" for n in range(20)],
        "paid, not delivered": ["/console/undelivered"] * 20,
        "refunds": ["/console/refunds"] * 20,
    }
    print(f"| {'page':32} | median ms | slowest ms | goal |\n|{'-' * 34}|---|---|---|")
    worst = 0
    for kind, paths in kinds.items():
        times = []
        for path in paths:
            status, page, taken = browser.ask(path)
            assert status == 200, (path, status)
            if "search" in path and kind != "nothing":
                assert "<td" in page, path
            times.append(taken)
        goal = 1000 if kind == "first page" else 200
        worst = max(worst, max(times) / goal)
        print(f"| {kind:32} | {sorted(times)[len(times) // 2]:.1f} | {max(times):.1f} | {goal} |")
    process.terminate()
    process.wait()
    sys.exit(0 if worst <= 1 else "slower than the goal")
