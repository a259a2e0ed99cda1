// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService

/// The reports of the App Store Connect API, about production: gzip files of tab-separated text.
///
/// <https://developer.apple.com/documentation/appstoreconnectapi/sales-and-finance>
struct ConnectRoutes: Sendable {
    let engine: SimulatorEngine
    let gate: ServerAPIAuthenticator

    /// Adds the routes.
    func add(to router: inout Router) {
        on("/v1/salesReports", &router, salesReport)
        on("/v1/financeReports", &router, financeReport)
    }

    private func on(
        _ path: String,
        _ router: inout Router,
        _ report: @escaping @Sendable (HTTPQuery) async throws -> ReportTable
    ) {
        router.on(.get, path) { request in
            do {
                try gate.admitTeam(request)
                try await engine.catchUp()
                let table = try await report(request.query)
                guard !table.rows.isEmpty else { throw ConnectError.noSales }
                return HTTPResponse(
                    headers: ["Content-Type": "application/a-gzip"],
                    body: .bytes(GzipMember.make(of: Data(table.text.utf8)))
                )
            } catch is Unauthenticated {
                return ConnectError.notAuthorized.response
            } catch let error as ConnectError {
                return error.response
            }
        }
    }

    private func salesReport(_ query: HTTPQuery) async throws -> ReportTable {
        try checkVendor(query)
        let type = query["filter[reportType]"]
        guard query["filter[reportSubType]"] == (type == "SUBSCRIBER" ? "DETAILED" : "SUMMARY") else {
            throw ConnectError.parameter("filter[reportSubType]")
        }
        let days = try ReportDays(
            frequency: query["filter[frequency]"],
            date: query["filter[reportDate]"],
            today: PacificTime.day(of: await engine.now)
        )
        let catalog = await engine.catalog
        if type == "SALES" {
            let records = try await engine.sales(from: days.first, through: days.last)
            return ReportTable.sales(from: days.first, through: days.last, of: records, catalog: catalog)
        }
        // All others are made for single days.
        guard query["filter[frequency]"] == "DAILY" else { throw ConnectError.parameter("filter[frequency]") }
        switch type {
        case "SUBSCRIPTION":
            return try await engine.subscriptionReport(of: days.first)
        case "SUBSCRIPTION_EVENT":
            let events = try await engine.subscriptionEvents(on: days.first)
            return ReportTable.subscriptionEvents(on: days.first, of: events, catalog: catalog)
        case "SUBSCRIBER":
            let sales = try await engine.subscriberSales(on: days.first)
            return ReportTable.subscribers(on: days.first, of: sales, catalog: catalog)
        default:
            throw ConnectError.parameter("filter[reportType]")
        }
    }

    private func financeReport(_ query: HTTPQuery) async throws -> ReportTable {
        try checkVendor(query)
        let type = query["filter[reportType]"]
        guard type == "FINANCIAL" || type == "FINANCE_DETAIL" else {
            throw ConnectError.parameter("filter[reportType]")
        }
        // All countries are ZZ in the summary and Z1 in detail.
        guard let region = query["filter[regionCode]"], region.count == 2,
            (region == "Z1") == (type == "FINANCE_DETAIL")
        else { throw ConnectError.parameter("filter[regionCode]") }
        guard let numbers = try ReportDays.numbers(query["filter[reportDate]"], count: 2),
            let month = FiscalMonth(year: numbers[0], number: numbers[1])
        else { throw ConnectError.parameter("filter[reportDate]") }
        guard month.lastDay < PacificTime.day(of: await engine.now) else { throw ConnectError.notAvailable }
        let records = try await engine.sales(from: month.firstDay, through: month.lastDay)
        let catalog = await engine.catalog
        if type == "FINANCE_DETAIL" { return ReportTable.financeDetail(month, of: records, catalog: catalog) }
        return ReportTable.financial(month, country: region == "ZZ" ? nil : region, of: records, catalog: catalog)
    }

    private func checkVendor(_ query: HTTPQuery) throws {
        guard let vendor = query["filter[vendorNumber]"], !vendor.isEmpty, vendor.allSatisfy(\.isNumber) else {
            throw ConnectError.parameter("filter[vendorNumber]")
        }
    }
}
