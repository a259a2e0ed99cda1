#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors
"""What an intake costs by how much is stored.

A server processes the first customers in full: HTTP, signatures, entitlements, orders, events. Its rows are then copied under
new identifiers, row by row and into every index, until as many transactions are stored as requested; the identifiers are
replaced in the keys and in what is stored of facts, entitlements and events, so that the copies can be read and derived from
like any other customer's. Then `purser bench` takes new customers and their renewals in, in turns with the smallest
database, so that other work on the machine weighs on all.

    Benchmarks/stored_curve.py --purser .build/release/purser --sizes 10000,100000,1000000 --folder /var/tmp/curve
    Benchmarks/stored_curve.py … --postgres 'postgres://purser@127.0.0.1:5433/postgres' --postgres-data DIR

What was filled stays in the folder (and in PostgreSQL), and is used again; `--rounds 0` only fills. A fill that was ended
starts again; ten million take an hour or two, 70 GB, and on SQLite `--cache` of memory for what is written at random places.

PostgreSQL: the role must be allowed to make databases, and `psql` be there. Only Python's own library is used.
"""
import argparse
import hashlib
import json
import os
import re
import sqlite3
import statistics
import subprocess
import sys

FIRST = 2_000_000_000_000  # the first transaction of customer 0: 1000 for each customer
MOST = 300  # customers that are copied
TABLES = [
    "customers", "claims", "customer_purchases", "documents", "facts", "fact_keys", "transaction_ids", "notification_ids", "orders",
    "order_history", "deliveries", "entitlements", "lineage_states", "events",
]


def short(number):
    """A number as stored facts hold it."""
    out = bytearray()
    while True:
        out.append(number & 127 | (128 if number > 127 else 0))
        number >>= 7
        if not number:
            return bytes(out)


class Source:
    """The rows of customers whom the server processed, with the places of identifiers in them."""

    def __init__(self, path):
        base = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        base.text_factory = bytes
        self.columns, self.is_text = {}, {}
        for table in TABLES:
            described = base.execute(f"PRAGMA table_info({table})").fetchall()
            self.columns[table] = [r[1].decode() for r in described]
            self.is_text[table] = [r[2] == b"TEXT" for r in described]
        rows = {t: base.execute(f"SELECT * FROM {t}").fetchall() for t in TABLES}
        self.last = {t: max((r[0] for r in rows[t]), default=0) for t in ("documents", "facts", "events")}
        self.sequence = base.execute("SELECT max(sequence) FROM command_numbers").fetchone()[0]
        owner = {}  # which customer an identifier belongs to
        at = lambda t, c: self.columns[t].index(c)
        for row in rows["claims"]:
            owner[row[at("claims", "lineage")]] = row[at("claims", "customer")]
        for row in rows["orders"]:
            owner[row[0]] = row[at("orders", "customer")]
        document_owner, fact_owner, fact_digests = {}, {}, {}
        for row in rows["facts"]:
            of = row[at("facts", "customer")] or owner[row[at("facts", "lineage")]]
            fact_owner[row[0]] = of
            if row[at("facts", "document")]:
                document_owner[row[at("facts", "document")]] = of
        self.people = {}
        for table in TABLES:
            for row in rows[table]:
                cells = dict(zip(self.columns[table], row))
                if table in ("facts", "fact_keys"):
                    of = fact_owner[cells["id" if table == "facts" else "fact"]]
                elif table == "documents":
                    of = document_owner.get(cells["id"])
                elif table == "notification_ids":
                    of = None
                elif table == "order_history":
                    of = owner[cells["order_id"]]
                elif table == "customers":
                    of = cells["id"]
                else:
                    of = cells.get("customer") or owner.get(cells.get("lineage"))
                if of is not None:
                    self.people.setdefault(of, {t: [] for t in TABLES})[table].append(row)
        # A notification's own identifier is in its fact.
        received = {bytes.fromhex(r[1].decode().replace("-", "")): r for r in rows["notification_ids"]}
        content = at("facts", "content")
        kind = at("facts", "kind")
        for of, part in self.people.items():
            for row in part["facts"]:
                if row[kind] == b"notification":
                    found = next((received[row[content][i:i + 16]] for i in range(2, 8)
                                  if row[content][i:i + 16] in received), None)
                    if found:
                        part["notification_ids"].append(found)
        # Finding the identifiers of a customer takes longer than copying him: some hundred are enough to vary.
        self.people = {c: p for c, p in sorted(self.people.items())[:MOST] if p["transaction_ids"]}
        self.templates = [Template(self, c, p) for c, p in sorted(self.people.items())]
        self.transactions = [len(p["transaction_ids"]) for _, p in sorted(self.people.items())]


