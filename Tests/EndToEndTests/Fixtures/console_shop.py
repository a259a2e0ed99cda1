# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""A server and a simulator with months of sales: what pictures and checks of the console are taken of."""

import contextlib
import datetime
import json
import random
import re
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

PRODUCTS = ["coffee.club.silver.monthly"] * 5 + ["coffee.club.gold.monthly"] * 3 + ["coffee.beans.100"] * 3 + ["coffee.grinder"]
NAMES = "anna ben chen dora emil fatima george hana ines jun kofi lena mei nils olga pablo qiu rosa sven tara".split()
NOTE = "Bought beans by mistake and asked Apple for a refund. Granted the season pass for 30 days."
REASON = "lost beans, ticket 4411"
# What people wrote, which is the same in every language.
WRITTEN = [NOTE, REASON, "olivia", *NAMES] + (
    "upgrader half reverser poor returner yearly passer mother child regretter shopper climber".split())
ABROAD = ["USA", "DEU", "USA", "JPN", "GBR", "USA", "KOR", "CHN"]
# Units of each currency for one US dollar; those of Bahrain have three decimals.
RATES = "USD:1,EUR:0.861,JPY:156.4,GBP:0.757,KRW:1465,CNY:7.08,BHD:0.376"


def ask(method, url, body=None, key=None):
    headers = {"Content-Type": "application/json"} | ({"Authorization": "Bearer " + key} if key else {})
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=300) as answer:
            return json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        raise RuntimeError(f"{method} {url}: {error.code} {error.read().decode()}") from None


