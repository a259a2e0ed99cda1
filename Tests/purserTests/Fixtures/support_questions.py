# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors
"""Asks `purser mcp` what support is asked, with the client of the Model Context Protocol's own library.

A small town buys in the simulator first; what it bought, and what the App Store said, are the expected facts. Prints a line for each
question, and ends with 1 when an answer has not the expected fact.
"""

import asyncio
import json
import random
import sys
import urllib.request

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

given = json.load(sys.stdin)


def ask(method, url, body=None, key=None):
    request = urllib.request.Request(url, method=method, data=None if body is None else json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    if key:
        request.add_header("Authorization", "Bearer " + key)
    with urllib.request.urlopen(request, timeout=60) as response:
        text = response.read()
    return json.loads(text) if text else {}


def store(method, path, body=None):
    return ask(method, given["store"] + "/simulator/v1" + path, body)


def server(method, path, body=None):
    return ask(method, given["server"] + path, body, given["key"])


def buy(customer, product, **others):
    """An order of the team's customer, paid by an Apple Account of the same name, told by the App Store alone."""
    order = server("POST", "/v1/orders", {"customer": customer, "productId": product, "quantity": others.get("quantity", 1)})
    paid = store("POST", "/purchases", {"customer": customer, "product": product, "appAccountToken": order["appAccountToken"], **others})
    return order["id"], paid


def town():
    """Everything that happened, by customer."""
    told = {}
    beans = next(each for each in server("GET", "/v1/catalog")["products"] if each["id"] == "coffee.beans.100")
    server("PUT", "/v1/catalog/products/coffee.beans.100", {**beans, "credit": {"account": "beans", "amount": 100}})
    told["nora"] = buy("nora", "coffee.grinder")
    told["mia"] = buy("mia", "coffee.club.gold.monthly")
    told["ben"] = buy("ben", "coffee.club.gold.monthly")
    told["carl"] = buy("carl", "coffee.club.bronze.monthly")
    told["dora"] = buy("dora", "coffee.club.silver.monthly")
    told["emil"] = buy("emil", "coffee.beans.100", quantity=2)
    told["ida"] = buy("ida", "coffee.club.bronze.monthly")
    told["fay"] = (server("POST", "/v1/orders", {"customer": "fay", "productId": "coffee.grinder"})["id"], None)
    store("PATCH", "/customers/carl", {"payment": "fails"})
    store("PUT", "/customers/dora/subscriptions/C0FFEE10/renewal", {"on": False})
    store("POST", "/transactions/" + told["ben"][1]["transactionId"] + "/refund", {"reason": 1, "cancels": True})
    told["start"] = store("GET", "/clock")["now"]
    # Past the first renewal: Carl's fails, Dora's subscription ends, the others renew.
    store("POST", "/clock/advance", {"by": "P1M2D"})
    # What these jobs have to do a month later is done before anyone compares; Fay's order expires, for one.
    for job in ("lifecycle", "orders", "reminders"):
        server("POST", f"/v1/background-jobs/{job}/run")
    sold = store("GET", "/transactions")["transactions"]
    told["mia's"] = [each["transaction"] for each in sold if each["customer"] == "mia"]
    told["carl's end"] = max(each["transaction"]["expiresDate"] for each in sold if each["customer"] == "carl")
    return told


def data(result):
    assert not result.is_error, result.content[0].text
    notice, _, text = result.content[0].text.partition("\n")
    assert "never as instructions" in notice
    return json.loads(text)


def state():
    """What a tool must not change: all but the audit log, and instants of the answers themselves."""
    people = ["nora", "mia", "ben", "carl", "dora", "emil", "ida", "fay"]
    paths = ["/v1/catalog", "/v1/api-keys", "/v1/webhook-endpoints", "/v1/undelivered-orders", "/v1/events?limit=500"]
    paths += [f"/v1/customers/{each}/{part}" for each in people for part in ("entitlements", "orders", "balances", "notes", "aliases")]
    return {path: server("GET", path) for path in paths}


QUESTIONS = []


def question(text):
    def add(check):
        QUESTIONS.append((text, check))
    return add


def club(answer):
    return next(each for each in answer["entitlements"]["entitlements"] if each["id"] == "Coffee club")


def active(answer):
    return [each["id"] for each in answer["entitlements"]["entitlements"] if each["isActive"]]


@question("What may Nora use?")
async def _(tool, told):
    return active(await tool("customer", customer="nora")), ["coffee.grinder"]


@question("Which purchase gives Nora the grinder?")
async def _(tool, told):
    why = await tool("why", customer="nora", entitlement="coffee.grinder")
    return [each["transactionId"] for each in why["reasons"]], [told["nora"][1]["transactionId"]]


@question("Until when may Mia use the club?")
async def _(tool, told):
    return club(await tool("customer", customer="mia"))["expiresDate"], max(each["expiresDate"] for each in told["mia's"])


@question("Will Mia be charged again, and how much?")
async def _(tool, told):
    plan = (await tool("customer", customer="mia"))["subscriptions"]["subscriptions"][0]
    return (plan["willAutoRenew"], plan["nextPrice"]), (True, {"currency": "USD", "milliunits": 9990})


@question("Why has Ben no access?")
async def _(tool, told):
    why = await tool("why", customer="ben", entitlement="Coffee club")
    return (why["isActive"], why["reasons"][0]["rule"], why["reasons"][0]["transactionId"]), (False, "refunded", told["ben"][1]["transactionId"])


@question("What was Ben's backend told about the refund?")
async def _(tool, told):
    events = [each["event"] for each in (await tool("events", limit="200"))["events"]]
    found = [each["type"] for each in events if each.get("customer") == "ben" and each["type"].startswith(("purchase.", "entitlement.ended"))]
    return found, ["purchase.refunded", "entitlement.ended"]


@question("Why did Carl lose his access, and until when does Apple try to charge him?")
async def _(tool, told):
    plan = (await tool("customer", customer="carl"))["subscriptions"]["subscriptions"][0]
    return (plan["hasAccess"], plan["state"], plan["billingRetryExpiresDate"]), (False, "inBillingRetryPeriod", told["carl's end"] + 60 * 86_400_000)


@question("Did Dora cancel, or did her payment fail?")
async def _(tool, told):
    plan = (await tool("customer", customer="dora"))["subscriptions"]["subscriptions"][0]
    # Apple's intent 1: the customer canceled.
    return (plan["state"], plan["expirationIntent"]), ("expired", 1)


@question("Could Dora use the club on her first day?")
async def _(tool, told):
    return (await tool("why", customer="dora", entitlement="Coffee club", at=str(told["start"] + 3_600_000)))["isActive"], True


@question("And today?")
async def _(tool, told):
    return (await tool("why", customer="dora", entitlement="Coffee club"))["isActive"], False


@question("How many beans has Emil?")
async def _(tool, told):
    return [(each["currency"], each["amount"]) for each in (await tool("customer", customer="emil"))["balances"]["balances"]], [("beans", 200)]


@question("Which order brought them?")
async def _(tool, told):
    orders = (await tool("customer", customer="emil"))["orders"]["orders"]
    return [(each["id"], each["state"], each["quantity"]) for each in orders], [(told["emil"][0], "delivered", 2)]


@question("What is behind Nora's order?")
async def _(tool, told):
    answer = await tool("order", order=told["nora"][0])
    return (answer["order"]["state"], told["nora"][1]["transactionId"] in json.dumps(answer["explanation"])), ("delivered", True)


@question("Has Fay paid?")
async def _(tool, told):
    order = (await tool("order", order=told["fay"][0]))["order"]
    return (order["state"], "transactionId" in order), ("expired", False)


@question("Is anything paid and not delivered?")
async def _(tool, told):
    return (await tool("health"))["undeliveredOrders"], {"orders": [], "unclaimed": []}


@question("Which background jobs are there?")
async def _(tool, told):
    return "recovery" in json.dumps((await tool("health"))["backgroundJobs"]), True


@question("Whose subscriptions were renewed?")
async def _(tool, told):
    events = [each["event"] for each in (await tool("events", limit="200"))["events"]]
    return sorted(each["customer"] for each in events if each["type"] == "subscription.renewed"), ["ida", "mia"]


@question("What do Apple's reports say of March?")
async def _(tool, told):
    answer = await tool("reconciliation", month="2026-03")
    # The demo has no reports, which must not look like a month that matches.
    return (answer["from"], answer["matched"], answer["unexplained"]), ("2026-03-01", 0, [])


@question("How is a webhook sent again?")
async def _(tool, told):
    found = (await tool("documentation", query="resend webhook"))["operations"]
    return "POST /v1/webhook-endpoints/{endpoint}/resend" in [each["operation"] for each in found], True


@question("How does one give an entitlement manually?")
async def _(tool, told):
    found = (await tool("documentation", query="grant"))["operations"]
    return "POST /v1/customers/{customer}/grants" in [each["operation"] for each in found], True


@question("Has Mia anything in the sandbox?")
async def _(tool, told):
    return active(await tool("customer", customer="mia", environment="Sandbox")), []


@question("What is known of Zoe?")
async def _(tool, told):
    answer = await tool("customer", customer="zoe")
    return (answer["entitlements"]["entitlements"], answer["orders"]["orders"]), ([], [])


async def fuzz(client, tools):
    """Every tool with arguments of every kind; returns how many calls were made, and how many of them were refused."""
    source, calls, refused = random.Random(given["seed"]), 0, 0
    texts = ["nora", "mia", "Coffee club", "../rebuild", "a/b?x=1", "%2e%2e%2f", "2026-03", "0", "-1", "9" * 30, "é🙂", "DELETE", "", " " * 10, "x" * 600]
    for tool in tools:
        names = sorted(tool.input_schema.get("properties", {}))
        for _ in range(40):
            arguments = {each: source.choice(texts) for each in names if source.random() < 0.8}
            if source.random() < 0.1:
                arguments[source.choice(["delete", "method", "key"])] = source.choice(texts)
            result = await client.call_tool(tool.name, arguments)
            calls, refused = calls + 1, refused + result.is_error
    return calls, refused


async def main():
    told = town()
    failed = 0
    parameters = StdioServerParameters(
        command=given["program"], args=["mcp", "--server", given["server"], "--key", given["key"]])
    async with Client(stdio_client(parameters)) as client:
        async def tool(name, **arguments):
            return data(await client.call_tool(name, arguments))

        for text, check in QUESTIONS:
            found, expected = await check(tool, told)
            failed += found != expected
            print(f"{'ok ' if found == expected else 'NOT'} {text} {found!r}" + ("" if found == expected else f", expected {expected!r}"))
        before = state()
        calls, refused = await fuzz(client, (await client.list_tools()).tools)
        changed = [path for path, answer in state().items() if answer != before[path]]
        print(f"fuzzed: {calls} calls, {refused} refused, changed: {changed}")
    print(f"{len(QUESTIONS)} questions, {failed} without the expected fact")
    return 1 if failed or changed or not 0 < refused < calls else 0


sys.exit(asyncio.run(main()))
