// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService

/// Moving a customer from one plan to another.
struct ConversionFeature: Sendable {
    let accounts: EntitlementReader
    let commands: CustomerCommands
    let random: RandomSource

    var routes: [Route] { [previewConversion, convert] }

    /// How many conversions a customer may request in a year with a token: each one is stored for good.
    private static let conversionsPerYear = 50

    /// The time in which they are counted, in seconds: 365 days.
    private static let yearLength: TimeInterval = 365 * 86_400

    private var previewConversion: Route {
        Route(
            method: .post,
            path: "/v1/customers/{customer}/conversions/preview",
            name: "previewConversion",
            summary: "Previews a plan conversion: the sources with their values, the days and the warnings.",
            group: .customers,
            access: .app,
            query: [.environment],
            body: .json(ConversionRequest.self),
            answers: [.json(ConversionQuoteBody.self, "The quote. Nothing is changed.")],
            problems: [.conversionRefused]
        ) { [self] call in
            let customer = try call.provenCustomer()
            let request = try call.conversionRequest()
            let scope = try call.scope()
            let account = try await accounts.account(of: customer, in: scope, app: try call.app, now: call.now)
            let quote = try request.quote(account, in: scope, asOf: call.now)
            return try .json(ConversionQuoteBody(quote, id: nil))
        }
    }

    private var convert: Route {
        Route(
            method: .post,
            path: "/v1/customers/{customer}/conversions",
            name: "convertPlan",
            summary: "Converts the rest of other plans into days of a new plan.",
            group: .customers,
            access: .app,
            query: [.environment],
            body: .json(ConversionRequest.self),
            answers: [
                .json(ConversionQuoteBody.self, "The result of the conversion.", status: 201),
                .json(ConversionQuoteBody.self, "The result of the same conversion, made before."),
            ],
            problems: [.conversionRefused, .acknowledgmentRequired, .idempotencyConflict]
        ) { [self] call in
            let customer = try call.provenCustomer()
            let request = try call.conversionRequest()
            let scope = try call.scope()
            let id = request.id ?? ConversionID(rawValue: "cnv_" + random.hexadecimal(8))
            let audit = AuditRecord(call, "plan.convert", target: customer.rawValue)
            let isCustomer = !call.caller.isBackend
            let (quote, isNew) = try await commands.transact(call, locking: [customer]) { work in
                let account = try work.account(of: customer, in: scope)
                if let known = account.conversion(id) {
                    try request.requireSameTerms(as: known)
                    return (known.quote, false)
                }
                let year = work.now.addingTimeInterval(-Self.yearLength)
                if isCustomer, account.conversionCount(since: year) >= Self.conversionsPerYear {
                    throw ServiceProblem(
                        .conversionRefused,
                        "\(Self.conversionsPerYear) conversions were made in a year. The team's backend can make more."
                    )
                }
                let quote = try request.quote(account, in: scope, asOf: work.now)
                try request.requireAcknowledgment(of: quote)
                let conversion = quote.conversion(id, of: customer)
                try work.perform(.conversion(conversion), for: customer, in: scope, audit: audit)
                return (conversion.quote, true)
            }
            return try .json(ConversionQuoteBody(quote, id: id), status: isNew ? .created : .ok)
        }
    }
}

extension RequestContext {
    /// The customer in the path, for whom the team's backend or the customer's own token asks.
    ///
    /// Everyone who has the app has its key, so the key alone never suffices here, whatever the app's settings say.
    fileprivate func provenCustomer() throws(ServiceProblem) -> CustomerID {
        let customer = try customer()
        guard caller.isBackend || caller.provenCustomer == customer else {
            throw ServiceProblem(
                .forbidden,
                "A conversion needs the customer's token, which the team's backend creates, or a secret key."
            )
        }
        return customer
    }

    /// The body; the price of the target is the backend's to set.
    fileprivate func conversionRequest() throws(ServiceProblem) -> ConversionRequest {
        let request = try body(ConversionRequest.self)
        guard request.price == nil || caller.isBackend else {
            throw ServiceProblem(.forbidden, "Only the team's backend may set 'price'. Leave it out.")
        }
        return request
    }
}

struct ConversionRequest: Decodable, Sendable, SchemaDescribed {
    var id: ConversionID?
    var product: ProductID
    var device: DeviceID?
    var price: Money?
    var acknowledges: [ConversionQuote.Warning.Code]?

    private enum CodingKeys: String, CodingKey {
        case id, device, price, acknowledges
        case product = "productId"
    }

    static let schema = Schema.object(
        ["productId": .identifier.described("The product of the new plan.")],
        optional: [
            "id": .identifier.described("The ID of the conversion. A repeated ID changes nothing."),
            "device": .identifier.described(
                "The registered device whose plans are converted (default: all devices)."
            ),
            "price": .of(PriceBody.self).described(
                "The price of a period of the target (default: the catalog's price in the sources' currency). For backends only."
            ),
            "acknowledges": .array(of: warningSchema, upTo: 100).described(
                "The warnings of the preview that the customer confirmed."
            ),
        ]
    )
    static let schemaReferences: [any SchemaDescribed.Type] = [PriceBody.self]

    static let warningSchema = Schema.oneOf(ConversionQuote.Warning.Code.all.map(\.rawValue))
}

extension ConversionRequest {
    func quote(_ account: CustomerAccount, in scope: AppScope, asOf now: Date) throws -> ConversionQuote {
        try account.requireRegistered(device)
        do {
            return try account.conversionQuote(to: product, in: scope, device: device, price: price, asOf: now)
        } catch {
            throw ServiceProblem(.conversionRefused, error.message)
        }
    }

