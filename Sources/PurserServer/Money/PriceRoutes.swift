// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Apple's price points, and prices that are worth the same.
struct PriceFeature: Sendable {
    let apps: Apps
    let database: any Database
    let stopwatch: @Sendable () -> Duration

    var routes: [Route] { [fetchPricePoints, readPricePoints, equalizePrice] }

    private var fetchPricePoints: Route {
        Route(
            method: .post,
            path: "/v1/price-points",
            name: "fetchPricePoints",
            summary: "Fetches a product's price points from App Store Connect, for as many storefronts as time allows.",
            group: .money,
            access: .backend,
            body: .json(PricePointRequest.self),
            answers: [.json(PricePointSummary.self, "The number of price points in each storefront.")],
            problems: [.notConfigured, .unknownProduct, .appStoreUnavailable, .appStoreRefused]
        ) { [self] call in
            let request = try call.body(PricePointRequest.self)
            return try .json(try await fetchPricePoints(request, app: try call.app, now: call.now))
        }
    }

    /// How long price points are fetched before the answer says that more are missing: well within a request's time
    /// limit, for the storefronts being asked for may still take long.
    private static let fetchTime = Duration.seconds(20)

    /// How many storefronts are asked for at once: about one page of Apple's, 8,000 points.
    private static let storefrontsPerRequest = 10

    /// Fetches and stores the price points of a product, some storefronts at a time, until all are here or time is up.
    private func fetchPricePoints(
        _ request: PricePointRequest,
        app: AppConfiguration,
        now: Date
    ) async throws -> PricePointSummary {
        guard let connect = app.appStoreConnect, let appleID = app.appAppleID else {
            throw ServiceProblem(.notConfigured, "Configure the app's Apple id and App Store Connect key first.")
        }
        let end = stopwatch() + Self.fetchTime
        let api = try apps.connectAPI(connect)
        let table = try StorefrontTable.shipped()
        var countries = table.storefronts.map(\.country).sorted()[...]
        if let after = request.after { countries = countries.drop { $0 <= after } }
        let source = try await AppStoreClients.ask { try await Self.source(of: request.product, app: appleID, api) }
        var summary = PricePointSummary(storefronts: [])
        while !countries.isEmpty {
            let group = Array(countries.prefix(Self.storefrontsPerRequest))
            countries = countries.dropFirst(group.count)
            let found = try await AppStoreClients.ask { try await source.pricePoints(in: group, api) }
            let asked = found.filter { resource in
                resource.related["territory"]?.first.map { group.contains(StorefrontCountryCode(rawValue: $0)) } == true
            }
            summary.storefronts += try await store(asked, of: app.bundleID, in: table, now: now)
            if !countries.isEmpty, stopwatch() >= end {
                summary.next = group.last
                return summary
            }
        }
        return summary
    }

    private func store(
        _ found: [ConnectResource<ConnectPricePoint>],
        of app: BundleID,
        in table: StorefrontTable,
        now: Date
    ) async throws -> [PricePointSummary.Storefront] {
        var amounts: [StorefrontCountryCode: [Int64]] = [:]
        for resource in found {
            guard let territory = resource.related["territory"]?.first,
                let amount = resource.attributes.customerPriceMilliunits
            else { continue }
            amounts[StorefrontCountryCode(rawValue: territory), default: []].append(amount)
        }
        let points = amounts.sorted { $0.key < $1.key }.compactMap { country, amounts in
            table[country].map { (country, PricePoints(currency: $0.currency, milliunits: amounts)) }
        }
        let records = try points.map { country, points in
            try StoredPricePoints.records[app].prepare(StoredPricePoints(points), as: country)
        }
        try await database.write { writer in
            for record in records { try writer.upsert(record, now: now) }
        }
        return points.map { country, points in
            .init(storefront: country, currency: points.currency, count: points.milliunits.count)
        }
    }

    /// Where App Store Connect lists a product's price points.
    private enum PricePointSource {
        case inAppPurchase(String)
        case subscription(String)

