# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""Checks that hold for every page of the console: structure, keyboard, layout, language, script and security.

Each check has the number that it has in the specification of the console, and returns what it found wrong on a page.
"""

import base64
import re

from axe_playwright_python.sync_playwright import Axe
from console_results import Results

# Pages of charts besides those in the list of the checks.
CHARTS = [
    "/charts/cohorts", "/charts/cohorts?mode=share", "/charts/revenue-by-kind?res=fiscal",
    "/charts/one-time-purchases?by=kind&res=month", "/charts/subscription-status?res=week",
    "/charts/active?by=region&res=week", "/charts/churn-reasons?res=week", "/charts/renewal-rate?by=group&res=month",
    "/charts/billing-recovery?res=week", "/charts/offers?by=period&res=month", "/charts/offer-conversion?res=month",
    "/charts/price-consents", "/charts/price-effect?by=product", "/charts/ending-trials", "/charts/trials-movement?res=week",
    "/charts/paying-customers?res=week", "/charts/new-paying-customers?res=month", "/charts/new-customers?res=week",
    "/charts/active-customers?res=week", "/charts/active-customers?by=storefront&res=month",
    "/charts/conversion-to-paying?res=month", "/charts/refund-requests?last=12m&res=month",
    "/charts/purchase-failures?res=month", "/charts/purchase-failures?by=region&res=week",
]

# Words that are the same in Chinese: names, units, codes, what an app or a customer named.
LATIN = re.compile(
    r"US\$|\b(Purser|SQLite|PostgreSQL|development|introductory|Apple|App|Store|Connect|Server|API|SDK|CSV|JSON|URL|UTC|ID|MRR|ARR|ARPPU|LTV|Webhook|Webhooks|Token|OCSP|HTTP|HTTPS|HMAC|"
    r"curl|Esc|Enter|SHA|ECB|TOTP|GiB|KiB|MiB|StoreKit|verifyReceipt|Storekit|storekit|USD|EUR|JPY|GBP|KRW|CNY|BHD|USA|DEU|JPN|CHN|GBR|KOR|Coffee|club|M\d+|P\d+[DWMY]|N|A|PT|GET|POST|PUT|g|h|c|r|o|w|s|x)\b"
)

STRUCTURE = """() => {
  const wrong = [];
  if (document.querySelectorAll('h1').length !== 1) wrong.push('headings of the first level: ' + document.querySelectorAll('h1').length);
  let last = 1;
  for (const heading of document.querySelectorAll('main h1, main h2, main h3, main h4')) {
    const level = +heading.tagName[1];
    if (level > last + 1) wrong.push('a level is skipped before ' + heading.textContent.trim().slice(0, 40));
    last = level;
  }
  for (const name of ['header', 'nav', 'main', 'footer']) if (!document.querySelector(name)) wrong.push('no ' + name);
  return wrong;
}"""

# Each canvas has a name, and a table with the same numbers, as many as it draws.
CANVASES = """() => [...document.querySelectorAll('canvas[data-chart]')].flatMap((canvas) => {
  const data = JSON.parse(canvas.dataset.chart), rows = canvas.closest('section')?.querySelectorAll('table tbody tr').length ?? 0;
  const drawn = data.labels.length;
  return canvas.getAttribute('aria-label') && rows === drawn ? [] : [`${canvas.getAttribute('aria-label')}: ${drawn} drawn, ${rows} in the table`];
})"""

MARKUP = """() => {
  const wrong = [];
  for (const element of document.querySelectorAll('*')) {
    for (const attribute of element.attributes) {
      if (attribute.name.startsWith('on')) wrong.push(element.tagName + ' has ' + attribute.name);
      // The library of the charts sizes its canvas.
      if (attribute.name === 'style' && element.tagName !== 'CANVAS') wrong.push(element.tagName + ' has a style of its own');
    }
  }
  return wrong;
}"""

TARGETS = """(isPhone) => {
  const wrong = [];
  for (const element of document.querySelectorAll('a, button, summary, input:not([type=hidden]), select, textarea')) {
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) || element.closest('.visually-hidden, .skip')) continue;
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    const isBox = element.matches('.btn:not(.btn-link), .form-control, .form-select');
    const least = isPhone && isBox ? 40 : 24;
    // A link within a sentence or a cell has the height of its line.
    const isText = (element.matches('a') || element.matches('.btn-link')) && getComputedStyle(element).display.startsWith('inline');
    const isTick = element.matches('[type=checkbox], [type=radio]') && element.closest('label, .form-check');
    if (isText || isTick) continue;
    if (box.height < least - 0.5 || box.width < 24 - 0.5) {
      wrong.push(`${element.tagName}.${element.className} ${element.textContent.trim().slice(0, 30)}: ${Math.round(box.width)}x${Math.round(box.height)}`);
    }
  }
  return wrong;
}"""

CUT = """() => {
  const wrong = [];
  for (const element of document.querySelectorAll('main *, nav *')) {
    const style = getComputedStyle(element);
    if (!['hidden', 'clip'].includes(style.overflowX) || element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0) continue;
    if (element.closest('.visually-hidden, svg') || element.title || !element.textContent.trim()) continue;
    wrong.push(`${element.tagName}.${element.className} ${element.textContent.trim().slice(0, 40)}`);
  }
  return wrong;
}"""

OUTSIDE = """() => {
  const wrong = [];
  for (const card of document.querySelectorAll('.card-like, .number, .facts > div')) {
    const box = card.getBoundingClientRect();
    for (const child of card.querySelectorAll('*')) {
      if (child.closest('.scroll, .bar-scrolls, .visually-hidden, svg, .sheet, pre, canvas, .numbers-scroll') || !child.checkVisibility()) continue;
      const own = child.getBoundingClientRect();
      if (own.width && (own.right > box.right + 1 || own.left < box.left - 1)) {
        wrong.push(`${child.tagName}.${child.className} ${child.textContent.trim().slice(0, 30)} leaves its card`);
      }
    }
  }
  return wrong;
}"""

OVERLAPS = """() => {
  const boxes = [], wrong = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.textContent.trim() || !parent.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
    if (parent.closest('.visually-hidden, .skip, option, svg, .scroll, .bar-scrolls, .numbers-scroll, .tabs, header')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 1 && box.height > 1) boxes.push([box, node.textContent.trim().slice(0, 30), node]);
  }
  for (let one = 0; one < boxes.length; one++) for (let other = one + 1; other < boxes.length; other++) {
    const [a, b] = [boxes[one][0], boxes[other][0]];
    if (boxes[one][2] === boxes[other][2]) continue;
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left), height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (width > 2 && height > 6) wrong.push(`${boxes[one][1]} / ${boxes[other][1]}`);
  }
  return wrong;
}"""

TEXTS = """() => {
  const texts = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    // What people and apps named, codes and the other language's button are not words of the interface.
    if (parent.closest('code, pre, script, kbd, .language, [lang]:not(html), option, td, .crumbs, h1, .account, .scope, .ids, .steps, .groups, svg, .sum th')) continue;
    const text = walker.currentNode.textContent.trim();
    if (text) texts.push(text);
  }
  return texts;
}"""

SHIFT = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value; })
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(sum), 50);
})"""

