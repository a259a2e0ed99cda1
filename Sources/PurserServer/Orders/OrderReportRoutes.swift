// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// What apps say of their orders, and what was not delivered.
struct OrderReportFeature: Sendable {
    let pipeline: IntakePipeline
    let metrics: MetricsRecorder
    let random: RandomSource
    let database: any Database
    let versions: AppVersionCache

    var routes: [Route] { [finishOrder, failOrder, reportFailure, countFailures, listUndelivered] }

    private var finishOrder: Route {
        Route(
            method: .post,
            path: "/v1/orders/{order}/finish",
            name: "finishOrder",
            summary: "Reports that the app finished the order's transaction.",
            group: .orders,
            access: .app,
            answers: [.json(OrderBody.self, "The order.")],
            problems: [.orderNotFound, .customerTokenRequired]
        ) { [self] call in
            try .json(OrderBody(try await change(call, .finish), for: call.caller))
        }
    }

    private var failOrder: Route {
        Route(
            method: .post,
            path: "/v1/orders/{order}/failure",
            name: "reportOrderFailure",
            summary: "Reports that the purchase failed in the app. A later payment still counts.",
            group: .orders,
            access: .app,
            body: .json(PurchaseFailureRequest.self),
            answers: [.json(OrderBody.self, "The order.")],
            problems: [.orderNotFound, .customerTokenRequired]
        ) { [self] call in
            let failure = try call.body(PurchaseFailureRequest.self)
            let order = try await change(call, .fail(code: failure.code, text: failure.text), failure: failure)
            metrics.recordFailure(failure.code, product: order.product)
            return try .json(OrderBody(order, for: call.caller))
        }
    }

    /// Applies what an app states about an order.
    private func change(
        _ call: RequestContext,
        _ statement: Fulfillment.OrderInput,
        failure: PurchaseFailureRequest? = nil
    ) async throws -> Order {
        let id = OrderID(rawValue: try call.path("order"))
        let app = try call.app
        let (caller, now) = (call.caller, call.now)
        let context = try await pipeline.context(app: app, now: now)
        let version = newVersion(in: failure, app: app.bundleID, now: now)
        let order = try await database.write { [random] writer in
            guard let order = try writer.order(id), order.scope.bundleID == app.bundleID else {
                throw ServiceProblem(.orderNotFound, "There is no such order.")
            }
            if let customer = order.customer {
                try caller.requirePurchase(for: customer)
                // What a customer's token or the team created, the app's key alone does not change.
                if order.details.isProven ?? false, !caller.proves(customer) {
                    throw ServiceProblem.customerTokenRequired
                }
            }
            if let failure {
                try writer.record(failure, customer: order.customer, app: app.bundleID, now: now, random: random)
            }
            if let version { try writer.record(version, now: now) }
            return try FulfillmentSession(writer: writer, context: context).change(order, statement, by: caller.name)
        }
        if let version { versions.store(version) }
        return order
    }

    /// The version of the app that reports a failure, where it is not stored yet.
    private func newVersion(in failure: PurchaseFailureRequest?, app: BundleID, now: Date) -> SeenAppVersion? {
        SeenAppVersion(reported: failure?.appVersion, app: app, at: now).flatMap { versions.isNew($0) ? $0 : nil }
    }

    private var reportFailure: Route {
        Route(
            method: .post,
            path: "/v1/purchase-failures",
            name: "reportPurchaseFailure",
            summary: "Reports a purchase that failed on the device, with the store's code and text.",
            group: .purchases,
            access: .app,
            body: .json(PurchaseFailureRequest.self),
            answers: [.empty("The failure is counted.")]
        ) { [self] call in
            let failure = try call.body(PurchaseFailureRequest.self)
            let app = try call.app.bundleID
            let customer = failure.customer ?? call.caller.provenCustomer
            if let customer { try call.caller.requirePurchase(for: customer) }
            let now = call.now
            let version = newVersion(in: failure, app: app, now: now)
            try await database.write { [random] in
                try $0.record(failure, customer: customer, app: app, now: now, random: random)
                if let version { try $0.record(version, now: now) }
            }
            if let version { versions.store(version) }
            metrics.recordFailure(failure.code, product: failure.product)
            return HTTPResponse(status: .noContent)
        }
    }

    private var countFailures: Route {
        Route(
            method: .get,
            path: "/v1/purchase-failures",
            name: "countPurchaseFailures",
            summary: "Counts failed purchases by code, product, app version, country and time.",
            group: .purchases,
            access: .backend,
            query: [
                .init(name: "from", schema: .instant, summary: "The start time (default: 30 days ago)."),
                .init(name: "until", schema: .instant, summary: "The end time (default: now)."),
                .init(
                    name: "groupBy",
                    schema: .string(upTo: 200),
                    summary:
                        "Dimensions separated by commas: code, product, appVersion, storefront, stage, hour, day (default: code,product,appVersion,stage)."
                ),
            ],
            answers: [.json(PurchaseFailureCounts.self, "The counts, most frequent first.")]
        ) { [self] call in
            let app = try call.app.bundleID
            let from = try call.instant("from") ?? call.now.addingTimeInterval(-30 * 86_400)
            let until = try call.instant("until") ?? call.now
            let parts = try PurchaseFailureCounts.parts(of: call.text("groupBy"))
            return try .json(try await failures(of: app, from: from, until: until, by: parts))
        }
    }