class Template:
    """One customer's rows, cut where identifiers stand."""

    def __init__(self, source, customer, part):
        self.source = source
        at = lambda t, c: source.columns[t].index(c)
        self.name = customer
        lineage = int(part["claims"][0][at("claims", "lineage")])
        self.subscriber = (lineage - FIRST) // 1000
        ids = sorted({int(r[at("transaction_ids", "transaction_id")]) for r in part["transaction_ids"]})
        self.tokens = {}  # old bytes to (kind, key)
        self.slots = []

        def add(old, *what):
            if old and old not in self.tokens:
                self.tokens[old] = len(self.slots)
                self.slots.append((old, what))

        add(customer, "name")
        for number in ids:
            add(str(number).encode(), "number", number % 1000)
            add(short(number), "short", number % 1000)
        for row in part["orders"]:
            add(row[0], "text", 4, row[0])
            token = row[at("orders", "token")]
            if token:
                add(token, "uuid", token)
                add(bytes.fromhex(token.decode().replace("-", "")), "raw-uuid", token)
        for row in part["events"]:
            add(row[at("events", "id")], "text", 4, row[at("events", "id")])
        for row in part["notification_ids"]:
            add(row[1], "uuid", row[1])
            add(bytes.fromhex(row[1].decode().replace("-", "")), "raw-uuid", row[1])
        for row in part["facts"]:
            digest = row[at("facts", "digest")]
            if digest:
                add(digest[:8], "raw-digest", digest[:8])
                add(digest[:8].hex().encode(), "digest", digest[:8])
        self.pattern = re.compile(b"|".join(re.escape(t) for t in sorted(self.tokens, key=len, reverse=True)), re.S)
        # All cells with identifiers in one text and one string of bytes, which a copy joins once and then cuts.
        self.text, self.bytes = [], []
        self.lengths = {id(self.text): 0, id(self.bytes): 0}
        self.rows = {t: [self.cut(t, row) for row in part[t]] for t in TABLES}
        self.text_slots = [(i, p) for i, p in enumerate(self.text) if isinstance(p, int)]
        self.byte_slots = [(i, p) for i, p in enumerate(self.bytes) if isinstance(p, int)]

    def cut(self, table, row):
        """A row's constant cells, and where its other ones begin and end in what a copy joins."""
        cells, text, raw = [], [], []
        for place, (name, is_text, value) in enumerate(zip(self.source.columns[table], self.source.is_text[table], row)):
            kept = table == "documents" and name in ("body", "signature")  # as large as it was
            pieces, last = [], 0
            for found in self.pattern.finditer(value) if isinstance(value, bytes) and not kept else ():
                pieces += [value[last:found.start()], self.tokens[found.group()]]
                last = found.end()
            if pieces:
                pieces.append(value[last:])
                joined = self.text if is_text else self.bytes
                start = self.lengths[id(joined)]
                joined += [p.decode() if is_text and isinstance(p, bytes) else p for p in pieces]
                length = len(value.decode()) if is_text else len(value)
                self.lengths[id(joined)] = start + length
                (text if is_text else raw).append((place, start, start + length))
                cells.append(None)
            else:
                cells.append(value.decode() if is_text and isinstance(value, bytes) else value)
        return cells, text, raw

    def values(self, copy, number):
        """The identifiers of a copy: as long as those of the original, and as random."""
        seed = hashlib.shake_128(f"{copy} {number}".encode())
        noise = seed.digest(24 * len(self.slots))
        found, values = {}, []
        for place, (old, what) in enumerate(self.slots):
            if what[0] == "name":
                values.append(b"c%0*d" % (len(old) - 1, number))
            elif what[0] == "number":
                values.append(str(FIRST + number * 1000 + what[1]).encode())
            elif what[0] == "short":
                values.append(short(FIRST + number * 1000 + what[1]))
            else:
                key = what[-1]
                fresh = found.setdefault(key, noise[place * 24:place * 24 + 24])
                if what[0] == "text":
                    keep = what[1]
                    values.append(old[:keep] + fresh.hex().encode()[:len(old) - keep])
                elif what[0] in ("uuid", "raw-uuid"):
                    raw = bytearray(fresh[:16])
                    raw[6], raw[8] = raw[6] & 15 | 64, raw[8] & 63 | 128
                    text = raw.hex()
                    dashed = "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))
                    values.append(bytes(raw) if what[0] == "raw-uuid" else dashed.encode())
                else:
                    values.append(fresh[:8] if what[0] == "raw-digest" else fresh[:8].hex().encode())
        assert all(len(value) == len(old) for value, (old, _) in zip(values, self.slots))
        return values

    def join(self, values):
        """What the copy's cells are cut from."""
        text, raw = self.text[:], self.bytes[:]
        for place, slot in self.text_slots:
            text[place] = values[slot].decode()
        for place, slot in self.byte_slots:
            raw[place] = values[slot]
        return "".join(text), b"".join(raw)

    def copy(self, table, copy, joined, noise, header):
        """The rows of a copy; its documents get the place's own certificates."""
        source = self.source
        columns = source.columns[table]
        text, raw = joined
        facts, documents, events = (copy * source.last[t] for t in ("facts", "documents", "events"))
        if table == "facts":
            document, key, kind = map(columns.index, ("document", "sort_key", "kind"))
        elif table == "fact_keys":
            fact = columns.index("fact")
        elif table == "documents":
            lookup, head, body, form = map(columns.index, ("lookup", "header", "body", "form"))
        for cells, text_cells, byte_cells in self.rows[table]:
            row = cells[:]
            for place, start, end in text_cells:
                row[place] = text[start:end]
            for place, start, end in byte_cells:
                row[place] = raw[start:end]
            if table == "facts":
                row[0] += facts
                if row[document] is not None:
                    row[document] += documents
                if row[kind] == "command":
                    step = int.from_bytes(row[key][-8:], "big") + copy * source.sequence
                    row[key] = row[key][:-8] + step.to_bytes(8, "big")
            elif table == "fact_keys":
                row[fact] += facts
            elif table == "documents":
                row[0] += documents
                row[lookup] = next(noise)
                if row[head] is not None:
                    row[head] = header
                if row[form] == 2:
                    count = row[body][0]
                    parts = [int.from_bytes(row[body][1 + 8 * i:9 + 8 * i], "big") for i in range(count)]
                    moved = b"".join((p + documents).to_bytes(8, "big") for p in parts)
                    row[body] = row[body][:1] + moved + row[body][1 + 8 * count:]
            elif table == "events":
                row[0] += events
            yield row


