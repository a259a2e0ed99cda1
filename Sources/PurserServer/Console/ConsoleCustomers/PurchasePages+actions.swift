// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

extension PurchasePages {
    var purchaseActions: [ConsoleRoute] {
        [
            actions.perform("look-up", .support, lookUp), actions.perform("redeliver", .support, redeliver),
            actions.perform("extend", .support, extend),
        ]
    }

    /// Asks Apple about the order id of its e-mail; what Apple returns is processed.
    private func lookUp(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let order = try call.field("order", upTo: 100)
        let scope = try pages.scope(call.form["scope"])
        let answer = try await actions.perform("lookUpOrder", path: ["order": order], in: scope, call, visitor)
        let body = try answer.json()
        let found = body["transactions"]?.array ?? []
        let language = visitor.session.language
        guard body["isValid"]?.bool == true, !found.isEmpty else {
            try await actions.record("order.look-up", order, "nothing", call)
            throw ServiceProblem(
                .notFound,
                language("Apple knows no order \(order) of this app.")
            )
        }
        let lineages = found.compactMap { $0["originalTransactionId"]?.string }.map(OriginalTransactionID.init)
        let now = call.now
        try await database.write { writer in
            for lineage in lineages { try writer.indexAppleOrder(order, of: lineage, in: scope, now: now) }
        }
        try await actions.record("order.look-up", order, lineages.map(\.rawValue).joined(separator: " "), call)
        return language("Apple showed \(found.count) transactions of order \(order); they were processed.")
    }

    /// Processes an order's purchase again and sends the webhook events again.
    private func redeliver(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let id = OrderID(rawValue: try call.field("order", upTo: 200))
        let reason = try call.field("reason")
        guard let order = try await database.read({ try $0.order(id) }), let lineage = order.lineage,
            let app = apps[order.scope.bundleID]
        else { throw ServiceProblem(.orderNotFound, "There is no such paid order.") }
        let language = visitor.session.language
        guard order.state?.isPaid == true else {
            throw ServiceProblem(
                .invalidParameter,
                language("Only what is paid and not revoked is delivered again.")
            )
        }
        let key = LineageKey(scope: order.scope, lineage: lineage)
        try await pipeline.reconsider(key, app: app, now: call.now)
        let endpoints = try await endpoints.all(of: app.bundleID, now: call.now)
        let now = call.now
        let deliveries = try await database.write { writer -> Int in
            guard let processed = try writer.order(id) else { return 0 }
            var deliveries = 0
            for stored in try Self.events(of: processed, writer) {
                let event: ServerEvent = try ServiceJSON.decode(from: stored.event.body)
                let wanting = endpoints.filter { $0.accepts(event) }.map(\.id)
                try writer.enqueueDeliveries(stored.number, of: event.customer, to: wanting, now: now)
                deliveries += wanting.count
            }
            return deliveries
        }
        if let customer = order.customer?.rawValue {
            try await actions.record("order.redeliver", customer, "\(id): \(reason)", call)
        }
        try await actions.record("order.redeliver", id.rawValue, reason, call)
        let state = try await database.read { try $0.order(id)?.state }
        guard state == .delivered || state == .finished else {
            throw ServiceProblem(
                .invalidParameter,
                language("It could not be delivered; the reason is on this page.")
            )
        }
        return language("Delivered; the event is sent again to \(deliveries) backends.")
    }

    private func extend(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let lineage = try call.field("lineage", upTo: 200)
        let days = try call.number("days", in: 1...90)
        let reason = try call.field("reason")
        let answer = try await actions.perform(
            "extendSubscription",
            body: [
                "originalTransactionId": .string(lineage), "days": .integer(Int64(days)),
                "reason": .integer(Int64(try call.number("code", in: 0...3))),
            ],
            in: try pages.scope(call.form["scope"]),
            call,
            visitor
        )
        try await actions.record("subscription.extend", lineage, "\(days) d: \(reason)", call)
        if let owner = call.form["owner"], !owner.isEmpty {
            try await actions.record("subscription.extend", owner, "\(lineage) \(days) d: \(reason)", call)
        }
        let language = visitor.session.language
        guard try answer.json()["success"]?.bool != false else {
            throw ServiceProblem(.appStoreRefused, language("Apple did not extend it."))
        }
        return language("Apple moved the date by \(days) days.")
    }
}
