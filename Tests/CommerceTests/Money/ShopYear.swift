// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Commerce
import Foundation
import Testing

/// A year of a crowd in ten storefronts of the simulated App Store: our side from signed documents, Apple's from its
/// reports.
struct ShopYear {
    var sales: [RecordedSale] = []
    var rows: [ReportedSale] = []
    var monthRows: [ReportedSale] = []
    var days: Set<CivilDay> = []
    var months: Set<CivilDay> = []
    /// The simulated store's own books, for checks that do not use ours.
    var recordedSales: [SaleRecord] = []
    var facts: [OriginalTransactionID: [Fact]] = [:]
    /// The buyer of each purchase.
    var owners: [OriginalTransactionID: String] = [:]
    var sandbox: Set<OriginalTransactionID> = []

    static let countries: [StorefrontCountryCode] = [
        "USA", "CHN", "JPN", "DEU", "FRA", "GBR", "KOR", "BRA", "HKG", "AUS",
    ]
    static let start = Date.utc("2025-01-01")
    static let end = Date.utc("2026-01-01")

    static let catalog = Commerce.Catalog(
        bundleID: "com.example.reader",
        products: SimulatorAgreementTests.Crowd.sold.products.map {
            Commerce.CatalogProduct(
                id: $0.id,
                type: $0.type,
                groupID: $0.subscription?.group,
                level: $0.subscription?.level,
                period: $0.subscription.map { CalendarPeriod(months: $0.period.months, days: $0.period.days) }
            )
        }
    )

    init(
        seed: UInt64,
        customers: Int = 200,
        actionsPerYear: Int = 12,
        grace: GracePeriod? = nil,
        until end: Date = end
    ) throws {
        let sold = SimulatorAgreementTests.Crowd.sold
        var settings = SimulatorSettings()
        settings.production.grace = grace
        var store = SimulatedAppStore(catalog: sold, seed: seed, startingAt: Self.start, settings: settings)
        var ids: [AppStoreSimulator.CustomerID] = []
        for index in 0..<customers {
            let id = AppStoreSimulator.CustomerID(rawValue: "customer-\(index)")
            let environment: Environment = index % 20 == 19 ? .sandbox : .production
            let country = Self.countries[index % Self.countries.count]
            _ = try store.perform(
                .addCustomer(CustomerProfile(id: id, environment: environment, storefront: country))
            )
            ids.append(id)
        }
        var life = RandomWorkload(seed: seed, customers: ids, catalog: sold, actionsPerYear: actionsPerYear)
        var (facts, owners, records, sandbox) = (facts, owners, recordedSales, sandbox)
        life.play(until: end, in: &store) { effects in
            for change in effects.transactions {
                let fact = SimulatorAgreementTests.Crowd.fact(change.transaction)
                facts[change.transaction.originalTransactionId, default: []].append(fact)
                owners[change.transaction.originalTransactionId] = change.customer.rawValue
                if change.transaction.environment == .sandbox {
                    sandbox.insert(change.transaction.originalTransactionId)
                }
            }
            for change in effects.renewalInfos {
                let fact = SimulatorAgreementTests.Crowd.fact(change.renewalInfo)
                facts[change.renewalInfo.originalTransactionId, default: []].append(fact)
            }
            records += effects.sales
        }
        (self.facts, self.owners, self.recordedSales, self.sandbox) = (facts, owners, records, sandbox)
        for (lineage, facts) in facts.sorted(by: { $0.key < $1.key }) {
            sales += self.sales(of: lineage, facts)
        }
        try readReports(sold, until: end)
    }

    private func sales(of lineage: OriginalTransactionID, _ facts: [Fact]) -> [RecordedSale] {
        LineageSales.sales(
            of: facts,
            lineage: lineage,
            scope: AppScope(
                bundleID: "com.example.reader",
                environment: sandbox.contains(lineage) ? .sandbox : .production
            ),
            catalog: Self.catalog
        )
    }

    /// Apple's side, by way of the text of its reports.
    private mutating func readReports(_ sold: AppStoreSimulator.Catalog, until end: Date) throws {
        var day = ReportingZone.pacific.day(of: Self.start)
        let last = ReportingZone.pacific.day(of: end).adding(days: 1)
        while day <= last {
            let (year, month, date) = day.components
            let simulated = AppStoreSimulator.CivilDate(year: year, month: month, day: date)
            let table = ReportTable.sales(from: simulated, through: simulated, of: recordedSales, catalog: sold)
            try add(Report<SalesReportRow>(tsv: Data(table.text.utf8)), day: day)
            days.insert(day)
            day = day.adding(days: 1)
        }
        var month = Commerce.FiscalMonth(containing: ReportingZone.pacific.day(of: Self.start))
        while month.firstDay <= last {
            let made = AppStoreSimulator.FiscalMonth(year: month.fiscalYear, number: month.number)
            let simulated = try #require(made)
            let table = ReportTable.financial(simulated, of: recordedSales, catalog: sold)
            add(try Report<FinancialReportRow>(tsv: Data(table.text.utf8)), month: month)
            months.insert(month.firstDay)
            month = month.next
        }
    }

    private mutating func add(_ report: Report<SalesReportRow>, day: CivilDay) throws {
        for line in report.lines {
            rows.append(
                Self.row(
                    rows.count + 1,
                    day,
                    line.sku,
                    line.countryCode,
                    line.customerCurrency,
                    line.record.text("Customer Price"),
                    line.record.integer("Units"),
                    line.record.text("Developer Proceeds")
                )
            )
        }
    }

    private mutating func add(_ report: Report<FinancialReportRow>, month: Commerce.FiscalMonth) {
        for line in report.lines {
            monthRows.append(
                Self.row(
                    monthRows.count + 1,
                    month.firstDay,
                    line.vendorIdentifier,
                    line.countryOfSale,
                    line.customerCurrency,
                    line.record.text("Customer Price"),
                    line.record.integer("Quantity"),
                    line.record.text("Partner Share")
                )
            )
        }
    }

    private static func row(
        _ number: Int,
        _ day: CivilDay,
        _ sku: String?,
        _ country: String?,
        _ currency: String?,
        _ price: String?,
        _ units: Int64?,
        _ proceeds: String?
    ) -> ReportedSale {
        let names = ["US": "USA", "CN": "CHN", "JP": "JPN", "DE": "DEU", "FR": "FRA", "GB": "GBR", "KR": "KOR"]
            .merging(["BR": "BRA", "HK": "HKG", "AU": "AUS"]) { $1 }
        let currency = Currency(rawValue: currency ?? "")
        let amount = { (text: String?) in
            Money(milliunits: abs(text.flatMap { Money.milliunits(decimal: $0) } ?? -1), currency: currency)
        }
        return ReportedSale(
            row: number,
            day: day,
            productID: ProductID(rawValue: sku ?? ""),
            country: StorefrontCountryCode(rawValue: names[country ?? ""] ?? ""),
            unitPrice: amount(price),
            units: Int(units ?? 0),
            unitProceeds: amount(proceeds)
        )
    }
}
