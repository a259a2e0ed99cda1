#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""Measures the console over a database of a million customers: every kind of search, and the first page.

    Benchmarks/console_speed.py PURSER [CUSTOMERS] [DATABASE]

PURSER is the program, such as .build/release/purser; DATABASE an empty one such as postgres:///console?host=/tmp, an SQLite file
of its own when there is none. The database is filled by SQL, the pages are asked for over HTTP.
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
database = sys.argv[3] if len(sys.argv) > 3 else None
start = 1_772_366_400_000


def serve(folder):
    """Starts the server and answers it with what it printed."""
    process = subprocess.Popen(
        [program, "serve", "--simulator", "--catalog", str(root / "Examples/Catalog.storekit"), "--listen",
         "127.0.0.1:0", "--simulator-listen", "127.0.0.1:0"] + (["--database", database] if database else []),
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


class SQLiteFile:
    """Fills the server's own file."""

    def __init__(self, path):
        self.database = sqlite3.connect(path)
        self.database.execute("PRAGMA synchronous = OFF")

    def number(self, statement):
        return self.database.execute(statement).fetchone()[0]

    def run(self, statement):
        self.database.execute(statement)

    def insert(self, table, columns, rows):
        marks = ", ".join("?" for _ in columns.split(","))
        self.database.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)

    def close(self):
        self.database.commit()
        self.database.close()


class Postgres:
    """Fills a database by psql, so that nothing has to be installed for it."""

    def __init__(self, url):
        self.psql = ["psql", "-qtAX", "-v", "ON_ERROR_STOP=1", url]

    def number(self, statement):
        return int(subprocess.run(self.psql + ["-c", statement], check=True, capture_output=True, text=True).stdout)

    def run(self, statement):
        subprocess.run(self.psql + ["-c", statement], check=True, stdout=subprocess.DEVNULL)

    def insert(self, table, columns, rows):
        copy = subprocess.Popen(self.psql + ["-c", f"COPY {table} ({columns}) FROM STDIN"], stdin=subprocess.PIPE, text=True)
        for row in rows:
            copy.stdin.write("\t".join(self.text(value) for value in row) + "\n")
        copy.stdin.close()
        assert copy.wait() == 0, table

    @staticmethod
    def text(value):
        if value is None:
            return "\\N"
        return "\\\\x" + value.hex() if isinstance(value, bytes) else str(value)

    def close(self):
        self.run("ANALYZE")


def fill(store):
    """Customers, each with a paid and delivered order and its event."""
    app = "bundle_id = 'com.example.coffee' AND environment = 'Production'"
    store.run("INSERT INTO scopes (bundle_id, environment) VALUES ('com.example.coffee', 'Production') ON CONFLICT DO NOTHING")
    scope = store.number(f"SELECT id FROM scopes WHERE {app}")
    body = b'{"origin":"app"}'
    numbers = range(customers)
    names = [f"customer-{(number * 7919) % customers:07}" for number in numbers]
    store.insert("customers", "id, created, events", ((names[n], start + n, 1) for n in numbers))
    store.insert(
        "orders",
        "id, scope, customer, product, quantity, token, state, is_open, created, expires, updated, transaction_id, lineage, body",
        ((f"ord_{n:012}", scope, names[n], "coffee.beans.100", 1, token(n), "delivered", 0, start + n, None, start + n,
          str(10**14 + n), str(10**14 + n), body) for n in numbers))
    store.insert("claims", "scope, lineage, customer, claimed", ((scope, str(10**14 + n), names[n], start + n) for n in numbers))
    store.insert("transaction_ids", "scope, transaction_id, lineage",
                 ((scope, str(10**14 + n), str(10**14 + n)) for n in numbers))
    event = {"app": "com.example.coffee", "environment": "Production", "type": "order.delivered"}
    store.insert(
        "events", "id, position, scope, customer, customer_sequence, kind, instant, body",
        ((f"evt_{n:040}", n + 1 if database else None, scope, names[n], 1, "order.delivered", start + n,
          json.dumps(event | {"id": f"evt_{n:040}", "occurredAt": start + n, "customer": names[n]}).encode())
         for n in numbers))
    # One page's worth of a document each, as notifications are; nothing reads them but the count in GET /v1/storage.
    store.insert(
        "facts", "id, scope, kind, sort_key, instant, content, received, source",
        ((n + 1, scope, "notification", (start + n).to_bytes(12, "big"), start + n, bytes(600), start + n, "apple")
         for n in numbers))
    if database:
        store.run(f"SELECT setval('fact_numbers', {customers + 1})")
        store.run(f"SELECT setval('event_positions', {customers + 1})")
        store.run(f"SELECT setval(pg_get_serial_sequence('events', 'number'), {customers + 1})")
    store.close()
    return names


class Browser:
    """Keeps one connection and the cookies."""

    def __init__(self, address):
        url = urllib.parse.urlparse(address)
        self.connection, self.cookies = http.client.HTTPConnection(url.hostname, url.port), {}

    def ask(self, path, form=None, key=None):
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if key:
            headers = {"Authorization": "Bearer " + key}
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
    with open(re.search(r"console sign-in +\S+ password in (\S+)", text).group(1)) as file:
        sign_in = json.load(file)
    name, password = sign_in["name"], sign_in["password"]
    began = time.time()
    names = fill(Postgres(database) if database else SQLiteFile(folder + "/.purser/purser.sqlite"))
    print(f"{customers:,} customers were written in {time.time() - began:.0f} s")
    process, text = serve(folder)
    browser = Browser(re.search(r"API +(\S+)/v1", text).group(1))
    form = re.search(r'name="token" value="([^"]*)"', browser.ask("/console/sign-in")[1]).group(1)
    with open(re.search(r"secret key +in (\S+)", text).group(1)) as file:
        secret = json.load(file)["secretKey"]
    status, _, _ = browser.ask("/console/sign-in", {"token": form, "name": name, "password": password})
    assert status == 303, status
    middle = customers // 2
    kinds = {
        "first page": ["/console"] * 20,
        "customer": [f"/console/search?q={names[middle + n]}" for n in range(20)],
        "beginning of a customer's name": [f"/console/search?q={names[middle + n][:12]}" for n in range(20)],
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
    while not json.loads(browser.ask("/v1/storage", key=secret)[1])["factsAreComplete"]:
        time.sleep(1)
    times = [browser.ask("/v1/storage", key=secret)[2] for _ in range(20)]
    worst = max(worst, max(times) / 200)
    print(f"| {'GET /v1/storage':32} | {sorted(times)[10]:.1f} | {max(times):.1f} | 200 |")
    process.terminate()
    process.wait()
    sys.exit(0 if worst <= 1 else "slower than the goal")