        func pricePoints(
            in countries: [StorefrontCountryCode],
            _ api: AppStoreConnectAPI
        ) async throws -> [ConnectResource<ConnectPricePoint>] {
            switch self {
            case .inAppPurchase(let id): try await api.pricePoints(ofInAppPurchase: id, in: countries)
            case .subscription(let id): try await api.pricePoints(ofSubscription: id, in: countries)
            }
        }
    }

    private static func source(
        of product: ProductID,
        app: AppAppleID,
        _ api: AppStoreConnectAPI
    ) async throws -> PricePointSource {
        let once = try await api.inAppPurchases(of: app)
        if let found = once.first(where: { $0.attributes.productId == product }) { return .inAppPurchase(found.id) }
        for group in try await api.subscriptionGroups(of: app) {
            let subscriptions = try await api.subscriptions(inGroup: group.id)
            if let found = subscriptions.first(where: { $0.attributes.productId == product }) {
                return .subscription(found.id)
            }
        }
        throw ServiceProblem(.unknownProduct, "App Store Connect has no product \(product) of this app.")
    }

    private var readPricePoints: Route {
        Route(
            method: .get,
            path: "/v1/price-points/{storefront}",
            name: "getPricePoints",
            summary: "Lists a storefront's price points, and whether they are Apple's or an approximation.",
            group: .money,
            access: .backend,
            answers: [.json(PricePointList.self, "The price points in milliunits, ascending.")]
        ) { [self] call in
            let country = StorefrontCountryCode(rawValue: try call.path("storefront"))
            let table = try await pricePointTable(of: try call.app.bundleID, in: country)
            guard let storefront = try StorefrontTable.shipped()[country],
                let (points, origin) = table.points(of: storefront)
            else { throw ServiceProblem.notFound("storefront") }
            return try .json(
                PricePointList(
                    storefront: country,
                    currency: points.currency,
                    origin: origin.rawValue,
                    points: points.milliunits
                )
            )
        }
    }

    /// The shipped points, and the true ones instead of them where they were fetched: of one storefront, or all.
    private func pricePointTable(
        of app: BundleID,
        in country: StorefrontCountryCode? = nil
    ) async throws -> PricePointTable {
        var table = try PricePointTable.shipped()
        let records = try await database.read { reader in
            let store = StoredPricePoints.records[app]
            return if let country {
                try [reader.record(country, in: store)].compactMap(\.self)
            } else {
                try reader.allRecords(in: store)
            }
        }
        for record in records { table.replace(record.name, with: try record.value.points) }
        return table
    }

    private var equalizePrice: Route {
        Route(
            method: .post,
            path: "/v1/prices/equalize",
            name: "equalizePrice",
            summary: "Computes the price in every storefront from a base price. The base and manual prices stay.",
            group: .money,
            access: .backend,
            body: .json(EqualizeRequest.self),
            answers: [.json(EqualizedPrices.self, "Each storefront's price, or the reason for no price.")]
        ) { [self] call in
            let request = try call.body(EqualizeRequest.self)
            let table = try StorefrontTable.shipped()
            var manual: [StorefrontCountryCode: Money] = [:]
            for (country, milliunits) in request.manual ?? [:] {
                let country = StorefrontCountryCode(rawValue: country)
                guard let storefront = table[country] else {
                    throw ServiceProblem.invalid("manual", "of known storefronts")
                }
                manual[country] = Money(milliunits: milliunits, currency: storefront.currency)
            }
            let base = request.base ?? "USA"
            guard let home = table[base] else { throw ServiceProblem.invalid("base", "a known storefront such as USA") }
            let schedule = PriceSchedule(
                base: base,
                basePrice: Money(milliunits: request.price, currency: home.currency),
                manual: manual,
                unavailable: Set(request.unavailable ?? [])
            )
            let points = try await pricePointTable(of: try call.app.bundleID)
            do {
                let prices = try schedule.prices(in: table, points: points, rates: try request.exchangeRates)
                return try .json(EqualizedPrices(prices: prices.map(EqualizedPrices.Price.init)))
            } catch let error as PriceDataError {
                throw ServiceProblem(.malformedBody, error.description)
            }
        }
    }
}

