// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

@Suite struct ObservedDivergenceTests {
    private let policy = ShadowPolicy(graceWindowSeconds: 3600)
    private let start = Date.utc("2026-05-20")

    /// A difference about a month that begins on a day of May.
    private func difference(_ day: Int = 1) throws -> Divergence {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2026-05-\(day)"), to: .utc("2026-06-\(day)"))
        let found = ShadowComparison(accounts: [CustomerAccount(purchases)])
            .divergences(from: ProviderAnswer(), asOf: start)
        return try #require(found.first)
    }

    private func observe(
        _ found: [Divergence],
        _ previous: [ObservedDivergence] = [],
        minutes: Double
    ) -> ObservedDivergence.Change {
        ObservedDivergence.observe(
            found,
            previous: previous,
            at: start.addingTimeInterval(minutes * 60),
            under: policy
        )
    }

    @Test func `a difference is pending until it outlasts the window`() throws {
        let found = [try difference()]
        var open = observe(found, minutes: 0).open
        #expect(open.map(\.state) == [.pending])
        open = observe(found, open, minutes: 59).open
        #expect(open.map(\.state) == [.pending])
        let change = observe(found, open, minutes: 60)
        #expect(change.open.map(\.state) == [.confirmed] && change.confirmed.count == 1)
        #expect(change.open.first?.firstSeenDate == start)
        #expect(observe(found, change.open, minutes: 61).confirmed.isEmpty)
    }

    @Test func `a delay that is over leaves no difference`() throws {
        let open = observe([try difference()], minutes: 0).open
        let change = observe([], open, minutes: 20)
        #expect(change.open.isEmpty && change.resolved.isEmpty && change.vanished == 1)
    }

    @Test func `a confirmed difference that is gone is resolved`() throws {
        let found = [try difference()]
        var open = observe(found, minutes: 0).open
        open = observe(found, open, minutes: 30).open
        open = observe(found, open, minutes: 61).open
        let change = observe([], open, minutes: 90)
        #expect(change.open.isEmpty && change.resolved.map(\.state) == [.resolved])
        #expect(change.resolved.first?.resolvedDate == start.addingTimeInterval(5400))
    }

    @Test func `delays of two different renewals do not add up`() throws {
        let open = observe([try difference(1)], minutes: 0).open
        let change = observe([try difference(2)], open, minutes: 59)
        #expect(change.open.first?.firstSeenDate == start.addingTimeInterval(59 * 60))
        #expect(observe([try difference(2)], change.open, minutes: 61).open.map(\.state) == [.pending])
    }

    @Test func `two looks that are farther apart than the window do not add up`() throws {
        let found = [try difference()]
        let open = observe(found, minutes: 0).open
        #expect(observe(found, open, minutes: 61).open.map(\.state) == [.pending])
    }

    @Test func `a confirmed difference stays one, whenever it is seen again and whatever was bought since`() throws {
        var open = observe([try difference(1)], minutes: 0).open
        open = observe([try difference(1)], open, minutes: 60).open
        let change = observe([try difference(2)], open, minutes: 10_000)
        #expect(change.open.map(\.state) == [.confirmed] && change.confirmed.isEmpty)
        #expect(change.open.map(\.firstSeenDate) == [start])
    }

    @Test func `of two that are stored of one entitlement the one seen first counts, or else the first`() throws {
        let pending = ObservedDivergence(try difference(), at: start)
        var confirmed = pending
        confirmed.state = .confirmed
        #expect(observe([], [confirmed, pending], minutes: 10).resolved.count == 1)
        #expect(observe([], [pending, confirmed], minutes: 10).resolved.isEmpty)
        confirmed.firstSeenDate = start.addingTimeInterval(-1)
        #expect(observe([], [pending, confirmed], minutes: 10).resolved.count == 1)
    }

    @Test(arguments: [(10_799.0, ObservedDivergence.State.pending), (10_800, .confirmed)])
    func `a team that sets no window waits for three hours`(seconds: Double, state: ObservedDivergence.State) throws {
        let found = [try difference()]
        let change = ObservedDivergence.observe(
            found,
            previous: observe(found, minutes: 0).open,
            at: start.addingTimeInterval(seconds),
            under: ShadowPolicy()
        )
        #expect(change.open.map(\.state) == [state])
    }

    @Test(arguments: [(0, 60), (240, 60), (243, 60), (244, 61), (10_800, 2700)])
    func `a pending difference is looked at four times in its window, but at most once a minute`(
        window: Int,
        seconds: Int
    ) {
        #expect(ShadowPolicy(graceWindowSeconds: window).recheckSeconds == seconds)
    }

