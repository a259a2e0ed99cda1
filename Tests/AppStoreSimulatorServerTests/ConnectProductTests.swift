// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import Testing

/// Products, prices and the reports beside sales, with this package's own client of App Store Connect.
@Suite struct ConnectProductTests {
    private static let app = AppAppleID(rawValue: 1_234_567_890)

    private func clients() throws -> (SimulatedClients, AppStoreConnectAPI) {
        let clients = try SimulatedClients(SimulatedService { $0.catalog = .withOffers })
        return (clients, try clients.connect())
    }

    @Test func `groups, subscriptions and other products are listed with their state`() async throws {
        let (clients, connect) = try clients()
        let groups = try await connect.subscriptionGroups(of: Self.app)
        #expect(groups.map(\.attributes.referenceName) == ["Membership"])
        let plans = try await connect.subscriptions(inGroup: try #require(groups.first?.id))
        #expect(plans.map(\.attributes.productId) == ["silver", "gold"])
        #expect(plans.map(\.attributes.groupLevel) == [2, 1])
        #expect(plans.first?.attributes.subscriptionPeriod == "ONE_MONTH")
        for (path, on) in [("coins/approval", false), ("season/sale", false)] {
            _ = try await clients.simulated.production.send(.put, "/simulator/v1/products/\(path)", json: ["on": on])
        }
        let others = try await connect.inAppPurchases(of: Self.app)
        #expect(
            others.map(\.attributes.state) == ["WAITING_FOR_REVIEW", "APPROVED", "DEVELOPER_REMOVED_FROM_SALE"]
        )
        #expect(
            others.map(\.attributes.inAppPurchaseType)
                == ["CONSUMABLE", "NON_CONSUMABLE", "NON_RENEWING_SUBSCRIPTION"]
        )
        let unknown = await #expect(throws: AppStoreAPIError.self) {
            try await connect.subscriptions(inGroup: "none")
        }
        #expect(unknown?.httpStatus == 404)
    }

    @Test func `price points are read page by page and have equals elsewhere`() async throws {
        let (_, connect) = try clients()
        let silver = try #require(
            try await connect.subscriptions(inGroup: "group").first { $0.attributes.productId == "silver" }
        )
        let chinese = try await connect.pricePoints(ofSubscription: silver.id, in: ["CHN"])
        let yuan = Set(chinese.compactMap(\.attributes.customerPriceMilliunits))
        #expect(yuan.isSuperset(of: [1000, 1500, 1990, 3000, 3990]), "\(yuan.sorted().prefix(20))")
        let points = try await connect.pricePoints(ofSubscription: silver.id, in: ["USA"])
        #expect(points.count > 200)
        #expect(points.allSatisfy { $0.related["territory"] == ["USA"] })
        let own = try #require(points.first { $0.attributes.customerPriceMilliunits == 4990 })
        #expect(own.attributes.proceedsMilliunits == 3490)
        let equal = try await connect.equalizations(ofSubscriptionPricePoint: own.id)
        #expect(equal.count > 40)
        let china = try #require(equal.first { $0.related["territory"] == ["CHN"] })
        #expect(china.attributes.customerPriceMilliunits == 35_000)
        let coins = try #require(
            try await connect.inAppPurchases(of: Self.app).first { $0.attributes.productId == "coins" }
        )
        let countries = Storefront.all.prefix(20).map(\.countryCode)
        let many = try await connect.pricePoints(ofInAppPurchase: coins.id, in: countries)
        // A page has 8,000 at most.
        #expect(many.count > 8000 && Set(many.map(\.id)).count == many.count)
        #expect(Set(many.flatMap { $0.related["territory"] ?? [] }) == Set(countries.map(\.rawValue)))
    }

    @Test func `subscriptions, subscribers and the detailed month are reported`() async throws {
        let (clients, connect) = try clients()
        try await clients.simulated.buy("silver")
        try await clients.simulated.buy("gold", by: "bob")
        let coins = try await clients.simulated.buy("coins", by: "bob", quantity: 2)
        _ = try await clients.simulated.advance(by: "P1D")
        _ = try await clients.simulated.production.send(
            .post,
            "/simulator/v1/transactions/\(coins.transactionId)/refund"
        )
        _ = try await clients.simulated.advance(by: "P40D")
        func query(_ kind: SalesReportQuery.Kind) -> SalesReportQuery {
            SalesReportQuery(vendorNumber: "80012345", reportType: kind, reportDate: "2025-06-15")
        }
        let plans = try await connect.salesReport(query(.subscription), as: SubscriptionReportRow.self)
        #expect(plans.lines.map(\.subscriptionName) == ["gold", "silver"])
        let buyers = try await connect.salesReport(query(.subscriber), as: SubscriberReportRow.self)
        #expect(buyers.lines.map(\.subscriptionName) == ["silver", "gold"])
        #expect(Set(buyers.lines.map(\.subscriberID)).count == 2)
        #expect(buyers.lines.first?.purchaseDate?.day == 15)
        let detail = try await connect.financeReport(
            FinanceReportQuery(vendorNumber: "80012345", reportDate: "2025-09", isDetailed: true),
            as: FinanceDetailReportRow.self
        )
        #expect(detail.preamble.map(\.first) == ["Vendor Name", "Start Date", "End Date"])
        #expect(detail.lines.map(\.sku) == ["silver", "gold", "coins", "coins"])
        #expect(detail.lines.map(\.saleOrReturn) == ["S", "S", "S", "R"])
        #expect(detail.lines.map(\.quantity) == [1, 1, 2, -2])
        #expect(detail.trailer.last?.first == "US")
    }
}