/// Price points as they are stored.
private struct StoredPricePoints: Codable {
    /// Price points as App Store Connect gave them.
    static let records = OwnedRecordStore<BundleID, StorefrontCountryCode, StoredPricePoints>("price-points")

    var currency: Currency
    var milliunits: [Int64]

    init(_ points: PricePoints) {
        currency = points.currency
        milliunits = points.milliunits
    }

    var points: PricePoints { PricePoints(currency: currency, milliunits: milliunits) }
}

struct PricePointRequest: Decodable, Sendable, SchemaDescribed {
    var product: ProductID
    var after: StorefrontCountryCode?

    private enum CodingKeys: String, CodingKey {
        case after
        case product = "productId"
    }

    static let schema = Schema.object(
        ["productId": .identifier],
        optional: [
            "after": .storefront.described("Continue after this storefront: the `next` of the previous response.")
        ]
    )
}

struct PricePointSummary: Codable, Sendable, SchemaDescribed {
    struct Storefront: Codable, Sendable {
        var storefront: StorefrontCountryCode
        var currency: Currency
        var count: Int
    }

    var storefronts: [Storefront]
    /// The last storefront that was fetched, when more are missing.
    var next: StorefrontCountryCode?

    static let schema = Schema.object(
        ["storefronts": .array(of: .object(["storefront": .string, "currency": .string, "count": .integer]))],
        optional: ["next": .string.described("If present, more storefronts are missing: send it as `after`.")]
    )
}

struct PricePointList: Codable, Sendable, SchemaDescribed {
    var storefront: StorefrontCountryCode
    var currency: Currency
    var origin: String
    var points: [Int64]

    static let schema = Schema.object([
        "storefront": .string, "currency": .string, "origin": .oneOf(["approximation", "app-store-connect"]),
        "points": .array(of: .integer),
    ])
}

struct EqualizeRequest: Decodable, Sendable, SchemaDescribed {
    var base: StorefrontCountryCode?
    var price: Int64
    var manual: [String: Int64]?
    var unavailable: [StorefrontCountryCode]?
    var rates: [String: String]?

    static let schema = Schema.object(
        ["price": .integer(from: 1, to: 1_000_000_000_000).described("The base price in milliunits.")],
        optional: [
            "base": .storefront.described("The base storefront (default: USA)."),
            "manual": .map(of: .integer, upTo: 500),
            "unavailable": .array(of: .storefront, upTo: 500),
            "rates": .map(of: .string(upTo: 40), upTo: 500).described(
                "Units of each currency for one unit of the table's currency (default: an example)."
            ),
        ]
    )

    var exchangeRates: ExchangeRates {
        get throws {
            guard let rates else { return try .example() }
            var table: [Currency: Ratio] = [:]
            for (currency, text) in rates {
                guard let rate = Ratio(decimal: text), rate.numerator > 0 else {
                    throw ServiceProblem.invalid("rates", "decimal numbers above zero")
                }
                table[Currency(rawValue: currency)] = rate
            }
            return ExchangeRates(table)
        }
    }
}

struct EqualizedPrices: Codable, Sendable, SchemaDescribed {
    struct Price: Codable, Sendable {
        var storefront: StorefrontCountryCode
        var price: Money?
        /// What decided it: `base`, `manual` or `equalized`; or why there is none.
        var reason: String

        init(_ price: StorefrontPrice) {
            storefront = price.country
            self.price = price.price
            switch price.outcome {
            case .price(_, let origin): reason = origin.rawValue
            case .absent(let absence): reason = absence.rawValue
            }
        }
    }

    var prices: [Price]

    static let schema = Schema.object([
        "prices": .array(
            of: .object(["storefront": .string, "reason": .string], optional: ["price": .of(MoneyBody.self)])
        )
    ])
    static let schemaReferences: [any SchemaDescribed.Type] = [MoneyBody.self]
}
