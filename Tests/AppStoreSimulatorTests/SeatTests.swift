// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

/// Group subscriptions: seats with graduated prices, added, lowered and refunded.
@Suite struct SeatTests {
    private static let team = Catalog(
        apps: Catalog.sample.apps,
        products: [
            product(
                "team",
                9990,
                .init(priceTiers: [.init(minimumSeats: 6, price: PriceList(base: 7990))])
            ),
            product(
                "company",
                19_990,
                .init(priceTiers: [
                    .init(minimumSeats: 21, price: PriceList(base: 13_990)),
                    .init(minimumSeats: 41, price: PriceList(base: 10_990)),
                ])
            ),
            product("single", 4990, nil),
        ],
        groups: Catalog.sample.groups
    )

    private static func product(_ id: ProductID, _ price: Int64, _ seats: MultiSeatTerms?) -> CatalogProduct {
        var product = Catalog.item(id, .autoRenewableSubscription, price)
        product.subscription = SubscriptionTerms(group: "group", period: .month, multiSeat: seats)
        return product
    }

    private static func store(settings: SimulatorSettings = SimulatorSettings()) throws -> Store {
        var store = Store(catalog: team, settings: settings)
        try store.perform(.addCustomer(CustomerProfile(id: "alice")))
        return store
    }

    private static func seats(_ count: Int) -> PurchaseOptions { PurchaseOptions(seats: count) }

    private static func recordedMoney(_ store: Store) -> Int64 {
        store.history.sales.reduce(0) { $0 + Int64(abs($1.units)) * $1.customerPrice }
    }

    @Test(arguments: [("team", 8, 73_920, 9240), ("company", 50, 789_500, 15_790), ("team", 1, 9990, 9990)])
    func `seats cost the price of the tier that each falls into, and the price is their average`(
        product: String,
        count: Int,
        charge: Int64,
        average: Int64
    ) throws {
        var store = try Self.store()
        let bought = try store.buy(ProductID(rawValue: product), Self.seats(count))
        #expect(bought.quantity == count && bought.price == average && bought.charge == charge)
        #expect(Self.recordedMoney(store) == charge)
        #expect(bought.multiSeatInfo?.priceTiers?.reduce(0) { $0 + ($1.quantity ?? 0) } == count)
    }

