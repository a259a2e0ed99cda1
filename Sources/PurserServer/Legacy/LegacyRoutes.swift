// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// The routes that apps already out there call, field for field.
struct LegacyFeature: Sendable {
    let answers: PurchaseAnswers
    let apps: Apps
    let catalog: CatalogCache
    let claimants: Claimants
    let receipts: ReceiptIntake
    let reported: ReportedRecovery
    let database: any Database
    let tokenSecrets: CustomerTokenSecrets

    /// The routes that apps already out there call, field for field.
    var routes: [Route] { [postPay, applePayReceipt, applePayReport] }

    /// A form or a flat JSON object with a receipt among its fields.
    private static func fields(_ type: any SchemaDescribed.Type) -> Route.RequestBodyDescription {
        var body = Route.RequestBodyDescription.json(type)
        body.mediaTypes.append("application/x-www-form-urlencoded")
        return body
    }

    private var postPay: Route {
        Route(
            method: .post,
            path: "/postPay/ios",
            name: "verifyLegacyOrder",
            summary: "Verifies an order with a receipt. `status` 200 in the body means delivered.",
            group: .compatibility,
            access: .open,
            body: Self.fields(LegacyOrderReceiptRequest.self),
            answers: [.json(LegacyOrderReceiptBody.self, "Delivered, when `status` is 200.")],
            allowsUnknown: true,
            problems: [.receiptEmpty, .signatureInvalid, .transactionUsed, .orderNotFound, .unauthenticated]
        ) { [self] call in
            let fields = try LegacyFormFields(call.request)
            guard let bundle = fields["bundle_id"], let app = apps[BundleID(rawValue: bundle)] else {
                throw ServiceProblem(.wrongBundleID, "This server does not serve the app.", check: .bundleID)
            }
            // The app's `password`, Apple's shared secret, is not even read.
            var request = PurchaseRequest()
            request.transactionId = fields["transaction_id"].map(TransactionID.init(rawValue:))
            request.productId = fields["product_id"].map { ProductID.legacy($0, of: app.bundleID) }
            let (order, reference) = Self.order(named: fields["order_id"])
            request.order = order
            let claimant = try await legacyClaimant(fields["token"], order: request.order, app: app, now: call.now)
            let named = try await receipts.verify(
                receipt: try fields.receipt("receipt-data"),
                request,
                reference: reference,
                claimant: claimant,
                app: app,
                now: call.now
            )
            let reader = PurchaseReader(claimant: claimant, order: request.order)
            let purchase = try await answers.answer(to: named, for: reader, now: call.now)
            // The app keeps the receipt and sends it again: by then the customer may be known.
            guard named.owner != nil else {
                throw ServiceProblem(
                    .orderNotFound,
                    "The purchase is stored, but its owner is unknown. Send the customer's token as `token`, or pay with the "
                        + "order's appAccountToken.",
                    check: .owner
                )
            }
            let catalog = try await self.catalog.catalog(of: app.bundleID, now: call.now)
            let given = Set(catalog.rules.entitlements(of: purchase.transaction.product))
            return try .json(
                LegacyOrderReceiptBody(
                    status: 200,
                    environment: purchase.transaction.environment,
                    order: purchase.order,
                    expires: purchase.expiry(ofEntitlements: given)
                )
            )
        }
    }

    /// What an old app's order number is: the identifier of an order, or the team's own number.
    private static func order(named text: String?) -> (OrderID?, String?) {
        guard let text, text.utf8.count <= 200 else { return (nil, nil) }
        let id = OrderID(rawValue: text)
        return id.isOfThisServer ? (id, nil) : (nil, text)
    }

    private var applePayReceipt: Route {
        Route(
            method: .post,
            path: "/applePay/receipt",
            name: "verifyLegacyReceipt",
            summary: "Verifies a receipt without an order or a user. Repeats are safe.",
            group: .compatibility,
            access: .open,
            body: Self.fields(LegacyReceiptRequest.self),
            answers: [.json(PurchaseBody.self, "The receipt is verified and stored.")],
            allowsUnknown: true,
            problems: [.receiptEmpty, .signatureInvalid, .unauthenticated]
        ) { [self] call in
            let fields = try LegacyFormFields(call.request)
            let receipt = try fields.receipt("receipt")
            let app = try receipts.app(ofReceipt: receipt)
            var request = PurchaseRequest()
            request.transactionId = fields["transactionId"].map(TransactionID.init(rawValue:))
            request.productId = fields["productId"].map(ProductID.init(rawValue:))
            let claimant = try await legacyClaimant(call.request.bearerToken, order: nil, app: app, now: call.now)
            let named = try await receipts.verify(
                receipt: receipt,
                request,
                claimant: claimant,
                app: app,
                now: call.now
            )
            let reader = PurchaseReader(claimant: claimant, order: nil)
            return try .json(try await answers.answer(to: named, for: reader, now: call.now))
        }
    }

