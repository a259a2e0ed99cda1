// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Commerce
import Foundation
import Testing

/// The property of groups: at every instant, and in whatever order the documents come, the rules say of access, seats,
/// members and money what the App Store's own books have.
struct GroupProperty {
    /// The first thing about which both disagree.
    struct Disagreement: Error, CustomStringConvertible {
        var description: String
    }

    let seed: UInt64
    var bug: PlantedGroupBug?

    /// How many times each thing was compared.
    private(set) var compared: [String: Int] = [:]
    private(set) var life: GroupLife

    init(seed: UInt64, bug: PlantedGroupBug? = nil) throws {
        self.seed = seed
        self.bug = bug
        life = try GroupLife(seed: seed, customers: 30)
    }

    /// Plays fourteen months and compares at instants of all kinds: any, right after something happened, and within the
    /// hour in which a renewal is charged and has not begun.
    mutating func check() throws {
        var random = SeededGenerator(seed: seed)
        let end = Date.utc("2027-12-01")
        while life.store.now < end {
            let now = nextInstant(&random)
            life.play(until: now)
            for customer in life.facts.keys.sorted() { try compare(customer, asOf: now, &random) }
            try checkOrganizations()
        }
    }

    private func nextInstant(_ random: inout SeededGenerator) -> Date {
        let now = life.store.now
        if Int.random(in: 0..<3, using: &random) > 0 {
            return now.addingTimeInterval(Double(Int.random(in: 1...28 * 86_400, using: &random)))
        }
        // Right after what happens next automatically.
        let due = life.store.nextDueDate.map { max($0, now) } ?? now
        return due.addingTimeInterval(Double(Int.random(in: 1...1800, using: &random)))
    }

    private mutating func compare(
        _ customer: Commerce.CustomerID,
        asOf now: Date,
        _ random: inout SeededGenerator
    ) throws {
        let facts = (life.facts[customer] ?? []).compactMap { fact -> Fact? in
            guard let bug else { return fact }
            return bug.reading(fact)
        }
        let account = SimulatorAgreementTests.account(customer, facts.shuffled(using: &random))
        let id = AppStoreSimulator.CustomerID(rawValue: customer.rawValue)
        let place = "seed \(seed), \(customer), \(now)"
        let truth = Self.openings(life.access.truth(of: id, at: now))
        let found = openings(account, asOf: now)
        try require(found == truth, "\(place): access \(found), not \(truth)\n\(Self.transcript(facts))")
        for snapshot in life.store.subscriptions(of: id) {
            try compare(snapshot, account, asOf: now, place)
        }
        if let recorded = Self.recordedMoney(account, facts) {
            compared["money", default: 0] += 1
            let paid = life.money[customer] ?? 0
            try require(recorded == paid, "\(place): money \(recorded), not \(paid)\n\(Self.transcript(facts))")
        }
    }

    private mutating func compare(
        _ snapshot: SubscriptionSnapshot,
        _ account: CustomerAccount,
        asOf now: Date,
        _ place: String
    ) throws {
        let key = LineageKey(scope: .app, lineage: snapshot.transaction.originalTransactionId)
        // A reader that drops documents may know nothing of it.
        guard let history = account.history(of: key), let state = history.state(asOf: now) else {
            throw Disagreement(description: "\(place): \(key.lineage) is not known")
        }
        compared["groups", default: 0] += snapshot.seats == nil ? 0 : 1
        compared["additions", default: 0] += history.periods.reduce(0) { $0 + $1.additions.count }
        compared["refunds", default: 0] += history.transactions.count { $0.transaction.revokedSeats > 0 }
        let seats = bug?.seats(state) ?? state.seats
        try checkMembers(snapshot, state, seats: seats, asOf: now, place)
        // The next period may have been charged already.
        guard state.hasAccess, snapshot.transaction.purchaseDate <= now else { return }
        try require(seats == snapshot.seats, "\(place): \(seats ?? -1) seats, not \(snapshot.seats ?? -1)")
        compared["commitments", default: 0] += state.commitment == nil ? 0 : 1
        let number = snapshot.transaction.commitmentInfo?.billingPeriodNumber
        let isOff = snapshot.renewalInfo.autoRenewStatus == .off
        try require(
            state.commitment?.billingPeriodNumber == number && (state.nextRenewal == nil) == isOff,
            "\(place): commitment or renewal of \(key.lineage)"
        )
        try require(state.renewalSeats == snapshot.renewalInfo.renewalQuantity, "\(place): renewal seats")
    }