    /// Counts the failures of a span of time, page by page, however many there are.
    private func failures(
        of app: BundleID,
        from: Date,
        until: Date,
        by parts: Set<PurchaseFailureCounts.Part>
    ) async throws -> PurchaseFailureCounts {
        var counts = PurchaseFailureCounts(by: parts)
        var last = NumberedName(from.millisecondsSince1970)
        while true {
            let after = last
            let page = try await database.read {
                try $0.records(in: PurchaseFailureReport.records[app], after: after, limit: 5000)
            }
            for record in page {
                let report = try record.value
                guard report.at <= until else { return counts }
                counts.add(report)
            }
            guard page.count == 5000, let name = page.last?.name else { return counts }
            last = name
        }
    }

    private var listUndelivered: Route {
        Route(
            method: .get,
            path: "/v1/undelivered-orders",
            name: "listUndeliveredOrders",
            summary: "Lists paid and undelivered orders (expected: none).",
            group: .recovery,
            access: .backend,
            query: [.environment, .limit],
            answers: [.json(UndeliveredList.self, "The orders and the purchases.")]
        ) { [self] call in
            let scope = try call.scope()
            let limit = Int(try call.integer("limit", in: 1...500) ?? 100)
            return try .json(try await undelivered(in: scope, limit: limit))
        }
    }

    /// What is paid and not delivered: orders that stayed open, and purchases whose customer is not known.
    func undelivered(in scope: AppScope, limit: Int) async throws -> UndeliveredList {
        try await database.read { reader in
            var paid: [Order] = []
            var last: Order?
            repeat {
                let page = try reader.openOrders(after: last, limit: 500)
                paid += page.filter { $0.scope == scope && $0.state == .paid }
                last = page.count == 500 ? page.last : nil
            } while last != nil && paid.count < limit
            return UndeliveredList(
                orders: paid.prefix(limit).map { OrderBody($0) },
                unclaimed: try reader.values(in: UnclaimedPurchase.records[scope], limit: limit)
            )
        }
    }
}

struct PurchaseFailureRequest: Decodable, Sendable, SchemaDescribed {
    var code: String
    var text: String?
    var product: ProductID?
    var appVersion: String?
    var customer: CustomerID?
    var hasReceipt: Bool?
    var stage: String?
    var storefront: String?

    private enum CodingKeys: String, CodingKey {
        case code, text, appVersion, customer, hasReceipt, stage, storefront
        case product = "productId"
    }

    static let schema = Schema.object(
        ["code": .identifier.described("The store's or the tool's code, such as 2 for a canceled payment.")],
        optional: [
            "text": .string(upTo: 2000), "productId": .string(upTo: 200), "appVersion": .string(upTo: 100),
            "customer": .identifier, "hasReceipt": .boolean.described("False if the receipt was empty."),
            "stage": .string(upTo: 100).described("Where it failed: products, payment, verification, restore."),
            "storefront": .string(upTo: 10).described("The customer's storefront, such as CHN."),
        ]
    )
}

/// A failure that an app reported.
struct PurchaseFailureReport: Codable, Hashable, Sendable {
    var at: Date
    var code: String
    var text: String?
    var product: ProductID?
    var appVersion: String?
    var customer: CustomerID?
    var hasReceipt: Bool?
    var stage: String?
    var storefront: String?

    /// The failures that each app reported, by milliseconds and a random suffix.
    static let records = OwnedRecordStore<BundleID, NumberedName, PurchaseFailureReport>("failures")
}

extension DatabaseWriter {
    func record(
        _ failure: PurchaseFailureRequest,
        customer: CustomerID?,
        app: BundleID,
        now: Date,
        random: RandomSource
    ) throws {
        let report = PurchaseFailureReport(
            at: now,
            code: failure.code,
            text: failure.text,
            product: failure.product,
            appVersion: failure.appVersion,
            customer: customer,
            hasReceipt: failure.hasReceipt,
            stage: failure.stage,
            storefront: failure.storefront
        )
        let name = NumberedName(now.millisecondsSince1970, suffix: " " + random.hexadecimal(6))
        try upsert(report, as: name, in: PurchaseFailureReport.records[app], now: now)
    }
}

struct UndeliveredList: Codable, Sendable, SchemaDescribed {
    var orders: [OrderBody]
    /// Purchases that no one can be given because no customer is known for them.
    var unclaimed: [UnclaimedPurchase]

    static let schema = Schema.object([
        "orders": .array(of: .of(OrderBody.self)),
        "unclaimed": .array(
            of: .object(
                [
                    "transactionId": .string, "originalTransactionId": .string, "productId": .string,
                    "purchaseDate": .instant,
                ],
                optional: ["appAccountToken": .uuid, "scope": .any]
            )
        ),
    ])
    static let schemaReferences: [any SchemaDescribed.Type] = [OrderBody.self]
}
