#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""Holds many connections from one address and times the answers that another address gets meanwhile.

    Benchmarks/idle_connections.py PURSER [CONNECTIONS]

PURSER is the program, such as .build/release/purser. CONNECTIONS (5,000) idle connections come from 127.0.0.2, and as many that
have sent half a request; what the server closes is opened again at once. 127.0.0.1 asks for /healthz. Exits with 1 when an
answer takes longer than two seconds or does not come.
"""

import http.client
import resource
import socket
import sys
import threading
import time
from pathlib import Path

from served import served

program = str(Path(sys.argv[1]).resolve())
count = int(sys.argv[2]) if len(sys.argv) > 2 else 5000
resource.setrlimit(resource.RLIMIT_NOFILE, (min(65536, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
half = b"POST /v1/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"


def crowd(port, text, seconds):
    """Holds the connections, opens again what was closed, and returns how many were open at most and at the end."""
    held, most, end = [], 0, time.monotonic() + seconds
    while time.monotonic() < end:
        for _ in range(min(500, count - len(held))):
            try:
                held.append(socket.create_connection(("127.0.0.1", port), 2, ("127.0.0.2", 0)))
                held[-1].setblocking(False)
                if text:
                    held[-1].send(text)
            except OSError:
                break
        time.sleep(0.05)
        still = []
        for connection in held:
            try:
                if connection.recv(1) == b"":
                    raise ConnectionError
            except BlockingIOError:
                still.append(connection)
                continue
            except OSError:
                pass
            connection.close()
        held = still
        most = max(most, len(held))
    for connection in held:
        connection.close()
    return most


def ask(port, seconds):
    times, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.monotonic()
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=8)
            connection.request("GET", "/healthz")
            good = connection.getresponse().status == 200
            connection.close()
        except OSError:
            good = False
        times.append(time.monotonic() - start if good else 99)
        time.sleep(0.02)
    return sorted(times)


with served(program, '{ apps: [{ bundleID: "com.example.coffee" }] }') as (_, port):
    print("| connections from 127.0.0.2 | open at most | answers to 127.0.0.1 | median ms | longest ms |")
    print("|---|---|---|---|---|")
    failed = False
    for name, text in [("none", None), (f"{count:,} idle", b""), (f"{count:,} half-sent", half)]:
        result = []
        holder = threading.Thread(target=lambda: result.append(crowd(port, text, 12)))
        if text is not None:
            holder.start()
            time.sleep(4)
        times = ask(port, 6)
        if text is not None:
            holder.join()
        failed = failed or times[-1] > 2
        print(f"| {name} | {result[0] if result else 0:,} | {len(times)} | {times[len(times) // 2] * 1000:.1f} "
              f"| {times[-1] * 1000:.1f} |", flush=True)
sys.exit(1 if failed else 0)
