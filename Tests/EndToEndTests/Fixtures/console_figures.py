# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""Sells for some weeks at a running server and simulator, and compares every figure of the console with the simulator's books."""

import argparse
import datetime
import sys

from console_books import Comparison
from console_features import Features
from console_results import Results
from console_shop import RATES, Shop, sign_in
from playwright.sync_api import sync_playwright

DAYS = 40


def main():
    parser = argparse.ArgumentParser()
    for name in ["server", "simulator", "secret", "name", "password"]:
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    shop = Shop(options.server, options.simulator, options.secret, {"name": options.name, "password": options.password})
    shop.sell(DAYS, abroad=True)
    results = Results()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"], timeout=180000)
        page = browser.new_context(locale="en-GB", viewport={"width": 1440, "height": 900}).new_page()
        page.set_default_timeout(60000)
        sign_in(page, options.server, options.name, options.password)
        comparison = Comparison(shop, page, results.note)
        figures = comparison.all(comparison.today - datetime.timedelta(days=DAYS), comparison.today, RATES, is_long=False)
        features = Features(shop, page, results, "debug")
        features.lanes(["olivia", "half", "reverser"])
        features.past(["olivia", "half"], days=3)
        features.search_by_keyboard()
        features.late()
        browser.close()
    if not results.report([36, 38, 39, 40, 41, 46, 47, 49, 51]):
        sys.exit("the console differs from the books")
    print(f"all {figures} figures agree")


if __name__ == "__main__":
    main()