COUNTS = """() => ({
  links: document.querySelectorAll('main a, nav a').length, buttons: document.querySelectorAll('main button').length,
  columns: [...document.querySelectorAll('main table')].map((table) => table.querySelectorAll('thead th').length).join(','),
})"""

# Two frames later the page is drawn as it is now.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

# The element that has the focus, in the middle of the window, and where it is.
FOCUSED = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  element.scrollIntoView({ block: 'center', inline: 'nearest' });
  const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
  window.purserFocused = element;
  return { kind: element.tagName + '.' + element.className + ' in ' + (element.parentElement?.className ?? ''),
    text: element.textContent.trim().slice(0, 30), x: box.x, y: box.y, width: box.width, height: box.height };
}"""

# Each element that has the focus shows it, and nothing that sticks to the top covers it.
FOCUS = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const style = getComputedStyle(element), box = element.getBoundingClientRect();
  const name = `${element.tagName}.${element.className} ${(element.textContent || element.name || '').trim().slice(0, 30)}`;
  if (!(style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2)) return { name, wrong: 'shows no focus' };
  if (box.width && !element.closest('header, .skip')) {
    const bar = document.querySelector('header.top'), top = bar && getComputedStyle(bar).position === 'sticky' ? bar.getBoundingClientRect() : null;
    if (top && box.top < top.bottom - 1 && box.bottom > top.top && box.right > top.left && !element.closest('nav')) return { name, wrong: 'is below the bar' };
  }
  return { name };
}"""

