// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Takes orders before the payment.
struct OrderCreator: Sendable {
    var database: any Database
    var pipeline: IntakePipeline
    var lifetime: TimeInterval

    /// Makes an order, or answers the one that the same key made before.
    ///
    /// - Throws: `ServiceProblem` when the product is not known or not on sale, the device is not registered, or the
    ///   key made another order.
    func create(
        _ request: OrderRequest,
        customer: CustomerID,
        app: AppConfiguration,
        key: String?,
        customPrice: OrderedCustomPrice? = nil,
        trace: TraceParent? = nil,
        by caller: Caller,
        now: Date
    ) async throws -> OrderInsertResult {
        let scope = AppScope(bundleID: app.bundleID, environment: request.environment ?? .production)
        let context = try await pipeline.context(app: app, now: now)
        let id = context.random.orderID(at: now)
        var terms = OrderStep.Terms(
            productID: request.product,
            quantity: request.quantity ?? 1,
            appAccountToken: AppAccountToken(rawValue: context.random.uuid()),
            shownPrice: request.price,
            idempotencyKey: key,
            // Facts and rows keep milliseconds.
            expirationDate: Date(millisecondsSince1970: now.addingTimeInterval(lifetime).millisecondsSince1970),
            device: request.device
        )
        terms.reference = request.reference
        terms.customPrice = customPrice
        terms.isProven = caller.proves(customer) ? true : nil
        terms.traceParent = trace
        let ordered = terms
        return try await database.write { writer in
            if let key, let known = try writer.order(idempotencyKey: key, customer: customer, scope: scope) {
                // No one reads an order of a customer who proved it by guessing its key.
                if known.details.isProven ?? false, !caller.proves(customer) {
                    throw ServiceProblem.customerTokenRequired
                }
                try Self.requireSameTerms(known, ordered)
                return .existing(known)
            }
            let session = try FulfillmentSession(writer: writer, context: context)
            try Self.requireSold(ordered, in: session.context.catalog)
            try writer.ensureCustomer(customer, now: now)
            if let device = request.device {
                try session.account(of: customer, in: scope).requireRegistered(device)
            }
            return .created(try session.create(id, ordered, for: customer, in: scope, by: caller.name))
        }
    }

    private static func requireSold(_ terms: OrderStep.Terms, in catalog: AppCatalog) throws {
        guard let product = catalog[terms.productID] else {
            throw ServiceProblem(
                .unknownProduct,
                "The catalog has no product \(terms.productID); import it first.",
                check: .product
            )
        }
        let maximum = product.maximumQuantity
        guard (1...maximum).contains(terms.quantity) else {
            throw ServiceProblem.invalid(
                "quantity",
                maximum == 1
                    ? "1: the App Store sells one \(product.id) at a time" : "from 1 to \(maximum) for \(product.id)"
            )
        }
        guard product.isOnSale else {
            throw ServiceProblem(.productNotOnSale, "The product \(product.id) is not on sale.", check: .product)
        }
    }

    private static func requireSameTerms(_ known: Order, _ terms: OrderStep.Terms) throws {
        guard known.product == terms.productID, known.quantity == terms.quantity,
            known.details.device == terms.device,
            known.reference == terms.reference || terms.reference == nil
        else {
            throw ServiceProblem(
                .idempotencyConflict,
                "The key was used for an order with another product, quantity, reference or device; use a new key."
            )
        }
    }
}

extension CatalogProduct {
    /// How many the App Store sells with a payment.
    ///
    /// Apple's documentation of `Product.PurchaseOption.quantity(_:)` and `seats(_:)`: up to ten of a consumable or a
    /// non-renewing subscription, and any number of seats of an auto-renewable subscription, here up to 100,000.
    fileprivate var maximumQuantity: Int {
        switch type {
        case .consumable, .nonRenewingSubscription: 10
        case .autoRenewableSubscription: 100_000
        default: 1
        }
    }
}
