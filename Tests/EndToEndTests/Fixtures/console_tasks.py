# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""Drives the console through the tasks of a support team, in a browser, against a running `purser serve --simulator`.

Each task is done as a person does it: by what the page shows. axe looks at every kind of page on the way.
"""

import argparse
import http.server
import json
import re
import sys
import threading
import time
import urllib.error
import urllib.request

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

WORDS = {
    "en": {
        "sign-in": "Sign in", "search": "Search", "ask": "Ask Apple for this order", "redeliver": "Redeliver",
        "why": "Why", "why-not": "Why not", "answer": "Answer Apple", "transfer": "Transfer the purchase", "mass-extend": "Extend all subscriptions",
        "resend": "Resend failed deliveries", "reconcile": "Compare with Apple's reports",
        "erase": "Erase this customer", "no-payment": "No payment reached this server", "has": "active",
        "has-not": "inactive", "delivered": "delivered", "withdrawn": "delivery revoked",
        "lifetime": "A lifetime purchase beside a subscription", "complete": "complete", "answered": "sent",
        "missing": "ours, not in Apple's report", "document": "Signed document", "reason": "Reason",
        "new-owner": "The new owner", "typed": "Type the customer's id", "erased": "The customer was erased",
        "first-day": "First day", "last-day": "Last day", "own-reason": "Reason for our records",
        "told": "Every event is delivered.", "refund": "refunded", "canceled": "turned auto-renew off",
        "days": "Days", "banner": "This server trusts a simulator's root", "looked-up": "Apple showed",
        "purchase": "Purchase",
    },
    "zh": {
        "sign-in": "登录", "search": "搜索", "ask": "向 Apple 查询此订单", "redeliver": "重新发货", "why": "为什么", "why-not": "为什么没有",
        "answer": "回答 Apple", "transfer": "转移购买", "mass-extend": "批量延长", "resend": "重新投递失败的事件",
        "reconcile": "与 Apple 报告比对", "erase": "删除此用户", "no-payment": "服务器没有收到付款", "has": "有效",
        "has-not": "无效", "delivered": "已发货", "withdrawn": "发货已收回", "lifetime": "买断与仍在续期的订阅并存",
        "complete": "已完成", "answered": "已回复", "missing": "我方有，Apple 报告没有", "document": "签名文件",
        "reason": "原因", "new-owner": "新归属用户", "typed": "输入用户 ID 以确认", "erased": "用户已删除",
        "first-day": "起始日", "last-day": "结束日", "own-reason": "内部原因", "told": "全部已投递。", "refund": "已退款",
        "canceled": "用户关闭了自动续期", "days": "天数", "banner": "此服务器信任的是模拟器的根证书",
        "looked-up": "Apple 返回订单", "purchase": "购买",
    },
}


class Backend(http.server.ThreadingHTTPServer):
    """The team's backend: down, until it is up."""

    def __init__(self):
        self.is_up, self.taken = False, 0
        backend = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                backend.taken += backend.is_up
                self.send_response(200 if backend.is_up else 503)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class World:
    """The server's API and the simulator's controls."""

    def __init__(self, options):
        self.server, self.simulator, self.secret = options.server, options.simulator, options.secret

    def ask(self, method, url, body=None, headers=None):
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(url, data=data, method=method, headers=headers or {})
        request.add_header("Content-Type", "application/json" if not isinstance(body, bytes) else "text/plain")
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {url}: {error.code} {error.read().decode()}") from None
        return json.loads(text) if text else None

    def api(self, method, path, body=None):
        return self.ask(method, self.server + path, body, {"Authorization": "Bearer " + self.secret})

    def store(self, method, path, body=None):
        return self.ask(method, self.simulator + "/simulator/v1" + path, body)

    def advance(self, span):
        self.store("POST", "/clock/advance", {"by": span})

    def settle(self):
        self.store("POST", "/clock/run-due")

    def order(self, customer, product):
        return self.api("POST", "/v1/orders", {"customer": customer, "productId": product})

    def buy(self, customer, product, account=None):
        """A customer orders and pays; Apple's notification completes the order."""
        order = self.order(customer, product)
        account = account or customer
        if account not in [each["id"] for each in self.store("GET", "/customers")["customers"]]:
            self.store("POST", "/customers", {"id": account, "storefront": "USA"})
        paid = self.store("POST", "/purchases", {
            "customer": account, "product": product, "appAccountToken": order["appAccountToken"],
        })
        self.settle()
        return order, paid


def apple_order(transaction):
    """The order id of Apple's e-mail, as the simulator writes it."""
    digits, number = "", int(transaction)
    while number:
        number, rest = divmod(number, 36)
        digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[rest] + digits
    return "M" + digits


def until(holds):
    """Waits for what the server does automatically."""
    deadline = time.time() + 60
    while not holds():
        assert time.time() < deadline, "it did not come about within a minute"
        time.sleep(0.05)