    @Test func `a clock that was put back begins again`() throws {
        let found = [try difference()]
        let open = observe(found, minutes: 0).open
        let change = observe(found, open, minutes: -500)
        #expect(change.open.first?.firstSeenDate == start.addingTimeInterval(-30_000))
    }
}

@Suite struct ShadowReportTests {
    private let date = Date.utc("2026-06-20")

    private func report(
        _ classes: [ShadowReport.ClassSummary] = [],
        accepted: [DivergenceKind] = [],
        _ change: (inout ShadowReport.Progress) -> Void = { _ in }
    ) -> ShadowReport {
        var progress = ShadowReport.Progress(
            startedDate: .utc("2026-06-01"),
            lastRoundDate: .utc("2026-06-19"),
            customersInLastRound: 10,
            compared: 100
        )
        change(&progress)
        return ShadowReport(classes: classes, progress: progress, accepted: accepted, minimumDays: 14, date: date)
    }

    @Test func `a complete comparison without differences is a go`() {
        #expect(report().isGo)
    }

    @Test func `what the provider does wrong does not keep a team from leaving it`() {
        #expect(report([.init(kind: .missedRefund, confirmed: 3)]).isGo)
        #expect(report([.init(kind: .unknownPurchase, pending: 3, resolved: 4)]).isGo)
    }

    @Test(arguments: [
        (DivergenceKind.unknownPurchase, ShadowReport.Obstacle.blockingDifferences),
        (.unexplained, .blockingDifferences), ("of-a-later-version", .blockingDifferences),
        (.gracePeriod, .undecidedPolicies),
    ])
    func `what Purser lacks, what is unexplained and what is undecided stands against it until it is accepted`(
        kind: DivergenceKind,
        obstacle: ShadowReport.Obstacle
    ) {
        #expect(report([.init(kind: kind, confirmed: 1)]).obstacles == [obstacle])
        #expect(report([.init(kind: kind, confirmed: 1)], accepted: [kind]).isGo)
    }

    @Test func `an incomplete, young or failing comparison is a no-go`() {
        #expect(report { $0.lastRoundDate = nil }.obstacles == [.roundIncomplete])
        #expect(report { $0.customersInLastRound = 0 }.obstacles == [.noCustomers])
        #expect(report { $0.startedDate = .utc("2026-06-10") }.obstacles == [.tooEarly])
        #expect(report { $0.failuresInARow = 3 }.obstacles == [.providerFailing])
        #expect(report { $0.failedInLastRound = 1 }.obstacles == [.customersNotCompared])
        #expect(report { $0.dropped = 1 }.obstacles == [.tooManyDifferences])
    }

    @Test(arguments: [(-1, [.tooEarly]), (0, [])] as [(Double, [ShadowReport.Obstacle])])
    func `a comparison must have run for the whole of the last day`(
        seconds: Double,
        obstacles: [ShadowReport.Obstacle]
    ) {
        let begun = date.addingTimeInterval(-14 * 86_400 - seconds)
        #expect(report { $0.startedDate = begun }.obstacles == obstacles)
    }

    @Test func `the classes come in their order, foreign ones by name at the end, and equal ones as they were`() {
        let kinds: [DivergenceKind] = ["tomorrow", .lifetime, "someday", .unknownPurchase, .alias]
        let sorted = report(kinds.map { .init(kind: $0) } + [.init(kind: .alias, pending: 1)]).classes
        #expect(sorted.map(\.kind) == [.unknownPurchase, .alias, .alias, .lifetime, "someday", "tomorrow"])
        #expect(sorted.map(\.pending) == [0, 0, 1, 0, 0, 0])
    }

    @Test func `a summary or a progress of which nothing else is stated counts nothing`() {
        let summary = ShadowReport.ClassSummary(kind: .alias)
        #expect([summary.pending, summary.confirmed, summary.resolved, summary.customers] == [0, 0, 0, 0])
        let progress = ShadowReport.Progress(startedDate: date)
        #expect([progress.customersInLastRound, progress.compared, progress.failuresInARow] == [0, 0, 0])
        #expect([progress.failedInLastRound, progress.dropped] == [0, 0])
    }

    @Test func `each obstacle has its text in both languages`() {
        let obstacles = report([.init(kind: .alias, confirmed: 1), .init(kind: .endDate, confirmed: 1)]) {
            $0 = ShadowReport.Progress(startedDate: date, failuresInARow: 9, failedInLastRound: 1, dropped: 1)
        }.obstacles
        #expect(obstacles.count == 7)
        for obstacle in obstacles + [.noCustomers] {
            #expect(obstacle.text(in: "en") != obstacle.text(in: "zh-Hans"))
            #expect(obstacle.text(in: "en") != obstacle.rawValue)
        }
    }
}