# How many pixels differ by 3:1 and more between two pictures of the same place: an outline that can be seen.
SEEN = """async ([one, other]) => {
  const pixels = [];
  for (const picture of [one, other]) {
    const image = new Image();
    image.src = 'data:image/png;base64,' + picture;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height), drawing = canvas.getContext('2d');
    drawing.drawImage(image, 0, 0);
    pixels.push(drawing.getImageData(0, 0, image.width, image.height).data);
  }
  const light = (data, at) => [0, 1, 2].reduce((sum, part) => {
    const value = data[at + part] / 255;
    return sum + [.2126, .7152, .0722][part] * (value <= .03928 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4);
  }, 0);
  let count = 0;
  for (let at = 0; at < Math.min(pixels[0].length, pixels[1].length); at += 4) {
    const [low, high] = [light(pixels[0], at), light(pixels[1], at)].sort((a, b) => a - b);
    if ((high + .05) / (low + .05) >= 3) count += 1;
  }
  return count;
}"""

# Twice the size for each text, as a browser that enlarges text alone.
LARGE = """() => {
  const all = [...document.querySelectorAll('body, body *')].map((element) => [element, parseFloat(getComputedStyle(element).fontSize)]);
  for (const [element, size] of all) element.style.fontSize = 2 * size + 'px';
}"""

HEAT = """() => {
  const light = (text) => {
    const [r, g, b] = text.match(/[\\d.]+/g).map(Number).map((value) => { const part = value / 255; return part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4; });
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const wrong = [];
  const table = document.querySelector('table.heat tbody tr');
  for (let shade = 0; shade <= 20; shade++) {
    const cell = document.createElement('td');
    cell.className = 'h' + shade; table.append(cell);
    const style = getComputedStyle(cell), pair = [light(style.color), light(style.backgroundColor)].sort((one, other) => other - one);
    const contrast = (pair[0] + .05) / (pair[1] + .05);
    if (contrast < 4.5) wrong.push(`shade ${shade}: ${contrast.toFixed(2)}`);
    cell.remove();
  }
  return wrong;
}"""