class Console:
    """A person at the console."""

    def __init__(self, page, options):
        self.page, self.words, self.options = page, WORDS[options.language], options
        self.seen = set()

    def go(self, path):
        self.page.goto(self.options.server + path)

    def act(self, title, fields=None, scope=None):
        """Opens a form by its title, fills it in, ticks the box and sends it."""
        root = scope or self.page
        details = root.locator("details.act", has=self.page.locator("summary", has_text=self.words[title])).first
        if details.get_attribute("open") is None:
            details.locator("summary").click()
        for label, value in (fields or {}).items():
            field = details.get_by_label(self.words[label], exact=False).first
            if field.evaluate("element => element.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        confirm = details.locator("input[name=confirm]")
        if confirm.count():
            confirm.check()
        details.locator("form button").click()
        self.page.wait_for_load_state()

    def search(self, text):
        self.page.locator("#q").fill(text)
        self.page.locator("#q").press("Enter")
        self.page.wait_for_load_state()

    def sees(self, word, within="main"):
        expect(self.page.locator(within)).to_contain_text(self.words.get(word, word))

    def fits(self, width):
        """Nothing but a table of its own is wider than the screen."""
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{self.page.url} is {wide} wide on a screen of {width}"

    def look(self, name, shot=True):
        """Has axe look at a kind of page once, and keeps a picture."""
        if name not in self.seen:
            self.seen.add(name)
            violations = Axe().run(self.page).response["violations"]
            for each in violations:
                print(name, each["impact"], each["id"], each["help"], [node["html"][:200] for node in each["nodes"][:3]])
            assert not violations, f"axe found {[each['id'] for each in violations]} on {name}"
        if shot and self.options.shots:
            self.page.screenshot(path=f"{self.options.shots}/{name}-{self.options.language}.jpg", type="jpeg", quality=70)


def lost_order(console, world):
    """(1) "I paid and got nothing": by the order id of Apple's e-mail to the order, the reason, the delivery."""
    order = world.order("alice", "coffee.beans.100")
    world.store("POST", "/customers", {"id": "alice", "storefront": "USA"})
    url = world.store("GET", "/notifications/url")
    world.store("PUT", "/notifications/url", {"environment": "Production", "url": None})
    paid = world.store("POST", "/purchases", {
        "customer": "alice", "product": "coffee.beans.100", "appAccountToken": order["appAccountToken"],
    })
    world.settle()
    world.store("PUT", "/notifications/url", {"environment": "Production", "url": url["Production"]})
    # An exact identifier leads straight to its page.
    console.search(order["id"])
    console.sees("no-payment")
    console.search(apple_order(paid["transactionId"]))
    console.look("search")
    console.act("ask")
    console.sees("looked-up")
    console.sees(order["id"])
    console.look("purchase")
    console.page.get_by_role("link", name=order["id"]).first.click()
    console.sees("delivered")
    console.act("redeliver", {"reason": "e-mail"})
    console.sees("delivered")
    console.look("order")


def why(console, world):
    """(2) why does this customer have, or not have, access, with the signed document a click away."""
    world.buy("bob", "coffee.club.silver.monthly")
    # Support pastes a part of the name, in any case.
    console.search("BO")
    console.page.get_by_role("link", name="bob", exact=True).first.click()
    console.look("customer")
    console.page.get_by_role("link", name=console.words["why"], exact=True).first.click()
    console.sees("has")
    console.look("why")
    console.page.locator("main li a[href^='/console/documents/']").first.click()
    console.sees("productId")
    console.look("document")
    group = world.store("GET", "/customers/bob/subscriptions")["subscriptions"][0]["group"]
    world.store("PUT", f"/customers/bob/subscriptions/{group}/renewal", {"on": False})
    world.store("POST", f"/customers/bob/subscriptions/{group}/expire")
    world.settle()
    console.go("/console/customers/bob")
    console.sees("has-not", "#entitlements")
    console.page.get_by_role("link", name=console.words["why-not"], exact=True).first.click()
    console.sees("canceled")


def refund(console, world):
    """(3) a refund, and what it revoked."""
    _, paid = world.buy("carol", "coffee.beans.100")
    world.store("POST", f"/transactions/{paid['transactionId']}/refund", {})
    world.settle()
    console.go("/console/refunds")
    console.sees("carol")
    console.sees("withdrawn")
    console.look("refunds")
    console.page.get_by_role("link", name="carol").first.click()
    console.sees("refund", "#story")
    console.sees("beans", "#story")


def consumption(console, world):
    """(4) a consumption request that waits is answered."""
    _, paid = world.buy("dave", "coffee.beans.100")
    world.store("POST", f"/transactions/{paid['transactionId']}/refund-request", {})
    world.settle()
    console.go("/console/consumption")
    console.sees("dave", "#pending")
    console.look("consumption")
    console.act("answer")
    console.sees("dave", "#answered")
    console.sees("answered", "#answered")


def two_accounts(console, world):
    """(5) two accounts, one subscription: see it and move it."""
    _, paid = world.buy("erin", "coffee.club.gold.monthly")
    world.order("erin-two", "coffee.club.gold.monthly")
    console.search(paid["transactionId"])
    console.sees("erin")
    console.act("transfer", {"new-owner": "erin-two", "reason": "same person"})
    console.go("/console/customers/erin-two")
    console.sees("has", "#entitlements")
    console.go("/console/customers/erin")
    expect(console.page.locator("#entitlements .tag-good")).to_have_count(0)
    console.sees("erin-two", "#story")


def conflict(console, world):
    """(6) a lifetime purchase beside a subscription."""
    world.buy("frank", "coffee.club.gold.monthly")
    world.buy("frank", "coffee.grinder")
    console.go("/console/customers/frank")
    console.sees("lifetime", "#conflicts")
    console.look("conflict", shot=False)


def extend_all(console, world):
    """(7) everyone is extended after an outage."""
    console.go("/console/extensions")
    console.act("mass-extend", {"days": "5", "own-reason": "outage"})
    world.advance("PT3M")
    world.settle()
    console.go("/console/extensions")
    console.sees("complete", "#extensions")
    console.look("extensions")


def replay(console, world, backend):
    """(8) a webhook's endpoint was down: the failed deliveries are resent."""
    endpoint = world.api("GET", "/v1/webhook-endpoints")["endpoints"][0]["id"]

    def most_tries():
        deliveries = world.api("GET", f"/v1/webhook-endpoints/{endpoint}/deliveries?limit=500")["deliveries"]
        return max(each["attempts"] for each in deliveries)

    until(lambda: most_tries() > 0)
    for tries, span in enumerate(
        ["PT10S", "PT1M", "PT3M", "PT11M", "PT61M", "PT3H1M", "PT8H1M", "P1DT1M", "PT36H1M"], 1
    ):
        if most_tries() == tries:
            world.advance(span)
        until(lambda: most_tries() > tries)
    console.go("/console/webhooks")
    backend.is_up = True
    console.look("webhooks")

    def all_told():
        deliveries = world.api("GET", f"/v1/webhook-endpoints/{endpoint}/deliveries?limit=500&state=pending")["deliveries"]
        return not deliveries

    def late(news):
        # What was tried again in between waits for its own time. Everything is delivered before the page receives its first update: what
        # happened since it was made must show, too.
        world.advance("P2D")
        until(all_told)
        news.continue_()

    console.page.route("**/console/live*", late, times=1)
    console.act("resend")
    console.sees("told")
    assert backend.taken > 5, backend.taken


def reconciliation(console, world):
    """(9) from a difference of a day's reconciliation to its transaction."""
    # Around noon in the Pacific: the report of a sale near midnight may be the next day's, so it is not a difference yet.
    minutes = (20 * 60 - world.store("GET", "/status")["now"] // 60_000) % 1440
    world.advance(f"PT{minutes + 1}M")
    _, paid = world.buy("grace", "coffee.beans.1200")
    bought = world.store("GET", f"/transactions/{paid['transactionId']}")["transaction"]["purchaseDate"] / 1000
    # Pacific days, as Apple reports them: eight hours behind in winter, seven in summer.
    days = {time.strftime("%Y-%m-%d", time.gmtime(bought - hours * 3600)) for hours in (7, 8)}
    world.advance("P3D")
    fetched = world.api("POST", "/v1/reports/fetch")
    while not fetched["isComplete"]:
        assert fetched["imported"] + fetched["empty"] > 0, fetched
        fetched = world.api("POST", "/v1/reports/fetch")
    reports = world.api("GET", "/v1/reports?kind=SALES&limit=500")["reports"]
    sales = [each for each in reports if each["kind"] == "SALES" and each["period"] in days]
    contents = [(each, world.api("GET", f"/v1/reports/{each['report']}?limit=500")) for each in sales]
    assert any("coffee.beans.1200" in str(pair[1]) for pair in contents), (days, fetched, reports, contents)
    chosen, content = next(pair for pair in contents if "coffee.beans.1200" in str(pair[1]))
    day, rows = chosen["period"], [row["cells"] for row in content["rows"]]
    kept = [cells for cells in rows if "coffee.beans.1200" not in cells]
    text = "\n".join("\t".join(cells) for cells in [content["columns"]] + kept) + "\n"
    world.api("POST", f"/v1/reports?kind=SALES&period={day}&vendor={chosen['vendor']}", text.encode())
    console.go("/console/reconciliation")
    console.act("reconcile", {"first-day": day, "last-day": day})
    link = console.page.locator("#unexplained a", has_text=paid["transactionId"])
    expect(link.first).to_be_visible()
    console.sees("missing", "#unexplained")
    console.look("reconciliation")
    link.first.click()
    console.sees("grace")


def name_of(place):
    """A file's name for a page's address."""
    return re.sub(r"[^a-z]+", "-", place.strip("/")) or "start"


def erase(console, world):
    """(10) a customer is erased."""
    console.go("/console/customers/carol")
    console.act("erase", {"typed": "carol"})
    console.sees("erased")
    answer = console.page.request.get(console.options.server + "/console/customers/carol")
    assert answer.status == 404, answer.status


def main():
    parser = argparse.ArgumentParser()
    for name in ["server", "simulator", "secret", "name", "password", "language"]:
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--shots")
    options = parser.parse_args()
    world, backend = World(options), Backend()
    world.api("POST", "/v1/webhook-endpoints", {"url": f"http://127.0.0.1:{backend.server_port}/hook"})
    gold = world.api("GET", "/v1/catalog")["products"]
    entitlements = next(each for each in gold if each["id"] == "coffee.club.gold.monthly")["entitlements"]
    grinder = next(each for each in gold if each["id"] == "coffee.grinder")
    grinder["entitlements"] = entitlements
    world.api("PUT", "/v1/catalog/products/coffee.grinder", grinder)
    beans = next(each for each in gold if each["id"] == "coffee.beans.100")
    beans["credit"] = {"account": "beans", "amount": 100}
    world.api("PUT", "/v1/catalog/products/coffee.beans.100", beans)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"], timeout=180000)
        locale = "zh-CN" if options.language == "zh" else "en-GB"
        context = browser.new_context(locale=locale, viewport={"width": 1280, "height": 860})
        page = context.new_page()
        page.set_default_timeout(60000)
        expect.set_options(timeout=30000)
        problems = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda entry: problems.append(entry.text) if "Content Security" in entry.text else None)
        console = Console(page, options)
        console.go("/console")
        console.look("sign-in")
        page.locator("#name").fill(options.name)
        page.locator("#password").fill(options.password)
        # By keyboard alone, as some people do.
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("/console(\\?.*)?$"))
        console.sees("banner", "body")
        tasks = [
            lambda: lost_order(console, world), lambda: why(console, world), lambda: refund(console, world),
            lambda: consumption(console, world), lambda: two_accounts(console, world), lambda: conflict(console, world),
            lambda: extend_all(console, world), lambda: replay(console, world, backend),
            lambda: reconciliation(console, world), lambda: erase(console, world),
        ]
        for number, task in enumerate(tasks, 1):
            began = time.time()
            try:
                task()
            except Exception:
                print(f"task {number} failed at {page.url}")
                if options.shots:
                    page.screenshot(path=f"{options.shots}/failed.png", full_page=True)
                print(page.locator("body").inner_text()[:3000])
                raise
            print(f"task {number} done in {time.time() - began:.1f} s")
        places = [
            "", "/customers", "/undelivered", "/charts", "/charts/revenue?by=product&res=week", "/charts/mrr-movement",
            "/charts/retention", "/charts/lifetime-value", "/charts/mrr/why", "/charts/revenue/why?res=month", "/payouts",
            "/exchange-rates", "/health", "/jobs", "/events", "/notifications", "/catalog", "/configuration", "/keys",
            "/audit", "/team", "/account",
        ]
        for place in places:
            console.go("/console" + place)
            if place == "/charts":
                expect(page.locator("#charts canvas").first).to_be_visible()
            console.look(name_of(place))
        for scheme, width, name in [("dark", 1280, "dark"), ("light", 390, "phone")]:
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 860})
            console.go("/console/customers/frank")
            console.look("customer-" + name)
            console.fits(width)
        # Nothing but tables scrolls sideways at any width; each page has one title of the first level.
        page.emulate_media(color_scheme="light")
        for place in places + ["/refunds", "/webhooks", "/reconciliation", "/customers/frank", "/customers/frank?tab=orders"]:
            for width in [768, 1024, 1440, 1920]:
                page.set_viewport_size({"width": width, "height": 900})
                if width == 768:
                    console.go("/console" + place)
                console.fits(width)
            expect(page.locator("h1")).to_have_count(1)
        page.set_viewport_size({"width": 390, "height": 860})
        # Every place, on a phone and in the dark.
        page.emulate_media(color_scheme="dark")
        for place in places + ["/refunds", "/consumption", "/webhooks", "/extensions", "/reconciliation", "/customers/frank"]:
            console.go("/console" + place)
            console.look("phone-dark-" + name_of(place))
            console.fits(390)
        assert not problems, problems
        browser.close()
    print("all tasks done")


if __name__ == "__main__":
    sys.exit(main())
