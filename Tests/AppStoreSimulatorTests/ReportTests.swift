// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

@Suite struct ReportTests {
    static func sales(_ store: Store, _ from: CivilDate, through: CivilDate? = nil) -> [[String: String]] {
        let table = ReportTable.sales(
            from: from,
            through: through ?? from,
            of: store.history.sales,
            catalog: .sample
        )
        return table.rows.map { Dictionary(uniqueKeysWithValues: zip(table.columns, $0)) }
    }

    static func events(_ store: Store) -> [String] { store.history.subscriptionEvents.map(\.name) }

    @Test func `a purchase is reported on its Pacific day with units, price and proceeds`() throws {
        // Seven in the evening of 19 January in Cupertino.
        var store = try Store.withAlice(at: .day(2026, 1, 20, hour: 3))
        try store.buy("coins", PurchaseOptions(quantity: 3))
        try store.buy("silver.plus")
        let rows = Self.sales(store, CivilDate(year: 2026, month: 1, day: 19))
        #expect(rows.count == 2)
        #expect(rows[0]["SKU"] == "coins")
        #expect(rows[0]["Product Type Identifier"] == "IA1")
        #expect(rows[0]["Units"] == "3.00")
        #expect(rows[0]["Customer Price"] == "0.99")
        #expect(rows[0]["Developer Proceeds"] == "0.69")
        #expect(rows[0]["Begin Date"] == "01/19/2026")
        #expect(rows[0]["Parent Identifier"] == "com.example.app")
        #expect(rows[1]["Product Type Identifier"] == "IAY")
        #expect(rows[1]["Subscription"] == "New")
        #expect(rows[1]["Period"] == "1 Month")
        #expect(Self.sales(store, CivilDate(year: 2026, month: 1, day: 20)).isEmpty)
    }

    @Test func `a refund has negative units and a negative price`() throws {
        var store = try Store.withAlice()
        let id = try store.buy("lifetime").transactionId
        store.advance(to: .day(2026, 1, 25))
        try store.perform(.refund(id, decision: .prorated(.other, percentage: 50_000), cancels: false))
        let rows = Self.sales(store, CivilDate(year: 2026, month: 1, day: 24))
        #expect(rows.map { $0["Units"] } == ["-1.00"])
        #expect(rows.first?["Customer Price"] == "-25.00")
        #expect(rows.first?["Developer Proceeds"] == "17.50")
    }

    @Test func `equal sales are counted together`() throws {
        var store = try Store.withAlice()
        for _ in 0..<5 { try store.buy("coins") }
        #expect(Self.sales(store, CivilDate(year: 2026, month: 1, day: 19)).map { $0["Units"] } == ["5.00"])
    }

    @Test func `the sandbox sells nothing`() throws {
        var store = try Store.withAlice(CustomerProfile(id: "alice", environment: .sandbox))
        try store.buy("coins")
        try store.buy("gold")
        #expect(store.history.sales.isEmpty)
        #expect(store.history.subscriptionEvents.isEmpty)
    }

    @Test(
        arguments: [
            ("USA", 10_000, 7000), ("CHN", 100_000, 68_600), ("DEU", 11_900, 7000), ("JPN", 110_000, 70_000),
        ] as [(String, Int64, Int64)]
    )
    func `the tax goes before the commission`(country: String, price: Int64, proceeds: Int64) throws {
        let storefront = try #require(Storefront.of(StorefrontCountryCode(rawValue: country)))
        #expect(storefront.proceeds(of: price, basisPoints: 7000) == proceeds)
    }

    @Test func `the highest price leaves proceeds in every storefront`() {
        for storefront in Storefront.all {
            let price = Catalog.sample.price(PriceList(base: 9_999_990), in: storefront)
            let proceeds = storefront.proceeds(of: price, basisPoints: 8500)
            #expect(proceeds > price / 2 && proceeds < price, "\(storefront.countryCode)")
        }
        #expect(Storefront.of("VNM")?.proceeds(of: 275_000_000_000, basisPoints: 7000) == 175_000_000_000)
    }

    @Test(arguments: [("2026-03-14", Int64(68_600)), ("2026-03-15", 73_500)])
    func `China mainland's sales leave more from 15 March 2026 on`(day: String, proceeds: Int64) throws {
        var catalog = Catalog.sample
        catalog.products[0].price = PriceList(
            base: 4990,
            storefronts: [StorefrontPrice(storefront: "CHN", milliunits: 100_000)]
        )
        let parts = day.split(separator: "-").compactMap { Int($0) }
        var store = Store(at: .day(parts[0], parts[1], parts[2], hour: 20), catalog: catalog)
        try store.perform(.addCustomer(CustomerProfile(id: "alice", storefront: "CHN")))
        try store.buy("coins")
        // What goes back later goes back as it came.
        let id = try #require(store.history.sales.first).transaction
        store.advance(to: .day(2026, 3, 20))
        try store.perform(.refund(id, decision: .full(.other), cancels: false))
        #expect(store.history.sales.map(\.proceeds) == [proceeds, proceeds])
    }

