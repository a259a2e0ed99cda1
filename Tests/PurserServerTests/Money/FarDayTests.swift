// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Console
import Foundation
import HTTPService
import Testing

@testable import PurserServer

/// Days whose neighbors have a year of five digits once ended the process; now they are the caller's mistake.
@Suite struct FarDayTests {
    private static let tooFar = [
        "/v1/reconciliation?from=9999-12-31", "/v1/reconciliation?from=9999-11-26",
        "/v1/reconciliation?from=9998-12-31&until=9999-01-01", "/v1/reconciliation/9999-12", "/v1/payouts/9999-12",
        "/v1/sales-reports?from=9999-12-31", "/v1/sales-reports?kind=FINANCIAL&from=9999-12-31",
        "/v1/charts?from=9999-12-31", "/v1/charts/summary?from=9999-12-31", "/v1/proceeds?from=9999-12-31",
        "/v1/sales-reports?from=0000-01-01", "/v1/reconciliation/2007-12",
    ]

    private static let farthest = [
        "/v1/reconciliation?from=9998-12-31", "/v1/reconciliation/9998-12", "/v1/payouts/9998-12",
        "/v1/sales-reports?from=9998-12-31", "/v1/sales-reports?kind=FINANCIAL&from=9998-12-31",
        "/v1/charts?from=9998-12-31", "/v1/reconciliation?from=0001-01-01",
        "/v1/sales-reports?kind=FINANCIAL&from=0001-01-01", "/v1/payouts/2008-01",
        "/v1/sales-reports?kind=FINANCIAL&from=0009-12-31",
    ]

    @Test func `what no one can have sold yet is refused, and the server continues`() async throws {
        let shop = try await TestShop()
        for url in Self.tooFar {
            #expect(try await shop.send(.get, url).status.rawValue == 400, "\(url)")
        }
        for url in Self.farthest {
            #expect(try await shop.send(.get, url).status.rawValue == 200, "\(url)")
        }
        #expect(try await shop.send(.get, "/healthz", key: "").status.rawValue == 200)
    }

    @Test func `the console's comparison refuses them too`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.admin, at: shop)
        let form = [
            "from": "9999-12-31", "until": "9999-12-31", "confirm": "yes", "scope": "com.example.coffee Production",
        ]
        #expect(try await visit.post("/console/actions/reconcile", form).status == .seeOther)
        #expect(try await visit.get("/console").text.contains("days like 2026-03-01"))
        #expect(try await shop.send(.get, "/healthz", key: "").status.rawValue == 200)
    }
}