    /// A price that is not named is the one at which the conversion was made.
    func requireSameTerms(as known: PlanConversion) throws {
        guard known.targetProductID == product, known.device == device, price ?? known.targetPrice == known.targetPrice
        else {
            throw ServiceProblem(
                .idempotencyConflict,
                "The id was used for a conversion with another product, device or price; use a new id."
            )
        }
    }

    /// Refuses a conversion whose warnings were not confirmed.
    fileprivate func requireAcknowledgment(of quote: ConversionQuote) throws {
        let confirmed = Set(acknowledges ?? [])
        let open = quote.warnings.filter { !confirmed.contains($0.code) }
        guard !open.isEmpty else { return }
        let codes = Set(open.map { "\"\($0.code)\"" }).sorted().joined(separator: ", ")
        throw ServiceProblem(
            .acknowledgmentRequired,
            open.map(\.text).joined(separator: " ")
                + " Have the customer turn the renewal off, or confirm it and send \"acknowledges\": [\(codes)]."
        )
    }
}

extension ConversionQuote.Warning {
    /// What the customer should know, in words for people.
    var text: String {
        let day = nextChargeDate.formatted(.iso8601.year().month().day())
        let certainty = isCertain ? "Apple charges" : "Apple may charge"
        return "\(certainty) for the subscription \(productID) (original transaction \(lineage)) again on \(day): "
            + "converting its rest does not cancel it."
    }
}

struct ConversionQuoteBody: Codable, Hashable, Sendable, SchemaDescribed {
    /// One holding that is converted, with its value.
    struct Source: Codable, Hashable, Sendable {
        var product: ProductID?
        var transaction: TransactionID?
        var originalTransaction: OriginalTransactionID?
        /// The earlier conversion whose rest it is.
        var conversion: ConversionID?
        var remainingMilliseconds: Int64
        var remainingDays: Int
        var value: Money

        private enum CodingKeys: String, CodingKey {
            case conversion, remainingMilliseconds, remainingDays, value
            case product = "productId"
            case transaction = "transactionId"
            case originalTransaction = "originalTransactionId"
        }

        init(_ source: PlanConversion.Source) {
            product = source.productID
            switch source.holding {
            case .transaction(let lineage, let id): (originalTransaction, transaction) = (lineage, id)
            case .conversion(let id): conversion = id
            }
            remainingMilliseconds = source.remainingMilliseconds
            remainingDays = Int(source.remainingMilliseconds / 86_400_000)
            value = source.remainingValue
        }
    }

    /// Something that the customer must confirm.
    struct Warning: Codable, Hashable, Sendable {
        var code: ConversionQuote.Warning.Code
        var product: ProductID
        var originalTransaction: OriginalTransactionID
        var nextCharge: Date
        var nextPrice: Money?
        var message: String

        private enum CodingKeys: String, CodingKey {
            case code, nextPrice, message
            case product = "productId"
            case originalTransaction = "originalTransactionId"
            case nextCharge = "nextChargeAt"
        }

        init(_ warning: ConversionQuote.Warning) {
            code = warning.code
            product = warning.productID
            originalTransaction = warning.lineage
            nextCharge = warning.nextChargeDate
            nextPrice = warning.nextPrice
            message = warning.text
        }
    }

    var id: ConversionID?
    var product: ProductID
    var sources: [Source]
    var value: Money
    var targetPrice: Money
    var targetPeriodMilliseconds: Int64
    var gainedDays: Int
    var gainedMilliseconds: Int64
    var ends: Date
    var warnings: [Warning]

    private enum CodingKeys: String, CodingKey {
        case id, sources, value, targetPrice, targetPeriodMilliseconds, warnings
        case product = "productId"
        case gainedDays = "days"
        case gainedMilliseconds = "durationMilliseconds"
        case ends = "expiresAt"
    }

    static let schemaName = "ConversionQuote"
    static let schema = Schema.object(
        [
            "productId": .string, "value": .of(MoneyBody.self).described("The sum of the sources' values."),
            "targetPrice": .of(MoneyBody.self).described("The price of one period of the target."),
            "targetPeriodMilliseconds": .integer.described(
                "The length of that period. A month is 2629746000 ms, a day 86400000 ms."
            ),
            "days": .integer.described("The gained time in whole days."),
            "durationMilliseconds": .integer.described("value × targetPeriodMilliseconds ÷ targetPrice, rounded down."),
            "expiresAt": .instant,
            "sources": .array(
                of: .object(
                    [
                        "remainingMilliseconds": .integer, "remainingDays": .integer, "value": .of(MoneyBody.self),
                    ],
                    optional: [
                        "productId": .string, "transactionId": .string, "originalTransactionId": .string,
                        "conversion": .string.described("The earlier conversion of which this is the rest."),
                    ]
                )
            ),
            "warnings": .array(
                of: .object(
                    [
                        "code": ConversionRequest.warningSchema, "productId": .string, "originalTransactionId": .string,
                        "nextChargeAt": .instant, "message": .string,
                    ],
                    optional: ["nextPrice": .of(MoneyBody.self)]
                )
            )
            .described("What the customer must confirm first; empty after the conversion."),
        ],
        optional: ["id": .string]
    )
    static let schemaReferences: [any SchemaDescribed.Type] = [MoneyBody.self]

    init(_ quote: ConversionQuote, id: ConversionID?) {
        self.id = id
        product = quote.targetProductID
        sources = quote.sources.map(Source.init)
        value = quote.value
        targetPrice = quote.targetPrice
        targetPeriodMilliseconds = quote.targetPeriodMilliseconds
        gainedDays = quote.gainedDays
        gainedMilliseconds = quote.gainedMilliseconds
        ends = quote.endDate
        warnings = quote.warnings.map(Warning.init)
    }
}
