// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import Persistence

/// Everything that happened to a customer, put together from orders, facts, events, deliveries and the audit log.
struct CustomerStory {
    private(set) var entries: [StoryEntry] = []

    /// How much of each source is read: a person reads less.
    private static let most = 2000

    init(of customer: CustomerID, in scopes: [AppScope], _ reader: any StoreReader) throws {
        try addOrders(reader.orders(of: customer, limit: 500), reader)
        let claims = try reader.claims(of: customer, limit: 500)
        var seen: Set<Int64> = []
        for scope in scopes {
            let named = try reader.facts(naming: customer, in: scope).suffix(Self.most)
            let lineages = Set(claims.filter { $0.scope == scope }.map(\.lineage) + named.compactMap(\.fact.lineage))
            for fact in named where seen.insert(fact.id).inserted { add(fact) }
            for lineage in lineages.sorted() {
                for fact in try reader.facts(of: lineage, in: scope).suffix(Self.most)
                where seen.insert(fact.id).inserted {
                    add(fact)
                }
            }
        }
        try addEvents(reader.newestEvents(of: customer, limit: 1000), reader)
        for environment in Set(scopes.map(\.environment)) {
            let wallet = StoredLedger.wallet(in: environment)
            for (currency, _) in try reader.balances(of: customer, account: wallet) {
                for line in try reader.statement(of: customer, account: wallet, currency: currency, limit: 500) {
                    entries.append(
                        StoryEntry(
                            instant: line.instant,
                            matter: .balance(currency: currency, amount: line.line.amount, reason: line.reason),
                            environment: environment.rawValue
                        )
                    )
                }
            }
        }
        for (_, entry) in try reader.auditEntries(target: customer.rawValue, limit: 500) { add(entry) }
        sort()
    }

    /// The story of one purchase.
    init(of key: LineageKey, facts: [StoredFact], _ reader: any StoreReader) throws {
        for fact in facts.suffix(Self.most) { add(fact, linksPurchase: false) }
        for (_, entry) in try reader.auditEntries(target: key.lineage.rawValue, limit: 200) { add(entry) }
        sort()
    }

    private mutating func sort() {
        // What happened at one instant keeps the order in which it was read: cause before effect.
        entries = entries.enumerated()
            .sorted { ($1.element.instant, $1.offset) < ($0.element.instant, $0.offset) }
            .map(\.element)
    }

    private mutating func addOrders(_ orders: [StoredOrder], _ reader: any StoreReader) throws {
        for order in orders {
            for step in try reader.history(of: order.id) {
                entries.append(
                    StoryEntry(
                        instant: step.instant,
                        matter: .order(
                            id: order.id.rawValue,
                            state: step.state,
                            product: order.product.rawValue,
                            mover: step.mover,
                            note: step.note
                        ),
                        environment: order.scope.environment.rawValue,
                        document: step.document.map { ConsolePaths.path(ofDocument: $0, in: order.scope) }
                    )
                )
            }
        }
    }

    private mutating func add(_ stored: StoredFact, linksPurchase: Bool = true) {
        guard let matter = StoryEntry.Matter(stored.fact.content) else { return }
        let fact = stored.fact
        let purchase = linksPurchase ? fact.lineage.map { LineageKey(scope: fact.scope, lineage: $0) } : nil
        entries.append(
            StoryEntry(
                instant: fact.order.instant,
                matter: matter,
                environment: fact.scope.environment.rawValue,
                document: ConsolePaths.path(ofDocument: FactKey(fact), in: fact.scope),
                purchase: purchase.map(ConsolePaths.path)
            )
        )
    }