    @Test func `two pieces at 30 yuan are the row of June 2023 with 20.63 of proceeds`() throws {
        var catalog = Catalog.sample
        catalog.products[0].price = PriceList(
            base: 4990,
            storefronts: [StorefrontPrice(storefront: "CHN", milliunits: 30_000)]
        )
        var settings = SimulatorSettings()
        // Of the price 1.77 per cent were tax then.
        settings.production.taxBasisPoints = ["CHN": 177]
        var store = Store(at: .day(2023, 6, 19, hour: 12), catalog: catalog, settings: settings)
        try store.perform(.addCustomer(CustomerProfile(id: "alice", storefront: "CHN")))
        try store.buy("coins")
        try store.buy("coins")
        let day = CivilDate(year: 2023, month: 6, day: 19)
        let table = ReportTable.sales(from: day, through: day, of: store.history.sales, catalog: catalog)
        let row = Dictionary(uniqueKeysWithValues: zip(table.columns, try #require(table.rows.first)))
        #expect(table.rows.count == 1)
        let expected = [
            "Provider": "APPLE", "Provider Country": "US", "Product Type Identifier": "IA1", "Units": "2.00",
            "Developer Proceeds": "20.63", "Currency of Proceeds": "CNY", "Begin Date": "06/19/2023",
            "End Date": "06/19/2023", "Customer Price": "30.00", "Customer Currency": "CNY", "Country Code": "CN",
            "Promo Code": "", "Subscription": "", "Period": "", "Device": "iPhone",
        ]
        for (column, text) in expected { #expect(row[column] == text, "\(column)") }
    }

    @Test func `after a year of paid service the developer gets more`() throws {
        var store = try Store.withAlice(at: .day(2025, 1, 1))
        try store.buy("silver.plus")
        store.advance(to: .day(2026, 2, 2))
        #expect(store.history.sales.map(\.earnsHigherRate) == Array(repeating: false, count: 12) + [true, true])
        #expect(store.history.sales.last?.proceeds == 5090)
        #expect(store.history.sales.first?.proceeds == 4190)
    }

    @Test func `a lapse of more than sixty days begins the year again, a trial does not count`() throws {
        var store = try Store.withAlice(at: .day(2025, 1, 1))
        try store.buy("gold")
        store.advance(to: .day(2026, 1, 4))
        #expect(store.history.sales.allSatisfy { !$0.earnsHigherRate })
        store.advance(to: .day(2026, 1, 9))
        #expect(store.history.sales.last?.earnsHigherRate == true)
        try store.perform(.setRenewal("alice", group: "group", on: false))
        store.advance(to: .day(2026, 6, 1))
        try store.buy("gold")
        #expect(store.history.sales.last?.earnsHigherRate == false)
    }

    /// Whether each payment earns the higher rate, when a month of two years is refunded.
    private func rates(_ decision: RefundDecision, reversed: Bool = false) throws -> [Bool] {
        var store = try Store.withAlice(at: .day(2025, 1, 1))
        try store.buy("silver.plus")
        store.advance(to: .day(2025, 6, 16))
        let last = try #require(store.history.sales.last?.transaction)
        try store.perform(.refund(last, decision: decision, cancels: false))
        store.advance(to: .day(2025, 6, 20))
        if reversed { try store.perform(.reverseRefund(last)) }
        store.advance(to: .day(2026, 4, 2))
        return store.history.sales.filter { $0.units > 0 && $0.isRenewal == true }.map(\.earnsHigherRate)
    }

    @Test func `days whose money went back do not make a year of paid service`() throws {
        // Renewals until 1 April 2026: without June the year is full a month later.
        let whole = try rates(.full(.other))
        #expect(whole.prefix(12).allSatisfy { !$0 } && whole.suffix(3) == [true, true, true])
        #expect(whole.count == 15)
        // Half of June counts, which still leaves some days too few on 1 January.
        #expect(try rates(.prorated(.other, percentage: 50_000)) == whole)
        let stored = try rates(.full(.other), reversed: true)
        // The money that came again is one line more.
        #expect(stored.count == 16 && stored.prefix(12).allSatisfy { !$0 } && stored.suffix(4).allSatisfy(\.self))
    }

    @Test func `the event report lists a subscription's events`() throws {
        var store = try Store.subscribed(to: "gold")
        store.advance(to: .day(2026, 2, 28))
        try store.buy("weekly")
        store.advance(to: .day(2026, 3, 28))
        try store.perform(.setRenewal("alice", group: "group", on: false))
        store.advance(to: .day(2026, 4, 20))
        try store.buy("silver.plus")
        #expect(
            Self.events(store) == [
                "Start Introductory Offer", "Paid Subscription from Introductory Offer", "Renew", "Downgrade", "Cancel",
                "Reactivate",
            ]
        )
        let cancel = try #require(store.history.subscriptionEvents.first { $0.name == "Cancel" })
        #expect(cancel.cancellationReason == "Canceled")
        #expect(store.history.subscriptionEvents.last?.daysCanceled == 17)
    }

    @Test(arguments: [
        (true, ["Subscribe", "Grace Period from Paid Subscription", "Renewal from Grace Period"]),
        (false, ["Subscribe", "Billing Retry from Paid Subscription", "Renewal from Billing Retry"]),
    ])
    func `events of a failed payment`(hasGrace: Bool, expected: [String]) throws {
        var settings = SimulatorSettings()
        settings.production.grace = hasGrace ? GracePeriod() : nil
        var store = try Store.subscribed(settings: settings)
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        store.advance(to: .day(2026, 2, 22))
        try store.perform(.changeCustomer("alice", .payment(.works)))
        #expect(Self.events(store) == expected)
    }

    @Test func `the event report counts equal events of a day`() throws {
        var store = Store()
        for name in ["a", "b", "c"] {
            try store.perform(.addCustomer(CustomerProfile(id: CustomerID(rawValue: name))))
            try store.buy("silver.plus", by: CustomerID(rawValue: name), PurchaseOptions())
        }
        let table = ReportTable.subscriptionEvents(
            on: CivilDate(year: 2026, month: 1, day: 19),
            of: store.history.subscriptionEvents,
            catalog: .sample
        )
        #expect(table.columns.count == 29)
        #expect(table.rows.count == 1)
        let row = Dictionary(uniqueKeysWithValues: zip(table.columns, table.rows[0]))
        #expect(row["Event"] == "Subscribe")
        #expect(row["Quantity"] == "3")
        #expect(row["Event Date"] == "2026-01-19")
        #expect(row["Standard Subscription Duration"] == "1 Month")
    }

    @Test func `the subscription report counts who is subscribed on which terms`() throws {
        var store = Store()
        for (index, product) in ["gold", "gold", "silver.plus", "silver.plus", "silver.plus", "silver.plus"]
            .enumerated()
        {
            let id = CustomerID(rawValue: "c\(index)")
            try store.perform(.addCustomer(CustomerProfile(id: id)))
            try store.buy(ProductID(rawValue: product), by: id, PurchaseOptions())
        }
        let table = store.store.subscriptionReport
        let rows = table.rows.map { Dictionary(uniqueKeysWithValues: zip(table.columns, $0)) }
        #expect(rows.count == 2)
        #expect(rows[0]["Active Free Trial Introductory Offer Subscriptions"] == "2")
        #expect(rows[0]["Subscribers"] == "")
        #expect(rows[1]["Active Standard Price Subscriptions"] == "4")
        #expect(rows[1]["Subscribers"] == "4")
    }

    @Test func `the financial report sums a fiscal month`() throws {
        var store = try Store.withAlice(at: .day(2026, 1, 10))
        try store.buy("coins", PurchaseOptions(quantity: 2))
        let id = try store.buy("lifetime").transactionId
        try store.perform(.refund(id, decision: .full(.other), cancels: false))
        let month = try #require(FiscalMonth(year: 2026, number: 4))
        let table = ReportTable.financial(month, of: store.history.sales, catalog: .sample)
        #expect(table.rows.map { $0[9] } == ["S", "S", "R"])
        #expect(table.trailer == [["Total_Rows", "3"], ["Total_Amount", "1.38"], ["Total_Units", "2"]])
        #expect(table.text.split(separator: "\n").count == 7)
        #expect(ReportTable.financial(month, country: "CN", of: store.history.sales, catalog: .sample).rows.isEmpty)
    }

    @Test(arguments: [
        (2024, 7, "03/31/2024", "05/04/2024"), (2024, 10, "06/30/2024", "08/03/2024"),
        (2023, 3, "11/27/2022", "12/31/2022"), (2024, 12, "09/01/2024", "09/28/2024"),
        (2024, 1, "10/01/2023", "11/04/2023"),
    ])
    func `fiscal months are Apple's`(year: Int, number: Int, first: String, last: String) throws {
        let month = try #require(FiscalMonth(year: year, number: number))
        let text = { (day: CivilDate) in
            "\(String(100 + day.month).dropFirst())/\(String(100 + day.day).dropFirst())/\(day.year)"
        }
        #expect(text(month.firstDay) == first)
        #expect(text(month.lastDay) == last)
        #expect(FiscalMonth(containing: month.firstDay) == month)
        #expect(FiscalMonth(containing: month.lastDay) == month)
    }
}
