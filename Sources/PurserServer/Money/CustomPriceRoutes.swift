// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Orders of goods that the team prices itself.
struct CustomPriceFeature: Sendable {
    let catalog: CatalogCache
    let orders: OrderCreator
    let database: any Database

    var routes: [Route] { [quoteCustomPrice, createCustomPriceOrder] }

    private var quoteCustomPrice: Route {
        Route(
            method: .post,
            path: "/v1/custom-prices/quotes",
            name: "quoteCustomPrice",
            summary: "Returns the product for an amount between price points, and the credit in virtual currency.",
            group: .money,
            access: .backend,
            body: .json(CustomPriceRequest.self),
            answers: [.json(CustomPriceQuote.self, "The product, its price, and the credit.")],
            problems: [.unknownProduct, .productMismatch]
        ) { [self] call in
            try .json(try await quote(try call.body(CustomPriceRequest.self), call))
        }
    }

    private var createCustomPriceOrder: Route {
        Route(
            method: .post,
            path: "/v1/custom-prices/orders",
            name: "createCustomPriceOrder",
            summary:
                "Creates an order for an amount between price points. Delivery posts the credit; a refund reverses it.",
            group: .money,
            access: .backend,
            headers: [.traceParent],
            body: .json(CustomPriceOrderRequest.self),
            answers: [.json(CustomPriceOrder.self, "The order and its quote.")],
            problems: [.unknownProduct, .productMismatch, .productNotOnSale, .idempotencyConflict]
        ) { [self] call in
            let input = try call.body(CustomPriceOrderRequest.self)
            guard (1...200).contains(input.customer.rawValue.utf8.count) else {
                throw ServiceProblem.invalid("customer", "1 to 200 bytes")
            }
            guard (1...200).contains(input.idempotencyKey.utf8.count) else {
                throw ServiceProblem.invalid("idempotencyKey", "1 to 200 bytes")
            }
            guard (1...200).contains(input.reference?.utf8.count ?? 1) else {
                throw ServiceProblem.invalid("reference", "1 to 200 bytes")
            }
            return try .json(try await order(input, call))
        }
    }

    /// The order that a key makes, once: what it answered first it answers permanently, whatever prices have become.
    private func order(_ input: CustomPriceOrderRequest, _ call: RequestContext) async throws -> CustomPriceOrder {
        let app = try call.app
        let scope = AppScope(bundleID: app.bundleID, environment: input.environment ?? .production)
        let known = try await database.read {
            try $0.order(idempotencyKey: input.idempotencyKey, customer: input.customer, scope: scope)
        }
        if let known { return try CustomPriceOrder(known, answering: input.customPrice) }
        let quote = try await quote(input.customPrice, call)
        let creation = try await orders.create(
            OrderRequest(
                customer: input.customer,
                product: quote.product,
                quantity: 1,
                price: quote.charged,
                environment: input.environment,
                idempotencyKey: input.idempotencyKey,
                reference: input.reference
            ),
            customer: input.customer,
            app: app,
            key: input.idempotencyKey,
            customPrice: OrderedCustomPrice(
                name: input.customPrice.name,
                price: input.customPrice.price,
                charged: quote.charged,
                currency: quote.currency,
                credit: quote.credit,
                terms: input.customPrice.terms
            ),
            trace: call.traceParent,
            by: call.caller,
            now: call.now
        )
        switch creation {
        case .created(let order), .existing(let order): return try CustomPriceOrder(order, answering: input.customPrice)
        }
    }

    /// The cheapest product on sale whose price covers the goods, and the credit for what it costs more.
    private func quote(_ request: CustomPriceRequest, _ call: RequestContext) async throws -> CustomPriceQuote {
        let catalog = try await self.catalog.catalog(of: try call.app.bundleID, now: call.now)
        guard request.price.milliunits > 0 else { throw ServiceProblem.invalid("price", "above zero") }
        guard let full = Ratio(decimal: request.unitsPerCurrencyUnit), full.numerator > 0,
            let share = Ratio(decimal: request.retainedShare ?? "1"), share.numerator > 0,
            let ratio = VirtualCurrencyRate.covering(VirtualCurrencyRate(unitsPerCurrencyUnit: full), share: share)
        else {
            throw ServiceProblem.invalid("unitsPerCurrencyUnit", "a decimal number above zero, as is the kept share")
        }
        try Self.requirePlain(request.products, in: catalog)
        let candidates = catalog.rules.products.compactMap { product -> (ProductID, Money)? in
            guard product.type == .consumable, product.isSold(in: request.storefront), product.ownBenefit == nil,
                request.products.map({ $0.contains(product.id) }) ?? true,
                let price = product.price(in: request.storefront), price.currency == request.price.currency
            else { return nil }
            return (product.id, price)
        }
        let points = PricePoints(currency: request.price.currency, milliunits: candidates.map(\.1.milliunits))
        guard let customPrice = CustomPrice(price: request.price, points: points, ratio: ratio),
            let product = candidates.filter({ $0.1 == customPrice.charged }).map(\.0).min()
        else {
            throw ServiceProblem(
                .unknownProduct,
                "No consumable without a credit, service time or entitlement of its own is on sale in "
                    + "\(request.storefront) for \(request.price) or more. Add one to the catalog."
            )
        }
        return CustomPriceQuote(
            product: product,
            price: customPrice.price,
            charged: customPrice.charged,
            currency: request.currency,
            credit: customPrice.credit
        )
    }
}

