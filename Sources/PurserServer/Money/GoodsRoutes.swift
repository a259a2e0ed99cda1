// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Orders of goods that the team prices itself.
struct GoodsFeature: Sendable {
    let catalogue: CatalogueShelf
    let orders: OrderCounter
    let store: any Store

    var routes: [Route] { [quoteGoods, orderGoods] }

    private var quoteGoods: Route {
        Route(
            method: .post,
            path: "/v1/goods/quotes",
            name: "quoteGoods",
            summary: "Which product pays for goods between price points, and what comes back as virtual currency.",
            group: .money,
            access: .backend,
            body: .json(GoodsRequest.self),
            answers: [.json(GoodsQuote.self, "The product, its price, and the credit.")],
            problems: [.unknownProduct, .productMismatch]
        ) { [self] call in
            try .json(try await quote(try call.body(GoodsRequest.self), call))
        }
    }

    private var orderGoods: Route {
        Route(
            method: .post,
            path: "/v1/goods/orders",
            name: "orderGoods",
            summary:
                "Makes an order for goods between price points; delivering it books the credit, a refund takes it back.",
            group: .money,
            access: .backend,
            body: .json(GoodsOrderRequest.self),
            answers: [.json(GoodsOrder.self, "The order with what was quoted.")],
            problems: [.unknownProduct, .productMismatch, .productNotOnSale, .idempotencyConflict]
        ) { [self] call in
            let wish = try call.body(GoodsOrderRequest.self)
            guard (1...200).contains(wish.customer.rawValue.utf8.count) else {
                throw ServiceProblem.invalid("customer", "1 to 200 bytes")
            }
            guard (1...200).contains(wish.idempotencyKey.utf8.count) else {
                throw ServiceProblem.invalid("idempotencyKey", "1 to 200 bytes")
            }
            guard (1...200).contains(wish.reference?.utf8.count ?? 1) else {
                throw ServiceProblem.invalid("reference", "1 to 200 bytes")
            }
            return try .json(try await order(wish, call))
        }
    }

    /// The order that a key makes, once: what it answered first it answers for ever, whatever prices have become.
    private func order(_ wish: GoodsOrderRequest, _ call: Call) async throws -> GoodsOrder {
        let app = try call.app
        let scope = AppScope(bundleID: app.bundleID, environment: wish.environment ?? .production)
        let known = try await store.read {
            try $0.order(idempotencyKey: wish.idempotencyKey, customer: wish.customer, scope: scope)
        }
        if let known { return try GoodsOrder(known, answering: wish.goods) }
        let quote = try await quote(wish.goods, call)
        let creation = try await orders.take(
            OrderRequest(
                customer: wish.customer,
                product: quote.product,
                quantity: 1,
                price: quote.charged,
                environment: wish.environment,
                idempotencyKey: wish.idempotencyKey,
                reference: wish.reference
            ),
            customer: wish.customer,
            app: app,
            key: wish.idempotencyKey,
            goods: OrderedGoods(
                name: wish.goods.name,
                price: wish.goods.price,
                charged: quote.charged,
                currency: quote.currency,
                credit: quote.credit,
                terms: wish.goods.terms
            ),
            by: call.caller,
            now: call.now
        )
        switch creation {
        case .created(let order), .existing(let order): return try GoodsOrder(order, answering: wish.goods)
        }
    }

    /// The cheapest product on sale whose price covers the goods, and the credit for what it costs more.
    private func quote(_ request: GoodsRequest, _ call: Call) async throws -> GoodsQuote {
        let catalogue = try await catalogue.catalogue(of: try call.app.bundleID, now: call.now)
        guard request.price.milliunits > 0 else { throw ServiceProblem.invalid("price", "above zero") }
        guard let full = Ratio(decimal: request.unitsPerMoney), full.numerator > 0,
            let share = Ratio(decimal: request.keptShare ?? "1"), share.numerator > 0,
            let ratio = ExchangeRatio.covering(ExchangeRatio(unitsPerMoney: full), share: share)
        else {
            throw ServiceProblem.invalid("unitsPerMoney", "a decimal number above zero, as is the kept share")
        }
        try Self.requirePlain(request.products, in: catalogue)
        let candidates = catalogue.rules.products.compactMap { product -> (ProductID, Money)? in
            guard product.type == .consumable, product.isSold(in: request.storefront), product.ownBenefit == nil,
                request.products.map({ $0.contains(product.id) }) ?? true,
                let price = product.price(in: request.storefront), price.currency == request.price.currency
            else { return nil }
            return (product.id, price)
        }
        let points = PricePoints(currency: request.price.currency, milliunits: candidates.map(\.1.milliunits))
        guard let goods = GoodsPrice(price: request.price, points: points, ratio: ratio),
            let product = candidates.filter({ $0.1 == goods.charged }).map(\.0).min()
        else {
            throw ServiceProblem(
                .unknownProduct,
                "No consumable without a credit, service time or entitlement of its own is on sale in "
                    + "\(request.storefront) for \(request.price) or more. Add one to the catalog."
            )
        }
        return GoodsQuote(
            product: product,
            price: goods.price,
            charged: goods.charged,
            currency: request.currency,
            credit: goods.credit
        )
    }
}

