# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors
"""A mail server for tests: accepts one mail and prints what it received, as JSON.

usage: smtp.py [CERTIFICATE KEY]   with a certificate it speaks TLS from the first byte
"""

import asyncio
import base64
import email
import email.policy
import json
import ssl
import sys


async def serve():
    done = asyncio.get_running_loop().create_future()

    async def talk(reader, writer):
        said = {"recipients": []}
        try:
            writer.write(b"220 test\r\n")
            while line := (await reader.readline()).decode().rstrip("\r\n"):
                word = line.upper().split(":")[0].split(" ")[0]
                if word == "EHLO":
                    answer = "250-test\r\n250 AUTH PLAIN"
                elif word == "AUTH":
                    words = line.split(" ")
                    if len(words) < 3:
                        writer.write(b"334 \r\n")
                        words.append((await reader.readline()).decode().strip())
                    said["login"] = base64.b64decode(words[2]).decode().split("\0")[1:]
                    answer = "235 welcome"
                elif word == "MAIL":
                    said["sender"] = line.split("<")[1].split(">")[0]
                    answer = "250 yes"
                elif word == "RCPT":
                    recipient = line.split("<")[1].split(">")[0]
                    said["recipients"].append(recipient)
                    answer = "550 unknown" if recipient.startswith("no one") else "250 yes"
                elif word == "DATA":
                    writer.write(b"354 continue\r\n")
                    lines = []
                    while (line := await reader.readline()) != b".\r\n":
                        lines.append(line)
                    mail = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
                    said["subject"] = mail["Subject"]
                    said["date"] = mail["Date"].datetime.isoformat()
                    said["text"] = mail.get_content()
                    answer = "250 taken"
                elif word == "QUIT":
                    writer.write(b"221 bye\r\n")
                    break
                else:
                    answer = "502 no"
                writer.write((answer + "\r\n").encode())
        except ConnectionError:
            pass
        if not done.done():
            done.set_result(said)
        writer.close()

    context = None
    if len(sys.argv) > 2:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(sys.argv[1], sys.argv[2])
    server = await asyncio.start_server(talk, "127.0.0.1", 0, ssl=context)
    print(server.sockets[0].getsockname()[1], flush=True)
    print(json.dumps(await done), flush=True)


asyncio.run(serve())