    private mutating func addEvents(_ events: [StoredEvent], _ reader: any StoreReader) throws {
        var told: [Int64: [StoryEntry.Told]] = [:]
        for start in stride(from: 0, to: events.count, by: 400) {
            let numbers = events[start..<min(start + 400, events.count)].map(\.number)
            for delivery in try reader.webhookDeliveries(ofEvents: numbers) {
                told[delivery.event.number, default: []].append(StoryEntry.Told(delivery))
            }
        }
        for stored in events {
            let event: ServerEvent = try ServiceJSON.decode(from: stored.event.body)
            entries.append(
                StoryEntry(
                    instant: event.occurred,
                    matter: .event(
                        type: event.type.rawValue,
                        product: event.product?.rawValue,
                        rights: (event.entitlements ?? []).map(\.rawValue),
                        reason: event.reason,
                        told: told[stored.number] ?? []
                    ),
                    environment: event.environment.rawValue,
                    purchase: event.originalTransaction.map {
                        ConsolePaths.path(of: LineageKey(scope: event.scope, lineage: $0))
                    }
                )
            )
        }
    }

    private mutating func add(_ entry: AuditEntry) {
        entries.append(
            StoryEntry(
                instant: entry.instant,
                matter: .audit(
                    actor: entry.actor,
                    action: entry.action,
                    detail: entry.body.map { String(decoding: $0, as: UTF8.self) }
                ),
                environment: ""
            )
        )
    }
}

extension StoryEntry.Told {
    init(_ delivery: StoredWebhookDelivery) {
        self.init(
            endpoint: delivery.lane.endpoint,
            state: delivery.state.rawValue,
            attempts: delivery.attempts,
            answer: delivery.lastAnswer
        )
    }
}

extension StoryEntry.Purchase {
    init(_ transaction: Transaction) {
        self.init(
            id: transaction.id.rawValue,
            product: transaction.productID.rawValue,
            reason: transaction.reason?.rawValue,
            price: transaction.price?.milliunits,
            currency: transaction.price?.currency.rawValue,
            expires: transaction.expirationDate,
            revoked: transaction.revocation?.date,
            isFamilyShared: transaction.ownership == .familyShared,
            isUpgraded: transaction.isUpgraded
        )
    }
}

extension StoryEntry.Matter {
    /// What a fact is in a story; orders' steps are told by the orders themselves.
    init?(_ content: FactContent) {
        switch content {
        case .transaction(let transaction): self = .transaction(StoryEntry.Purchase(transaction))
        case .renewalInfo(let info):
            self = .renewal(
                product: info.productID.rawValue,
                willRenew: info.willAutoRenew,
                next: info.autoRenewProductID?.rawValue,
                isInRetry: info.isInBillingRetryPeriod,
                graceEnds: info.gracePeriodExpirationDate
            )
        case .notification(let notification):
            self = .notification(
                type: notification.type.rawValue,
                subtype: notification.subtype?.rawValue,
                product: notification.productID?.rawValue
            )
        case .legacyNotification: self = .notification(type: "V1", subtype: nil, product: nil)
        case .receiptAnswer: self = .receipt(product: nil)
        case .command(let command):
            guard let told = Self.telling(command) else { return nil }
            self = .command(kind: told.kind, detail: told.detail)
        case .appTransaction, .reportRow, .unknown: return nil
        }
    }

    private static func telling(_ command: Command) -> (kind: String, detail: String)? {
        switch command {
        case .claim(let claim): ("claim", "\(claim.customer) · \(claim.basis)")
        case .transfer(let transfer):
            (
                "transfer",
                "\(transfer.previousOwner?.rawValue ?? "–") → \(transfer.recipient) · \(transfer.reason)"
            )
        case .release(let release): ("release", "\(release.customer) → –")
        case .grant(let grant): ("grant", "\(grant.entitlement) · \(grant.id) · \(grant.reason)")
        case .revokeGrant(let revocation): ("revoke-grant", "\(revocation.id) · \(revocation.reason)")
        case .consent(let consent): ("consent", "\(consent.subject): \(consent.isGiven ? "✓" : "✗")")
        case .spend(let spend): ("spend", "\(spend.reason) \(spend.transactionID?.rawValue ?? "")")
        case .conversion(let conversion): ("conversion", "→ \(conversion.targetProductID)")
        case .device(let device): ("device", "\(device.device)")
        case .order, .policy, .contentItem, .unknown: nil
        }
    }
}