    private var applePayReport: Route {
        Route(
            method: .post,
            path: "/applePay/report",
            name: "reportLegacyReceipt",
            summary: "Stores a purchase whose verification failed repeatedly, so that it is not lost.",
            group: .compatibility,
            access: .open,
            body: Self.fields(LegacyReceiptRequest.self),
            answers: [.json(HealthBody.self, "The report is stored, and recovery processes it.")],
            allowsUnknown: true,
            problems: [.receiptEmpty]
        ) { [self] call in
            let fields = try LegacyFormFields(call.request)
            let report = ReportedPurchase(
                receipt: (try? fields.receipt("receipt")) ?? "",
                transaction: fields["transactionId"].map(TransactionID.init(rawValue:)),
                product: fields["productId"].map(ProductID.init(rawValue:)),
                at: call.now
            )
            guard report.receipt.utf8.count > 0 || report.transaction != nil else {
                throw ServiceProblem(
                    .receiptEmpty,
                    "The report has neither a receipt nor a transaction.",
                    check: .format
                )
            }
            for (name, value) in [
                ("transactionId", report.transaction?.rawValue), ("productId", report.product?.rawValue),
            ] {
                guard (value ?? "").utf8.count <= 200 else { throw ServiceProblem.invalid(name, "at most 200 bytes") }
            }
            try await reported.save(report)
            return try .json(HealthBody(status: "kept"))
        }
    }

    /// The customer of an old app's request: a token that the backend made, or the order's customer.
    private func legacyClaimant(
        _ token: String?,
        order: OrderID?,
        app: AppConfiguration,
        now: Date
    ) async throws -> Claimant? {
        if let token, let proven = try await tokenSecrets.token(token, now: now), proven.bundleID == app.bundleID {
            if try await Erasures(database: database).allow(proven) {
                return Claimant(customer: CustomerID(rawValue: proven.customer), basis: .session)
            }
        }
        guard let claimant = try await claimants.orderer(order, of: app) else { return nil }
        guard app.requiresCustomerTokens != .always else { throw ServiceProblem.customerTokenRequired }
        return claimant
    }
}

extension PurchaseBody {
    /// Until when the entitlements that the bought product gives last; nothing when one lasts permanently.
    fileprivate func expiry(ofEntitlements given: Set<EntitlementID>) -> Date? {
        let active = entitlements.filter { $0.isActive && given.contains($0.id) }
        guard active.allSatisfy({ $0.until != nil }) else { return nil }
        return active.compactMap(\.until).max() ?? transaction.expires
    }
}

extension ProductID {
    /// The App Store's identifier of a product that an old app names shortly: its bundle identifier comes before.
    static func legacy(_ name: String, of app: BundleID) -> ProductID {
        let prefix = app.rawValue + "."
        return ProductID(rawValue: name.hasPrefix(prefix) ? name : prefix + name)
    }
}

struct LegacyOrderReceiptRequest: SchemaDescribed {
    static let schema = Schema.object(
        ["receipt-data": .document, "bundle_id": .string(upTo: 200)],
        optional: [
            "token": .string(upTo: 4000).secret,
            "password": .string(upTo: 200).secret.described("Ignored."),
            "product_id": .string(upTo: 200), "transaction_id": .string(upTo: 200), "quantity": .any,
            "order_id": .string(upTo: 200).described(
                "The order, or its `reference`. An unknown number does not reject the purchase."
            ), "is_sandbox": .any,
        ]
    )
}

struct LegacyOrderReceiptBody: Codable, Sendable, SchemaDescribed {
    var status: Int
    var environment: Environment
    var order: OrderBody?
    var expires: Date?

    static let schemaName = "LegacyOrderReceipt"
    static let schema = Schema.object(
        [
            "status": .integer,
            "environment": .string.described(
                "The environment of the purchase. Sandbox purchases cost nothing and are delivered separately."
            ),
        ],
        optional: ["order": .of(OrderBody.self), "expires": .instant]
    )
    static let schemaReferences: [any SchemaDescribed.Type] = [OrderBody.self]
}

struct LegacyReceiptRequest: SchemaDescribed {
    static let schema = Schema.object(
        [:],
        optional: [
            "receipt": .document, "transactionId": .string(upTo: 200), "productId": .string(upTo: 200),
        ]
    )
}
