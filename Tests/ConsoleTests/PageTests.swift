// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Console
import FoundationEssentials
import HTML
import Testing

@Suite struct PageTests {
    static let hostile = "<script>alert('x')</script>\" onload=\"x"

    static func frame(
        _ language: ConsoleLanguage = .english,
        role: ConsoleRole = .admin,
        trustsSimulator: Bool = false,
        name: String = "Coffee"
    ) -> PageContext {
        let scope = PageContext.Scope(app: "com.example.coffee", name: name, environment: "Production")
        return PageContext(
            language: language,
            user: "anna",
            role: role,
            csrf: "secret",
            scopes: [scope],
            scope: scope,
            trustsSimulator: trustsSimulator,
            now: Date(timeIntervalSince1970: 1_772_366_400),
            path: "/console"
        )
    }

    static func customer(_ name: String) -> CustomerPage {
        let scope = frame(name: name).scope
        return CustomerPage(
            id: name,
            created: nil,
            erased: nil,
            entitlements: [
                .init(
                    id: name,
                    scope: scope,
                    isActive: true,
                    since: nil,
                    until: nil,
                    rule: name,
                    product: name,
                    grant: name
                )
            ],
            holdings: [
                .init(
                    lineage: name,
                    scope: scope,
                    product: name,
                    state: name,
                    ends: nil,
                    willRenew: true,
                    storefront: name
                )
            ],
            conflicts: [
                .init(kind: name, entitlement: name, keptPurchase: name, redundantPurchase: name, advice: [name])
            ],
            signals: [name],
            counts: (1, 1),
            balances: [("Production", name, 3)],
            timelineEntries: [
                TimelineEntry(
                    instant: .distantPast,
                    matter: .event(
                        type: name,
                        product: name,
                        entitlements: [name],
                        reason: name,
                        deliveries: [.init(endpoint: name, state: name, attempts: 1, answer: name)]
                    ),
                    environment: name
                ),
                TimelineEntry(
                    instant: .distantFuture,
                    matter: .audit(actor: name, action: name, detail: name),
                    environment: name
                ),
                TimelineEntry(
                    instant: .distantFuture,
                    matter: .order(id: name, state: name, product: name, mover: name, note: name),
                    environment: name
                ),
            ],
            kind: nil,
            number: 1,
            hasMore: true,
            grantable: [name]
        )
    }

    @Test(
        arguments: [
            (-1, "0.0 KiB"), (0, "0.0 KiB"), (1023, "0.9 KiB"), (1024, "1.0 KiB"), (1_048_575, "1023.9 KiB"),
            (1_048_576, "1.0 MiB"), (1_610_612_736, "1.5 GiB"), (1 << 50, "1024.0 TiB"), (.max, "838860.7 TiB"),
        ] as [(Int64, String)]
    )
    func `an amount of bytes has the unit with the fewest digits`(bytes: Int64, text: String) {
        #expect(Self.frame().size(bytes) == text)
    }

    @Test func `running work shows how long it still takes, and not before that can be estimated`() {
        func bar(done: Int, after seconds: Double, _ language: ConsoleLanguage = .english) -> String {
            let frame = Self.frame(language)
            let job = JobSummary(
                id: "1",
                kind: "rebuild",
                scope: frame.scope,
                actor: "anna",
                began: frame.now.addingTimeInterval(-seconds),
                state: "running",
                done: done,
                total: 1000,
                message: nil
            )
            return JobsPage(jobs: [job]).page(in: frame).content.text
        }
        #expect(bar(done: 250, after: 100).contains("about 5 min left"))
        #expect(bar(done: 250, after: 100, .chinese).contains("约剩 5 分钟"))
        #expect(bar(done: 10, after: 60).contains("about 1 h 39 min left"))
        for (done, seconds) in [(0, 100.0), (9, 100), (250, 9), (1000, 100)] {
            #expect(!bar(done: done, after: seconds).contains(" left<"))
        }
    }

    @Test(arguments: ConsoleLanguage.allCases)
    func `a hostile name never becomes markup`(language: ConsoleLanguage) {
        let frame = Self.frame(language, name: Self.hostile)
        let text = Self.customer(Self.hostile).page(in: frame).document(in: frame)
        #expect(!text.contains("<script>alert"))
        #expect(!text.contains("\" onload"))
        #expect(text.contains("&lt;script&gt;alert(&#39;x&#39;)"))
        let search = SearchPage(
            text: Self.hostile,
            hits: [.init(kind: .customer, name: Self.hostile, detail: Self.hostile, path: nil, customer: Self.hostile)],
            canAskApple: true
        )
        #expect(!search.page(in: frame).document(in: frame).contains("<script>alert"))
    }

    @Test func `no page holds a script, a style or a handler of its own`() {
        let frame = Self.frame()
        let pages = [
            Self.customer("anna").page(in: frame).document(in: frame),
            SignInPage(language: .chinese, token: "t", problem: "p", trustsSimulator: true, next: "/console").document,
        ]
        for page in pages {
            #expect(!page.contains("<style") && !page.contains(" style=") && !page.contains("javascript:"))
            #expect(page.matches(of: /<script(?! src=)/).isEmpty)
            #expect(page.matches(of: /\son[a-z]+=/).isEmpty)
        }
    }

    @Test func `each role sees what it may do`() {
        func page(_ role: ConsoleRole) -> String {
            let frame = Self.frame(role: role)
            return Self.customer("anna").page(in: frame).document(in: frame)
        }
        #expect(!page(.viewer).contains("/console/actions/"))
        #expect(page(.support).contains("/console/actions/grant") && !page(.support).contains("/console/actions/erase"))
        #expect(page(.admin).contains("/console/actions/erase") && page(.admin).contains("/console/team"))
    }

    @Test func `every form that changes something carries the session's secret and wants a tick`() {
        let frame = Self.frame()
        let text = Self.customer("anna").page(in: frame).document(in: frame)
        let forms = text.split(separator: "<form ").dropFirst().filter { $0.hasPrefix("method=\"post\"") }
        #expect(forms.count > 5)
        for form in forms {
            let body = form.split(separator: "</form>").first ?? ""
            #expect(body.contains("name=\"csrf\" value=\"secret\""))
            // A note changes nothing for the customer.
            if body.contains("/console/actions/"), !body.contains("-note\"") {
                #expect(body.contains("name=\"confirm\"") && body.contains("required"))
            }
        }
    }

    @Test func `a trusted simulator is on every page`() {
        let frame = Self.frame(trustsSimulator: true)
        #expect(Page("x", .empty).document(in: frame).contains("class=\"banner\""))
        #expect(!Page("x", .empty).document(in: Self.frame()).contains("class=\"banner\""))
    }

    @Test(
        arguments: [
            (1_990, "$1.99"), (0, "$0.00"), (-1_500, "−$1.50"), (1_234_567_891, "$1,234,567.891"),
            (12_005, "$12.005"),
        ] as [(Int64, String)]
    )
    func `money is written from its thousandths`(milliunits: Int64, text: String) {
        #expect(Self.frame().money(milliunits, "USD") == text)
    }

    @Test func `the language is the browser's first that is spoken here`() {
        #expect(ConsoleLanguage(accepting: "zh-CN,zh;q=0.9,en;q=0.8") == .chinese)
        #expect(ConsoleLanguage(accepting: "fr-FR, en;q=0.5, zh;q=0.4") == .english)
        #expect(ConsoleLanguage(accepting: nil) == .english)
    }
}
