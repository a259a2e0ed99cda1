// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// The rates with which the console converts amounts to one currency; amounts themselves are stored as they were paid.
struct ExchangeRateFeature: Sendable {
    let database: any Database

    var routes: [Route] { [listRates, setRates] }

    /// How many days are listed at most.
    private static let maximumDays = 400

    private var listRates: Route {
        Route(
            method: .get,
            path: "/v1/exchange-rates",
            name: "listExchangeRates",
            summary: "The exchange rates that the team stored, the newest day first.",
            group: .money,
            access: .backend,
            query: [
                .init(name: "limit", schema: .integer(from: 1, to: 400), summary: "How many days; 30 when absent.")
            ],
            answers: [.json(ExchangeRateList.self, "The rates of each day.")]
        ) { [self] call in
            let limit = Int(try call.integer("limit", in: 1...400) ?? 30)
            let all = try await database.read { try $0.exchangeRates(of: try call.app.bundleID) }
            return try .json(ExchangeRateList(days: all.suffix(limit).reversed().map(ExchangeRateList.Day.init)))
        }
    }

    private var setRates: Route {
        Route(
            method: .put,
            path: "/v1/exchange-rates/{day}",
            name: "setExchangeRates",
            summary: "Stores the exchange rates of a day instead of those it had.",
            group: .money,
            access: .backend,
            body: .json(ExchangeRateRequest.self),
            answers: [.empty("They are stored.")]
        ) { [self] call in
            let request = try call.body(ExchangeRateRequest.self)
            // A day far ahead would remove all others.
            let today = ReportingZone.pacific.day(of: call.now)
            let days = today.adding(days: -Self.maximumDays + 1)...today.adding(days: 1)
            guard let day = CivilDay(try call.path("day")), days.contains(day) else {
                throw ServiceProblem.invalid("day", "a day from \(days.lowerBound) to \(days.upperBound)")
            }
            let rates: ExchangeRates
            do {
                rates = try ExchangeRates(list: request.rates)
            } catch let error as PriceDataError {
                throw ServiceProblem(.invalidParameter, "rates: \(error.description).")
            }
            guard !rates.list.isEmpty else {
                throw ServiceProblem.invalid("rates", "a list such as EUR:0.861,CNY:7.18,USD:1")
            }
            let app = try call.app.bundleID
            let stored = StoredExchangeRates(day: day.description, rates: rates.list, source: request.source)
            let audit = AuditRecord(call, "exchange_rates.set", target: day.description, detail: request.source)
            let now = call.now
            try await database.write { writer in
                try writer.upsert(stored, as: day.description, in: StoredExchangeRates.records[app], now: now)
                try writer.removeRecords(
                    in: StoredExchangeRates.records[app],
                    before: days.lowerBound.description
                )
                try writer.record(audit)
            }
            return HTTPResponse(status: .noContent)
        }
    }
}

/// The rates of a day, as they are stored.
struct StoredExchangeRates: Codable, Hashable, Sendable {
    var day: String
    /// As ``ExchangeRates/init(list:)`` reads them.
    var rates: String
    /// Where they come from.
    var source: String?

    static let records = OwnedRecordStore<BundleID, String, StoredExchangeRates>("exchange-rates")
}

extension StoredExchangeRates {
    /// The currencies that have a rate.
    var currencies: [String] { rates.split(separator: ",").map { String($0.prefix { $0 != ":" }) } }
}

extension DatabaseReader {
    /// An app's rates in the order of their days.
    func exchangeRates(of app: BundleID) throws -> [StoredExchangeRates] {
        try values(in: StoredExchangeRates.records[app], limit: 1000)
    }
}

struct ExchangeRateRequest: Codable, Sendable, SchemaDescribed {
    var rates: String
    var source: String?

    static let schemaName = "ExchangeRateRequest"
    static let schema = Schema.object(
        ["rates": .pattern(#"^[A-Z]{3}:[0-9]+(\.[0-9]+)?(,[A-Z]{3}:[0-9]+(\.[0-9]+)?)*$"#, upTo: 4000)],
        optional: ["source": .string(upTo: 200)]
    )
}

struct ExchangeRateList: Codable, Sendable, SchemaDescribed {
    struct Day: Codable, Sendable {
        var day: String
        var rates: String
        var source: String?

        init(_ stored: StoredExchangeRates) {
            day = stored.day
            rates = stored.rates
            source = stored.source
        }
    }

    var days: [Day]

    static let schemaName = "ExchangeRates"
    static let schema = Schema.object([
        "days": .array(of: .object(["day": .string, "rates": .string], optional: ["source": .string]))
    ])
}
