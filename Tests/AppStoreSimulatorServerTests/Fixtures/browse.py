# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""Uses a page as a person would, in Chromium, through its debugging pipe.

Standard input: {"url", "language", "scheme": light|dark, "steps": JSON of a list of expressions, "picture": path or ""}.
Each step is tried until it is true; a step that stays false for long is an error that names it.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

request = json.load(sys.stdin)
steps = json.loads(request["steps"])
chromium = next((path for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser") if os.path.exists(path)), None)
if chromium is None:
    sys.exit("no Chromium to show the page in; run: Scripts/setup test")


class Browser:
    def __init__(self, profile):
        there, self.write = os.pipe()
        self.read, back = os.pipe()
        self.number = 0

        def pass_pipes():
            # The browser reads from descriptor 3 and writes to 4.
            first, second = os.dup(there), os.dup(back)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            [chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-proxy-server", "--hide-scrollbars",
             f"--lang={request['language']}", f"--accept-lang={request['language']}", f"--user-data-dir={profile}",
             "--window-size=1440,1000", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=pass_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(there)
        os.close(back)
        self.rest = b""

    def ask(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.next()
            if answer.get("id") == self.number:
                if "error" in answer:
                    # A page that is being left has no context for the moment.
                    if method == "Runtime.evaluate":
                        return {"result": {}}
                    sys.exit(f"{method}: {answer['error']}")
                return answer["result"]

    def next(self):
        while b"\0" not in self.rest:
            more = os.read(self.read, 1 << 16)
            if not more:
                sys.exit("Chromium ended")
            self.rest += more
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)


with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
    browser = Browser(profile)
    try:
        target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
        session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        browser.ask("Emulation.setEmulatedMedia", session,
                    features=[{"name": "prefers-color-scheme", "value": request["scheme"]}])
        browser.ask("Emulation.setDeviceMetricsOverride", session, width=1440, height=1000, deviceScaleFactor=1,
                    mobile=False)
        browser.ask("Page.navigate", session, url=request["url"])
        for step in steps:
            deadline = time.monotonic() + 90
            while True:
                answer = browser.ask("Runtime.evaluate", session, expression=step, returnByValue=True,
                                     awaitPromise=True)
                if answer["result"].get("value") is True:
                    break
                if time.monotonic() > deadline:
                    sys.exit(f"still not true: {step}\n{json.dumps(answer)[:2000]}")
                time.sleep(0.05)
        if request["picture"]:
            import base64
            picture = browser.ask("Page.captureScreenshot", session, format="png")["data"]
            with open(request["picture"], "wb") as file:
                file.write(base64.b64decode(picture))
        print("done")
    finally:
        browser.process.kill()
        browser.process.wait()