class Shop:
    """A server with its simulator, and what customers do there."""

    def __init__(self, server, store, secret, sign_in, folder=None):
        self.server, self.store, self.secret, self.sign_in, self.folder = server, store, secret, sign_in, folder
        # By the simulator's clock: when each customer was first named to the server, and what devices reported.
        self.known, self.failures = {}, []

    @classmethod
    def printed(cls, folder, printed):
        def value(label):
            return next(line.split(label)[1].split()[0] for line in printed.splitlines() if line.strip().startswith(label))

        return cls(
            value("API").removesuffix("/v1"), value("production"),
            json.loads((folder / ".purser/keys.json").read_text())["secretKey"],
            json.loads((folder / ".purser/console-sign-in.json").read_text()), folder,
        )

    def control(self, method, path, body=None):
        return ask(method, f"{self.store}/simulator/v1{path}", body)

    def api(self, method, path, body=None):
        answer = ask(method, self.server + "/v1" + path, body, self.secret)
        if method in ("POST", "PUT"):
            self.remember(path, body or {})
        return answer

    def remember(self, path, body):
        """Keeps what was said to the server, for the books; a failed purchase does not make a customer known."""
        named = re.fullmatch("/customers/([^/]+)/(?:grants|consents/[^/]+)", path)
        customer = urllib.parse.unquote(named[1]) if named else (
            body.get("customer") if path in ("/orders", "/transactions") else None)
        if customer and customer not in self.known:
            self.known[customer] = self.now
        if path == "/purchase-failures":
            self.failures.append(body | {"at": self.now})

    @property
    def now(self):
        return self.control("GET", "/status")["now"]

    def order(self, customer, product, **more):
        order = self.api("POST", "/orders", {"customer": customer, "productId": product})
        return self.control("POST", "/purchases", {
            "customer": customer, "product": product, "appAccountToken": order["appAccountToken"],
        } | more)

    def add(self, customer, storefront="USA"):
        self.control("POST", "/customers", {"id": customer, "storefront": storefront})

    def fail(self, code, product=None, storefront=None, customer=None):
        """A purchase fails on a device, and the app reports it."""
        report = {"code": code, "productId": product, "storefront": storefront, "customer": customer}
        self.api("POST", "/purchase-failures", {name: value for name, value in report.items() if value})

    def settle(self):
        self.control("POST", "/clock/run-due")

    def advance(self, span):
        self.control("POST", "/clock/advance", {"by": span})

    def subscriptions(self, customer):
        return self.control("GET", f"/customers/{customer}/subscriptions")["subscriptions"]

    def live(self, day):
        """One customer to whom all happens: a trial, a card that fails and recovers, a refund, a gift and a note."""
        name = "olivia"
        if day == 4:
            self.add(name)
            self.order(name, "coffee.club.silver.monthly")
        elif day == 30:
            self.order(name, "coffee.grinder")
        elif day in (70, 80):
            self.control("PATCH", f"/customers/{name}", {"payment": "fails" if day == 70 else "works"})
        elif day == 84:
            self.beans = self.order(name, "coffee.beans.1200")["transactionId"]
        elif day == 90:
            self.control("POST", f"/transactions/{self.beans}/refund", {})
        elif day == 91:
            until = self.now + 30 * 86_400_000
            grant = {"entitlement": "coffee.season.pass", "reason": REASON, "end": until}
            self.api("POST", f"/customers/{name}/grants", grant)
            self.api("POST", f"/customers/{name}/notes", {"text": NOTE})

    def rare(self, day):
        """What happens to few: each case that a figure must count in its own way."""
        silver, gold = "coffee.club.silver.monthly", "coffee.club.gold.monthly"
        if day == 2:
            for name, front, product in [
                ("upgrader", "DEU", silver), ("half", "JPN", gold), ("reverser", "GBR", gold), ("poor", "USA", gold),
                ("returner", "KOR", gold), ("yearly", "CHN", "coffee.club.gold.yearly"), ("passer", "USA", "coffee.season.pass"),
                ("mother", "USA", gold), ("regretter", "USA", gold), ("shopper", "DEU", "coffee.beans.100"), ("climber", "USA", gold),
            ]:
                self.add(name, front)
                setattr(self, name, self.order(name, product)["transactionId"])
            self.add("child")
            for name in ["mother", "child"]:
                self.control("PUT", f"/customers/{name}/family", {"family": "coffee"})
        elif day == 6:
            # A prorated refund, a refund that Apple reverses, one of a first period, and one that stays.
            self.control("POST", f"/transactions/{self.half}/refund", {"percentage": 40_000})
            self.control("POST", f"/transactions/{self.reverser}/refund", {})
            self.control("POST", f"/transactions/{self.regretter}/refund", {"cancels": True})
            self.control("POST", f"/transactions/{self.shopper}/refund", {"percentage": 33_333})
        elif day == 11:
            self.control("POST", f"/transactions/{self.reverser}/refund-reversal")
            self.control("PATCH", "/customers/poor", {"payment": "fails"})
            # The same person pays in another currency from now on.
            self.control("PATCH", "/customers/shopper", {"storefront": "JPN"})
            self.mistake = self.order("shopper", "coffee.beans.1200")["transactionId"]
        elif day in (13, 44):
            # The App Store asks about what can be used up, and declines both some days later.
            asked = self.mistake if day == 13 else self.passer
            self.ask_refund(asked)
        elif day == 18:
            self.order("upgrader", gold)
            self.order("climber", "coffee.club.gold.yearly")
        elif day == 20:
            for each in self.subscriptions("returner"):
                self.control("PUT", f"/customers/returner/subscriptions/{each['group']}/renewal", {"on": False})
        elif day == 50:
            self.order("returner", silver)
            # A plan below waits for the renewal.
            self.order("upgrader", "coffee.club.bronze.monthly")

    def misfortunes(self, day):
        """Purchases that fail on devices; the app does not always know of what product, and where."""
        for number in range(1 + day // 30 if day % 5 == 4 else 0):
            code = ["2", "0", "URLError.-1009", "2", "StoreKitError.unknown"][(day // 5 + number) % 5]
            product = [PRODUCTS[0], PRODUCTS[-1], PRODUCTS[-2], None][(day // 5 + 2 * number) % 4]
            self.fail(code, product, [*ABROAD, None][(day // 5 + 4 * number) % 9])

    def pays(self, names, does):
        for name in names.split():
            self.control("PATCH", f"/customers/{name}", {"payment": "works" if does else "fails"})

    def renews(self, name, is_on):
        for each in self.subscriptions(name):
            self.control("PUT", f"/customers/{name}/subscriptions/{each['group']}/renewal", {"on": is_on})

    def promote(self, name):
        """A customer takes the offer of three months for less."""
        silver, offer = "coffee.club.silver.monthly", "silver.comeback"
        order = self.api("POST", "/orders", {"customer": name, "productId": silver})
        token = {"appAccountToken": order["appAccountToken"]}
        signature = self.control("POST", "/offers/signature", {"product": silver, "offer": offer} | token)
        self.control("POST", "/purchases", {
            "customer": name, "product": silver, "promotionalOffer": offer, "promotionalOfferSignature": signature,
        } | token)

    def refund_newest(self, name, **how):
        """Refunds the present period of a customer."""
        newest = self.subscriptions(name)[0]["transaction"]["transactionId"]
        self.control("POST", f"/transactions/{newest}/refund", how)

    def struggle(self, days=155):
        """Few customers, to whom rare things happen: charges fail, with a grace period, prices rise and offers end.

        A month from the first day on is over on day 28, the next ones on day 59, 89 and 120.
        """
        silver, gold, bronze, yearly = ("coffee.club." + each for each in [
            "silver.monthly", "gold.monthly", "bronze.monthly", "gold.yearly"])
        self.control("PUT", "/settings/Production", {"grace": {"days": 16, "onlyAfterPaidPeriods": False}})
        for name, front, product in [
            ("early", "USA", gold), ("mover", "DEU", gold), ("late", "JPN", gold), ("lost", "ARG", gold),
            ("quitter", "KEN", gold), ("leaver", "CAN", gold), ("never", "USA", gold), ("phoenix", "DEU", gold),
            ("briefly", "USA", gold), ("regretter", "GBR", gold), ("half", "USA", gold), ("again", "USA", gold),
            ("farewell", "USA", gold), ("descender", "USA", gold), ("told", "USA", yearly), ("asker", "USA", bronze),
            ("decliner", "USA", bronze), ("silent", "USA", bronze), ("looker", "KOR", silver), ("trier", "USA", silver),
            ("tourist", "JPN", silver), ("climber", "USA", silver), ("promoted", "USA", silver),
            ("lapsed", "ARG", silver), ("collector", "KEN", "coffee.beans.1200"), ("grinder", "DEU", "coffee.grinder"),
            ("passer", "CHN", "coffee.season.pass"),
        ]:
            self.add(name, front)
            self.order(name, product)
        self.add("hindsight", "GBR")
        first = self.order("hindsight", gold)["transactionId"]
        failing = "early mover late lost quitter leaver never phoenix briefly"
        self.control("POST", "/offer-codes", {"code": "FESTIVAL", "product": silver, "offer": "Festival"})
        for day in range(days):
            self.visits(day)
            self.requests(day)
            self.misfortunes(day)
            if day == 2:
                self.renews("looker", False)
            elif day == 5:
                self.add("guest")
                order = self.api("POST", "/orders", {"customer": "guest", "productId": silver})
                self.control("POST", "/redemptions", {
                    "customer": "guest", "code": "FESTIVAL", "appAccountToken": order["appAccountToken"]})
                # The charge after this trial fails at first.
                self.pays("trier", False)
            elif day == 6:
                # First periods that are refunded as if never bought: the charge after them fails.
                self.refund_newest("never")
                self.refund_newest("phoenix")
            elif day == 9:
                self.promote("promoted")
                self.promote("lapsed")
                self.refund_newest("tourist", cancels=True)
            elif day == 10:
                self.pays(failing, False)
                self.pays("trier", True)
            elif day == 20:
                self.order("climber", gold)
                self.order("descender", bronze)
            elif day == 33:
                # They pay in the grace period. One takes another plan then, and one gets the money back later.
                self.pays("early mover briefly", True)
                self.order("mover", yearly)
            elif day == 34:
                self.renews("quitter", False)
            elif day == 40:
                # Refunds of renewals, and of a first period after the second began: the charge after one fails, too.
                self.control("POST", f"/transactions/{first}/refund", {})
                self.refund_newest("regretter")
                self.refund_newest("again")
                self.refund_newest("farewell", cancels=True)
                self.refund_newest("briefly")
                self.refund_newest("half", percentage=40_000)
                self.pays("regretter half lapsed", False)
            elif day == 50:
                self.pays("late phoenix", True)
                self.renews("leaver", False)
            elif day == 60:
                # Those of this price must consent; those of the other one are informed.
                self.control("PUT", f"/products/{bronze}/price", {"price": 7_990, "preservesExisting": False})
                self.control("PUT", f"/products/{yearly}/price", {"price": 109_990, "preservesExisting": False})
            elif day == 63:
                for name in ["asker", "decliner"]:
                    group = self.subscriptions(name)[0]["group"]
                    self.control("PUT", f"/customers/{name}/subscriptions/{group}/consent", {"agrees": name == "asker"})
            elif day == 80:
                self.pays("regretter half", True)
            elif day == 85:
                # Its offer continues after weeks without service.
                self.pays("lapsed", True)
            elif day == 125:
                # What is not sold any more does not renew.
                self.control("PUT", f"/products/{bronze}/sale", {"on": False})
            self.advance("P1D")
        self.settle()

    def visits(self, day):
        """Customers who are known before they pay, as long as it takes, and some who never pay or are not known."""
        beans = "coffee.beans.1200"
        if day == 3:
            for name in "hesitant thoughtful slow slower browser".split():
                self.add(name)
                self.api("POST", "/orders", {"customer": name, "productId": beans})
            grant = {"entitlement": "coffee.season.pass", "reason": REASON, "end": self.now + 20 * 86_400_000}
            for name in ["gifted", "presented"]:
                self.add(name, "DEU")
                self.api("POST", f"/customers/{name}/grants", grant)
            for name in ["agreeable", "silent-visitor"]:
                self.add(name, "JPN")
                self.api("PUT", f"/customers/{name}/consents/consumption-information", {"isGranted": True})
            # One who has no order, and is not known before the purchase is claimed.
            self.add("finder", "GBR")
            self.found = self.control("POST", "/purchases", {"customer": "finder", "product": beans})["transactionId"]
            # That makes no customer known.
            self.fail("2", beans, "USA", "stranger")
        # The last of seven, 30 and 90 days is six, 29 and 89 days later.
        for name, late in [
            ("hesitant", 6), ("thoughtful", 7), ("gifted", 29), ("slow", 30), ("agreeable", 89), ("slower", 90),
        ]:
            if day == 3 + late:
                self.order(name, beans)
        if day == 40:
            signed = self.control("GET", f"/transactions/{self.found}")["signedTransactionInfo"]
            self.api("POST", "/transactions", {"customer": "finder", "signedTransaction": signed})

    def requests(self, day):
        """Customers who ask for their money: Apple asks the server about some of them, and declines some."""
        if day == 9:
            self.add("penitent", "KOR")
            self.regretted = self.order("penitent", "coffee.beans.1200")["transactionId"]
        elif day == 11:
            # An offer's period; the request comes not from the app, so that no one hears that it is declined.
            paid = self.subscriptions("promoted")[0]["transaction"]["transactionId"]
            self.ask_refund(paid, inApp=False)
            # One that Apple grants, and two that it declines; it does not ask about what cannot be used up.
            self.ask_refund(self.regretted, reason="UNINTENDED_PURCHASE")
            for name in ["collector", "grinder"]:
                paid = self.control("GET", f"/transactions?customer={name}")["transactions"][0]["transaction"]
                self.ask_refund(paid["transactionId"])

    def ask_refund(self, transaction, **how):
        """A customer asks for a refund, and the server looks at once at what Apple asks it about that."""
        self.control("POST", f"/transactions/{transaction}/refund-request", {"reason": "OTHER"} | how)
        self.settle()
        self.api("POST", "/background-jobs/consumption/run")

    def sell(self, days, abroad=False):
        """Customers who come, buy, renew, cancel and ask for their money, day by day."""
        chance = random.Random(2026)
        count, paid = 0, []
        for day in range(days):
            self.live(day)
            if abroad:
                self.rare(day)
                self.misfortunes(day)
            for _ in range(chance.randint(1, 3) + day // 40):
                name = NAMES[count % len(NAMES)] + (f"-{count // len(NAMES)}" if count >= len(NAMES) else "")
                self.add(name, ABROAD[count % len(ABROAD)] if abroad else "USA")
                count += 1
                product = chance.choice(PRODUCTS)
                paid.append(self.order(name, product)["transactionId"])
            if day % 9 == 8:
                self.control("POST", f"/transactions/{paid.pop(chance.randrange(len(paid)))}/refund", {})
            if day % 4 == 3:
                name = NAMES[chance.randrange(min(count, len(NAMES)))]
                for each in self.subscriptions(name):
                    if each["status"] != 1:
                        continue
                    self.control("PUT", f"/customers/{name}/subscriptions/{each['group']}/renewal", {"on": False})
            if abroad:
                # Half an hour after midnight in summer, half an hour before it in winter.
                self.advance("PT7H30M")
                if day % 3 == 0:
                    paid.append(self.order(NAMES[(count - 1) % len(NAMES)], "coffee.beans.100")["transactionId"])
                self.advance("PT16H30M")
            else:
                self.advance("P1D")
        self.settle()


@contextlib.contextmanager
def served(program, start, *more):
    """A server and a simulator whose clock only a request advances; they end with the block."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        process = subprocess.Popen(
            [program, "serve", "--simulator", "--listen", "127.0.0.1:0", "--simulator-listen", "127.0.0.1:0",
             "--clock", "manual", "--start", start.isoformat(), *more],
            cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        try:
            printed = ""
            for line in process.stdout:
                printed += line
                if "Ctrl-C stops" in line:
                    break
            else:
                sys.exit("the server did not start:\n" + printed)
            threading.Thread(target=process.stdout.read, daemon=True).start()
            shop = Shop.printed(folder, printed)
            shop.process = process
            yield shop
        finally:
            process.terminate()
            process.wait(30)


@contextlib.contextmanager
def shop(program, days, abroad=False, start=None):
    """A server and a simulator that have sold for so many days, and end with the block."""
    with served(program, start or datetime.date.today() - datetime.timedelta(days=days)) as made:
        made.sell(days, abroad)
        yield made


def sign_in(page, server, name, password):
    """Signs a person in by the form."""
    page.goto(server + "/console/sign-in")
    page.locator("input[name=name]").fill(name)
    page.locator("input[name=password]").fill(password)
    page.locator("form button").first.click()
    page.wait_for_load_state()
