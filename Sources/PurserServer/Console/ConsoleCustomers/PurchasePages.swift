// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// Orders, purchases and their documents.
struct PurchasePages: Sendable {
    let accounts: EntitlementReader
    let actions: ConsoleActions
    let apps: Apps
    let pipeline: IntakePipeline
    let endpoints: WebhookEndpointCache
    let pages: ConsoleFrame
    let database: any Database

    var routes: [ConsoleRoute] { purchaseRoutes + purchaseActions }

    var purchaseRoutes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/orders/{order}", .viewer, handler: renderOrder),
            ConsoleRoute(.get, "/purchases/{lineage}", .viewer, handler: renderPurchase),
            ConsoleRoute(.get, "/documents/{document}", .viewer, handler: renderDocument),
        ]
    }

    private func renderOrder(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let id = OrderID(rawValue: try call.path("order"))
        let found = try await database.read { reader -> (Order, [StoredOrderStep], [StoredWebhookDelivery])? in
            guard let order = try reader.order(id) else { return nil }
            let events = try Self.events(of: order, reader)
            return (order, try reader.history(of: id), try reader.webhookDeliveries(ofEvents: events.map(\.number)))
        }
        guard let (order, steps, updates) = found else {
            throw ServiceProblem(.orderNotFound, "There is no such order.")
        }
        let page = OrderPage(
            id: id.rawValue,
            scope: pages.label(order.scope),
            customer: order.customer?.rawValue,
            product: order.product.rawValue,
            quantity: order.quantity,
            state: order.storedState,
            isPaid: order.state?.isPaid == true,
            token: order.token?.rawValue.uuidString.lowercased(),
            reference: order.reference,
            transaction: order.transaction?.rawValue,
            lineage: order.lineage?.rawValue,
            explanation: try await explanation(of: order, now: call.now),
            steps: steps.map { step in
                OrderPage.Step(
                    state: step.state,
                    instant: step.instant,
                    mover: step.actor,
                    document: step.document.map { ConsolePaths.path(ofDocument: $0, in: order.scope) },
                    detail: step.detail
                )
            },
            deliveries: updates.map(TimelineEntry.Delivery.init)
        )
        return pages.show(page.page(in: frame), in: frame)
    }

    /// What was sent to backends about an order: their identifiers follow from the purchase.
    static func events(of order: Order, _ reader: any DatabaseReader) throws -> [StoredEvent] {
        guard let transaction = order.transaction else { return [] }
        let delivered = EventID(
            .orderDelivered,
            order.scope,
            beside: order.lineage,
            causes: transaction.rawValue,
            "delivered"
        )
        return try [reader.event(delivered.rawValue)].compactMap(\.self)
    }

    private func explanation(of order: Order, now: Date) async throws -> OrderPage.Explanation {
        switch order.state {
        case .created, .expired: return .noPayment
        case .delivered, .finished: return .delivered
        case .refunded, .revoked: return .revoked
        case .failed:
            let details = order.details
            return .failed(code: details.failureCode, text: details.failureText)
        case nil: return .newerState
        case .paid: break
        }
        guard let app = apps[order.scope.bundleID] else { return .waiting }
        let context = try await pipeline.context(app: app, now: now)
        guard context.catalog[order.product] != nil else { return .unknownProduct }
        guard let customer = order.customer else { return .noOwner }
        return context.admits(order.scope.environment, for: customer) ? .waiting : .environmentRefused
    }

    private func renderPurchase(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let scope = try pages.scope(call.request.query["scope"] ?? frame.scope.value)
        guard let app = apps[scope.bundleID] else { throw ServiceProblem.notFound("app") }
        let key = LineageKey(scope: scope, lineage: OriginalTransactionID(rawValue: try call.path("lineage")))
        let now = call.now
        let label = pages.label(scope)
        let owner = try await database.read { try $0.claim(on: key.lineage, in: scope)?.customer }
        let account =
            if let owner {
                try await accounts.account(of: owner, in: scope, app: app, now: now)
            } else {
                CustomerAccount?.none
            }
        let page = try await database.read { reader -> PurchasePage? in
            let facts = try reader.facts(of: key.lineage, in: scope)
            guard !facts.isEmpty else { return nil }
            let change = LineageChange(key: key, known: facts.map(\.fact), policy: app.policy)
            let ownership = change.ownershipBefore
            let owner = owner ?? ownership.owners.first
            let transactions = change.after.transactions.map(\.transaction)
            let state = change.after.state(asOf: now)
            let last = state?.period.transaction ?? transactions.last
            let orders = try transactions.suffix(50).reversed()
                .flatMap { try reader.orders(transaction: $0.id, in: scope) }
            let bought = account?.ownPurchases(asOf: now) ?? transactions
            let others = Set(ownership.steps.flatMap { $0.owners + $0.previousOwners + [$0.customer] })
            var page = PurchasePage(
                lineage: key.lineage.rawValue,
                scope: label,
                owner: owner?.rawValue,
                others: others.filter { $0 != owner }.map(\.rawValue).sorted(),
                product: last?.productID.rawValue,
                isSubscription: last?.productType == .autoRenewableSubscription,
                state: state?.renewalState.rawValue,
                ends: state?.accessEndDate ?? last?.expirationDate,
                storefront: last?.storefront?.rawValue,
                advice: last.map { RefundAdviceList.Item($0, refunds: bought.refundDates, asOf: now) }
                    .map(PurchasePage.Advice.init),
                token: transactions.lazy.compactMap(\.appAccountToken).first?.rawValue.uuidString.lowercased(),
                orders: orders.map { (id: $0.id.rawValue, state: $0.storedState) },
                seats: PurchasePage.Seats(change.seatRoster(asOf: now)),
                timeline: try CustomerTimeline(of: key, facts: facts, reader).entries
            )
            page.agreement = state.flatMap(SubscriptionAgreement.init)
            page.store = key.lineage.otherStore.map(\.nameInConsole)
            return page
        }
        guard let page else { throw ServiceProblem.notFound("purchase") }
        return pages.show(page.page(in: frame), in: frame)
    }

    private func renderDocument(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let scope = try pages.scope(call.request.query["scope"] ?? frame.scope.value)
        guard let key = FactKey(hexadecimal: try call.path("document")) else {
            throw ServiceProblem.notFound("document")
        }
        let page = try await database.read { reader in try Self.documentPage(of: key, in: scope, reader) }
        guard let page else { throw ServiceProblem.notFound("document") }
        return pages.show(page.page(in: frame), in: frame)
    }

    private static func documentPage(
        of key: FactKey,
        in scope: AppScope,
        _ reader: any DatabaseReader
    ) throws -> DocumentPage? {
        // A notification's nested documents are facts of their own; the one that is asked for comes first.
        guard let stored = try reader.facts(key, in: scope).first else { return nil }
        let text = try stored.document.flatMap { try reader.document($0) }.map { String(decoding: $0, as: UTF8.self) }
        let signed = text.flatMap(SignedText.init)
        let payload = try signed?.payload ?? JSONValue.encoding(stored.fact.content)
        return DocumentPage(
            kind: stored.fact.kind.rawValue,
            said: stored.fact.order.instant,
            received: stored.receivedDate,
            source: stored.source,
            digest: key.digest.hexadecimal,
            payload: try payload.laidOut(),
            certificates: signed?.certificates ?? [],
            text: text
        )
    }
}

