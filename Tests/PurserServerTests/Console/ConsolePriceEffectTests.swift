// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Console
import Foundation
import HTTPService
import Testing

@testable import PurserServer

@Suite struct ConsolePriceEffectTests {
    @Test func `a price change has an effect on the chart, in its segments and in its evidence`() async throws {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        for (number, storefront) in ["USA", "DEU"].enumerated() {
            let id = JSONValue.string("c\(number)")
            _ = try await world.control(.post, "/customers", ["id": id, "storefront": .string(storefront)])
            try await world.buy("club", "c\(number)")
        }
        // A lower price needs no consent; the week of the trial and a month of the old price come first.
        try await world.advance("P20D")
        _ = try await world.control(.put, "/products/club/price", ["price": 3990, "preservesExisting": false])
        try await world.advance("P30D")
        let today = ReportingZone.pacific.day(of: world.appStore.now)
        let days = "from=\(today.adding(days: -60))&until=\(today)"
        let evidence: ChartEvidenceBody = try await world.ask(.get, "/v1/charts/evidence?measure=price_effect&" + days)
            .json()
        #expect(evidence.purchases == 2 && evidence.parts.allSatisfy { $0.value < 0 && $0.transactions.count >= 2 })
        let renewals: ChartEvidenceBody = try await world.ask(
            .get,
            "/v1/charts/evidence?measure=price_renewals&" + days
        )
        .json()
        #expect(renewals.totals.map(\.value) == [2])
        let visit = try await ConsoleVisit.signedIn(.viewer, world.server, world.client)
        let page = try await visit.get("/console/charts/price-effect?\(days)&res=month&cur=USD&by=storefront")
        #expect(page.text.contains("Revenue effect of price changes") && page.text.contains("id=\"segments\""))
        #expect(page.text.contains("−$1.00") && !page.text.contains("−$2.00"))
        let consents = try await visit.get("/console/charts/price-consents?\(days)&res=month")
        #expect(consents.text.contains("Renewed at another price"))
        let file = try await visit.get("/console/charts/price-effect/csv?\(days)&res=quarter&cur=USD&product=coins")
            .text
        #expect(!file.contains("-1000"))
    }
}
