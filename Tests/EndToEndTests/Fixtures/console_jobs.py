# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""Plays the ten jobs of each of six roles with the keyboard alone.

After the sign-in page nothing is clicked and no address is opened: each step is Tab, Enter, Space, an arrow, or text. What a job needs and
the console does not have yet is listed as missing, with the reason.
"""

import datetime
import re
import sqlite3
import time

from console_shop import RATES, sign_in
from playwright.sync_api import Error

# Whether the focused element has a name, and stands where it should.
FOCUSED = """([name, within]) => {
  const element = document.activeElement;
  if (!element || element === document.body || (within && !element.closest(within))) return false;
  const text = element.getAttribute('aria-label') || element.labels?.[0]?.textContent || element.textContent || element.value || element.placeholder || '';
  return new RegExp(name, 'i').test(text.replace(/\\s+/g, ' ').trim());
}"""


class Missing(Exception):
    """The console does not have what a job needs."""


class Keyboard:
    """A person without a mouse; counts the keys."""

    def __init__(self, page):
        self.page, self.keys = page, 0

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1

    def type(self, text):
        self.page.keyboard.type(text)
        self.keys += len(text)

    def to(self, name, within=None, most=420):
        """Tab until the element of that name has the focus."""
        for _ in range(most):
            self.press("Tab")
            if self.page.evaluate(FOCUSED, [name, within]):
                return
        raise AssertionError(f"Tab never reaches {name!r} in {within or 'the page'} of {self.page.url}")

    def enter(self):
        """Enter on what has the focus, and the page that follows where it leads to another."""
        leaves = self.page.evaluate("""() => {
            const element = document.activeElement;
            window.purserLeft = false;
            return location.pathname.startsWith("/console") && Boolean(element?.closest('a[href]:not([href^="#"])') || (element?.form && (element.tagName === 'BUTTON' || element.id === 'q')));
        }""")
        self.press("Enter")
        if leaves:
            self.arrive()
        else:
            self.page.wait_for_timeout(150)

    def arrive(self):
        """Waits for the page that follows."""
        deadline = time.monotonic() + 15
        while time.monotonic() < deadline:
            try:
                if self.page.evaluate("window.purserLeft === undefined && document.readyState === 'complete'"):
                    return
            except Error:
                # The page is going.
                pass
            self.page.wait_for_timeout(30)
        raise AssertionError(f"Enter leads nowhere from {self.page.url}")

    def open(self, name, within=None):
        self.to(name, within)
        self.enter()

    def menu(self, name):
        """A place of the menu."""
        self.open(f"^{name}\\b", "nav.side")

    def find(self, text):
        self.press("/")
        self.press("Control+A")
        self.type(text)
        self.page.wait_for_timeout(500)
        self.enter()

    def field(self, name, text, within=None):
        self.to(name, within)
        self.press("Control+A")
        self.type(text)

    def date(self, name, day, within=None):
        """A date in the order of the browser's own language, which is American English."""
        self.to(name, within)
        self.type(day.strftime("%m%d%Y"))

    def tick(self, within=None):
        self.to("^Confirm", within)
        self.press("Space")

    def sees(self, text, within="main"):
        # What a page loads or brings up to date automatically may take a moment.
        for _ in range(100):
            found = self.page.locator(within).first.inner_text()
            if re.search(text, found, re.I | re.S):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"{self.page.url} does not say {text!r}: {found[:300]!r}")


