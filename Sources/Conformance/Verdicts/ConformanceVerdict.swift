// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
package import AppStoreTypes
package import FoundationEssentials

/// What a server answered about one entitlement.
package struct AnsweredEntitlement: Hashable, Sendable {
    /// The product, or the server's own name of the entitlement.
    package var name: String
    /// The end, where the server answers one.
    package var until: Date?

    /// Makes an answer.
    package init(_ name: String, until: Date?) {
        self.name = name
        self.until = until
    }
}

/// What a server reported.
package struct AnsweredEvent: Hashable, Sendable {
    /// The identifier, by which receivers drop repeated deliveries.
    package var id: String?
    /// The kind; `nil` for a type that the adapter does not map.
    package var kind: ConformanceEventKind?
    /// The transaction.
    package var transaction: TransactionID?
    /// How many were bought, where the server says so.
    package var quantity: Int?

    /// Makes an event.
    package init(id: String?, kind: ConformanceEventKind?, transaction: TransactionID?, quantity: Int?) {
        self.id = id
        self.kind = kind
        self.transaction = transaction
        self.quantity = quantity
    }
}

/// Compares a server's answers with the App Store's books.
package struct ConformanceVerdict: Sendable {
    /// The products and the names that the server answers for them.
    package var names: [ConformanceProduct: [String]]
    /// Whether the server answers the ends of entitlements.
    package var comparesEnds: Bool
    /// The kinds of events that the server reports.
    package var kinds: Set<ConformanceEventKind>

    /// Makes the comparison for a server.
    package init(names: [ConformanceProduct: [String]], comparesEnds: Bool, kinds: Set<ConformanceEventKind>) {
        self.names = names
        self.comparesEnds = comparesEnds
        self.kinds = kinds
    }

    /// How far a server's date may be from Apple's, in seconds: some store whole seconds.
    private static let tolerance = 1.5

    /// What is wrong with a customer's entitlements; empty when nothing is.
    package func problems(
        _ customer: String,
        expected: ConformancePlay.ExpectedEntitlements,
        answered: [AnsweredEntitlement]
    ) -> [String] {
        var wanted: [String: Date?] = [:]
        for (product, until) in expected {
            for name in names[product] ?? [] {
                guard let before = wanted[name] else {
                    wanted[name] = .some(until)
                    continue
                }
                wanted[name] = .some(before.flatMap { before in until.map { max(before, $0) } })
            }
        }
        let relevant = Set(names.filter { $0.key.isEntitlement }.values.joined())
        var found: [String: Date?] = [:]
        for answer in answered where relevant.contains(answer.name) {
            if let before = found[answer.name], let before, let until = answer.until, until <= before { continue }
            found[answer.name] = .some(answer.until)
        }
        var problems: [String] = []
        for (name, until) in wanted.sorted(by: { $0.key < $1.key }) {
            guard let answer = found[name] else {
                problems.append("\(customer) lacks \(name)" + (until.map { " until \(Self.text($0))" } ?? ""))
                continue
            }
            guard comparesEnds, !Self.isSame(answer, until) else { continue }
            let (actual, should) = (answer.map(Self.text) ?? "without an end", until.map(Self.text) ?? "without an end")
            problems.append("\(customer) has \(name) until \(actual), not \(should)")
        }
        for name in found.keys.sorted() where wanted[name] == nil {
            problems.append("\(customer) has \(name), which nothing gives")
        }
        return problems
    }

    /// What is wrong with the events of a row; empty when nothing is.
    ///
    /// - Parameters:
    ///   - play: What happened.
    ///   - fault: What went wrong on the way.
    ///   - answered: The events that the server reported.
    /// - Returns: The problems.
    package func problems(
        of play: ConformancePlay,
        under fault: ConformanceFault,
        answered: [AnsweredEvent]
    ) -> [String] {
        guard !kinds.isEmpty else { return [] }
        var seen: Set<String> = []
        var found: [ConformanceEvent: Int] = [:]
        var problems: [String] = []
        let (quantities, lapsed) = (play.quantities, play.lapsed)
        for event in answered {
            guard let kind = event.kind, kinds.contains(kind), let transaction = event.transaction,
                let quantity = quantities[transaction]
            else { continue }
            // A receiver drops what it has seen, so a repeated identifier does not count.
            if let id = event.id, !seen.insert(id).inserted { continue }
            found[ConformanceEvent(Self.name(kind, under: fault), transaction), default: 0] += 1
            if kind == .purchased, let answer = event.quantity, answer != quantity {
                problems.append("the purchase event of \(transaction) says \(answer) items, not \(quantity)")
            }
        }
        var wanted: [ConformanceEvent: Int] = [:]
        for event in play.events where kinds.contains(event.kind) {
            wanted[ConformanceEvent(Self.name(event.kind, under: fault), event.transaction), default: 0] += 1
        }
        for event in Set(wanted.keys).union(found.keys).sorted() {
            let (actual, should) = (found[event] ?? 0, wanted[event] ?? 0)
            // The kit plays months in a moment: a server that ends periods by its own clock reports the end of one that
            // is over before Apple's next document arrives.
            if actual > should, event.kind == .expired, lapsed.contains(event.transaction) { continue }
            if actual < should, Self.mayBeMissing(event, play, under: fault) { continue }
            guard actual != should else { continue }
            problems.append("\(event.description): reported \(actual) times, not \(should)")
        }
        return problems
    }

    /// Without Apple's notification, or before it, a server cannot know why a period began.
    private static func name(_ kind: ConformanceEventKind, under fault: ConformanceFault) -> ConformanceEventKind {
        let isPeriod = [.started, .resubscribed, .renewed, .recovered, .upgraded].contains(kind)
        return isPeriod && !fault.isInOrder ? .renewed : kind
    }

    /// Whether an event may be missing because the server learned of it too late, or never.
    private static func mayBeMissing(
        _ event: ConformanceEvent,
        _ play: ConformancePlay,
        under fault: ConformanceFault
    ) -> Bool {
        if fault == .lost { return true }
        guard !fault.isInOrder else { return false }
        // A newer document has undone it already.
        let isReversed = play.events.contains(ConformanceEvent(.refundReversed, event.transaction))
        return event.kind == .expired || isReversed && [.refunded, .refundReversed].contains(event.kind)
    }

    private static func isSame(_ left: Date?, _ right: Date?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return abs(left.timeIntervalSince(right)) <= tolerance
    }

    /// A date in the form of a problem.
    package static func text(_ date: Date) -> String { date.formatted(.iso8601) }
}
