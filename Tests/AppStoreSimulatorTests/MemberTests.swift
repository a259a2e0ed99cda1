// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

/// The seats that the App Store assigns: each member has transactions of their own.
@Suite struct MemberTests {
    static let team = catalog(.apple)

    static func catalog(_ management: InvitationManagement) -> Catalog {
        var team = Catalog.item("team", .autoRenewableSubscription, 9990)
        team.subscription = SubscriptionTerms(
            group: "group",
            level: 2,
            period: .month,
            multiSeat: MultiSeatTerms(
                invitationManagement: management,
                priceTiers: [.init(minimumSeats: 6, price: PriceList(base: 7990))]
            )
        )
        var company = team
        company.id = "company"
        company.subscription?.level = 1
        return Catalog(apps: Catalog.sample.apps, products: [team, company], groups: Catalog.sample.groups)
    }

    static func store(
        seats: Int = 8,
        members: [CustomerID] = [],
        settings: SimulatorSettings = SimulatorSettings(),
        catalog: Catalog = team
    ) throws -> Store {
        var store = Store(catalog: catalog, settings: settings)
        for id in ["alice", "bob", "carol", "dave"] as [CustomerID] {
            try store.perform(.addCustomer(CustomerProfile(id: id)))
        }
        try store.buy("team", by: "alice", PurchaseOptions(seats: seats))
        for member in members { try store.join(member) }
        return store
    }

    @Test func `a member's transaction repeats the price and seats, and is not a sale`() throws {
        var store = try Self.store()
        let bought = try #require(store.store.subscriptions(of: "alice").first?.transaction)
        let sales = store.history.sales
        try store.perform(.inviteMember("alice", group: "group", member: "bob", role: nil))
        #expect(store.store.subscriptions(of: "alice").first?.invited == ["bob"])
        var copy: TransactionPayload?
        let labels = try store.notifications { copy = try $0.accept("bob") }
        #expect(labels == ["SUBSCRIBED.INITIAL_BUY"])
        #expect(copy?.inAppOwnershipType == .assigned && copy?.transactionId != bought.transactionId)
        #expect(copy?.originalTransactionId != bought.originalTransactionId)
        #expect(copy?.quantity == 8 && copy?.price == bought.price && copy?.multiSeatInfo == bought.multiSeatInfo)
        #expect(copy?.expiresDate == bought.expiresDate && copy?.appTransactionId != bought.appTransactionId)
        #expect(store.history.sales == sales && store.products(of: "bob") == ["team"])
        let members = store.store.subscriptions(of: "alice").first?.members
        #expect(members?.map(\.customer) == ["bob"])
    }

    @Test func `a copy does not repeat how many seats were refunded`() throws {
        var store = try Self.store()
        let bought = try #require(store.store.subscriptions(of: "alice").first?.transaction)
        try store.perform(.refundSeats(bought.transactionId, seats: 2))
        try store.join("bob")
        let copy = try #require(store.store.subscriptions(of: "bob").first?.transaction)
        #expect(copy.quantity == 8 && copy.multiSeatInfo?.revokedSeatQuantity == nil)
    }

