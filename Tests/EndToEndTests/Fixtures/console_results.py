# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""The outcome of each of the 60 acceptance checks of the console: how often it was looked at, and what was wrong.

A check that no one looked at is listed as not run. Where a Swift test looks at it instead, that test is named, and must exist.
"""

import collections
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2]

TITLES = dict(enumerate("""axe finds nothing, light and dark, wide and narrow
every focused element shows an outline
no focused element is covered
the first Tab skips to the content
the order of focus is the order on the page
dialogs keep the focus, close with Esc and give it back
each canvas has a text and a table
targets are large enough
200 % of text and 400 % of zoom lose nothing
nothing moves with less motion
forced colors keep states apart
the heat map has enough contrast
headings, landmarks and titles
shortcuts leave fields alone and can be switched off
no page is wider than the screen
the longest names and amounts fit
no text is cut
no two texts overlap on a phone
no text of the other language
both languages have the same parts
buttons and menu items take one line
nothing leaves its card
each currency has its decimals
lengths of time have at most two units
pages look as approved
charts print as tables
everything works without script
the content security policy holds
no style, handler or request of another origin
a form without its secret changes nothing
each role sees what it may do
no secret is shown twice
hostile names stay text
erasing asks for the identifier, reading asks for nothing
the root leads here, and unknown pages are pages
numbers equal the API and the books
evidence adds up to its number
states are the states before them, with what came and went
axes have each bucket once
conversions are amounts times the named rates
a ratio of a week is made of sums
comparisons are the same question moved
files have the rows of their pages
badges count their lists
tabs count their rows
an earlier day shows what was then
lanes are the periods of the transactions
the timeline groups every step once
a late document changes a figure and is named
search finds by a part, jumps on the whole
search by keyboard
the same address shows the same rows
no parameter makes a page fail
long work shows progress, is canceled and ends in a result
a change shows within two seconds and moves nothing
pages answer within 200 ms
pages are small and need few requests
a large file begins at once and needs little memory
the simulator asks before it erases, and saves
what the simulator copies and decodes is true""".splitlines(), 1))

# Checks that a test in Swift looks at: the file, and the test's name.
ELSEWHERE = {
    30: ("ConsoleSignInTests.swift", "a form without the session's secret, or from another site, changes nothing"),
    31: ("ConsoleRoleTests.swift", "every page and act asks for its role, and whoever is not signed in gets nowhere"),
    32: ("ConsoleShellTests.swift", "search finds a part in any case, jumps on an identifier and looks no secret up"),
    33: ("ConsoleRoleTests.swift", "a hostile customer's name is shown and never run"),
    34: ("PageTests.swift", "every form that changes something carries the session's secret and wants a tick"),
    37: ("ConsoleEvidenceTests.swift", "the purchases behind a number add up to it, for every measure and bucket"),
    42: ("ConsoleChartsTests.swift", "every chart equals the interface, in every resolution, and the comparison is the same chart moved"),
    46: ("ConsoleDeveloperTests.swift", "the customer page shows an earlier day without actions"),
    48: ("TimelineGroupTests.swift", "one renewal is one group, and every step is in exactly one"),
}


class Results:
    """Counts the looks at each check and remembers what was wrong."""

    def __init__(self):
        self.looks, self.wrong = collections.Counter(), collections.defaultdict(list)

    def note(self, number, place, found):
        """A look at a check: a line for each thing that is wrong, none where all is well."""
        self.looks[number] += 1
        for each in found if isinstance(found, list) else [found]:
            self.wrong[number].append(f"{place}: {each}")

    def expect(self, number, place, holds, text):
        self.note(number, place, [] if holds else [text])

    @property
    def failed(self):
        return sorted(self.wrong)

    @staticmethod
    def test_of(number):
        file, name = ELSEWHERE[number]
        found = [path for path in TESTS.rglob(file) if f"`{name}`" in path.read_text()]
        return f"{file}: {name}" if found else None

    def report(self, planned=None):
        """Prints the 60 checks, what was wrong with each, and whether all that were run hold."""
        print("\nThe acceptance checks of the console:")
        counts = collections.Counter()
        for number, title in TITLES.items():
            if self.wrong[number]:
                state = f"FAILED, {len(self.wrong[number])} of {self.looks[number]} looks"
            elif self.looks[number]:
                state = f"ok, {self.looks[number]} looks"
            elif number in ELSEWHERE and self.test_of(number):
                state = "NOT RUN here; the test is " + self.test_of(number)
            else:
                state = "NOT RUN"
            counts[state.split(",")[0].split(";")[0]] += 1
            print(f"  {number:2}  {title}: {state}")
            for each in self.wrong[number][:6]:
                print(f"        {each}"[:400])
            if len(self.wrong[number]) > 6:
                print(f"        and {len(self.wrong[number]) - 6} more")
        for number in sorted(set(self.wrong) - set(TITLES)):
            print(f"  {number}: {self.wrong[number]}")
        missing = [number for number in planned or [] if not self.looks[number]]
        print("  " + ", ".join(f"{count} {state}" for state, count in sorted(counts.items())))
        if missing:
            print(f"  planned and not run: {missing}")
        return not any(self.wrong.values()) and not missing
