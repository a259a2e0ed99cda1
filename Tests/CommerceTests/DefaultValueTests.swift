// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// What a value has where its creator states nothing.
@Suite struct DefaultValueTests {
    @Test func `an offer runs for one period, and no other offer follows it`() {
        let offer = CatalogOffer(type: .introductory, discount: .freeTrial, period: .month)
        #expect(offer.periodCount == 1 && !offer.isStackable)
    }

    @Test func `a product is sold in every storefront and not shared with the family`() {
        let product = CatalogProduct(id: "gems", type: .consumable)
        #expect(product.isSold(in: "USA") && product.isSold(in: "DEU") && !product.isFamilyShareable)
    }

    @Test func `a policy change keeps documents of Xcode and of the sandbox out`() {
        let change = PolicyChange(policy: .standard)
        #expect(!change.acceptsXcodeTransactions && !change.sandboxFulfillsProductionOrders)
    }

    @Test func `a team that decided nothing trusts no claim without proof`() {
        #expect(!CommercePolicy.standard.trustsUnprovenClaims)
    }

    @Test func `an entitlement decision states no renewal`() {
        let decision = EntitlementDecision(
            entitlement: "pro",
            asOf: .utc("2024-01-01"),
            isActive: true,
            reason: Reason(rule: .granted)
        )
        #expect(!decision.willRenew && !decision.isRenewalPending)
    }

    @Test func `an order is for one`() {
        #expect(OrderStep.Terms(productID: "gems").quantity == 1)
        let order = Order(
            id: "o",
            scope: .app,
            customer: nil,
            product: "gems",
            storedState: "created",
            isOpen: true,
            createdDate: .utc("2024-01-01"),
            updatedDate: .utc("2024-01-01"),
            details: OrderDetails(origin: .app)
        )
        #expect(order.quantity == 1)
    }

    @Test func `a customer's records have no mismatch`() {
        let records = CustomerRecords(account: CustomerAccount(customer: "anna", catalogs: []))
        #expect(records.tokenMismatches == 0 && records.quantityMismatches == 0)
    }

    @Test func `what a purchase means to a customer is not proven, and not a refund`() {
        let purchase = CustomerPurchase(customer: "anna", mayGiveAccess: false)
        #expect(!purchase.isProven && !purchase.isRefunded && purchase.counted.isEmpty)
    }

    @Test func `a sale is not after a year of paid service`() {
        let sale = RecordedSale(
            transactionID: "1",
            productID: "monthly",
            country: "USA",
            price: Money(milliunits: 4990, currency: "USD"),
            instant: .utc("2024-01-01")
        )
        #expect(!sale.isAfterPaidYear && sale.paidServiceDays == 0 && !sale.isPriceAssumed && !sale.isShare)
        #expect(!(ReportGroup(sale) < ReportGroup(sale)))
    }

    @Test func `a decision asks Apple for nothing`() {
        #expect(!Decision().checksSeats && !Decision().requestsSeats && Decision().commands.isEmpty)
    }

    static let rejections: [(FulfillmentRejection, Bool)] = [
        (.tooManyStatements, true), (.ownedByAnother, false), (.customerTokenRequired, false), (.movedTooOften, false),
        (.environment, false),
        (.revoked, false), (.orderNotFound("o"), false), (.unknownProduct("p"), false),
    ]

    @Test(arguments: rejections)
    func `one statement too many is refused as a whole, and what is not delivered is stored`(
        rejection: FulfillmentRejection,
        refuses: Bool
    ) {
        #expect(rejection.refusesStatement == refuses)
    }

    @Test func `a delivery is of one, and a sandbox purchase pays no order of production`() {
        let now = Date.utc("2024-01-01")
        let delivery = Delivery(scope: .app, transaction: "11", lineage: "1", product: "gems", deliveredDate: now)
        let rules = FulfillmentRules(policy: .standard, catalog: .reader, now: now) {
            Fact(command: $0, scope: $1, order: $2, digest: .zero)
        }
        #expect(delivery.quantity == 1 && !rules.sandboxFulfillsProductionOrders && !rules.acceptsXcodeTransactions)
        #expect(rules.canAskApple)
    }