    @Test func `every member has a seat beside the buyer, and no one more`() throws {
        var store = try Self.store(seats: 3, members: ["bob"])
        try store.perform(.inviteMember("alice", group: "group", member: "carol", role: nil))
        let error = #expect(throws: SimulatorError.self) {
            try store.perform(.inviteMember("alice", group: "group", member: "dave", role: nil))
        }
        #expect(error?.code == .noAvailableSeats)
        try store.perform(.removeMember("alice", group: "group", member: "carol"))
        try store.join("dave")
        #expect(store.members == ["bob", "dave"])
    }

    @Test func `a seat that was refunded after the invitation cannot be accepted`() throws {
        var store = try Self.store(seats: 2)
        try store.perform(.inviteMember("alice", group: "group", member: "bob", role: nil))
        let bought = try #require(store.store.subscriptions(of: "alice").first?.transaction)
        try store.perform(.refundSeats(bought.transactionId, seats: 1))
        let error = #expect(throws: SimulatorError.self) { try store.accept("bob") }
        #expect(error?.code == .noAvailableSeats)
    }

    @Test(arguments: [("bob", false), ("alice", true)])
    func `no one joins twice, and the buyer has a seat already`(customer: String, isBuyer: Bool) throws {
        var store = try Self.store(members: isBuyer ? [] : ["bob"])
        #expect(throws: SimulatorError.self) {
            try store.perform(
                .inviteMember("alice", group: "group", member: CustomerID(rawValue: customer), role: nil)
            )
        }
    }

    @Test func `the App Store invites no one to seats that the developer gives`() throws {
        var store = try Self.store(catalog: Self.catalog(.developer))
        let error = #expect(throws: SimulatorError.self) { try store.join("bob") }
        #expect(error?.code == .notAppleManaged)
        #expect(store.store.subscriptions(of: "alice").first?.members == nil)
    }

    @Test func `a copy renews with the buyer's subscription`() throws {
        var store = try Self.store(members: ["bob"])
        let labels = store.notifications { $0.advance(to: .day(2026, 2, 25)) }
        #expect(labels == ["DID_RENEW", "DID_RENEW"])
        let copy = try #require(store.store.subscriptions(of: "bob").first)
        #expect(copy.transaction.transactionReason == .renewal && copy.transaction.inAppOwnershipType == .assigned)
        #expect(copy.transaction.expiresDate == store.store.subscriptions(of: "alice").first?.transaction.expiresDate)
        #expect(copy.renewalInfo.renewalPrice == nil && copy.renewalInfo.autoRenewStatus == .on)
    }

    @Test func `a copy follows the buyer into grace, retry and recovery`() throws {
        var settings = SimulatorSettings()
        settings.production.grace = GracePeriod(days: 16)
        var store = try Self.store(members: ["bob"], settings: settings)
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        store.advance(to: .day(2026, 2, 22))
        let inGrace = try #require(store.store.subscriptions(of: "bob").first)
        #expect(inGrace.status == .billingGracePeriod && store.products(of: "bob") == ["team"])
        #expect(inGrace.renewalInfo.gracePeriodExpiresDate != nil)
        store.advance(to: .day(2026, 3, 20))
        #expect(store.store.subscriptions(of: "bob").first?.status == .billingRetry)
        #expect(store.products(of: "bob").isEmpty)
        let labels = try store.notifications { try $0.perform(.changeCustomer("alice", .payment(.works))) }
        #expect(labels == ["DID_RENEW.BILLING_RECOVERY", "DID_RENEW.BILLING_RECOVERY"])
        #expect(store.products(of: "bob") == ["team"])
    }

    @Test func `a buyer who takes another plan while the last one is retried begins without members`() throws {
        // Found by random crowds: an organization with one seat had the two members of the plan before.
        var store = try Self.store(seats: 4, members: ["bob", "carol"])
        try store.perform(.changeCustomer("alice", .payment(.failsNext(1))))
        let end = try #require(store.store.subscriptions(of: "alice").first?.transaction.expiresDate)
        store.advance(to: end.addingTimeInterval(60))
        #expect(store.store.subscriptions(of: "bob").first?.status == .billingRetry)
        let labels = try store.notifications { try $0.buy("company", by: "alice", PurchaseOptions(seats: 2)) }
        #expect(labels.sorted() == ["EXPIRED", "EXPIRED", "SUBSCRIBED.RESUBSCRIBE"])
        #expect(store.members == [] && store.store.subscriptions(of: "bob").first?.status == .expired)
    }

    @Test func `a copy ends with the buyer's subscription`() throws {
        var store = try Self.store(members: ["bob"])
        let canceled = try store.notifications { try $0.perform(.setRenewal("alice", group: "group", on: false)) }
        #expect(canceled.count == 2)
        let labels = store.notifications { $0.advance(to: .day(2026, 2, 25)) }
        #expect(labels == ["EXPIRED.VOLUNTARY", "EXPIRED.VOLUNTARY"])
        #expect(store.products(of: "bob").isEmpty && store.members == [])
    }

    @Test func `the buyer removes a member, whose access ends at once`() throws {
        var store = try Self.store(members: ["bob", "carol"])
        store.advance(to: .day(2026, 2, 1))
        let labels = try store.notifications {
            try $0.perform(.removeMember("alice", group: "group", member: "bob"))
        }
        #expect(labels == ["REVOKE"])
        let copy = try #require(store.store.subscriptions(of: "bob").first)
        #expect(copy.transaction.revocationType == .assignmentRevoke && copy.status == .revoked)
        #expect(store.products(of: "bob").isEmpty && store.products(of: "carol") == ["team"])
        // A member who comes back has the same purchase again.
        try store.join("bob")
        #expect(store.store.subscriptions(of: "bob").count == 1 && store.labels.last == "SUBSCRIBED.RESUBSCRIBE")
    }

    @Test func `refunded seats revoke the newest members`() throws {
        var store = try Self.store(seats: 4, members: ["bob", "carol", "dave"])
        let bought = try #require(store.store.subscriptions(of: "alice").first?.transaction)
        let labels = try store.notifications { try $0.perform(.refundSeats(bought.transactionId, seats: 2)) }
        #expect(labels == ["REFUND.SEATS", "REVOKE", "REVOKE"])
        #expect(store.members == ["bob"] && store.products(of: "dave").isEmpty)
        let whole = try store.notifications { try $0.perform(.refundSeats(bought.transactionId, seats: 2)) }
        #expect(whole == ["REFUND", "REVOKE"])
        #expect(store.products(of: "bob").isEmpty && store.products(of: "alice").isEmpty)
    }

    @Test func `who loses a seat to a smaller renewal keeps it until the period ends`() throws {
        var settings = SimulatorSettings()
        settings.production.renewalTiming = RenewalTiming(leadSeconds: 3600)
        var store = try Self.store(seats: 3, members: ["bob", "carol"], settings: settings)
        let end = try #require(store.store.subscriptions(of: "carol").first?.transaction.expiresDate)
        try store.perform(.setRenewalSeats("alice", group: "group", seats: 2))
        let charged = store.notifications { $0.advance(to: end - 1800) }
        #expect(charged == ["DID_RENEW", "DID_RENEW", "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED"])
        #expect(store.products(of: "carol") == ["team"])
        #expect(store.store.subscriptions(of: "alice").first?.members?.last?.endDate == end)
        #expect(store.notifications { $0.advance(to: end) } == ["EXPIRED"])
        #expect(store.products(of: "carol").isEmpty && store.products(of: "bob") == ["team"])
        #expect(store.members == ["bob"])
    }

    @Test func `no one joins for the hour in which a smaller renewal is charged already`() throws {
        var settings = SimulatorSettings()
        settings.production.renewalTiming = RenewalTiming(leadSeconds: 3600)
        var store = try Self.store(seats: 4, members: ["bob"], settings: settings)
        let end = try #require(store.store.subscriptions(of: "alice").first?.transaction.expiresDate)
        try store.perform(.setRenewalSeats("alice", group: "group", seats: 2))
        store.advance(to: end - 1800)
        #expect(throws: SimulatorError.self) { try store.join("carol") }
    }

    @Test func `a member removed in that hour loses both periods`() throws {
        var settings = SimulatorSettings()
        settings.production.renewalTiming = RenewalTiming(leadSeconds: 3600)
        var store = try Self.store(members: ["bob"], settings: settings)
        let end = try #require(store.store.subscriptions(of: "alice").first?.transaction.expiresDate)
        store.advance(to: end - 1800)
        try store.perform(.removeMember("alice", group: "group", member: "bob"))
        #expect(store.products(of: "bob").isEmpty)
        let changes = store.history.transactions.map(\.transaction).filter { $0.revocationType == .assignmentRevoke }
        #expect(Set(changes.map(\.transactionId)).count == 2)
    }

    @Test func `members go with the buyer to a better plan as far as it has seats`() throws {
        var store = try Self.store(seats: 4, members: ["bob", "carol"])
        store.advance(to: .day(2026, 2, 1))
        try store.buy("company", by: "alice", PurchaseOptions(seats: 2))
        #expect(store.products(of: "bob") == ["company"] && store.products(of: "carol").isEmpty)
    }

    @Test func `a member who deletes the account gives the seat back`() throws {
        var store = try Self.store(members: ["bob"])
        try store.perform(.deleteAccount("bob"))
        #expect(store.members == [])
    }

    @Test func `a seat carries no token, is not extended alone and not refunded alone`() throws {
        var store = try Self.store(members: ["bob"])
        let copy = try #require(store.store.subscriptions(of: "bob").first?.transaction)
        let id = copy.originalTransactionId
        #expect(throws: SimulatorError.self) {
            try store.perform(.setAppAccountToken(id, AppAccountToken(rawValue: UUID())))
        }
        let error = #expect(throws: SimulatorError.self) {
            try store.perform(.extendRenewal(id, days: 5, reason: 1, request: "1"))
        }
        #expect(error?.code == .extensionOfAssignedSubscription)
        #expect(throws: SimulatorError.self) {
            try store.perform(.refund(copy.transactionId, decision: .full(.other), cancels: false))
        }
        let bought = try #require(store.store.subscriptions(of: "alice").first?.transaction.originalTransactionId)
        try store.perform(.extendRenewal(bought, days: 5, reason: 1, request: "2"))
        #expect(
            store.store.subscriptions(of: "bob").first?.transaction.expiresDate
                == store.store.subscriptions(of: "alice").first?.transaction.expiresDate
        )
    }

    @Test func `a customer may have a seat beside a subscription of their own`() throws {
        var store = try Self.store(members: ["bob"])
        try store.buy("team", by: "bob", PurchaseOptions(seats: 1))
        let kinds = store.store.subscriptions(of: "bob").map(\.transaction.inAppOwnershipType)
        #expect(kinds == [.purchased, .assigned])
    }

    // MARK: - Organizations

    private static func organization() throws -> Store {
        var store = try store(catalog: catalog(.developer))
        try store.perform(.addOrganization(CustomerProfile(id: "acme")))
        try store.perform(.buy("acme", product: "team", options: PurchaseOptions(seats: 2)))
        return store
    }

    @Test func `of an organization's purchase the app gets only the members' copies`() throws {
        var store = try Self.store(catalog: Self.catalog(.developer))
        let before = store.history.transactions.count
        let labels = try store.notifications {
            try $0.perform(.addOrganization(CustomerProfile(id: "acme")))
            try $0.perform(.buy("acme", product: "team", options: PurchaseOptions(seats: 2)))
        }
        #expect(labels.isEmpty && store.history.transactions.count == before)
        #expect(!store.store.customerIDs.contains("acme") && store.store.organizationIDs == ["acme"])
        try store.perform(.inviteMember("acme", group: "group", member: "bob", role: .admin))
        try store.perform(.inviteMember("acme", group: "group", member: "carol", role: nil))
        #expect(throws: SimulatorError.self) {
            try store.perform(.inviteMember("acme", group: "group", member: "dave", role: nil))
        }
        let copies = store.history.transactions[before...].map(\.transaction.inAppOwnershipType)
        #expect(copies == [.assigned, .assigned] && store.products(of: "bob") == ["team"])
        #expect(store.history.access.allSatisfy { $0.customer != "acme" })
    }

    @Test func `members of an organization have roles, and its group ends with the last subscription`() throws {
        var store = try Self.organization()
        try store.perform(.inviteMember("acme", group: "group", member: "bob", role: .admin))
        try store.perform(.inviteMember("acme", group: "group", member: "carol", role: nil))
        let group = try #require(store.store.groups(of: "bob", app: "com.example.app").first)
        #expect(group.type == .organization && group.customers == ["bob", "carol"] && group.owner == "acme")
        #expect(group.roles == [CustomerGroupProductRole(productId: "team", role: .admin)])
        let carols = store.store.groups(of: "carol", app: "com.example.app").first
        #expect(carols?.id == group.id && carols?.roles?.map(\.role) == [CustomerGroupRole.none])
        try store.perform(.setRenewal("acme", group: "group", on: false))
        store.advance(to: .day(2026, 2, 25))
        #expect(store.store.group(group.id, app: "com.example.app", in: .production) == nil)
        #expect(store.products(of: "bob").isEmpty)
    }

    @Test func `an organization buys seats only, and is in no family`() throws {
        var store = try Self.organization()
        #expect(throws: SimulatorError.self) {
            try store.perform(.buy("acme", product: "company", options: PurchaseOptions()))
        }
        #expect(throws: SimulatorError.self) { try store.perform(.joinFamily("acme", "family")) }
    }
}

extension Store {
    /// The buyer's members.
    fileprivate var members: [CustomerID] {
        (store.subscriptions(of: "alice").first?.members ?? []).map(\.customer)
    }

    /// What a customer may use.
    func products(of customer: CustomerID) -> [ProductID] { store.truth(of: customer).access.map(\.product) }

    fileprivate mutating func join(_ member: CustomerID) throws {
        try perform(.inviteMember("alice", group: "group", member: member, role: nil))
        try accept(member)
    }

    @discardableResult
    fileprivate mutating func accept(_ member: CustomerID) throws -> TransactionPayload? {
        guard case .assigned(let copy) = try perform(.acceptInvitation(member, from: "alice", group: "group")) else {
            return nil
        }
        return copy
    }
}