extension PurchasePage.Seats {
    /// The seats of a group whose members the team invites; nothing for other purchases.
    init?(_ roster: SeatRoster) {
        guard roster.invitationManagement == .developer else { return nil }
        let excess = Set(roster.excess.map(\.id))
        let shown = roster.invitations.filter {
            [.open, .requested, .claimed, .releasing].contains($0.state(asOf: roster.asOf))
        }
        self.init(
            total: roster.seats,
            occupied: roster.occupied,
            available: roster.free,
            rows: shown.map { invitation in
                Row(
                    invitation: invitation.id.rawValue,
                    state: invitation.state(asOf: roster.asOf).rawValue,
                    customer: invitation.customer?.rawValue,
                    claim: invitation.claim?.description,
                    invitedBy: invitation.terms?.invitedBy,
                    note: invitation.terms?.note,
                    date: invitation.claimedDate ?? invitation.terms?.expirationDate,
                    isExcess: excess.contains(invitation.id)
                )
            }
        )
    }
}

extension PurchasePage.Advice {
    /// The words of the same advice that the interface gives.
    init(_ item: RefundAdviceList.Item) {
        self.init(
            transaction: item.transaction.rawValue,
            purchased: item.purchased,
            refunded: item.refunded,
            chance: item.chance?.rawValue,
            windowDays: item.windowDays ?? 0,
            deadline: item.deadline,
            refundsThisYear: item.refundsThisYear ?? 0,
            routes: (item.routes ?? []).map(\.rawValue),
            fastestHours: item.fastestHours ?? 0,
            slowestWorkingDays: item.cardWorkingDaysTo ?? 0
        )
    }
}

/// The parts of a signed document's text, to be read by a person; it was verified when it came.
struct SignedText {
    var payload: JSONValue
    var certificates: [String]

    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.json(parts[0]), let payload = Self.json(parts[1]) else { return nil }
        self.payload = payload.openingSigned()
        certificates = (header["x5c"]?.array ?? []).compactMap { entry in
            guard let text = entry.string, let der = Data(base64Encoded: text) else { return nil }
            return (try? Certificate(der: der))?.description
        }
    }

    private static func json(_ part: Substring) -> JSONValue? {
        Base64URL.decode(String(part)).flatMap { try? ServiceJSON.decode(JSONValue.self, from: Data($0)) }
    }
}

extension JSONValue {
    /// The same JSON with what is signed inside it opened.
    fileprivate func openingSigned() -> JSONValue {
        switch self {
        case .string(let text) where text.hasPrefix("eyJ"): SignedText(text)?.payload ?? self
        case .array(let elements): .array(elements.map { $0.openingSigned() })
        case .object(let members): .object(members.mapValues { $0.openingSigned() })
        default: self
        }
    }

    /// The JSON with a line for each member.
    func laidOut() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
