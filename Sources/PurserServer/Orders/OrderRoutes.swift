// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Orders, before they are paid.
struct OrderFeature: Sendable {
    let orders: OrderCreator
    let catalog: CatalogCache
    let database: any Database

    var routes: [Route] { [createOrder, readOrder, listOrders, explainOrder] }

    private var createOrder: Route {
        Route(
            method: .post,
            path: "/v1/orders",
            name: "createOrder",
            summary: "Creates an order before the payment.",
            group: .orders,
            access: .app,
            headers: [
                .init(
                    name: "Idempotency-Key",
                    schema: .identifier,
                    summary:
                        "The same key of the same customer and environment returns the same order, permanently."
                ),
                .traceParent,
            ],
            body: .json(OrderRequest.self),
            answers: [
                .json(OrderBody.self, "The new order.", status: 201),
                .json(OrderBody.self, "The order that was created with the same key."),
            ],
            problems: [.unknownProduct, .productNotOnSale, .idempotencyConflict, .customerTokenRequired]
        ) { [self] call in
            let request = try call.body(OrderRequest.self)
            guard let named = request.customer ?? call.caller.provenCustomer,
                (1...200).contains(named.rawValue.utf8.count)
            else {
                throw ServiceProblem.invalid("customer", "1 to 200 bytes")
            }
            let customer = named.isAnonymous ? try await database.read { try $0.resolve(named) } : named
            try call.caller.requirePurchase(for: customer)
            let key = request.idempotencyKey ?? call.request.headers["idempotency-key"]
            guard (1...200).contains(key?.utf8.count ?? 1) else {
                throw ServiceProblem.invalid("idempotencyKey", "1 to 200 bytes")
            }
            guard (1...200).contains(request.reference?.utf8.count ?? 1) else {
                throw ServiceProblem.invalid("reference", "1 to 200 bytes")
            }
            let creation = try await orders.create(
                request,
                customer: customer,
                app: try call.app,
                key: key,
                trace: call.traceParent,
                by: call.caller,
                now: call.now
            )
            switch creation {
            case .created(let order): return try .json(OrderBody(order), status: .created)
            case .existing(let order): return try .json(OrderBody(order))
            }
        }
    }

    private var readOrder: Route {
        Route(
            method: .get,
            path: "/v1/orders/{order}",
            name: "getOrder",
            summary: "Returns an order with its history: actor, time and document of each step.",
            group: .orders,
            access: .app,
            answers: [.json(OrderBody.self, "The order.")],
            problems: [.orderNotFound]
        ) { [self] call in
            let id = OrderID(rawValue: try call.path("order"))
            let found = try await database.read { reader in
                (try reader.order(id), try reader.history(of: id))
            }
            guard let order = found.0, order.scope.bundleID == (try call.app.bundleID) else {
                throw ServiceProblem(.orderNotFound, "There is no such order.")
            }
            // An order whose customer is not known belongs to the team alone.
            if let customer = order.customer {
                try call.caller.requireAccess(to: customer)
            } else if !call.caller.isBackend {
                throw ServiceProblem(.orderNotFound, "There is no such order.")
            }
            return try .json(OrderBody(order, history: found.1))
        }
    }

    private var explainOrder: Route {
        Route(
            method: .get,
            path: "/v1/orders/{order}/why",
            name: "explainOrder",
            summary: "Explains an order's state, now or at another time, from facts and commands.",
            group: .orders,
            access: .backend,
            query: [.init(name: "at", schema: .instant, summary: "The state at this time (default: now).")],
            answers: [.json(OrderExplanation.self, "The states of the order with their causes.")],
            problems: [.orderNotFound]
        ) { [self] call in
            let id = OrderID(rawValue: try call.path("order"))
            let app = try call.app
            let at = try call.instant("at") ?? call.now
            let catalog = try await self.catalog.current(of: app.bundleID, now: call.now)
            let explanation = try await database.read { reader -> OrderExplanation? in
                guard let order = try reader.order(id), order.scope.bundleID == app.bundleID else { return nil }
                return try reader.explain(order, try reader.rulesHistory(of: app, catalog), at: at)
            }
            guard let explanation else { throw ServiceProblem(.orderNotFound, "The app has no order '\(id)'.") }
            return try .json(explanation)
        }
    }

    private var listOrders: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/orders",
            name: "listOrders",
            summary: "Lists a customer's orders, newest first.",
            group: .orders,
            access: .app,
            query: [
                .limit,
                .init(name: "before", schema: .string(upTo: 1000), summary: "The last order of the previous page."),
            ],
            answers: [.json(OrderList.self, "The orders.")]
        ) { [self] call in
            let customer = try call.customer()
            let app = try call.app.bundleID
            let limit = Int(try call.integer("limit", in: 1...500) ?? 100)
            let before = call.text("before").map(OrderID.init(rawValue:))
            let found = try await database.read { reader in
                let last = try before.flatMap { try reader.order($0) }
                return try reader.orders(of: customer, in: app, before: last, limit: limit + 1)
            }
            return try .json(
                OrderList(orders: found.prefix(limit).map { OrderBody($0) }, hasMore: found.count > limit)
            )
        }
    }
}