    /// Seats are conserved: the buyer and the members together have no more than there are.
    private mutating func checkMembers(
        _ snapshot: SubscriptionSnapshot,
        _ state: SubscriptionState,
        seats: Int?,
        asOf now: Date,
        _ place: String
    ) throws {
        guard let members = snapshot.members, !members.isEmpty else { return }
        compared["members", default: 0] += members.count
        try require(members.count + 1 <= seats ?? 0, "\(place): \(members.count) members and \(seats ?? 0) seats")
        for member in members {
            let known = Commerce.CustomerID(rawValue: member.customer.rawValue)
            let facts = (life.facts[known] ?? []).compactMap { fact -> Fact? in
                guard let bug else { return fact }
                return bug.reading(fact)
            }
            let copies = facts.compactMap { fact -> Transaction? in
                if case .transaction(let copy) = fact.content, copy.id == member.transaction { copy } else { nil }
            }
            try require(
                copies.allSatisfy { !$0.isSale && $0.revokedSeats == 0 && $0.deliveredQuantity == 1 },
                "\(place): the copy of \(member.customer)"
            )
        }
    }

    private mutating func checkOrganizations() throws {
        for organization in life.store.organizationIDs {
            // The period before the one that is charged already may have had more seats.
            for snapshot in life.store.subscriptions(of: organization)
            where snapshot.transaction.purchaseDate <= life.store.now {
                let members = snapshot.members?.count ?? 0
                compared["organizations", default: 0] += members
                try require(
                    members <= snapshot.seats ?? 0,
                    "seed \(seed), \(organization), \(life.store.now): \(snapshot.seats ?? 0) seats of \(snapshot.transaction), and the members \(snapshot.members ?? [])"
                )
            }
        }
    }

    private func require(_ isMet: Bool, _ text: @autoclosure () -> String) throws {
        if !isMet { throw Disagreement(description: text()) }
    }

    // MARK: - What both say

    private struct Opening: Hashable, CustomStringConvertible {
        var product: String
        var end: Date?

        var description: String { "\(product) until \(end.map { "\($0)" } ?? "ever")" }
    }

    /// What the simulator's book opens: of a group subscription, until the last of its transactions ends.
    private static func openings(_ truth: ExpectedAccess) -> Set<Opening> {
        let ends = Dictionary(grouping: truth.access, by: \.product).mapValues { access in
            access.contains { $0.until == nil } ? nil : access.compactMap(\.until).max()
        }
        return Set(ends.map { Opening(product: $0.key.rawValue, end: $0.value) })
    }

    private func openings(_ account: CustomerAccount, asOf now: Date) -> Set<Opening> {
        let openings = account.entitlements(asOf: now).filter(\.isActive).map { answer in
            let reasons = [answer.reason] + answer.otherReasons
            let end = reasons.contains { $0.endDate == nil } ? nil : reasons.compactMap(\.endDate).max()
            return Opening(product: answer.entitlement.rawValue, end: end)
        }
        let mistaken = account.lineageKeys.compactMap { account.history(of: $0)?.state(asOf: now) }
            .compactMap { state in
                bug?.graceEnd(state).map {
                    Opening(product: state.period.transaction.productID.rawValue, end: $0)
                }
            }
        return Set(openings + mistaken)
    }

    /// The money of a customer's purchases by the facts; nothing where a share of a price was worked out, which rounds.
    private static func recordedMoney(_ account: CustomerAccount, _ facts: [Fact]) -> Int64? {
        var sum: Int64 = 0
        for key in account.lineageKeys {
            let sales = LineageSales.sales(
                of: facts.filter { $0.lineage == key.lineage },
                lineage: key.lineage,
                scope: .app,
                catalog: SimulatorAgreementTests.catalog
            )
            guard !sales.contains(where: \.isShare) else { return nil }
            sum += sales.filter(\.ownership.isSale).reduce(0) { $0 + $1.amount }
        }
        return sum
    }

    /// The transactions in the order of signing, for a failure's message.
    private static func transcript(_ facts: [Fact]) -> String {
        facts.sorted { $0.order < $1.order }.compactMap { fact -> String? in
            guard case .transaction(let known) = fact.content, let end = known.expirationDate else { return nil }
            let marks = [
                known.additionalTransactionReason?.rawValue, known.isUpgraded ? "upgraded" : nil,
                known.revocation.map { "revoked \($0.date)" }, known.reason?.rawValue, known.ownership.rawValue,
                known.bundle.map { "in \($0.productID)" },
            ].compactMap(\.self)
            return
                "\(fact.order.instant): \(known.originalTransactionID) \(known.id) \(known.productID)"
                + " \(known.purchaseDate) to \(end) \(known.quantity)-\(known.revokedSeats) \(marks)"
        }.joined(separator: "\n")
    }
}
