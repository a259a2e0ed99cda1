// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Takes orders before the payment.
struct OrderCreator: Sendable {
    var database: any Database
    var catalog: CatalogCache
    var lifetime: TimeInterval
    var random: RandomSource

    /// Makes an order, or answers the one that the same key made before.
    ///
    /// - Throws: `ServiceProblem` when the product is not known or not on sale, the device is not registered, or the
    ///   key made another order.
    func create(
        _ request: OrderRequest,
        customer: CustomerID,
        app: AppConfiguration,
        key: String?,
        goods: OrderedGoods? = nil,
        by caller: Caller,
        now: Date
    ) async throws -> OrderInsertResult {
        let mover = caller.name
        let catalog = try await self.catalog.catalog(of: app.bundleID, now: now)
        let product = catalog[request.product]
        let order = try newOrder(
            request,
            customer: customer,
            app: app,
            goods: goods,
            isProven: caller.proves(customer),
            now: now
        )
        return try await database.write { writer in
            if let key, let known = try writer.order(idempotencyKey: key, customer: customer, scope: order.scope) {
                // No one reads an order of a customer who proved it by guessing its key.
                if try known.details.isProven ?? false, !caller.proves(customer) {
                    throw ServiceProblem.customerTokenRequired
                }
                try Self.requireSameTerms(known, order)
                return .existing(known)
            }
            guard let product else {
                throw ServiceProblem(
                    .unknownProduct,
                    "The catalog has no product \(request.product); import it first.",
                    check: .product
                )
            }
            guard order.quantity == 1 || product.allowsQuantity else {
                throw ServiceProblem.invalid("quantity", "1: the App Store sells one \(product.id) at a time")
            }
            guard product.isOnSale else {
                throw ServiceProblem(.productNotOnSale, "The product \(product.id) is not on sale.", check: .product)
            }
            try writer.ensureCustomer(customer, now: now)
            if let device = request.device {
                try writer.account(of: customer, in: order.scope, catalog: catalog, policy: app.policy, now: now)
                    .requireRegistered(device)
            }
            let step = StoredOrderStep(state: order.state, instant: now, mover: mover)
            let creation = try writer.create(order, idempotencyKey: key, step: step)
            if case .created = creation {
                try writer.record(
                    .order(
                        OrderStep(order: order.id, customer: customer, action: .created(try order.terms(key: key)))
                    ),
                    in: order.scope,
                    by: mover,
                    now: now
                )
            }
            return creation
        }
    }

    private func newOrder(
        _ request: OrderRequest,
        customer: CustomerID,
        app: AppConfiguration,
        goods: OrderedGoods?,
        isProven: Bool,
        now: Date
    ) throws -> StoredOrder {
        var details = OrderDetails(origin: .app, price: request.price, device: request.device, goods: goods)
        details.isProven = isProven ? true : nil
        return StoredOrder(
            id: random.orderID(at: now),
            scope: AppScope(bundleID: app.bundleID, environment: request.environment ?? .production),
            customer: customer,
            product: request.product,
            quantity: request.quantity ?? 1,
            token: AppAccountToken(rawValue: random.uuid()),
            state: OrderState.created.rawValue,
            isOpen: true,
            createdDate: now,
            // Facts and rows keep milliseconds.
            expiresDate: Date(millisecondsSince1970: now.addingTimeInterval(lifetime).millisecondsSince1970),
            updatedDate: now,
            reference: request.reference,
            body: try ServiceJSON.encode(details)
        )
    }

    private static func requireSameTerms(_ known: StoredOrder, _ order: StoredOrder) throws {
        guard known.product == order.product, known.quantity == order.quantity,
            try known.details.device == order.details.device,
            known.reference == order.reference || order.reference == nil
        else {
            throw ServiceProblem(
                .idempotencyConflict,
                "The key made an order of another product, quantity or reference, or for another device, before; use a new key."
            )
        }
    }
}

extension StoredOrder {
    func terms(key: String? = nil) throws -> OrderStep.Terms {
        OrderStep.Terms(
            productID: product,
            quantity: quantity,
            appAccountToken: token,
            shownPrice: try details.price,
            idempotencyKey: key,
            expirationDate: expiresDate,
            device: try details.device
        )
    }
}

extension CatalogProduct {
    /// Whether the App Store sells more than one with a payment.
    ///
    /// Apple's documentation of `Product.PurchaseOption.quantity(_:)`: consumables and non-renewing subscriptions
    /// alone.
    fileprivate var allowsQuantity: Bool { type == .consumable || type == .nonRenewingSubscription }
}