def noise_of(copy):
    state = copy * 0x9E3779B97F4A7C15 + 1
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        yield int.from_bytes(hashlib.blake2b(state.to_bytes(8, "big"), digest_size=8).digest(), "big", signed=True)


def count_bodies(last, kinds):
    """How many facts of each kind there are, as a server keeps it."""
    scope = {"bundleID": "com.example.benchmark", "environment": "Production"}
    counts = [{"count": count, "kind": kind, "scope": scope} for kind, count in kinds]
    return json.dumps({"counts": counts, "last": last}).encode()


class SQLite:
    name = "SQLite"

    batch = 50_000  # customers a commit

    def __init__(self, folder, size, cache=2):
        self.cache = cache
        self.folder = f"{folder}/sqlite-{size}"
        os.makedirs(self.folder, exist_ok=True)
        self.path = self.folder + "/purser.sqlite"
        self.url = "sqlite:" + self.path
        self.options = []

    def forget_keys(self):
        """They are beside the database."""

    def clear(self):
        for name in os.listdir(self.folder):
            os.remove(f"{self.folder}/{name}")

    def begin(self, columns):
        self.base = sqlite3.connect(self.path, isolation_level=None)
        # Nothing of it need outlive the machine, and what is written at random places is best written once.
        for setting in ("journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE", f"cache_size = -{self.cache}000000"):
            self.base.execute("PRAGMA " + setting).fetchall()
        self.types = {t: [r[2] for r in self.base.execute(f"PRAGMA table_info({t})")] for t in TABLES}

    def base_numbers(self):
        one = lambda q: self.base.execute(q).fetchone()[0] or 0
        return {t: one(f"SELECT max({c}) FROM {t}") for t, c in (("facts", "id"), ("documents", "id"), ("events", "number"))}

    def header(self):
        return self.base.execute("SELECT min(id) FROM document_headers").fetchone()[0]

    def insert(self, table, rows):
        if not self.base.in_transaction:
            self.base.execute("BEGIN")
        self.base.executemany(f"INSERT INTO {table} VALUES ({','.join('?' * len(self.types[table]))})", rows)

    def commit(self):
        self.base.execute("COMMIT")

    def count(self):
        """How many facts there are is written down, as a server does while they come: else it reads all of them once."""
        base = sqlite3.connect(self.path, isolation_level=None)
        kinds = base.execute("SELECT kind, count(*) FROM facts GROUP BY kind").fetchall()
        body = count_bodies(base.execute("SELECT max(id) FROM facts").fetchone()[0], kinds)
        base.execute("INSERT OR REPLACE INTO records (collection, owner, name, updated, body) VALUES ('fact-counts', '', 'all', 0, ?)",
                     (body,))
        base.close()

    def end(self, sequence):
        self.base.execute("UPDATE command_numbers SET sequence = ?", (sequence,))
        self.base.execute("PRAGMA locking_mode = NORMAL").fetchall()
        self.base.execute("PRAGMA journal_mode = WAL").fetchall()
        self.base.close()

    def stored(self):
        base = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)
        counts = [base.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in ("transaction_ids", "facts")]
        return counts + [os.path.getsize(self.path)]


