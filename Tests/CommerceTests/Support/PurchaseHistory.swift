// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// What happened to one customer, told fact by fact.
struct PurchaseHistory {
    var scope = AppScope.app
    var lineage: OriginalTransactionID = "1"
    var facts: [Fact] = []
    private var nextID = 1
    private var numbering = CommandNumbering()

    init(scope: AppScope = .app, lineage: OriginalTransactionID = "1") {
        self.scope = scope
        self.lineage = lineage
    }

    /// A signed transaction; without a number it gets the next one.
    @discardableResult
    mutating func transaction(
        _ id: TransactionID? = nil,
        _ product: ProductID = "monthly",
        from start: Date,
        to end: Date? = nil,
        signed: Date? = nil,
        rank: FactRank = .signed,
        change: (inout Transaction) -> Void = { _ in }
    ) -> Transaction {
        let id = id ?? newID()
        var transaction = Transaction(
            id: id,
            originalTransactionID: lineage,
            productID: product,
            productType: end == nil ? .nonConsumable : .autoRenewableSubscription,
            purchaseDate: start,
            expirationDate: end
        )
        change(&transaction)
        record(.transaction(transaction), at: signed ?? start, rank: rank)
        return transaction
    }

    /// Tells the same transaction again, changed.
    mutating func again(_ transaction: Transaction, signed: Date, change: (inout Transaction) -> Void) {
        var transaction = transaction
        change(&transaction)
        record(.transaction(transaction), at: signed, rank: .signed)
    }

    mutating func refund(_ transaction: Transaction, on date: Date, type: RevocationType? = .refundFull) {
        again(transaction, signed: date) { $0.revocation = Revocation(date: date, type: type) }
    }

    /// A signed renewal info.
    mutating func renewalInfo(signed: Date, _ change: (inout RenewalInfo) -> Void = { _ in }) {
        var info = RenewalInfo(
            originalTransactionID: lineage,
            productID: "monthly",
            autoRenewProductID: "monthly",
            willAutoRenew: true
        )
        change(&info)
        record(.renewalInfo(info), at: signed, rank: .signed)
    }

    mutating func receipt(
        _ transactions: [Transaction],
        asked: Date,
        part: ReceiptRecord.Part = .latest,
        info: RenewalInfo? = nil
    ) {
        record(
            .receiptAnswer(ReceiptRecord(part: part, transactions: transactions, renewalInfo: info)),
            at: asked,
            rank: .answered
        )
    }

    mutating func command(_ command: Command, at instant: Date) {
        let order = numbering.next(at: instant)
        facts.append(
            Fact(command: command, scope: scope, order: order, digest: .of("\(scope) \(command.name) \(order)"))
        )
    }

    mutating func claim(by customer: CustomerID = "anna", _ basis: Claim.Basis = .token, at instant: Date) {
        command(.claim(Claim(lineage: lineage, customer: customer, basis: basis)), at: instant)
    }

    mutating func record(_ content: FactContent, at instant: Date, rank: FactRank) {
        let digest = FactDigest.of("\(scope) \(lineage) \(content) \(instant.millisecondsSince1970)")
        facts.append(
            Fact(
                scope: scope,
                kind: content.kind,
                order: FactOrder(instant: instant, rank: rank, digest: digest),
                lineage: lineage,
                digest: digest,
                content: content
            )
        )
    }

    private mutating func newID() -> TransactionID {
        defer { nextID += 1 }
        return TransactionID(rawValue: "\(lineage)\(nextID)")
    }

    /// The history of the story's own lineage.
    func history(_ policy: CommercePolicy = .standard) -> SubscriptionHistory {
        SubscriptionHistory(lineage: lineage, facts: facts, policy: policy)
    }

    func state(asOf instant: Date, _ policy: CommercePolicy = .standard) -> SubscriptionState? {
        history(policy).state(asOf: instant)
    }

    /// What was known at an instant.
    func known(at instant: Date) -> PurchaseHistory {
        var purchases = self
        purchases.facts = facts.filter { $0.order.instant <= instant }
        return purchases
    }
}

extension Catalog {
    /// A reader's catalog: a group with two levels, a magazine, a lifetime purchase and time bought once.
    static let reader = Catalog(
        bundleID: "com.example.reader",
        products: [
            CatalogProduct(
                id: "monthly",
                type: .autoRenewableSubscription,
                groupID: "g",
                level: 2,
                period: .month,
                entitlements: ["basic"]
            ),
            CatalogProduct(
                id: "yearly",
                type: .autoRenewableSubscription,
                groupID: "g",
                level: 2,
                period: .year,
                entitlements: ["basic"]
            ),
            CatalogProduct(
                id: "pro",
                type: .autoRenewableSubscription,
                groupID: "g",
                level: 1,
                period: .month,
                entitlements: ["pro"]
            ),
            CatalogProduct(
                id: "issues",
                type: .autoRenewableSubscription,
                groupID: "m",
                level: 1,
                period: .month,
                entitlements: ["magazine"]
            ),
            CatalogProduct(id: "forever", type: .nonConsumable, entitlements: ["basic"]),
            CatalogProduct(
                id: "month-once",
                type: .consumable,
                serviceDuration: .month,
                entitlements: ["basic"]
            ),
            CatalogProduct(
                id: "season",
                type: .nonRenewingSubscription,
                serviceDuration: CalendarPeriod(months: 3),
                entitlements: ["basic"]
            ),
            CatalogProduct(id: "gems", type: .consumable, credit: CatalogCredit(account: "gems", amount: 100)),
        ],
        groups: [CatalogGroup(id: "g"), CatalogGroup(id: "m")],
        entitlements: [CatalogEntitlement(id: "magazine", model: .magazine)]
    )
}

extension CustomerAccount {
    /// The account of a story in which the customer is the only one.
    init(_ purchases: PurchaseHistory..., policy: CommercePolicy = .standard, catalogs: [Catalog] = [.reader]) {
        self.init(
            customer: "anna",
            catalogs: catalogs,
            facts: purchases.flatMap(\.facts),
            policy: policy,
            ownsUnclaimed: true
        )
    }
}
