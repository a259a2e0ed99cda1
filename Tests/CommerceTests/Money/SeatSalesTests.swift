// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// Seats are charged by their tiers, and a copy that was not paid for is not a sale.
@Suite struct SeatSalesTests {
    private static let tiers = [
        MultiSeatPriceTier(price: 7990, quantity: 3), MultiSeatPriceTier(price: 9990, quantity: 5),
    ]

    private static func describeSeats(_ transaction: inout Transaction) {
        transaction.quantity = 8
        transaction.price = Money(milliunits: 9240, currency: "USD")
        transaction.storefront = "USA"
        transaction.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .developer, priceTiers: tiers)
    }

    private static func history(_ change: @escaping (inout Transaction) -> Void = { _ in }) -> PurchaseHistory {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2026-12-01"), to: .utc("2027-01-01")) {
            describeSeats(&$0)
            change(&$0)
        }
        return purchases
    }

    private static func sales(_ purchases: PurchaseHistory) -> [RecordedSale] {
        LineageSales.sales(of: purchases.facts, lineage: "1", scope: .app, catalog: Catalog(bundleID: "", products: []))
    }

    @Test func `a purchase of seats is booked with the sum of its tiers`() {
        let sales = Self.sales(Self.history())
        #expect(sales.map(\.price) == [Money(milliunits: 73_920, currency: "USD")])
        #expect(sales.map(\.quantity) == [8] && sales.allSatisfy(\.isSale))
    }

    @Test func `seats that are added within the period are a sale of their own`() {
        var purchases = Self.history()
        purchases.transaction(from: .utc("2026-12-16"), to: .utc("2027-01-01")) {
            Self.describeSeats(&$0)
            $0.quantity = 4
            $0.price = Money(milliunits: 3995, currency: "USD")
            $0.additionalTransactionReason = .seatAddition
            $0.multiSeatInfo?.priceTiers = [MultiSeatPriceTier(price: 3995, quantity: 4)]
        }
        #expect(Self.sales(purchases).map(\.amount) == [73_920, 15_980])
    }

    @Test func `refunded seats of which no tier is known go back at the average price`() {
        var purchases = PurchaseHistory()
        let bought = purchases.transaction(from: .utc("2026-12-01"), to: .utc("2027-01-01")) {
            Self.describeSeats(&$0)
            $0.multiSeatInfo?.priceTiers = nil
        }
        purchases.again(bought, signed: .utc("2026-12-20")) {
            $0.multiSeatInfo?.priceTiers = nil
            $0.multiSeatInfo?.revokedSeatQuantity = 3
        }
        #expect(Self.sales(purchases).map(\.amount) == [73_920, -27_720])
    }

    @Test func `a refund of all seats gives back all of the charge, however many the tiers have`() {
        var purchases = PurchaseHistory()
        let tiers = [MultiSeatPriceTier(price: 7990, quantity: 3), MultiSeatPriceTier(price: 9990, quantity: 6)]
        let bought = purchases.transaction(from: .utc("2026-12-01"), to: .utc("2027-01-01")) {
            Self.describeSeats(&$0)
            $0.multiSeatInfo?.priceTiers = tiers
        }
        purchases.again(bought, signed: .utc("2026-12-20")) { $0.multiSeatInfo?.revokedSeatQuantity = 8 }
        #expect(Self.sales(purchases).map(\.amount) == [83_910, -83_910])
    }

    @Test func `seats go back from the cheapest tier on, and a tier of none is left out`() throws {
        let bought = try #require(Self.history().history().periods.first).transaction
        var transaction = bought
        transaction.multiSeatInfo?.priceTiers = [
            MultiSeatPriceTier(price: 9990, quantity: 5), MultiSeatPriceTier(price: 5990, quantity: 0),
            MultiSeatPriceTier(price: 7990, quantity: 3), MultiSeatPriceTier(quantity: 4),
        ]
        #expect(transaction.prices(ofRevokedSeats: 2) == [MultiSeatPriceTier(price: 7990, quantity: 2)])
        #expect(
            transaction.prices(ofRevokedSeats: 4) == [
                MultiSeatPriceTier(price: 7990, quantity: 3), MultiSeatPriceTier(price: 9990, quantity: 1),
            ]
        )
        #expect(transaction.prices(ofRevokedSeats: 0).isEmpty)
    }

    static let quantities: [(InAppOwnershipType, Bool, Int)] = [
        (.purchased, true, 8), (.purchased, false, 8), (.assigned, true, 1), (.assigned, false, 1),
        (.familyShared, false, 1),
    ]

    @Test(arguments: quantities)
    func `a copy delivers one, also in a receipt without seats, and a purchase what was bought`(
        ownership: InAppOwnershipType,
        hasSeats: Bool,
        quantity: Int
    ) throws {
        var transaction = try #require(Self.history().history().periods.first).transaction
        transaction.ownership = ownership
        if !hasSeats { transaction.multiSeatInfo = nil }
        #expect(transaction.deliveredQuantity == quantity)
    }

    @Test(arguments: [InAppOwnershipType.assigned, .familyShared, "LENT"])
    func `a copy that the customer did not pay for counts as neither sale nor revenue nor paid service`(
        ownership: InAppOwnershipType
    ) throws {
        let purchases = Self.history { $0.ownership = ownership }
        #expect(Self.sales(purchases).allSatisfy { !$0.isSale })
        let input = LineageChartInput(
            of: purchases.facts,
            lineage: "1",
            scope: .app,
            catalog: Catalog(bundleID: "", products: [])
        )
        #expect(input.sales.isEmpty && input.periods.isEmpty)
        #expect(purchases.history().paidService(asOf: .utc("2026-12-20")).milliseconds == 0)
        let state = try #require(purchases.state(asOf: .utc("2026-12-20")))
        #expect(state.hasAccess)
    }

    @Test func `a refund of an assigned seat gives back no money`() {
        var transaction = Transaction(
            id: "1",
            originalTransactionID: "1",
            productID: "p",
            purchaseDate: .utc("2026-12-01")
        )
        Self.describeSeats(&transaction)
        transaction.revocation = Revocation(date: .utc("2026-12-10"), type: .refundFull)
        #expect(transaction.refundedAmount == Money(milliunits: 73_920, currency: "USD"))
        transaction.ownership = .assigned
        #expect(transaction.refundedAmount == nil)
    }

    @Test func `removing a member ends access with a reason of its own`() throws {
        var purchases = PurchaseHistory()
        let copy = purchases.transaction(from: .utc("2026-12-01"), to: .utc("2027-01-01")) {
            Self.describeSeats(&$0)
            $0.ownership = .assigned
        }
        purchases.again(copy, signed: .utc("2026-12-10")) {
            $0.revocation = Revocation(date: .utc("2026-12-10"), type: .assignmentRevoke)
        }
        let state = try #require(purchases.state(asOf: .utc("2026-12-11")))
        #expect(!state.hasAccess && state.reason.rule == .assignmentEnded)
        #expect(try #require(purchases.state(asOf: .utc("2026-12-09"))).hasAccess)
        #expect(Self.sales(purchases).allSatisfy { !$0.isSale })
    }

    @Test func `a refund of some seats leaves the transaction valid`() throws {
        var purchases = PurchaseHistory()
        let bought = purchases.transaction(from: .utc("2026-12-01"), to: .utc("2027-01-01"), change: Self.describeSeats)
        purchases.again(bought, signed: .utc("2026-12-20")) { $0.multiSeatInfo?.revokedSeatQuantity = 3 }
        let state = try #require(purchases.state(asOf: .utc("2026-12-21")))
        #expect(state.hasAccess && state.period.transaction.revokedSeats == 3)
    }

    @Test func `the next charge of seats is the sum of their tiers`() {
        var info = RenewalInfo(originalTransactionID: "1", productID: "p")
        #expect(info.renewalCharge == nil)
        info.renewalPrice = Money(milliunits: 9657, currency: "USD")
        #expect(info.renewalCharge?.milliunits == 9657)
        info.renewalQuantity = 6
        #expect(info.renewalCharge?.milliunits == 9657)
        let tiers = [MultiSeatPriceTier(price: 9990, quantity: 5), MultiSeatPriceTier(price: 7990, quantity: 1)]
        info.multiSeatInfo = RenewalMultiSeatInfo(renewalPriceTiers: tiers)
        #expect(info.renewalCharge?.milliunits == 57_940)
        info.multiSeatInfo = RenewalMultiSeatInfo()
        #expect(info.renewalCharge?.milliunits == 57_942)
        info.renewalQuantity = nil
        #expect(info.renewalCharge?.milliunits == 9657)
    }

    // MARK: - Apple's reports

    private static func row(_ number: Int, price: Int64, units: Int) throws -> ReportedSale {
        ReportedSale(
            row: number,
            day: try #require(CivilDay("2026-12-01")),
            productID: "monthly",
            country: "USA",
            unitPrice: Money(milliunits: price, currency: "USD"),
            units: units,
            unitProceeds: Money(milliunits: price * 7 / 10, currency: "USD")
        )
    }

    @Test func `each tier of a sale is found on its own row of the report`() throws {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2026-12-01") + 20 * 3600, to: .utc("2027-01-01"), change: Self.describeSeats)
        let result = Reconciler.reconcile(
            sales: Self.sales(purchases),
            rows: [try Self.row(1, price: 9990, units: 5), try Self.row(2, price: 7990, units: 3)],
            reportedDays: [try #require(CivilDay("2026-12-01"))]
        )
        #expect(result.unexplained.isEmpty && result.explained.isEmpty)
        #expect(result.matched.map(\.units).sorted() == [3, 5])
        #expect(Set(result.matched.flatMap(\.sales).map(\.transactionID)).count == 1)
    }

    @Test func `an assigned copy is set aside as not sold`() throws {
        let copies = Self.sales(Self.history { $0.ownership = .assigned })
        let result = Reconciler.reconcile(sales: copies, rows: [], reportedDays: [])
        #expect(result.explained.map(\.explanation) == [.notSold] && result.unexplained.isEmpty)
        #expect(result.explained.allSatisfy { $0.difference == 0 })
    }

    @Test func `what a bundle brings and what Apple reports of the bundle are explained apart`() throws {
        let copies = Self.sales(Self.history { $0.bundle = SubscriptionBundle(productID: "everything") })
        var row = try Self.row(1, price: 19_990, units: 1)
        row.productID = "everything"
        let result = Reconciler.reconcile(
            sales: copies,
            rows: [row, try Self.row(2, price: 5990, units: 1)],
            reportedDays: [try #require(CivilDay("2026-12-01"))]
        )
        #expect(result.explained.map(\.explanation) == [.bundle, .bundle, .bundle] && result.unexplained.isEmpty)
        #expect(result.explained.map(\.difference) == [0, 19_990, 5990])
    }

    // MARK: - Refunds of single seats

    @Test func `the number of refunded seats may rise and fall, and each change has the prices of its seats`() {
        var purchases = PurchaseHistory()
        let bought = purchases.transaction(from: .utc("2026-12-01"), to: .utc("2027-01-01"), change: Self.describeSeats)
        for (number, revoked) in [1, 3, 2].enumerated() {
            purchases.again(bought, signed: .utc("2026-12-\(10 + number)")) {
                $0.multiSeatInfo?.revokedSeatQuantity = revoked
            }
        }
        let sales = Self.sales(purchases)
        #expect(sales.map(\.amount) == [73_920, -7990, -15_980, 7990] && sales.map(\.quantity) == [8, 1, 2, 1])
        let prices = [1, 2, 1].map { [MultiSeatPriceTier(price: 7990, quantity: $0)] }
        #expect(sales.dropFirst().map(\.seatPrices) == prices)
    }

    @Test func `a refund of the whole purchase gives back the seats that were left`() {
        var purchases = PurchaseHistory()
        let bought = purchases.transaction(from: .utc("2026-12-01"), to: .utc("2027-01-01"), change: Self.describeSeats)
        for (date, isWhole) in [("2026-12-10", false), ("2026-12-20", true)] {
            purchases.again(bought, signed: .utc(date)) {
                $0.multiSeatInfo?.revokedSeatQuantity = 7
                $0.revocation = isWhole ? Revocation(date: .utc(date), type: .refundFull) : nil
            }
        }
        let sales = Self.sales(purchases)
        #expect(sales.map(\.amount) == [73_920, -63_930, -9990] && sales.map(\.quantity) == [8, 7, 1])
        #expect(sales.last?.seatPrices == [MultiSeatPriceTier(price: 9990, quantity: 1)])
    }
}