class Postgres:
    name = "PostgreSQL"
    batch = 2000

    def __init__(self, folder, size, server, data):
        self.folder = f"{folder}/postgres-{size}"
        os.makedirs(self.folder, exist_ok=True)
        address, _, self.query = server.partition("?")
        self.server = address[:address.rindex("/")] if address.count("/") > 2 else address
        self.base_name = f"curve_{size}"
        self.url = self.of(self.base_name)
        self.options = ["--postgres-data", data] if data else []

    def forget_keys(self):
        """The server of another run keeps its keys in another folder: it makes new ones when there are none."""
        if self.sql("SELECT to_regclass('app_keys') IS NOT NULL") == "t":
            self.sql("DELETE FROM app_keys")

    def clear(self):
        self.sql(f"DROP DATABASE IF EXISTS {self.base_name}", base="postgres")
        self.sql(f"CREATE DATABASE {self.base_name}", base="postgres")

    def of(self, base):
        return f"{self.server}/{base}" + (f"?{self.query}" if self.query else "")

    def sql(self, text, base=None):
        url = self.of(base or self.base_name)
        done = subprocess.run(["psql", "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", url, "-c", text], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"psql: {done.stderr}")
        return done.stdout.strip()

    def begin(self, columns):
        self.columns = columns
        self.types = {
            t: dict(line.split("|") for line in self.sql(
                f"SELECT column_name, data_type FROM information_schema.columns WHERE table_name = '{t}'").splitlines())
            for t in TABLES
        }

    def base_numbers(self):
        pairs = (("facts", "id"), ("documents", "id"), ("events", "number"))
        return {t: int(self.sql(f"SELECT COALESCE(max({c}), 0) FROM {t}")) for t, c in pairs}

    def header(self):
        return int(self.sql("SELECT min(id) FROM document_headers"))

    def insert(self, table, rows):
        columns = self.columns[table]
        types = [self.types[table][c] for c in columns]
        if table == "events":
            place = columns.index("position")
        process = subprocess.Popen(
            ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", self.url, "-c",
             f"COPY {table} ({','.join(columns)}) FROM STDIN"], stdin=subprocess.PIPE)
        for row in rows:
            if table == "events":
                row[place] = row[0]
            cells = []
            for cell, kind in zip(row, types):
                if cell is None:
                    cells.append(b"\\N")
                elif kind == "bytea":
                    cells.append(b"\\\\x" + cell.hex().encode())
                elif isinstance(cell, str):
                    cells.append(cell.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").encode())
                else:
                    cells.append(str(cell).encode())
            process.stdin.write(b"\t".join(cells) + b"\n")
        process.stdin.close()
        if process.wait():
            sys.exit("psql could not copy " + table)

    def commit(self):
        pass  # each table's copy is a transaction

    def count(self):
        kinds = [line.split("|") for line in self.sql("SELECT kind, count(*) FROM facts GROUP BY kind").splitlines()]
        body = count_bodies(int(self.sql("SELECT max(id) FROM facts")), [(kind, int(count)) for kind, count in kinds]).hex()
        self.sql("INSERT INTO records (collection, owner, name, updated, body) VALUES "
                 f"('fact-counts', '', 'all', 0, decode('{body}', 'hex')) "
                 "ON CONFLICT (collection, owner, name) DO UPDATE SET body = excluded.body")

    def end(self, sequence):
        self.sql(f"UPDATE command_numbers SET sequence = {sequence}")
        for table, column in (("facts", "id"), ("documents", "id"), ("events", "number")):
            self.sql(f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), (SELECT max({column}) FROM {table}))")
        self.sql("SELECT setval('event_positions', (SELECT max(position) FROM events))")
        self.sql("VACUUM (ANALYZE, FREEZE)")
        self.sql("CHECKPOINT")

    def stored(self):
        counts = [int(self.sql(f"SELECT count(*) FROM {t}")) for t in ("transaction_ids", "facts")]
        return counts + [int(self.sql("SELECT pg_database_size(current_database())"))]