class Jobs:
    """The jobs of the six roles, on a shop that has what they are about."""

    def __init__(self, shop, browser, program):
        self.shop, self.browser, self.program = shop, browser, program
        self.outcomes = {}

    # MARK: Support

    def s1(self, k):
        """find a customer by a part of the name"""
        k.press("/")
        k.type("LIVI")
        k.page.locator("#suggestions [role=option]").first.wait_for(state="visible")
        k.press("ArrowDown")
        k.enter()
        k.sees("olivia", "h1")

    def s2(self, k):
        """find one by the order number of Apple's e-mail"""
        paid = self.shop.control("GET", "/transactions?customer=olivia")["transactions"][0]["transaction"]
        k.find(apple_order(paid["transactionId"]))
        k.tick("#apple")
        k.open("^Ask Apple for this order$", "#apple form")
        k.sees("olivia")

    def s3(self, k):
        """say whether the customer is entitled, and why"""
        k.find("olivia")
        k.sees("active", "#entitlements")
        k.open("^Why$", "#entitlements")
        k.sees("Reason|Evidence|because")

    def s4(self, k):
        """say what was the case on a past day"""
        k.find("olivia")
        k.open("^View as of")
        k.date("At the end of the day", self.day(-40))
        k.open("^Show$", ".head")
        k.sees("As of the end of")

    def s5(self, k):
        """see all that was charged and refunded"""
        k.find("olivia")
        k.sees(r"Paid.*\$[\d,.]+.*Refunded.*\$[\d,.]+", ".customer-head")

    def s6(self, k):
        """advise on a refund"""
        k.find("olivia")
        k.open("coffee", "#holdings")
        k.sees("Refund guidance")

    def s7(self, k):
        """grant an entitlement with a reason"""
        k.find("nils")
        k.open("^Grant entitlement$", "#acts")
        k.field("^Days", "14", "#acts details[open]")
        k.field("^Reason", "ticket 77", "#acts details[open]")
        k.tick("#acts details[open]")
        k.open("^Grant entitlement$", "#acts details[open] form")
        k.sees("granted|14|until", "main")

    def s8(self, k):
        """answer a consumption request"""
        paid = self.paid("pablo", "coffee.beans.100")
        self.shop.control("POST", f"/transactions/{paid}/refund-request", {})
        self.shop.settle()
        k.menu("Consumption requests")
        k.sees("pablo", "#pending")
        k.open("^Answer Apple$", "#pending")
        k.to("The customer agreed", "#pending")
        k.press("Space")
        k.open("^Answer Apple$", "#pending form")
        k.sees("sent", "#answered")

    def s9(self, k):
        """leave a note and read it"""
        k.find("olivia")
        k.sees("lost beans|Bought beans", "#notes")
        k.open("^Add note$", "#notes")
        k.to("^Note for the team", "#notes")
        k.type("Called back, all is well.")
        k.open("^Add note$", "#notes form")
        k.sees("Called back", "#notes")

    def s10(self, k):
        """tell whether the backend was informed"""
        k.find("olivia")
        k.open("^Webhooks", "nav.tabs")
        k.sees("Webhooks", "main")
        k.sees("Response|Nothing here yet", "#rows")

    # MARK: Developers

    def d1(self, k):
        """create, name and revoke an API key"""
        k.menu("API keys")
        k.open("^Create an API key$")
        k.field("^What it is for", "nightly import")
        k.tick()
        k.open("^Create an API key$", "form")
        k.sees("Copy it now")
        k.menu("API keys")
        row = "tr:has-text('nightly import')"
        k.page.wait_for_selector(row)
        for _ in range(200):
            k.press("Tab")
            if k.page.evaluate("""() => document.activeElement.tagName === 'SUMMARY'
                && document.activeElement.closest('tr')?.textContent.includes('nightly import')"""):
                break
        k.enter()
        k.tick("tr")
        k.open("^Revoke$", "tr form")
        k.sees("revoked", row)

    def d2(self, k):
        """add a webhook endpoint and send a test event"""
        k.menu("Webhooks")
        k.open("^Add an endpoint$")
        k.field("^Address", "https://127.0.0.1:9/keyboard", "form[action$='/create-endpoint']")
        k.tick("form[action$='/create-endpoint']")
        k.open("^Add an endpoint$", "form[action$='/create-endpoint']")
        k.sees("Copy it now")
        k.open("^Send a test event$")
        k.open("^Send a test event$", "form")
        k.sees("Test event")

    def d3(self, k):
        """see what was sent and what was answered"""
        self.failing(k)
        k.open("^Event$", "#deliveries details")
        k.sees('"type"', "#deliveries")
        k.sees("connect|refused|503|timeout|could not|TLS|closed", "#deliveries")

    def d4(self, k):
        """resend one event"""
        self.failing(k)
        k.open("^Event$", "#deliveries details")
        k.open("^Resend this event$", "#deliveries")
        k.sees("resent|again|pending", "main")

    def d5(self, k):
        """look up an API request by its id"""
        if not k.page.locator("nav.side a[href*='/requests']").count():
            raise Missing("there is no request log")
        answer = k.page.request.get(self.shop.server + "/v1/catalog", headers={"Authorization": "Bearer " + self.shop.secret})
        k.find(answer.headers["x-request-id"])
        k.sees("/v1/catalog")

    def d6(self, k):
        """see what Apple sent, raw and decoded"""
        k.menu("Apple notifications")
        k.to("DID|SUBSCRIBED|ONE_TIME|REFUND|EXPIRED|PRICE|OFFER|document|Show|.", "main table")
        k.enter()
        k.sees("notificationType|productId|Signed")

    def d7(self, k):
        """find which setting is in effect"""
        k.menu("Configuration")
        k.sees("listen|bundle|apps", "main")

    def d8(self, k):
        """copy the call that a page is made of"""
        k.menu("Charts")
        k.open("^By the API$")
        k.sees("curl -H", "#why pre")

    def d9(self, k):
        """map a product to an entitlement"""
        k.menu("Catalog")
        if not k.page.locator("form[action$='/map-product']").count():
            raise Missing("the catalog shows which product gives what, and changes it by an import alone")
        k.open("^Change what a product gives$")
        k.to("^Product", "form[action$='/map-product']")
        k.type("coffee.grinder")
        k.field("^Entitlements", "coffee.season.pass", "form[action$='/map-product']")
        k.tick("form[action$='/map-product']")
        k.open("^Change what a product gives$", "form[action$='/map-product']")
        row = k.page.locator("#matrix tr", has_text="coffee.grinder").inner_text()
        assert "gives" in row, row

    def d10(self, k):
        """switch to the sandbox on the same page"""
        k.menu("Customers")
        k.open("Production", "details.scope")
        k.open("Sandbox", "details.scope")
        assert "env=Sandbox" in k.page.url and "/customers" in k.page.url, k.page.url
        k.open("Sandbox", "details.scope")
        k.open("Production", "details.scope")

    # MARK: On call

    def o1(self, k):
        """see whether customers are hurt"""
        k.sees("well|look", ".answer")

    def o2(self, k):
        """open an alert with its value and threshold"""
        k.menu("Health")
        k.sees(r"Value.*Threshold", "#alerts table")
        k.sees(r"fail|behind|not delivered|deliver", "#alerts table")

    def o3(self, k):
        """silence an alert for an hour with a reason"""
        k.menu("Health")
        k.open("^Silence$", "#alerts")
        k.field("^Reason", "the backend is restarted", "#alerts details[open]")
        k.open("^Silence$", "#alerts details[open] form")
        k.sees("silent until", "#alerts")

    def o4(self, k):
        """tell whether it is us or Apple"""
        k.menu("Health")
        k.sees("reachable|not asked", "#links")

    def o5(self, k):
        """see the backlog"""
        k.menu("Health")
        k.sees("pending|waiting|queue|oldest|delivered", ".numbers")

    def o6(self, k):
        """find the failing endpoint and its last error"""
        self.failing(k)
        k.sees("connect|refused|503|timeout|could not|TLS|closed", "#deliveries")

    def o7(self, k):
        """resend the failed deliveries of one endpoint, with their number"""
        self.failing(k)
        k.open("^Resend failed deliveries$")
        k.sees(r"resend [\d,]+ events", "form[action$='/resend']")
        k.tick("form[action$='/resend']")
        k.open("^Resend failed deliveries$", "form[action$='/resend']")
        k.sees("resent|again|pending|deliver", "main")

    def o8(self, k):
        """run a recovery and watch it"""
        k.menu("Health")
        k.sees("Notifications of Apple.s history|No round yet", "#recovery")
        k.open("^Ask Apple for missed documents$", "#recovery")
        k.field("^Customer", "olivia", "#recovery form")
        k.tick("#recovery form")
        k.open("^Ask Apple for missed documents$", "#recovery form")
        k.menu("Jobs")
        for _ in range(20):
            k.page.wait_for_timeout(500)
            if re.search(r"documents checked", k.page.locator("#jobs").inner_text()):
                break
            k.menu("Jobs")
        k.sees(r"Recovery from Apple.*done.*[1-9]\d* documents checked", "#jobs")

    def o9(self, k):
        """see which release runs"""
        k.sees(r"Purser \d+\.\d+\.\d+ · Running since .*\(.+\) · (SQLite|PostgreSQL), schema \d+", "footer")

    def o10(self, k):
        """hand over: a link to the view"""
        self.copies(k)

    # MARK: Product

    def p1(self, k):
        """MRR now and against the period before"""
        k.menu("Charts")
        k.sees(r"\$[\d,.]+\s.*(%|×)", ".headline")

    def p2(self, k):
        """what moved it"""
        k.menu("Charts")
        k.open("^All charts$")
        k.open("^MRR movement$")
        k.sees("New.*Churned", "#segments")

    def p3(self, k):
        """trial conversion by offer"""
        k.menu("Charts")
        k.open("^All charts$")
        k.open("^Trial conversion$")
        k.sees("Trial conversion", "h1")
        k.open("^Not segmented$")
        k.open("^By offer$")
        k.sees(r"introductory.*%", "#segments")

    def p4(self, k):
        """retention by month of first payment"""
        k.menu("Retention")
        k.sees(r"M0.*M1.*M2", "table.heat")

    def p5(self, k):
        """compare two countries"""
        k.menu("Charts")
        k.open("^All charts$")
        k.open("^Active subscriptions$", ".head")
        k.open("^Not segmented$")
        k.open("^By storefront$")
        k.sees("USA.*DEU|DEU.*USA", "#segments")

    def p6(self, k):
        """the effect of a price change"""
        k.menu("Charts")
        k.sees("Silver costs", "#annotations ol")
        drawn = k.page.locator("canvas[data-chart]").first.get_attribute("data-chart")
        assert '"marks":[{"at":' in drawn, drawn[:200]

    def p7(self, k):
        """lifetime value per payer"""
        k.menu("Charts")
        k.open("^All charts$")
        k.open("^Lifetime value$")
        k.sees("LTV per paying customer")

    def p8(self, k):
        """subscribers who will not renew this week"""
        k.menu("Customers")
        k.open("^Will not renew$", "main .bar")
        k.open("^Any time$", "main .bar")
        k.sees(r"Customer.*Product.*Ends.*coffee\.club", "#ending")

    def p9(self, k):
        """export what a chart shows"""
        k.menu("Charts")
        k.to("^CSV$", ".head")
        with k.page.expect_download() as download:
            k.press("Enter")
        assert "first_day" in open(download.value.path()).readline()

    def p10(self, k):
        """share a view"""
        self.copies(k)

    # MARK: Finance

    def f1(self, k):
        """compare a day with Apple's sales report"""
        k.menu("Reconciliation")
        if not k.page.get_by_label("First day").is_visible():
            k.open("^Compare with Apple's reports$")
        for name in ["First day", "Last day"]:
            k.date("^" + name, self.day(-6))
        k.open("^Compare with Apple's reports$", "form")
        for _ in range(20):
            k.page.wait_for_timeout(1000)
            # What a person has the focus in is not replaced: the page is opened again.
            k.menu("Reconciliation")
            if k.page.locator("#unexplained").count():
                break
        k.sees("explained", "main")
        assert k.page.locator("#unexplained").count(), "no result is shown"

    def f2(self, k):
        """compare a fiscal month with Apple's financial report"""
        k.menu("Payouts")
        k.sees("Apple.s report.*Difference", "#amounts")

    def f3(self, k):
        """what Apple will pay, when, by currency"""
        k.menu("Payouts")
        k.sees("Apple pays on")
        k.sees(r"USD.*\$[\d,.]+", "#amounts")

    def f4(self, k):
        """explain a number to the auditor, down to the signed document"""
        k.menu("Charts")
        k.open("^All charts$")
        k.open("^Revenue$")
        k.open("^Show the purchases$")
        k.to(r"^\d{8,}$", "#evidence td:last-child")
        k.enter()
        k.sees("productId|Signed document")

    def f5(self, k):
        """proceeds by month and country"""
        self.proceeds(k)
        k.open(r"^\+ Filter$")
        k.to("^Storefront", "details[open]")
        k.type("DEU")
        k.open("^Apply$", "details[open]")
        assert "storefront=DEU" in k.page.url, k.page.url
        k.open("^Month$", ".segments")
        k.sees("Storefront: DEU", ".bar")

    def f6(self, k):
        """refunds by month with amounts"""
        k.menu("Charts")
        k.open("^All charts$")
        k.open("^Refunds$")
        k.open("^Month$", ".segments")
        k.sees(r"[\d,.]+", ".headline")

    def f7(self, k):
        """export a month with stable columns"""
        k.menu("Payouts")
        k.to("^CSV$", ".head")
        with k.page.expect_download() as download:
            k.press("Enter")
        assert "proceeds" in open(download.value.path()).readline()

    def f8(self, k):
        """tax and commission apart"""
        self.proceeds(k)
        k.sees("Proceeds.*Tax.*Commission", "#segments")

    def f9(self, k):
        """the rates of a converted total"""
        k.menu("Charts")
        k.open("^Converted to")
        k.sees(r"EUR\s+0\.861", "details[open] .columns")

    def f10(self, k):
        """a figure of the past that a late document changed"""
        k.menu("Charts")
        k.open("^All charts$")
        k.open("^Revenue$")
        k.open("^Show the purchases$")
        if not k.page.locator("#history").count():
            raise Missing("a figure has no history")
        k.sees("late document|was|No document", "#history")

    # MARK: Quality assurance, on the simulator's page

    def q1(self, k):
        """start from a scenario"""
        k.open("^Scenarios$", "#scenarios-panel")
        k.open("^Play: The card fails", "#scenarios")
        k.page.locator("#play-dialog").wait_for(state="visible")
        k.to("^Play$", "#play-dialog")
        k.press("Enter")
        k.page.locator("#scenario-report").wait_for(state="visible", timeout=60_000)
        self.idle(k)
        k.sees("as expected.*subscribes.*SUBSCRIBED.*DID_FAIL_TO_RENEW.*DID_RENEW", "#scenario-report")
        assert not re.search("not as expected", k.page.locator("#scenario-report").inner_text())

    def q2(self, k):
        """find a test customer"""
        k.to("find|search|part", "#find-customer, .side")
        while not k.page.evaluate("document.activeElement.id === 'find-customer'"):
            k.press("Tab")
        k.type("olivi")
        k.page.wait_for_timeout(500)
        k.open("^olivia", "#customers")
        self.until(k, "document.getElementById('customer-title').textContent === 'olivia'")

    def q3(self, k):
        """go to the next thing that happens"""
        before = k.page.locator("#now").get_attribute("datetime")
        while not k.page.evaluate("document.activeElement.id === 'advance-next'"):
            k.press("Tab")
        k.enter()
        self.idle(k)
        self.until(k, f"document.getElementById('now').dateTime > '{before}'")

    def q4(self, k):
        """make a card fail and watch the retry"""
        self.choose(k, "quentin")
        self.buy(k, "Gold")
        k.open("card|payment|pays", "#account")
        self.idle(k)
        while not k.page.evaluate("document.activeElement.id === 'advance-month'"):
            k.press("Tab")
        k.enter()
        self.idle(k, 2500)
        k.sees("retry|grace", "#subscriptions")

    def q5(self, k):
        """see a notification decoded"""
        k.open(".", "#notifications summary")
        k.sees("signedTransactionInfo|notificationType", "#notifications details[open] pre")

    def q6(self, k):
        """see what Purser made of it"""
        self.q2(k)
        k.to("^Open in Purser$", "section.middle")
        assert "/console/search?" in k.page.evaluate("document.activeElement.href")
        # The person signs in to Purser's console in the same browser.
        other = k.page.context.new_page()
        sign_in(other, self.shop.server, *self.members["support"])
        other.close()
        k.page.bring_to_front()
        k.to("^Open in Purser$", "section.middle")
        k.press("Enter")
        k.page.wait_for_url("**/console/**")
        k.page.wait_for_load_state()
        k.sees("olivia", "h1")

    def q7(self, k):
        """copy an action as curl"""
        self.choose(k, "quincy")
        self.buy(k, "100 beans")
        k.open("curl")
        copied = k.page.evaluate("navigator.clipboard.readText()")
        assert copied.startswith("curl"), copied

    def q8(self, k):
        """drop notifications for a while"""
        k.open("Fault", "#faults-panel")
        k.to("drop|lost|thousand", "#operator-faults")
        k.press("Control+A")
        k.type("100")
        k.press("Enter")
        self.idle(k)
        assert k.page.locator("#faults-on").is_visible()
        k.open("Stop|End", "#faults-on")
        self.idle(k)

    def q9(self, k):
        """save and restore a state"""
        k.open("Rules|Settings", "#rules-panel")
        for name in ["^Keep as", "^Go back to"]:
            k.to("name", "#operator-rules")
            k.press("Control+A")
            k.type("keyboard")
            k.open(name, "#operator-rules")
            self.idle(k)
        assert "bad" not in (k.page.locator("#message").get_attribute("class") or ""), k.page.locator("#message").inner_text()

    def q10(self, k):
        """reset without losing work"""
        k.open("Rules|Settings", "#rules-panel")
        k.open("^Reset", "#operator-rules")
        k.page.locator("#reset-dialog").wait_for(state="visible")
        k.press("Escape")
        assert not k.page.locator("#reset-dialog").is_visible()

    # MARK: Pieces

    def day(self, ahead):
        now = self.shop.control("GET", "/status")["now"] / 1000
        return datetime.datetime.fromtimestamp(now, datetime.UTC).date() + datetime.timedelta(days=ahead)

    def paid(self, customer, product):
        return self.shop.order(customer, product)["transactionId"]

    def failing(self, k):
        k.menu("Webhooks")
        k.open("127.0.0.1:9/hook", "main h2")
        k.sees("Deliveries")

    def proceeds(self, k):
        k.menu("Charts")
        k.open("^All charts$")
        k.open("^Proceeds, tax")

    def copies(self, k):
        k.menu("Charts")
        k.open("^Copy link$", ".head")
        copied = k.page.evaluate("navigator.clipboard.readText()")
        assert copied == k.page.url, copied

    def choose(self, k, name):
        while not k.page.evaluate("document.activeElement.id === 'customer-name'"):
            k.press("Tab")
        k.type(name)
        k.enter()
        self.idle(k)
        self.until(k, f"document.getElementById('customer-title').textContent === '{name}'")
        k.press("Tab")

    def buy(self, k, name):
        for _ in range(200):
            k.press("Tab")
            if k.page.evaluate("(name) => document.activeElement.closest('.product')?.querySelector('strong').textContent === name", name):
                break
        k.enter()
        self.idle(k)

    @staticmethod
    def idle(k, wait=600):
        k.page.wait_for_timeout(wait)
        Jobs.until(k, "![...document.querySelectorAll('button')].some((button) => button.disabled)", 60)

    @staticmethod
    def until(k, condition, seconds=15):
        """Waits for a condition; the page's policy lets no script be evaluated in it."""
        deadline = time.monotonic() + seconds
        while not k.page.evaluate(condition):
            assert time.monotonic() < deadline, f"it does not come about: {condition}"
            k.page.wait_for_timeout(50)

    # MARK: Running

    ROLES = {"support": ("s", "support"), "developer": ("d", "admin"), "on call": ("o", "support"), "product": ("p", "viewer"),
             "finance": ("f", "support"), "quality assurance": ("q", None)}

    def prepare(self):
        """An endpoint that cannot be reached, whose deliveries failed for good, and the alert of that."""
        self.shop.api("POST", "/webhook-endpoints", {"url": "http://127.0.0.1:9/hook"})
        self.shop.order("sven", "coffee.beans.100")
        self.shop.settle()
        time.sleep(2)
        with sqlite3.connect(self.shop.folder / ".purser/purser.sqlite", timeout=60) as database:
            database.execute("UPDATE webhook_deliveries SET state = 'failed', attempts = 12, last_response = 'could not connect'")
        self.shop.api("PUT", f"/exchange-rates/{self.day(-1)}", {"rates": RATES, "source": "keyboard"})
        self.shop.api("POST", "/charts/annotations", {"day": str(self.day(-10)), "text": "Silver costs $5.99"})
        for job in self.shop.api("GET", "/background-jobs")["jobs"]:
            if "alert" in job["name"]:
                self.shop.api("POST", f"/background-jobs/{job['name']}/run")

    def run(self, note, only=()):
        """Plays all jobs and prints the outcome of each."""
        self.prepare()
        self.members = members = {}
        page = self.browser.new_context().new_page()
        sign_in(page, self.shop.server, self.shop.sign_in["name"], self.shop.sign_in["password"])
        page.goto(self.shop.server + "/console/team")
        csrf = page.locator("input[name=csrf]").first.get_attribute("value")
        for role in ["viewer", "support", "admin"]:
            members[role] = (f"keyboard-{role}", "a long enough password")
            form = {"csrf": csrf, "back": "/console/team", "name": members[role][0], "role": role, "password": members[role][1], "confirm": "yes"}
            page.request.post(self.shop.server + "/console/actions/update-team-member", form=form)
        page.context.close()
        for role, (letter, member) in self.ROLES.items():
            if only and letter not in only:
                continue
            page = None
            for number in range(1, 11):
                job = getattr(self, f"{letter}{number}")
                if page is None:
                    context = self.browser.new_context(locale="en-GB", viewport={"width": 1440, "height": 900})
                    context.grant_permissions(["clipboard-read", "clipboard-write"])
                    page = context.new_page()
                    page.set_default_timeout(8_000)
                    if member:
                        sign_in(page, self.shop.server, *members[member])
                elif member:
                    Keyboard(page).menu("Overview")
                if member is None:
                    page.goto(self.shop.store + "/")
                    page.wait_for_timeout(700)
                keyboard = Keyboard(page)
                try:
                    job(keyboard)
                    outcome = f"{keyboard.keys} keys"
                except Missing as reason:
                    outcome = f"MISSING: {reason}"
                except Exception as error:
                    outcome = "FAILED: " + str(error).split("Call log")[0].strip()[:300]
                    note("keyboard", f"{letter.upper()}{number} {job.__doc__}", [outcome])
                    context.close()
                    page = None
                self.outcomes[letter.upper() + str(number)] = (role, job.__doc__, outcome)
                print(f"{letter.upper()}{number} {job.__doc__}: {outcome}", flush=True)
            if page:
                context.close()
        self.report()

    def report(self):
        print("\nTen jobs of each role with the keyboard alone:")
        for role in self.ROLES:
            own = [(name, *rest) for name, (of, *rest) in self.outcomes.items() if of == role]
            done = sum("keys" in outcome[-1] and "FAILED" not in outcome[-1] for outcome in own)
            print(f"  {role}: {done} of {len(own)}")
            for name, title, outcome in own:
                print(f"    {name:4} {title}: {outcome}")


def apple_order(transaction):
    """The order id of Apple's e-mail, as the simulator writes it."""
    digits, number = "", int(transaction)
    while number:
        number, rest = divmod(number, 36)
        digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[rest] + digits
    return "M" + digits
