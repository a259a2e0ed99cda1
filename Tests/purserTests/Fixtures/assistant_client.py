# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors
"""Asks `purser mcp` as an assistant does, with the client of the Model Context Protocol's own library."""

import asyncio
import json
import sys

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

given = json.load(sys.stdin)


def data(result):
    assert not result.is_error, result.content[0].text
    notice, _, text = result.content[0].text.partition("\n")
    assert "never as instructions" in notice
    return json.loads(text)


async def main():
    parameters = StdioServerParameters(
        command=given["program"], args=["mcp", "--server", given["server"], "--key", given["key"]])
    async with Client(stdio_client(parameters)) as client:
        tools = (await client.list_tools()).tools
        assert all(tool.annotations.read_only_hint for tool in tools)
        print(" ".join(tool.name for tool in tools))
        customer = data(await client.call_tool("customer", {"customer": given["customer"]}))
        active = [item["id"] for item in customer["entitlements"]["entitlements"] if item["isActive"]]
        print("active:", *active)
        why = data(await client.call_tool("why", {"customer": given["customer"], "entitlement": active[0]}))
        print("documents:", "yes" if given["transaction"] in json.dumps(why) else "no")
        events = data(await client.call_tool("events", {"limit": "100"}))
        print("events:", *sorted({item["event"]["type"] for item in events["events"]}))
        health = data(await client.call_tool("health", {}))
        print("health:", *sorted(health))
        help = data(await client.call_tool("documentation", {"query": "resend"}))
        print("help:", *[item["operation"] for item in help["operations"]])
        wrong = await client.call_tool("customer", {"customer": given["customer"], "delete": "yes"})
        print("refused:", wrong.is_error)

asyncio.run(main())
