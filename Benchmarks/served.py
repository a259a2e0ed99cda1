# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""Starts a server for a benchmark."""

import contextlib
import subprocess
import tempfile
import threading
from pathlib import Path


@contextlib.contextmanager
def served(program, configuration):
    """Yields the process of a server with an empty database, and its port; ends it afterward."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "purser.json5").write_text(configuration)
        process = subprocess.Popen(
            [program, "serve", "--config", "purser.json5", "--database", f"sqlite:{folder}/purser.sqlite", "--listen",
             "127.0.0.1:0"],
            cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        try:
            port = None
            for line in process.stdout:
                if "http://127.0.0.1:" in line:
                    port = int(line.split("http://127.0.0.1:")[1].split("/")[0].split()[0])
                if "secret key" in line:
                    break
            if port is None:
                raise SystemExit("the server did not start")
            threading.Thread(target=process.stdout.read, daemon=True).start()
            yield process, port
        finally:
            process.terminate()
            process.wait()