extension GoodsFeature {
    /// Refuses products that give something of their own: the customer would get that and the goods for one payment.
    ///
    /// - Throws: A `ServiceProblem` that names the first such product.
    private static func requirePlain(_ products: [ProductID]?, in catalogue: AppCatalogue) throws {
        for id in products ?? [] {
            guard let benefit = catalogue[id]?.ownBenefit else { continue }
            throw ServiceProblem(
                .productMismatch,
                "The product \(id) cannot pay for a custom price: it gives \(benefit) of its own. "
                    + "Name a consumable that gives nothing by itself.",
                check: .product
            )
        }
    }
}

extension CatalogProduct {
    /// What a purchase of the product gives without an order; `nil` when it gives nothing.
    fileprivate var ownBenefit: String? {
        if let credit { return "a credit of \(credit.amount) \(credit.account)" }
        if serviceTime != nil { return "service time" }
        return entitlements.isEmpty ? nil : "the entitlement \(entitlements[0])"
    }
}

struct GoodsRequest: Decodable, Sendable, Described {
    var name: String
    var price: Money
    var storefront: StorefrontCountryCode
    var currency: String
    var unitsPerMoney: String
    var keptShare: String?
    var products: [ProductID]?

    /// What an order keeps of it besides the goods, to tell whether the same is asked for again.
    var terms: String {
        let products = products.map { Set($0).map(\.rawValue).sorted() } ?? ["*"]
        return ([storefront.rawValue, unitsPerMoney, keptShare ?? "1"] + products).joined(separator: " ")
    }

    static let schemaName = "Goods"
    static let schema = Schema.object(
        [
            "name": .string(upTo: 200), "price": .of(PriceBody.self), "storefront": .storefront,
            "currency": .identifier.described("The virtual currency in which the difference comes back."),
            "unitsPerMoney": .string(upTo: 20).described("How much of it one unit of money buys, such as 100."),
        ],
        optional: [
            "keptShare": .string(upTo: 20)
                .described("What is left of a sale on this platform, such as 0.6664: the rest is not given back."),
            "products": .array(of: .identifier, upTo: 1000).described(
                "Only these products pay for goods; when absent, all consumables that give nothing of their own."
            ),
        ]
    )
    static let schemaReferences: [any Described.Type] = [PriceBody.self]
}

struct GoodsOrderRequest: Decodable, Sendable, Described {
    var customer: CustomerID
    var goods: GoodsRequest
    var environment: Environment?
    var idempotencyKey: String
    var reference: String?

    static let schema = Schema.object(
        ["customer": .identifier, "goods": .of(GoodsRequest.self), "idempotencyKey": .identifier],
        optional: [
            "environment": .oneOf(["Production", "Sandbox", "Xcode", "LocalTesting"]),
            "reference": .identifier.described("The team's own number of the order."),
        ]
    )
    static let schemaReferences: [any Described.Type] = [GoodsRequest.self]
}

struct GoodsQuote: Codable, Hashable, Sendable, Described {
    var product: ProductID
    var price: Money
    var charged: Money
    var currency: String
    var credit: Int64

    static let schema = Schema.object([
        "product": .string, "price": .of(MoneyBody.self), "charged": .of(MoneyBody.self), "currency": .string,
        "credit": .integer,
    ])
    static let schemaReferences: [any Described.Type] = [MoneyBody.self]
}

struct GoodsOrder: Codable, Sendable, Described {
    var order: OrderBody
    var quote: GoodsQuote

    /// What a stored order answers to a request that names its key, with the quote that it was made by.
    init(_ stored: StoredOrder, answering request: GoodsRequest) throws {
        guard let goods = try stored.details.goods, goods.name == request.name, goods.price == request.price,
            goods.currency == request.currency, goods.terms ?? request.terms == request.terms
        else {
            throw ServiceProblem(
                .idempotencyConflict,
                "The key made an order of other goods before; use a new key."
            )
        }
        order = OrderBody(stored)
        quote = GoodsQuote(
            product: stored.product,
            price: goods.price,
            charged: goods.charged,
            currency: goods.currency,
            credit: goods.credit
        )
    }

    static let schema = Schema.object(["order": .of(OrderBody.self), "quote": .of(GoodsQuote.self)])
    static let schemaReferences: [any Described.Type] = [OrderBody.self, GoodsQuote.self]
}