    @Test func `who asks for twelve seats and has eight gets a transaction of four`() throws {
        var store = try Self.store()
        let first = try store.buy("team", Self.seats(8))
        store.advance(to: .day(2026, 2, 5))
        let labels = try store.notifications { store in
            let added = try store.buy("team", Self.seats(12))
            #expect(added.quantity == 4 && added.additionalTransactionReason == .seatAddition)
            #expect(added.expiresDate == first.expiresDate && added.transactionId != first.transactionId)
            #expect(added.originalTransactionId == first.originalTransactionId)
            #expect((added.price ?? 0) < 7990)
        }
        #expect(labels == ["DID_CHANGE_RENEWAL_PREF.INCREASE_QUANTITY"])
        let again = try #require(
            store.history.transactions.last { $0.transaction.transactionId == first.transactionId }
        )
        #expect(again.transaction.additionalTransactionReason == .seatAddition && again.transaction.isUpgraded == nil)
        #expect(store.store.subscriptions(of: "alice").first?.seats == 12)
        store.advance(to: .day(2026, 2, 25))
        let renewal = try #require(store.store.subscriptions(of: "alice").first)
        #expect(renewal.transaction.quantity == 12 && renewal.transaction.additionalTransactionReason == nil)
    }

    @Test func `a plan that was left for seats in the moment of its purchase does not belong to their period`() throws {
        var store = try Self.store()
        let left = try store.buy("team")
        let seats = try store.buy("team", Self.seats(4))
        #expect(left.multiSeatInfo == nil && seats.originalTransactionId == left.originalTransactionId)
        #expect(left.expiresDate == seats.expiresDate && store.store.subscriptions(of: "alice").first?.seats == 4)
        try store.perform(.refund(seats.transactionId, decision: .full(.other), cancels: false))
        #expect(store.store.truth(of: "alice").access.isEmpty)
    }

    @Test func `fewer seats renew, and that can be undone in part`() throws {
        var store = try Self.store()
        try store.buy("team", Self.seats(8))
        let labels = try store.notifications { store in
            try store.perform(.setRenewalSeats("alice", group: "group", seats: 3))
            try store.perform(.setRenewalSeats("alice", group: "group", seats: 6))
        }
        #expect(
            labels == ["DID_CHANGE_RENEWAL_PREF.DECREASE_QUANTITY", "DID_CHANGE_RENEWAL_PREF.INCREASE_QUANTITY"]
        )
        let info = try #require(store.store.subscriptions(of: "alice").first?.renewalInfo)
        #expect(info.renewalQuantity == 6 && info.renewalPrice == 9657)
        store.advance(to: .day(2026, 2, 25))
        #expect(store.store.subscriptions(of: "alice").first?.seats == 6)
        #expect(throws: SimulatorError.self) {
            try store.perform(.setRenewalSeats("alice", group: "group", seats: 7))
        }
    }

    @Test func `a refund of seats leaves the transaction valid until the last of them`() throws {
        var store = try Self.store()
        let bought = try store.buy("team", Self.seats(8))
        let labels = try store.notifications { try $0.perform(.refundSeats(bought.transactionId, seats: 3)) }
        #expect(labels == ["REFUND.SEATS"])
        let changed = try #require(store.history.transactions.last?.transaction)
        #expect(changed.revokedSeats == 3 && changed.revocationDate == nil)
        #expect(Self.recordedMoney(store) == 49_950 && store.store.subscriptions(of: "alice").first?.seats == 5)
        try store.perform(.refundSeats(bought.transactionId, seats: 5))
        #expect(store.history.transactions.last?.transaction.revocationDate != nil)
        #expect(Self.recordedMoney(store) == 0 && store.store.subscriptions(of: "alice").first?.status == .revoked)
    }

    @Test func `the subscription lasts while one of its transactions is not revoked`() throws {
        var store = try Self.store()
        let first = try store.buy("team", Self.seats(2))
        store.advance(to: .day(2026, 2, 1))
        let added = try store.buy("team", Self.seats(3))
        try store.perform(.refund(first.transactionId, decision: .full(.other), cancels: false))
        #expect(store.store.subscriptions(of: "alice").first?.status == .active)
        try store.perform(.refund(added.transactionId, decision: .full(.other), cancels: false))
        #expect(store.store.subscriptions(of: "alice").first?.status == .revoked)
    }

    @Test func `a refund of added seats leaves the grace to the others, and its reversal changes nothing`() throws {
        // Found by random crowds: the book had lost the access of those who were left.
        var settings = SimulatorSettings()
        settings.production.grace = GracePeriod(days: 16)
        var store = try Self.store(settings: settings)
        let first = try store.buy("team", Self.seats(2))
        let end = try #require(first.expiresDate)
        store.advance(to: .day(2026, 2, 1))
        let added = try store.buy("team", Self.seats(3))
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        store.advance(to: end.addingTimeInterval(86_400))
        func access() -> [Set<ProductID>] {
            var latest: [TransactionID: AccessChange] = [:]
            for change in store.history.access { latest[change.transaction] = change }
            let now = store.store.now
            let recorded = latest.values.filter { change in change.until.map { $0 > now } ?? true }.map(\.product)
            return [Set(recorded), Set(store.store.truth(of: "alice").access.map(\.product))]
        }
        #expect(access() == [["team"], ["team"]])
        try store.perform(.refund(added.transactionId, decision: .full(.other), cancels: false))
        #expect(access() == [["team"], ["team"]])
        try store.perform(.reverseRefund(added.transactionId))
        try store.perform(.refund(first.transactionId, decision: .full(.other), cancels: false))
        #expect(access() == [["team"], ["team"]])
        try store.perform(.refund(added.transactionId, decision: .full(.other), cancels: false))
        #expect(access() == [[], []])
    }

    @Test func `what is not sold by seats refuses them, and as many as there are cannot be bought`() throws {
        var store = try Self.store()
        #expect(throws: SimulatorError.self) { try store.buy("single", Self.seats(2)) }
        #expect(throws: SimulatorError.self) { try store.buy("team", Self.seats(0)) }
        try store.buy("team", Self.seats(4))
        #expect(throws: SimulatorError.self) { try store.buy("team", Self.seats(4)) }
    }

    @Test func `a subscriber who asks for seats begins a group subscription at once`() throws {
        var store = try Self.store()
        try store.buy("team")
        store.advance(to: .day(2026, 2, 1))
        let group = try store.buy("team", Self.seats(5))
        #expect(group.quantity == 5 && group.additionalTransactionReason == nil)
        let old = try #require(store.history.transactions.first { $0.transaction.isUpgraded == true })
        #expect(old.transaction.multiSeatInfo == nil)
    }

    // MARK: - Claims

    @Test func `the developer claims every seat but the buyer's, and the same request is one claim`() throws {
        var store = try Self.store()
        let id = try store.buy("team", Self.seats(3)).originalTransactionId
        let request = UUID()
        let first = try store.perform(.claimSeat(id, request: request, appTransactionID: nil))
        #expect(try store.perform(.claimSeat(id, request: request, appTransactionID: nil)) == first)
        try store.perform(.claimSeat(id, request: UUID(), appTransactionID: nil))
        let error = #expect(throws: SimulatorError.self) {
            try store.perform(.claimSeat(id, request: UUID(), appTransactionID: nil))
        }
        #expect(error?.code == .noAvailableSeats)
        let info = try store.store.seatInfo(id)
        #expect(info.totalSeats == 3 && info.availableSeats == 0 && info.claims.count == 2)
    }

    @Test func `a refund revokes the newest claims and says which`() throws {
        var store = try Self.store()
        let bought = try store.buy("team", Self.seats(4))
        for _ in 0..<3 {
            try store.perform(.claimSeat(bought.originalTransactionId, request: UUID(), appTransactionID: nil))
        }
        let claims = try store.store.seatInfo(bought.originalTransactionId).claims.map(\.id)
        let labels = try store.notifications { try $0.perform(.refundSeats(bought.transactionId, seats: 2)) }
        #expect(labels == ["REFUND.SEATS", "UNCLAIM_SEATS"])
        #expect(store.history.notifications.last?.unclaimInfo?.unclaimSeatIds == Array(claims[1...]))
        #expect(try store.store.seatInfo(bought.originalTransactionId).claims.map(\.id) == [claims[0]])
    }

    @Test func `a renewal with fewer seats leaves more claims than seats`() throws {
        var store = try Self.store()
        let bought = try store.buy("team", Self.seats(4))
        for _ in 0..<3 {
            try store.perform(.claimSeat(bought.originalTransactionId, request: UUID(), appTransactionID: nil))
        }
        try store.perform(.setRenewalSeats("alice", group: "group", seats: 2))
        store.advance(to: .day(2026, 2, 25))
        let info = try store.store.seatInfo(bought.originalTransactionId)
        #expect(info.totalSeats == 2 && info.claims.count == 3 && info.availableSeats == 0)
        try store.perform(.unclaimSeat(bought.originalTransactionId, info.claims[2].id))
        #expect(try store.store.seatInfo(bought.originalTransactionId).claims.count == 2)
    }
}

extension Store {
    @discardableResult
    fileprivate mutating func buy(_ product: ProductID, _ options: PurchaseOptions) throws -> TransactionPayload {
        try buy(product, by: "alice", options)
    }
}