extension CustomPriceFeature {
    /// Refuses products that give something of their own: the customer would get that and the goods for one payment.
    ///
    /// - Throws: A `ServiceProblem` that names the first such product.
    private static func requirePlain(_ products: [ProductID]?, in catalog: AppCatalog) throws {
        for id in products ?? [] {
            guard let benefit = catalog[id]?.ownBenefit else { continue }
            throw ServiceProblem(
                .productMismatch,
                "The product \(id) cannot pay for a custom price: it gives \(benefit) of its own. "
                    + "Name a consumable that gives nothing of its own.",
                check: .product
            )
        }
    }
}

extension CatalogProduct {
    /// What a purchase of the product gives without an order; `nil` when it gives nothing.
    fileprivate var ownBenefit: String? {
        if let credit { return "a credit of \(credit.amount) \(credit.account)" }
        if serviceDuration != nil { return "service time" }
        return entitlements.isEmpty ? nil : "the entitlement \(entitlements[0])"
    }
}

struct CustomPriceRequest: Decodable, Sendable, SchemaDescribed {
    var name: String
    var price: Money
    var storefront: StorefrontCountryCode
    var currency: String
    var unitsPerCurrencyUnit: String
    var retainedShare: String?
    var products: [ProductID]?

    /// What an order keeps of it besides the goods, to tell whether the same is asked for again.
    var terms: String {
        let products = products.map { Set($0).map(\.rawValue).sorted() } ?? ["*"]
        return ([storefront.rawValue, unitsPerCurrencyUnit, retainedShare ?? "1"] + products).joined(separator: " ")
    }

    static let schemaName = "CustomPrice"
    static let schema = Schema.object(
        [
            "name": .string(upTo: 200), "price": .of(PriceBody.self), "storefront": .storefront,
            "currency": .identifier.described("The virtual currency of the credit."),
            "unitsPerCurrencyUnit": .string(upTo: 20).described("Units of it for one unit of money, such as 100."),
        ],
        optional: [
            "retainedShare": .string(upTo: 20)
                .described(
                    "The share of a sale that remains on this platform, such as 0.6664. Only this share becomes a credit."
                ),
            "products": .array(of: .identifier, upTo: 1000).described(
                "The products to choose from (default: all consumables without their own benefits)."
            ),
        ]
    )
    static let schemaReferences: [any SchemaDescribed.Type] = [PriceBody.self]
}

struct CustomPriceOrderRequest: Decodable, Sendable, SchemaDescribed {
    var customer: CustomerID
    var customPrice: CustomPriceRequest
    var environment: Environment?
    var idempotencyKey: String
    var reference: String?

    static let schema = Schema.object(
        ["customer": .identifier, "customPrice": .of(CustomPriceRequest.self), "idempotencyKey": .identifier],
        optional: [
            "environment": .oneOf(["Production", "Sandbox", "Xcode", "LocalTesting"]),
            "reference": .identifier.described("The team's order number."),
        ]
    )
    static let schemaReferences: [any SchemaDescribed.Type] = [CustomPriceRequest.self]
}

struct CustomPriceQuote: Codable, Hashable, Sendable, SchemaDescribed {
    var product: ProductID
    var price: Money
    var charged: Money
    var currency: String
    var credit: Int64

    private enum CodingKeys: String, CodingKey {
        case price, currency, credit
        case product = "productId"
        case charged = "chargedPrice"
    }

    static let schema = Schema.object([
        "productId": .string, "price": .of(MoneyBody.self), "chargedPrice": .of(MoneyBody.self), "currency": .string,
        "credit": .integer,
    ])
    static let schemaReferences: [any SchemaDescribed.Type] = [MoneyBody.self]
}

struct CustomPriceOrder: Codable, Sendable, SchemaDescribed {
    var order: OrderBody
    var quote: CustomPriceQuote

    /// What a stored order answers to a request that names its key, with the quote that it was made by.
    init(_ stored: Order, answering request: CustomPriceRequest) throws {
        guard let customPrice = stored.details.customPrice, customPrice.name == request.name,
            customPrice.price == request.price,
            customPrice.currency == request.currency, customPrice.terms ?? request.terms == request.terms
        else {
            throw ServiceProblem(
                .idempotencyConflict,
                "The key was used for another order; use a new key."
            )
        }
        order = OrderBody(stored)
        quote = CustomPriceQuote(
            product: stored.product,
            price: customPrice.price,
            charged: customPrice.charged,
            currency: customPrice.currency,
            credit: customPrice.credit
        )
    }

    static let schema = Schema.object(["order": .of(OrderBody.self), "quote": .of(CustomPriceQuote.self)])
    static let schemaReferences: [any SchemaDescribed.Type] = [OrderBody.self, CustomPriceQuote.self]
}
