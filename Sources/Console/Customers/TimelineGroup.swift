// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// What one cause led to: a renewal with its notification, transaction, order, entitlement and webhooks.
package struct TimelineGroup: Sendable {
    /// The steps, the first first.
    package private(set) var steps: [TimelineEntry]
    private var causes: Set<String>
    private var purchases: Set<String>

    private init(_ entry: TimelineEntry) {
        steps = [entry]
        causes = Set([entry.cause].compactMap(\.self))
        purchases = Set([entry.purchase].compactMap(\.self))
    }

    /// The instant of the last step.
    package var instant: Date { steps[steps.count - 1].instant }

    /// For how long later steps of the same cause belong together.
    private static let causeSpan: TimeInterval = 600
    /// For how long steps of one purchase belong together that name no cause.
    private static let purchaseSpan: TimeInterval = 60

    /// Groups entries; every entry is in exactly one group.
    ///
    /// The newest group comes first.
    package static func groups(of entries: [TimelineEntry]) -> [TimelineGroup] {
        var groups: [TimelineGroup] = []
        // What happened at one instant stays in the order of cause and effect in which entries are given.
        let sorted = entries.enumerated().sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }
        for (_, entry) in sorted {
            if let index = groups.lastIndex(where: { $0.accepts(entry) }), groups.count - index <= 8 {
                groups[index].add(entry)
            } else {
                groups.append(TimelineGroup(entry))
            }
        }
        for index in groups.indices { groups[index].order() }
        return groups.sorted { $0.instant > $1.instant }
    }

    private func accepts(_ entry: TimelineEntry) -> Bool {
        let distance = abs(entry.instant.timeIntervalSince(instant))
        if let cause = entry.cause, causes.contains(cause) { return distance <= Self.causeSpan }
        guard distance <= Self.purchaseSpan else { return false }
        // Two causes are two groups, unless one of them only named the order that the other paid.
        if entry.cause != nil, !causes.isEmpty { return false }
        guard let purchase = entry.purchase else { return entry.isOwnConsequence }
        return purchases.isEmpty || purchases.contains(purchase)
    }

    /// Puts steps of one second in the order of cause and effect.
    private mutating func order() {
        steps = steps.enumerated().sorted { left, right in
            let (one, other) = (left.element, right.element)
            let (second, otherSecond) = (
                one.instant.timeIntervalSince1970.rounded(), other.instant.timeIntervalSince1970.rounded()
            )
            return (second, one.rank, left.offset) < (otherSecond, other.rank, right.offset)
        }
        .map(\.element)
    }

    private mutating func add(_ entry: TimelineEntry) {
        steps.append(entry)
        if let cause = entry.cause { causes.insert(cause) }
        if let purchase = entry.purchase { purchases.insert(purchase) }
    }
}

extension TimelineEntry {
    /// Whether it follows from something else, so that it belongs to what happened just before.
    fileprivate var isOwnConsequence: Bool {
        switch matter {
        case .event, .balance: true
        case .order, .transaction, .renewal, .notification, .receipt, .command, .audit: false
        }
    }

    /// Whether it comes before or after others of the same second: what Apple says, what that moved, what was sent.
    var rank: Int {
        switch matter {
        case .audit, .command: 0
        case .notification: 10
        case .transaction: 20
        case .renewal, .receipt: 30
        case .order(_, let state, _, _, _): 40 + (Self.orderStates.firstIndex(of: state) ?? 9)
        case .balance: 50
        case .event(let type, _, _, _, _): type.hasPrefix("entitlement") ? 60 : 70
        }
    }

    /// The states of an order in the order in which it passes them.
    private static let orderStates = ["created", "paid", "delivered", "finished", "refunded", "revoked"]

    /// How much an entry says about what its group means to the customer; more is more.
    var weight: Int {
        switch matter {
        case .event(let type, _, _, _, _):
            type.hasPrefix("subscription.") || type.hasPrefix("purchase.") || type.hasPrefix("refund.")
                || type.hasPrefix("plan.")
                ? 60
                : type == "order.refunded" || type == "order.revoked" ? 55 : type.hasPrefix("entitlement.") ? 30 : 25
        case .command(let kind, _): kind == "claim" ? 5 : 50
        case .transaction: 40
        case .audit: 45
        case .order: 20
        case .balance: 22
        case .notification: 15
        case .renewal, .receipt: 10
        }
    }
}
