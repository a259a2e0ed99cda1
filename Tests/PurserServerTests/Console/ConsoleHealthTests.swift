// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Console
import HTTPService
import Testing

@testable import PurserServer

@Suite struct ConsoleHealthTests {
    @Test func `whoever is on duty sees at the monitors what is raised, in their language`() async throws {
        let shop = try await TestShop()
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        try await shop.service.alerts.evaluateAlerts()
        #expect(try await visit.get("/console/health").text.contains("No alert is firing"))
        shop.service.watchMachine {
            var reading = HostMetrics()
            (reading.freeBytes, reading.totalBytes) = (5, 100)
            return reading
        }
        try await shop.service.alerts.evaluateAlerts()
        let page = try await visit.get("/console/health").text
        #expect(page.contains("The disk with the database is almost full."))
        #expect(try await visit.get("/console").text.contains("<b>1</b>\n<span>Alerts firing</span>"))
        #expect(page.contains("<code>disk-space</code>") && page.contains(">critical<") && page.contains("5 %"))
        try await visit.post("/console/language", ["language": "zh-Hans", "back": "/console/health"])
        #expect(try await visit.get("/console/health").text.contains("数据库所在磁盘空间不足。"))
    }
}
