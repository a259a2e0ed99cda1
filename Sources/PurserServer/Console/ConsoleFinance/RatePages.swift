// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// The exchange rates of charts, set through the same route as the API.
struct RatePages: Sendable {
    let actions: ConsoleActions
    let pages: ConsoleFrame
    let database: any Database

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/exchange-rates", .viewer, handler: render),
            actions.perform("set-exchange-rates", .admin, set),
        ]
    }

    private func render(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let app = try pages.scope(of: call).bundleID
        let days = try await database.read { try $0.exchangeRates(of: app) }
        let page = RatesPage(
            days: days.suffix(60).reversed().map { day in
                RatesPage.Day(
                    day: day.day,
                    rates: day.rates.split(separator: ",").map { item in
                        let parts = item.split(separator: ":").map(String.init)
                        return (currency: parts.first ?? "", rate: parts.count > 1 ? parts[1] : "")
                    },
                    source: day.source
                )
            },
            today: ReportingZone.pacific.day(of: call.now).description
        )
        return pages.show(page.page(in: frame), in: frame)
    }

    private func set(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let day = try call.field("day", upTo: 10)
        let source = ConsoleRequest.trimmed(call.form["source"] ?? "")
        var body: [String: JSONValue] = [
            "rates": .string(try call.field("rates", upTo: 4000).filter { !$0.isWhitespace }.uppercased())
        ]
        if !source.isEmpty { body["source"] = .string(source) }
        try await actions.perform(
            "setExchangeRates",
            path: ["day": day],
            body: .object(body),
            in: try pages.scope(call.form["scope"]),
            call,
            visitor
        )
        return visitor.session.language("The rates of \(day) are stored.")
    }
}