    @Test func `an event is sent once`() {
        let event = DomainEvent(
            kind: .fraudSignal("many-devices"),
            scope: .app,
            customer: "anna",
            occurredDate: .utc("2024-01-01"),
            lineage: nil
        )
        #expect(!event.isSentEachTime && !event.isStoredBesidePurchase)
    }

    @Test func `a customer does not own what no one claimed`() {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "forever", from: .utc("2024-01-01"))
        let (facts, now) = (purchases.facts, Date.utc("2024-02-01"))
        var account = CustomerAccount(customer: "anna", catalogs: [.reader])
        for fact in facts { account.add(fact) }
        #expect(account.ownedLineages(asOf: now).isEmpty)
        let catalogs = IndexedCatalogs([.reader])
        let other = CustomerAccount(customer: "anna", catalogs: catalogs, facts: facts, policy: .standard)
        #expect(other.ownedLineages(asOf: now).isEmpty && other.history(of: OwnershipTests.key) != nil)
    }

    @Test func `looked-up catalogs are the same where the catalogs are`() {
        var changed = Catalog.reader
        changed.products.removeLast()
        #expect(IndexedCatalogs([.reader]) == IndexedCatalogs([.reader]))
        #expect(IndexedCatalogs([.reader]) != IndexedCatalogs([changed]))
    }

    @Test func `cohorts are followed for twelve months`() throws {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2020-01-10"), to: .utc("2020-02-10")) {
            $0.price = Money(milliunits: 4990, currency: "USD")
        }
        var charts = CohortCharts(asOf: .utc("2024-01-01"))
        charts.add(LineageChartInput(of: purchases.facts, lineage: "1", scope: .app, catalog: .reader))
        #expect(charts.cohorts.map(\.eligible.count) == [12])
    }

    @Test func `nothing comes before itself`() {
        let scope = AppScope(bundleID: "com.example.reader", environment: .production)
        #expect(!(scope < scope))
        let key = LineageKey(scope: scope, lineage: "1")
        #expect(!(key < key) && key < LineageKey(scope: scope, lineage: "2"))
        let month = FiscalMonth(fiscalYear: 2026, number: 1)
        #expect(month.map { $0 < $0 } == false)
    }

    @Test func `a free trial whose price no document states costs nothing`() {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-01-08")) {
            ($0.offer, $0.storefront) = (Offer(type: .introductory, discount: .freeTrial), "USA")
        }
        var catalog = Catalog.reader
        catalog.products[0].price = Money(milliunits: 4990, currency: "USD")
        let sales = LineageSales.sales(of: purchases.facts, lineage: "1", scope: .app, catalog: catalog)
        #expect(sales.map(\.price) == [Money(milliunits: 0, currency: "USD")])
    }

    static let shares: [(Int64, Int64, Int64, Int64)] = [
        // A number, a part and the whole, and the share rounded down; zero where there is none or it does not fit.
        (1, 5, 5, 1), (5, 1, 1, 5), (5, 1, 5, 1), (7, 2, 3, 4), (0, 5, 5, 0), (5, 0, 5, 0), (5, 5, 0, 0), (-5, 1, 1, 0),
        (5, -1, 1, 0), (5, 1, -1, 0), (.max, .max, .max, .max), (.max, 2, 1, 0), (.max, .max, 1 << 62 - 1, 0),
        (.max, .max, 1, 0), (.max, 2, 2, .max),
    ]

    @Test(arguments: shares)
    func `a share of a number is rounded down`(number: Int64, part: Int64, whole: Int64, share: Int64) {
        #expect(PlanConversion.scale(number, by: part, over: whole) == share)
    }
}
