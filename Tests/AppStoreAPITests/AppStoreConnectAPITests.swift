// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreTypes
import Foundation
import Gzip
import HTTPClient
import Testing

@Suite struct AppStoreConnectAPITests {
    private func client(_ transport: WireTransport, clock: SleepingClock = SleepingClock()) throws -> AppStoreConnectAPI
    {
        AppStoreConnectAPI(
            baseURL: "https://connect.test",
            tokens: ServerAPITokenIssuer(
                ServerAPITokenIssuer.Credentials(
                    issuerID: "issuer",
                    keyID: "KEY",
                    key: try PrivateKey.generate(.p256),
                    bundleID: nil
                )
            ),
            transport: transport,
            runtime: clock.runtime(),
            maximumReportBytes: 100_000
        )
    }

    @Test func `a sales report is fetched, unpacked and read`() async throws {
        var line = SalesReportRow()
        line.sku = "com.example.coins"
        line.units = 3
        let packed = try Gzip.compress(Report(lines: [line]).tsv())
        let transport = WireTransport { _ in HTTPClientResponse(status: 200, body: packed) }
        let query = SalesReportQuery(vendorNumber: "85", reportDate: "2026-07-04")
        let report = try await client(transport).salesReport(query, as: SalesReportRow.self)
        #expect(report.lines.first?.units == 3)
        let request = try #require(transport.requests.first)
        #expect(
            request.url
                == "https://connect.test/v1/salesReports?filter%5Bfrequency%5D=DAILY&filter%5BreportType%5D=SALES"
                + "&filter%5BreportSubType%5D=SUMMARY&filter%5BvendorNumber%5D=85"
                + "&filter%5BreportDate%5D=2026-07-04&filter%5Bversion%5D=1_0"
        )
        #expect(request.headers.contains { $0 == ("Accept", "application/a-gzip") })
        #expect(request.headers.contains { $0.name == "Authorization" && $0.value.hasPrefix("Bearer ey") })
    }

    @Test func `each kind of report has its usual layout`() {
        let event = SalesReportQuery(vendorNumber: "1", reportType: .subscriptionEvent)
        let subscriber = SalesReportQuery(vendorNumber: "1", reportType: .subscriber)
        #expect(event.version == "1_3" && event.reportSubType == "SUMMARY")
        #expect(subscriber.version == "1_3" && subscriber.reportSubType == "DETAILED")
    }

    @Test func `a financial report is fetched in either layout`() async throws {
        let bytes = Report(lines: [FinancialReportRow()], trailer: [["Total_Rows", "1"]]).tsv()
        let transport = WireTransport { _ in HTTPClientResponse(status: 200, body: bytes) }
        let api = try client(transport)
        let report = try await api.financeReport(
            FinanceReportQuery(vendorNumber: "85", reportDate: "2026-10"),
            as: FinancialReportRow.self
        )
        #expect(report.total("Total_Rows") == "1")
        _ = try await api.financeReport(FinanceReportQuery(vendorNumber: "85", reportDate: "2026-10", isDetailed: true))
        #expect(transport.calls.first?.contains("regionCode%5D=ZZ") == true)
        #expect(transport.calls.last?.contains("regionCode%5D=Z1") == true)
        #expect(transport.calls.last?.contains("FINANCE_DETAIL") == true)
    }

    @Test func `a day without a report has its own code`() async throws {
        let transport = WireTransport(Answer.json(#"{"errors":[{"status":"404","code":"NOT_FOUND"}]}"#, status: 404))
        let error = await #expect(throws: AppStoreAPIError.self) {
            try await client(transport).salesReport(SalesReportQuery(vendorNumber: "85"))
        }
        #expect(error?.code == .noReport)
        #expect(transport.requests.count == 1)
    }

    @Test func `a report that is damaged or too large is refused`() async throws {
        let packed = try Gzip.compress(Data(count: 100_001))
        for body in [packed, packed.dropLast(9)] {
            let transport = WireTransport { _ in HTTPClientResponse(status: 200, body: Data(body)) }
            let error = await #expect(throws: AppStoreAPIError.self) {
                try await client(transport).salesReport(SalesReportQuery(vendorNumber: "85"))
            }
            #expect(error?.code == .invalidAnswer)
        }
    }

    @Test func `products and their prices are read page by page`() async throws {
        let transport = WireTransport(script: [
            Answer.json(
                #"{"data":[{"type":"subscriptionGroups","id":"21","attributes":{"referenceName":"Members"}}]}"#
            ),
            Answer.json(
                """
                {"data":[{"type":"subscriptions","id":"5","attributes":{"name":"M","productId":"com.example.m",\
                "groupLevel":1,"subscriptionPeriod":"ONE_MONTH","newField":true}}]}
                """
            ),
            Answer.json(
                """
                {"data":[{"type":"subscriptionPricePoints","id":"p1","attributes":{"customerPrice":"9.99",\
                "proceeds":"6.99"},"relationships":{"territory":{"data":{"type":"territories","id":"USA"}}}}],\
                "links":{"next":"https://connect.test/v1/subscriptions/5/pricePoints?cursor=2"}}
                """
            ),
            Answer.json(#"{"data":[{"type":"subscriptionPricePoints","id":"p2","attributes":{}}],"links":{}}"#),
        ])
        let api = try client(transport)
        #expect(
            try await api.subscriptionGroups(of: AppAppleID(rawValue: 7)).first?.attributes.referenceName == "Members"
        )
        let subscription = try #require(try await api.subscriptions(inGroup: "21").first)
        #expect(subscription.attributes.productId == "com.example.m")
        #expect(subscription.others["newField"] == .bool(true))
        let points = try await api.pricePoints(ofSubscription: "5", in: ["USA", "DEU"])
        #expect(points.map(\.id) == ["p1", "p2"])
        #expect(points.first?.attributes.customerPriceMilliunits == 9990)
        #expect(points.first?.attributes.proceedsMilliunits == 6990)
        #expect(points.first?.related["territory"] == ["USA"])
        #expect(transport.calls[2].contains("filter%5Bterritory%5D=USA%2CDEU"))
        // Apple returns at most 8,000 at once; 200 at a time would be hundreds of requests of the hour's 3,600.
        #expect(transport.calls[2].contains("limit=8000") && transport.calls[1].contains("limit=200"))
        #expect(transport.calls[3] == "GET /v1/subscriptions/5/pricePoints?cursor=2")
    }

    @Test func `other products and equal prices are read`() async throws {
        let transport = WireTransport(
            Answer.json(#"{"data":[{"type":"x","id":"1","attributes":{"productId":"p"}}]}"#)
        )
        let api = try client(transport)
        #expect(try await api.inAppPurchases(of: AppAppleID(rawValue: 7)).first?.attributes.productId == "p")
        _ = try await api.pricePoints(ofInAppPurchase: "9")
        _ = try await api.equalizations(ofSubscriptionPricePoint: "p1")
        #expect(
            transport.calls.map { $0.prefix { $0 != "?" } } == [
                "GET /v1/apps/7/inAppPurchasesV2", "GET /v2/inAppPurchases/9/pricePoints",
                "GET /v1/subscriptionPricePoints/p1/equalizations",
            ]
        )
    }

    @Test func `the token goes to no other address`() async throws {
        for next in ["https://evil.test/v1/apps", "https://connect.test.evil.test/v1", "http://connect.test/v1"] {
            let transport = WireTransport(Answer.json(#"{"data":[],"links":{"next":"\#(next)"}}"#))
            let error = await #expect(throws: AppStoreAPIError.self) {
                try await client(transport).inAppPurchases(of: AppAppleID(rawValue: 7))
            }
            #expect(error?.code == .invalidAnswer)
            #expect(transport.requests.count == 1)
        }
    }

    @Test func `an answer without end is an error`() async throws {
        let transport = WireTransport(Answer.json(#"{"data":[],"links":{"next":"https://connect.test/v1/x"}}"#))
        await #expect(throws: AppStoreAPIError.self) {
            try await client(transport).inAppPurchases(of: AppAppleID(rawValue: 7))
        }
        #expect(transport.requests.count == 1000)
    }
}