class Checks:
    """The checks of every page, on a page of a person who is signed in."""

    def __init__(self, page, server, language, names=(), results=None):
        self.page, self.server, self.language, self.names = page, server, language, names
        self.results, self.requests = results or Results(), []
        self.note, self.expect = self.results.note, self.results.expect
        # What a page asks for later, to stay current, is not part of loading it.
        page.on("request", lambda request: None if request.resource_type in ("fetch", "eventsource") else self.requests.append(request.url))
        self.violations = []
        page.on("console", lambda entry: self.violations.append(entry.text) if "Content Security" in entry.text else None)

    def visit(self, place):
        self.requests.clear()
        answer = self.page.goto(self.server + "/console" + place)
        self.page.wait_for_load_state()
        return answer

    def structure(self, places):
        """7, 8, 13, 17, 22, 24, 28, 29, 57: headings, landmarks, titles, markup, requests and sizes."""
        titles = {}
        # The icon is asked for once, some time after the first page.
        self.visit("")
        self.page.wait_for_timeout(500)
        for place in places:
            answer = self.visit(place)
            self.note(13, place, self.page.evaluate(STRUCTURE))
            titles.setdefault(self.page.title(), []).append(place)
            self.note(29, place, self.page.evaluate(MARKUP))
            foreign = [url for url in self.requests if not url.startswith(self.server)]
            self.note(29, place, [f"asks {url}" for url in foreign])
            policy = answer.headers.get("content-security-policy", "")
            self.expect(28, place, "default-src 'none'" in policy and "unsafe" not in policy, "the policy is " + policy)
            self.note(28, place, self.violations[:])
            self.violations.clear()
            size, loaded = len(answer.body()), [url for url in self.requests]
            self.expect(57, place, size <= 120_000, f"{size} bytes of HTML")
            self.expect(57, place, len(loaded) <= 6, f"{len(loaded)} requests: {loaded}")
            shift = self.page.evaluate(SHIFT)
            self.expect(57, place, shift <= 0.02, f"the layout shifts by {shift:.3f}")
            if self.page.locator("canvas").count():
                self.note(7, place, self.page.evaluate(CANVASES))
            long = re.findall(r"\b(?:\d{4,}|1[2-9]\d|[2-9]\d\d)(?:\.\d+)? s\b", self.page.locator("main").inner_text())
            self.note(24, place, long)
            self.note(17, place, self.page.evaluate(CUT))
            self.note(22, place, self.page.evaluate(OUTSIDE))
            self.note(8, place, self.page.evaluate(TARGETS, False))
        for title, own in titles.items():
            self.expect(13, own, len({place.split("?")[0] for place in own}) == 1, f"all are titled {title}")

    def phone(self, places):
        """8, 15, 17, 18: a phone of 390 pixels."""
        self.page.set_viewport_size({"width": 390, "height": 844})
        for place in places:
            self.visit(place)
            wide = self.page.evaluate("document.documentElement.scrollWidth")
            self.expect(15, place, wide <= 390, f"{wide} wide")
            self.note(8, place, self.page.evaluate(TARGETS, True))
            self.note(17, place, self.page.evaluate(CUT))
            self.note(18, place, self.page.evaluate(OVERLAPS))
        # 400 % of 1,280 pixels.
        self.page.set_viewport_size({"width": 320, "height": 640})
        for place in places:
            self.visit(place)
            wide = self.page.evaluate("document.documentElement.scrollWidth")
            self.expect(9, place, wide <= 320, f"{wide} wide on 320")
        self.page.set_viewport_size({"width": 1440, "height": 900})

    def large_text(self, places):
        """9: with all text at 200 %, nothing is cut, covered or wider than the screen."""
        self.page.set_viewport_size({"width": 1280, "height": 1024})
        for place in places:
            self.visit(place)
            self.page.evaluate(LARGE)
            wide = self.page.evaluate("document.documentElement.scrollWidth")
            self.expect(9, place, wide <= 1280, f"{wide} wide with text at 200 %")
            self.note(9, place, [f"cut at 200 %: {each}" for each in self.page.evaluate(CUT)])
            self.note(9, place, [f"overlap at 200 %: {each}" for each in self.page.evaluate(OVERLAPS)])
        self.page.set_viewport_size({"width": 1440, "height": 900})

    def focus_pictures(self, browser, places):
        """2: the picture of each focused element differs from that without the focus by an outline of 3:1 and more."""
        blank, known = browser.new_context().new_page(), set()
        for scheme in ["light", "dark"]:
            self.page.emulate_media(color_scheme=scheme)
            for place in places:
                self.visit(place)
                self.page.keyboard.press("Tab")
                for _ in range(60):
                    self.page.keyboard.press("Tab")
                    found = self.page.evaluate(FOCUSED)
                    if found is None:
                        break
                    is_seen = 0 <= found["y"] < 890 and 0 <= found["x"] < 1430 and found["width"] >= 4 and found["height"] >= 4
                    if (scheme, found["kind"]) in known or not is_seen:
                        continue
                    known.add((scheme, found["kind"]))
                    least, pixels, is_connected = 0, 0, True
                    # The page may have been drawn again, or moved, between the two pictures.
                    for _ in range(5):
                        self.page.evaluate(DRAWN)
                        found = self.page.evaluate(FOCUSED) or found
                        left, top = max(0, found["x"] - 8), max(0, found["y"] - 8)
                        clip = {"x": left, "y": top, "width": min(found["width"] + 16, 1440 - left), "height": min(found["height"] + 16, 900 - top)}
                        # Two pixels around the element; half of them where a neighbor or the edge of a region covers some.
                        least = clip["width"] + clip["height"] - 32
                        focused = base64.b64encode(self.page.screenshot(clip=clip)).decode()
                        self.page.evaluate("window.purserFocused.blur()")
                        without = base64.b64encode(self.page.screenshot(clip=clip)).decode()
                        is_connected = self.page.evaluate("window.purserFocused.focus({ preventScroll: true }), window.purserFocused.isConnected")
                        pixels = blank.evaluate(SEEN, [focused, without])
                        if not is_connected or pixels >= 2 * least:
                            break
                    # A part of the page that was brought up to date meanwhile has another element.
                    if not is_connected:
                        known.discard((scheme, found["kind"]))
                        continue
                    self.expect(2, f"{place} {scheme}", pixels >= 2 * least, f"{found['kind']} {found['text']}: {pixels} pixels, not {2 * least:.0f}")
        blank.context.close()
        self.page.emulate_media(color_scheme="light")

    def keyboard(self, places):
        """2, 3, 4, 14, 51: the focus shows and leads in order; shortcuts."""
        for place in places:
            self.visit(place)
            self.page.keyboard.press("Tab")
            first = self.page.evaluate("document.activeElement.className")
            self.expect(4, place, first == "skip", "the first key does not lead to the content")
            self.page.keyboard.press("Enter")
            focused = self.page.evaluate("document.activeElement.id")
            self.expect(4, place, focused == "main", "the link does not move the focus to the content")
            for _ in range(40):
                self.page.keyboard.press("Tab")
                seen = self.page.evaluate(FOCUS)
                if seen and "wrong" in seen:
                    # The page may still be moving to the element.
                    self.page.evaluate(DRAWN)
                    seen = self.page.evaluate(FOCUS)
                if seen is None:
                    break
                wrong = seen.get("wrong", "")
                self.expect(2, place, "shows" not in wrong, f"{seen['name']} {wrong}")
                self.expect(3, place, "below" not in wrong, f"{seen['name']} {wrong}")
        self.visit("")
        self.page.keyboard.press("/")
        self.expect(51, "", self.page.evaluate("document.activeElement.id") == "q", "the slash does not lead to the search")
        self.page.keyboard.type("g c /")
        self.expect(14, "", self.page.locator("#q").input_value() == "g c /", "a shortcut works inside a field")
        self.page.locator("main").focus()
        self.page.evaluate("localStorage.setItem('purser-shortcuts', 'off')")
        self.page.keyboard.press("/")
        self.expect(14, "", self.page.evaluate("document.activeElement.id") != "q", "a shortcut works although all are off")
        self.page.evaluate("localStorage.removeItem('purser-shortcuts')")
        self.page.keyboard.press("g")
        self.page.keyboard.press("c")
        self.page.wait_for_url(re.compile("/console/customers"))

    def languages(self, places):
        """19, 20, 21: no text of the other language, and the same parts in both."""
        counts = {}
        for language in [self.language, "zh" if self.language == "en" else "en"]:
            if language != self.language:
                self.visit("")
                self.page.locator(".language button").first.click()
                self.page.wait_for_load_state()
            for place in places:
                self.visit(place)
                is_chinese = language == "zh"
                self.note(19, place, [])
                for text in self.page.evaluate(TEXTS):
                    if is_chinese:
                        rest = re.sub("|".join(map(re.escape, self.names)) or "$^", " ", text)
                        rest = re.sub(r"[A-Za-z0-9.:/-]*[._/:@-][A-Za-z0-9.:/-]*|#?[0-9][A-Za-z0-9]*", " ", LATIN.sub(" ", rest))
                        if re.search(r"[A-Za-z]{2,}", rest):
                            self.note(19, place, f"{language}: {text[:80]}")
                    elif re.search("[\u4e00-\u9fff]", text):
                        self.note(19, place, f"{language}: {text[:80]}")
                tall = self.page.evaluate("""() => [...document.querySelectorAll('main .btn, nav.side a')]
                    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height > 42)
                    .map((element) => element.textContent.trim())""")
                self.note(21, place, [f"{language}: {each} takes two lines" for each in tall])
                counts.setdefault(place, []).append(self.page.evaluate(COUNTS))
        for place, (one, other) in counts.items():
            # A word of a language is found in that language's names of pages.
            self.expect(20, place, one == other or "q=" in place, f"{one} {other}")
        self.visit("")
        self.page.locator(".language button").first.click()
        self.page.wait_for_load_state()

    def media(self, places):
        """10, 11, 12, 26: less motion, forced colors, the heat map in both themes, print."""
        self.page.emulate_media(reduced_motion="reduce")
        for place in places:
            self.visit(place)
            self.expect(10, place, not self.page.evaluate("document.getAnimations().length"), "something moves")
        self.page.emulate_media(reduced_motion="no-preference", forced_colors="active")
        self.visit("/customers")
        told = self.page.evaluate("""() => [...document.querySelectorAll('.tag, .side a[aria-current]')].slice(0, 5).map((element) => {
            const style = getComputedStyle(element); return style.borderStyle !== 'none' || style.outlineStyle !== 'none'; })""")
        self.expect(11, "/customers", told and all(told), f"not told apart: {told}")
        self.page.emulate_media(forced_colors="none")
        for scheme in ["light", "dark"]:
            self.page.emulate_media(color_scheme=scheme)
            for place in ["/charts/retention", "/charts/cohorts"]:
                self.visit(place)
                if self.page.locator("table.heat").count():
                    self.note(12, f"{place} {scheme}", self.page.evaluate(HEAT))
        self.page.emulate_media(color_scheme="light", media="print")
        self.visit("/charts/revenue")
        is_drawn = self.page.locator("nav.side").is_visible() or self.page.locator("main canvas").first.is_visible()
        self.expect(26, "/charts/revenue", not is_drawn, "the menu or a canvas is printed")
        self.expect(26, "/charts/revenue", self.page.locator("main table").first.is_visible(), "no table is printed")
        self.page.emulate_media(media="screen")

    def parameters(self, places):
        """53: nothing in an address makes a page fail."""
        odd = ["x", "", "-1", "0", "9" * 30, "%F0%9F%98%80", "%E2%80%AE", "2026-13-45", "%27%22%3Cscript%3E", "../..", "null", "1e999"]
        names = ["from", "until", "last", "res", "by", "vs", "cur", "in", "bucket", "measure", "product", "storefront", "offer",
                 "group", "period", "region", "store",
                 "page", "after", "before", "kind", "tab", "range", "steps", "at", "type", "customer", "q", "month", "only", "text", "mode", "view"]
        for place in places:
            path = place.split("?")[0]
            for turn, value in enumerate(odd):
                query = "&".join(f"{name}={odd[(turn + number) % len(odd)] if number % 3 else value}" for number, name in enumerate(names))
                answer = self.page.request.get(f"{self.server}/console{path}?{query}", max_redirects=0)
                # An app or environment that is not here is said to be missing; all else is the page or the way to it.
                is_page = answer.status in (200, 404) and "text/html" in answer.headers.get("content-type", "")
                self.expect(53, f"{path}?{query}", is_page or answer.status == 303, answer.status)

    def places_that_are_not(self):
        """35: the root leads here, and what is not there is a page."""
        answer = self.page.request.get(self.server + "/", max_redirects=0)
        self.expect(35, "/", answer.status == 303 and answer.headers["location"].startswith("/console"), answer.status)
        answer = self.page.request.get(self.server + "/console/nowhere")
        self.expect(35, "/console/nowhere", answer.status == 404 and "<nav" in answer.text(), answer.status)

    def without_script(self, browser, context, places):
        """27: each page shows its data without script."""
        plain = browser.new_context(java_script_enabled=False, viewport={"width": 1440, "height": 900}, storage_state=context.storage_state(),
                                    locale="zh-CN" if self.language == "zh" else "en-GB")
        page = plain.new_page()
        for place in places:
            page.goto(self.server + "/console" + place)
            is_shown = page.locator("main").inner_text().strip() != "" and page.locator("h1").count() == 1
            self.expect(27, place, is_shown, "nothing is shown without script")
        page.goto(self.server + "/console/charts/revenue")
        self.expect(27, "/charts/revenue", page.locator("main table").count(), "no table without script")
        plain.close()

    def numbers(self, browser, context, customer):
        """43, 45, 52: tabs count their rows, a file has the rows of its page, and an address always shows the same."""
        path = f"/customers/{customer}"
        self.visit(path)
        for link in self.page.locator("nav.tabs a").all():
            found = re.search(r"tab=(orders|transactions|balances|webhooks|audit)", link.get_attribute("href"))
            if found:
                count = int(re.search(r"(\d+)$", link.inner_text().replace(",", "")).group(1))
                other = context.new_page()
                other.goto(self.server + link.get_attribute("href"))
                rows = other.locator("#rows tbody tr").count()
                other.close()
                self.expect(45, path, rows == count, f"{found.group(1)}: {count} in the tab, {rows} rows")
        self.visit("/customers")
        names = [cell.strip() for cell in self.page.locator("main table tbody tr td:first-child").all_inner_texts()]
        lines = self.page.request.get(self.server + "/console/customers.csv").text().removeprefix("\ufeff").split("\r\n")
        listed = [line.split(",")[0] for line in lines[1:] if line]
        self.expect(43, "/customers", listed[:len(names)] == names, f"the page has {names[:3]}, the file {listed[:3]}")
        fresh = browser.new_context(storage_state=context.storage_state(), locale="zh-CN" if self.language == "zh" else "en-GB")
        other = fresh.new_page()
        for address in ["/customers?q=a", "/customers?bought=yes", "/charts/revenue?res=week&last=28d&by=product", "/charts/mrr?vs=year&res=month",
                        "/charts/active?from=2026-01-01&until=2026-03-01", "/events?type=purchase.completed", f"{path}?tab=orders",
                        f"{path}?kind=order&steps=all", "/payouts", "/charts/retention?mode=count",
                        "/charts/cohorts?mode=average", "/charts/conversion-to-paying?res=week",
                        "/charts/active?by=region&res=fiscal&kind=Auto-Renewable%20Subscription"]:
            self.visit(address)
            shown = self.page.locator("main").inner_text()
            other.goto(self.server + "/console" + address)
            self.expect(52, address, other.locator("main").inner_text() == shown, "another browser shows something else")
            self.page.reload()
            self.expect(52, address, self.page.locator("main").inner_text() == shown, "the same address shows something else")
        fresh.close()

    def longest(self, customer):
        """16: the longest identifier fits, on a phone and on a monitor."""
        for width in [390, 1440]:
            self.page.set_viewport_size({"width": width, "height": 900})
            for place in ["/customers?q=" + customer[:20], "/customers/" + customer, f"/customers/{customer}?tab=orders", "/events?customer=" + customer,
                          "/search?q=" + customer[:20]]:
                self.visit(place)
                wide = self.page.evaluate("document.documentElement.scrollWidth")
                self.expect(16, place[:40], wide <= width, f"{wide} wide on {width}")
                self.note(16, place[:40], self.page.evaluate(OUTSIDE))
        self.page.set_viewport_size({"width": 1440, "height": 900})

    def axe(self, places):
        """1: axe finds nothing, light and dark, on a monitor and a phone."""
        for scheme in ["light", "dark"]:
            for width in [1440, 390]:
                self.page.emulate_media(color_scheme=scheme)
                self.page.set_viewport_size({"width": width, "height": 900})
                for place in places:
                    self.visit(place)
                    violations = Axe().run(self.page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}).response["violations"]
                    self.note(1, f"{place} {scheme} {width}", [f"{each['id']}: {each['nodes'][0]['html'][:120]}" for each in violations])
        self.page.emulate_media(color_scheme="light")
        self.page.set_viewport_size({"width": 1440, "height": 900})

    def all(self, browser, context, places, customer, longest):
        """Runs every check of single pages."""
        places = list(dict.fromkeys([*places, *CHARTS]))
        self.page.set_viewport_size({"width": 1440, "height": 900})
        self.structure(places)
        self.phone(places)
        self.large_text(places)
        self.longest(longest)
        self.axe(places)
        # The rest does not depend on the language, or sees both.
        if self.language == "en":
            self.keyboard(places)
            self.focus_pictures(browser, places)
            self.languages(places)
            self.media(places)
            self.parameters(places)
            self.places_that_are_not()
            self.without_script(browser, context, places)
            self.numbers(browser, context, customer)
