// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import Persistence

/// Everything that happened to a customer, put together from orders, facts, events, deliveries and the audit log.
struct CustomerTimeline {
    private(set) var entries: [TimelineEntry] = []

    /// How much of each source is read: a person reads less.
    private static let maximumEntries = 2000

    init(of customer: CustomerID, in scopes: [AppScope], _ reader: any DatabaseReader) throws {
        try addOrders(reader.orders(of: customer, limit: 500), reader)
        let claims = try reader.claims(of: customer, limit: 500)
        var seen: Set<Int64> = []
        for scope in scopes {
            let named = try reader.facts(naming: customer, in: scope).suffix(Self.maximumEntries)
            let lineages = Set(claims.filter { $0.scope == scope }.map(\.lineage) + named.compactMap(\.fact.lineage))
            for fact in named where seen.insert(fact.id).inserted { add(fact) }
            for lineage in lineages.sorted() {
                for fact in try reader.facts(of: lineage, in: scope).suffix(Self.maximumEntries)
                where seen.insert(fact.id).inserted {
                    add(fact)
                }
            }
        }
        try addEvents(reader.newestEvents(of: customer, limit: 1000), reader)
        for environment in Set(scopes.map(\.environment)) {
            let wallet = LedgerAccountNames.wallet(in: environment)
            for (currency, _) in try reader.balances(of: customer, account: wallet) {
                for line in try reader.statement(of: customer, account: wallet, currency: currency, limit: 500) {
                    entries.append(
                        TimelineEntry(
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
    init(of key: LineageKey, facts: [StoredFact], _ reader: any DatabaseReader) throws {
        for fact in facts.suffix(Self.maximumEntries) { add(fact, linksPurchase: false) }
        for (_, entry) in try reader.auditEntries(target: key.lineage.rawValue, limit: 200) { add(entry) }
        sort()
    }

    private mutating func sort() {
        // What happened at one instant keeps the order in which it was read: cause before effect.
        entries = entries.enumerated()
            .sorted { ($1.element.instant, $1.offset) < ($0.element.instant, $0.offset) }
            .map(\.element)
    }

    private mutating func addOrders(_ orders: [Order], _ reader: any DatabaseReader) throws {
        for order in orders {
            for step in try reader.history(of: order.id) {
                entries.append(
                    TimelineEntry(
                        instant: step.instant,
                        matter: .order(
                            id: order.id.rawValue,
                            state: step.state,
                            product: order.product.rawValue,
                            mover: step.actor,
                            note: step.detail
                        ),
                        environment: order.scope.environment.rawValue,
                        document: step.document.map { ConsolePaths.path(ofDocument: $0, in: order.scope) },
                        purchase: order.lineage.map {
                            ConsolePaths.path(of: LineageKey(scope: order.scope, lineage: $0))
                        },
                        cause: order.transaction?.rawValue ?? order.id.rawValue
                    )
                )
            }
        }
    }

    private mutating func add(_ stored: StoredFact, linksPurchase: Bool = true) {
        guard let matter = TimelineEntry.Matter(stored.fact) else { return }
        let fact = stored.fact
        let purchase = linksPurchase ? fact.lineage.map { LineageKey(scope: fact.scope, lineage: $0) } : nil
        entries.append(
            TimelineEntry(
                instant: fact.order.instant,
                matter: matter,
                environment: fact.scope.environment.rawValue,
                document: ConsolePaths.path(ofDocument: FactKey(fact), in: fact.scope),
                purchase: purchase.map(ConsolePaths.path),
                cause: fact.content.cause
            )
        )
    }

    private mutating func addEvents(_ events: [StoredEvent], _ reader: any DatabaseReader) throws {
        var deliveries: [Int64: [TimelineEntry.Delivery]] = [:]
        for start in stride(from: 0, to: events.count, by: 400) {
            let numbers = events[start..<min(start + 400, events.count)].map(\.number)
            for delivery in try reader.webhookDeliveries(ofEvents: numbers) {
                deliveries[delivery.event.number, default: []].append(TimelineEntry.Delivery(delivery))
            }
        }
        for stored in events {
            let event: ServerEvent = try ServiceJSON.decode(from: stored.event.body)
            entries.append(
                TimelineEntry(
                    instant: event.occurred,
                    matter: .event(
                        type: event.type.rawValue,
                        product: event.product?.rawValue,
                        entitlements: (event.entitlements ?? []).map(\.rawValue),
                        reason: event.reason,
                        deliveries: deliveries[stored.number] ?? []
                    ),
                    environment: event.environment.rawValue,
                    purchase: event.originalTransaction.map {
                        ConsolePaths.path(of: LineageKey(scope: event.scope, lineage: $0))
                    },
                    cause: event.transaction?.rawValue
                )
            )
        }
    }

    private mutating func add(_ entry: AuditEntry) {
        entries.append(
            TimelineEntry(
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

extension FactContent {
    /// What a fact belongs to in a story.
    fileprivate var cause: String? {
        switch self {
        case .transaction(let transaction): transaction.id.rawValue
        case .storeStatement(let statement): statement.transactionID.rawValue
        case .notification(let notification): notification.transactionID?.rawValue ?? notification.id.description
        default: nil
        }
    }
}

extension TimelineEntry.Delivery {
    init(_ delivery: StoredWebhookDelivery) {
        self.init(
            endpoint: delivery.lane.receiver,
            state: delivery.state.rawValue,
            attempts: delivery.attempts,
            answer: delivery.lastResponse
        )
    }
}

extension TimelineEntry.Purchase {
    init(_ transaction: Transaction) {
        self.init(
            id: transaction.id.rawValue,
            product: transaction.productID.rawValue,
            reason: transaction.reason?.rawValue,
            price: transaction.charge?.milliunits,
            currency: transaction.charge?.currency.rawValue,
            expires: transaction.expirationDate,
            revoked: transaction.revocation?.date,
            isFamilyShared: transaction.ownership == .familyShared,
            isUpgraded: transaction.isUpgraded,
            store: transaction.originalTransactionID.otherStore.map(\.nameInConsole)
        )
    }
}

extension TimelineEntry.Matter {
    /// What a fact is in a story; orders' steps are reported by the orders themselves.
    init?(_ fact: Fact) {
        switch fact.content {
        case .transaction(let transaction): self = .transaction(TimelineEntry.Purchase(transaction))
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
        case .storeStatement(let statement):
            self = .transaction(TimelineEntry.Purchase(statement.transaction(statedOn: fact.order.instant)))
        case .command(let command):
            guard let stated = Self.describing(command) else { return nil }
            self = .command(kind: stated.kind, detail: stated.detail)
        case .appTransaction, .reportRow, .unknown: return nil
        }
    }

    private static func describing(_ step: SeatStep) -> String {
        let what =
            switch step.action {
            case .invited(let terms): "invited by \(terms.invitedBy)"
            case .canceled: "canceled"
            case .requested(let request): "accepted by \(request.acceptedBy)"
            case .refused(_, let code): "refused: \(code)"
            case .claimed(let claim, _): "claimed \(claim)"
            case .associated(let download): "associated \(download)"
            case .released(let name): "released by \(name)"
            case .unclaimed(let claim, let cause): "unclaimed \(claim) (\(cause))"
            case .detected(let claim): "detected \(claim)"
            }
        return [step.invitation.rawValue, step.customer?.rawValue, what].compactMap(\.self).joined(separator: " · ")
    }

    private static func describing(_ command: Command) -> (kind: String, detail: String)? {
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
        case .consent(let consent): ("consent", "\(consent.subject): \(consent.isGranted ? "✓" : "✗")")
        case .spend(let spend): ("spend", "\(spend.reason) \(spend.transactionID?.rawValue ?? "")")
        case .conversion(let conversion): ("conversion", "→ \(conversion.targetProductID)")
        case .device(let device): ("device", "\(device.device)")
        case .seat(let step): ("seat", Self.describing(step))
        case .merge(let merge): ("merge", "\(merge.alias) → \(merge.customer)")
        case .order, .policy, .product, .contentItem, .unknown: nil
        }
    }
}

extension Store {
    /// The store's name, in the console's languages.
    var nameInConsole: @Sendable (ConsoleLanguage) -> String {
        { language in name(in: language.rawValue) }
    }
}
