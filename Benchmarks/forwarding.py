#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""Forwards many App Store notifications while the server is killed, and times the answers to Apple with and without forwarding.

    Benchmarks/forwarding.py PURSER [NOTIFICATIONS [TIMED]]

PURSER is the program, such as .build/release/purser. The simulator signs NOTIFICATIONS (100,000) renewals first. Then the server
takes them from 16 connections, each subscription's in order, is killed every ten seconds, and forwards to one URL that works but
fails now and then, to one that is slow, and to one where no one listens. Exits with 1 when a notification that the server
acknowledged did not arrive byte for byte at the first URL, when a subscription's arrived in another order, or when the 99th
percentile of the answers to TIMED (10,000) notifications at 100 a second is more than 5 ms above that without forwarding. The URLs of
that part are served at the lowest priority, because in reality they have machines of their own.
"""

import hashlib
import http.client
import http.server
import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CATALOG = str(ROOT / "Examples/Catalog.storekit")
PRODUCT = "coffee.club.gold.monthly"
SUBSCRIBERS = 2000
CONNECTIONS = 16
# Notifications a second while answers are timed: more than eight million a day.
RATE = 100


class Receiver(http.server.ThreadingHTTPServer):
    """Keeps what is posted to it, in order; answers late or with a failure when asked to."""

    daemon_threads = True
    request_queue_size = 256

    def __init__(self, delay=0.0, fails_every=0):
        self.bodies, self.lock, self.delay, self.fails_every, self.asked = [], threading.Lock(), delay, fails_every, 0
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Two small writes without this wait for each other's acknowledgment.
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        receiver = self.server
        time.sleep(receiver.delay)
        with receiver.lock:
            receiver.asked += 1
            fails = receiver.fails_every and receiver.asked % receiver.fails_every == 0
            if not fails:
                receiver.bodies.append(body)
        self.send_response(500 if fails else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


class OtherProcess:
    """A receiver in a process of its own, so that its work does not hold up the threads that time the answers."""

    def __init__(self, **options):
        # Not a fork: other threads may hold locks.
        processes = multiprocessing.get_context("spawn")
        ours, theirs = processes.Pipe()
        self.process = processes.Process(target=self.serve, args=(theirs, options), daemon=True)
        self.process.start()
        self.url = ours.recv()

    @staticmethod
    def serve(pipe, options):
        os.nice(19)
        pipe.send(Receiver(**options).url)
        threading.Event().wait()


class Program:
    """A process of the program, and what it printed when it started."""

    def __init__(self, arguments, folder, until, environment=None):
        self.log = Path(folder) / f"{arguments[1]}-{time.monotonic_ns()}.log"
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(arguments, cwd=folder, stdout=log, stderr=log, env={**os.environ, **(environment or {})})
        end = time.monotonic() + 60
        while until not in self.log.read_text():
            if self.process.poll() is not None or time.monotonic() > end:
                sys.exit(f"error: {' '.join(arguments)} did not start:\n{self.log.read_text()}")
            time.sleep(0.02)

    def value(self, label):
        return re.search(rf"(?m)^ *{label} +(\S+)", self.log.read_text())[1]

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait(60)


def control(store, method, path, body=None):
    connection = http.client.HTTPConnection(store, timeout=600)
    connection.request(method, "/simulator/v1" + path, json.dumps(body) if body is not None else None, {"Content-Type": "application/json"})
    response = connection.getresponse()
    text = response.read()
    if response.status >= 300:
        sys.exit(f"error: {method} {path}: {response.status} {text[:300]}")
    return json.loads(text) if text else {}


def sign(program, folder, count):
    """So many notifications of a simulator, by subscription, each in the order in which Apple sent them."""
    receiver = Receiver()
    simulator = Program(
        [program, "simulator", "--clock", "manual", "--start", "2020-01-15", "--listen", "127.0.0.1:0", "--data", f"{folder}/sim", "--catalog", CATALOG],
        folder, "root certificate")
    store = simulator.value("production").removeprefix("http://")
    control(store, "PUT", "/notifications/url", {"url": receiver.url})
    # A renewal sends one notification.
    subscribers = min(SUBSCRIBERS, count)
    for number in range(subscribers):
        control(store, "POST", "/purchases", {"customer": f"c{number}", "product": PRODUCT})
    while len(receiver.bodies) < count:
        before = len(receiver.bodies)
        control(store, "POST", "/clock/advance", {"by": "P1M"})
        print(f"signed {len(receiver.bodies)} of {count}", file=sys.stderr)
        if len(receiver.bodies) == before:
            sys.exit("error: a month passed without a notification")
    simulator.end()
    lanes = {}
    for body in receiver.bodies[:count]:
        lanes.setdefault(subscription(body), []).append(body)
    return lanes


def subscription(body):
    """The original transaction that a notification is about; nothing is verified here."""
    def payload(jws):
        middle = jws.split(".")[1]
        return json.loads(__import__("base64").urlsafe_b64decode(middle + "=" * (-len(middle) % 4)))
    return payload(payload(json.loads(body)["signedPayload"])["data"]["signedTransactionInfo"])["originalTransactionId"]


class Server:
    """The server over a new database; it can be killed, and comes back at the same address."""

    def __init__(self, program, folder, targets):
        self.program, self.folder, self.port = program, folder, 0
        self.environment = {
            "PURSER_APPS__0__BUNDLE_ID": "com.example.coffee", "PURSER_APPS__0__APP_APPLE_ID": "1234567890",
            "PURSER_ALLOWS_PRIVATE_WEBHOOK_TARGETS": "true", "PURSER_REQUESTS_PER_SECOND": "100000", "PURSER_REQUEST_BURST": "100000",
            **{f"PURSER_APPS__0__FORWARD_NOTIFICATIONS_TO__{index}__URL": url for index, url in enumerate(targets)},
        }
        os.makedirs(folder)
        self.start()

    def start(self):
        self.process = Program(
            [self.program, "serve", "--listen", f"127.0.0.1:{self.port}", "--database", f"sqlite:{self.folder}/purser.sqlite",
             "--root", f"{self.folder}/../sim/root.pem", "--catalog", CATALOG], self.folder, "secret key", self.environment)
        self.port = int(self.process.value("API").split(":")[2].split("/")[0])

    def kill(self):
        self.process.end(signal.SIGKILL)
        self.start()


def post(server, lanes, start, pause, result, end):
    """Sends the notifications of some subscriptions until each is acknowledged; notes how long each answer took."""
    connection, due = None, start
    rounds = [lane[index] for index in range(max(map(len, lanes), default=0)) for lane in lanes if index < len(lane)]
    for body in rounds:
        due += pause
        time.sleep(max(0, due - time.monotonic()))
        begun = time.monotonic()
        while True:
            try:
                if connection is None:
                    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
                connection.request("POST", "/apple/notifications/production", body, {"Content-Type": "application/json"})
                response = connection.getresponse()
                response.read()
                if response.status == 200:
                    break
                if response.status not in (429, 503):
                    sys.exit(f"error: a notification was answered with {response.status}")
            except (OSError, http.client.HTTPException):
                connection = None
            if time.monotonic() > end:
                return
            time.sleep(0.02)
        result.append((body, time.monotonic() - begun))


def send(server, lanes, rate=None, seconds=7200):
    """Sends all lanes over sixteen connections; returns what was acknowledged, with the time that each answer took."""
    parts, threads, end = [[] for _ in range(CONNECTIONS)], [], time.monotonic() + seconds
    for number, lane in enumerate(lanes.values()):
        parts[number % CONNECTIONS].append(lane)
    results = [[] for _ in parts]
    for number, (part, result) in enumerate(zip(parts, results)):
        # With a rate the connections take turns: sixteen at once would be timed by how long the last of them waits.
        pause = CONNECTIONS / rate if rate else 0
        start = time.monotonic() + (number / rate if rate else 0)
        threads.append(threading.Thread(target=post, args=(server, part, start, pause, result, end), daemon=True))
        threads[-1].start()
    while any(each.is_alive() for each in threads):
        time.sleep(0.2)
        yield [row for result in results for row in list(result)]
    yield [row for result in results for row in result]


def percentile(rows, share):
    times = sorted(seconds for _, seconds in rows)
    return times[min(len(times) - 1, int(len(times) * share))] * 1000


def kills(program, folder, lanes):
    works, slow = Receiver(fails_every=97), Receiver(delay=0.5)
    server = Server(program, f"{folder}/killed", [works.url, slow.url, "http://127.0.0.1:9/"])
    total, killed, next_kill, told, done = sum(map(len, lanes.values())), 0, time.monotonic() + 10, time.monotonic(), []
    for done in send(server, lanes):
        if time.monotonic() > next_kill and len(done) < total:
            server.kill()
            killed, next_kill = killed + 1, time.monotonic() + 10
        if time.monotonic() - told > 10:
            told = time.monotonic()
            print(f"acknowledged {len(done)} of {total}, {killed} kills, {len(works.bodies)} forwarded", file=sys.stderr)
    wanted = {hashlib.sha256(body).digest() for body, _ in done}
    end = time.monotonic() + 1800
    while time.monotonic() < end:
        if len({hashlib.sha256(body).digest() for body in list(works.bodies)} & wanted) == len(wanted):
            break
        time.sleep(1)
        print(f"waiting: {len(works.bodies)} arrived of {total}", file=sys.stderr)
    server.process.end()
    first, order = {}, {}
    for body in works.bodies:
        if first.setdefault(hashlib.sha256(body).digest(), body) is body:
            order.setdefault(subscription(body), []).append(body)
    lost = sum(hashlib.sha256(body).digest() not in first for body, _ in done)
    strange = sum(digest not in wanted for digest in first)
    mixed = sum(order.get(key) != lane for key, lane in lanes.items())
    print(f"{len(done)} of {total} acknowledged over {killed} kills; the working URL got {len(works.bodies)} ({len(works.bodies) - len(first)} repeated), "
          f"{lost} lost, {strange} altered, {mixed} of {len(lanes)} subscriptions in another order; the slow URL got {len(slow.bodies)}")
    return len(done) == total and not lost and not strange and not mixed


def times(program, folder, lanes, count):
    """The 99th percentile with and without forwarding, in turns, so that a slower minute of the machine meets both."""
    works, slow, rows = OtherProcess(), OtherProcess(delay=0.5), {True: [], False: []}
    part, kept = {}, 0
    for key, lane in lanes.items():
        if kept >= count:
            break
        part[key], kept = lane, kept + len(lane)
    for turn in range(4):
        forwards = turn % 2 == 1
        server = Server(program, f"{folder}/timed-{turn}", [works.url, slow.url, "http://127.0.0.1:9/"] if forwards else [])
        done = []
        for done in send(server, part, rate=RATE):
            pass
        server.process.end()
        rows[forwards] += done
    for forwards, name in ((False, "without forwarding"), (True, "with forwarding")):
        print(f"{name}: {len(rows[forwards])} answers, median {percentile(rows[forwards], 0.5):.1f} ms, p99 {percentile(rows[forwards], 0.99):.1f} ms")
    return percentile(rows[True], 0.99) - percentile(rows[False], 0.99) <= 5


def main():
    if len(sys.argv) < 2:
        print(__doc__)
        return 64
    program = str(Path(sys.argv[1]).resolve())
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    timed = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000
    with tempfile.TemporaryDirectory() as folder:
        lanes = sign(program, folder, count)
        fast = times(program, folder, lanes, timed)
        whole = kills(program, folder, lanes)
    return 0 if fast and whole else 1


if __name__ == "__main__":
    sys.exit(main())