class Curve:
    def __init__(self, options):
        self.options = options
        self.next_customer = 20_000_000  # beyond every copy, and of one length

    def bench(self, place, works, customers, seconds):
        place.forget_keys()
        report = place.folder + "/report.json"
        home = dict(os.environ)
        line = [self.options.purser, "bench", *works, "--database", place.url, *place.options, "--customers", str(customers),
                "--seconds", str(seconds), "--customer-offset", str(self.next_customer), "--json", report]
        self.next_customer += customers
        with open(place.folder + "/next", "w") as file:
            file.write(str(self.next_customer))
        done = subprocess.run(line, capture_output=True, text=True, env=home)
        if done.returncode:
            sys.exit(" ".join(line) + "\n" + done.stdout + done.stderr)
        return json.load(open(report))

    def fill(self, place, source, size):
        print(f"{len(source.templates)} customers with {sum(source.transactions)} transactions are copied", file=sys.stderr)
        place.begin(source.columns)
        base = place.base_numbers()
        # The copies' numbers follow what is there already.
        first = 1 + max(-(-base[t] // source.last[t]) for t in base)
        stored, copy, number, wanted = 0, first, 1000, []
        while stored < size:
            for template, count in zip(source.templates, source.transactions):
                if stored >= size:
                    break
                wanted.append((template, copy, number))
                number += 1
                stored += count
            copy += 1
        header = place.header()
        for start in range(0, len(wanted), 1000):
            part = [(t, c, t.join(t.values(c, n)), n) for t, c, n in wanted[start:start + 1000]]
            for table in TABLES:
                def rows():
                    for template, copy, joined, number in part:
                        yield from template.copy(table, copy, joined, noise_of(number), header)
                place.insert(table, rows())
            done = min(start + 1000, len(wanted))
            if done % place.batch == 0 or done == len(wanted):
                place.commit()
            print(f"\r{place.name}: {done} of {len(wanted)} customers copied", end="", file=sys.stderr)
        print(file=sys.stderr)
        place.end((copy + 1) * source.sequence)
        self.sample = [values for template, c, n in wanted[-3:] for values in [template.values(c, n)[0].decode()]]

    def check(self, place, size):
        """The copies can be read: they have entitlements, and recomputing from the facts gives the stored state."""
        if size <= 20_000:
            done = subprocess.run([self.options.purser, "rebuild", "--database", place.url], capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"the copies are not what their facts give: {done.stdout[-2000:]}{done.stderr[-2000:]}")
            print("rebuild: " + " ".join(done.stdout.split()), file=sys.stderr)
        for customer in self.sample:
            line = [self.options.purser, "why", customer, "Club", "--database", place.url, "--json"]
            done = subprocess.run(line, capture_output=True, text=True, cwd=place.folder)
            if done.returncode:
                sys.exit(f"the copy {customer} cannot be read: {done.stdout}{done.stderr}")
            answer = json.loads(done.stdout)
            if not answer.get("isActive"):
                sys.exit(f"the copy {customer} has no entitlement: {done.stdout}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--purser", default=".build/release/purser")
    parser.add_argument("--sizes", default="10000,100000")
    parser.add_argument("--folder", required=True, help="an empty folder with 7 KB of room for each transaction")
    parser.add_argument("--postgres", help="a PostgreSQL server; without it SQLite")
    parser.add_argument("--postgres-data")
    parser.add_argument("--cache", type=int, default=2, help="gigabytes of memory for a fill of SQLite")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--customers", type=int, default=300)
    parser.add_argument("--origin", type=int, default=2000, help="how many customers the server processes, to be copied")
    parser.add_argument("--json")
    options = parser.parse_args()
    options.purser = os.path.abspath(options.purser)
    options.folder = os.path.abspath(options.folder)
    os.makedirs(options.folder, exist_ok=True)
    curve = Curve(options)
    origin = SQLite(options.folder, "origin")
    curve.next_customer = 0
    if not os.path.exists(origin.path):
        curve.bench(origin, ["intake"], options.origin, 20)
    curve.next_customer = 20_000_000
    source = None
    places = []
    for size in map(int, options.sizes.split(",")):
        if options.postgres:
            place = Postgres(options.folder, size, options.postgres, options.postgres_data)
        else:
            place = SQLite(options.folder, size, options.cache)
        places.append((size, place, []))
        if os.path.exists(place.folder + "/filled"):
            curve.next_customer = max(curve.next_customer, int(open(place.folder + "/next").read()))
            continue
        source = source or Source(origin.path)
        place.clear()
        curve.bench(place, ["intake"], 20, 1)  # makes the schema, the keys and the catalog
        curve.fill(place, source, size)
        place.count()
        curve.check(place, size)
        open(place.folder + "/filled", "w").close()
    if not options.rounds:
        return
    for turn in range(options.rounds):
        for size, place, rounds in places:
            report = curve.bench(place, ["intake", "reads"], options.customers, options.seconds)
            rows = [r for r in report["rows"] if "cpuMicroseconds" in r]
            rounds.append(rows)
            print(f"round {turn + 1}, {size}: {rows[0]['cpuMicroseconds']:.0f} µs each", file=sys.stderr)
    results = []
    for size, place, rounds in places:
        transactions, facts, size_bytes = place.stored()
        middle = lambda row, key: statistics.median(r[row].get(key, 0) for r in rounds)
        work = lambda row: statistics.median(r[row]["cpuMicroseconds"] + r[row].get("databaseMicroseconds", 0) * bool(options.postgres)
                                             for r in rounds)
        results.append({
            "transactions": transactions, "facts": facts, "bytes": size_bytes, "intakeMicroseconds": work(0),
            "intakePerSecond": middle(0, "perSecond"), "steadyMicroseconds": work(1), "readMicroseconds": work(2),
            "readsPerSecond": middle(2, "perSecond"), "residentMebibytes": max(r[2]["residentMebibytes"] for r in rounds),
        })
    first = results[0]
    print(f"\n{report['machine']}; {places[0][1].name}; {report['date']}; medians of {options.rounds} rounds\n")
    print("| transactions stored | facts | database | intake, ratio | µs each | a second | at a fixed rate, ratio | reads, ratio | reads a second | memory |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for r in results:
        ratio = lambda key: f"{r[key] / first[key]:.2f}"
        print(f"| {r['transactions']:,} | {r['facts']:,} | {r['bytes'] / 1e6:,.0f} MB | {ratio('intakeMicroseconds')} | "
              f"{r['intakeMicroseconds']:,.0f} | {r['intakePerSecond']:,.0f} | {ratio('steadyMicroseconds')} | "
              f"{ratio('readMicroseconds')} | {r['readsPerSecond']:,.0f} | {r['residentMebibytes']:.0f} MiB |")
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"machine": report["machine"], "date": report["date"], "database": places[0][1].name, "rows": results}, file, indent=2)


if __name__ == "__main__":
    main()
