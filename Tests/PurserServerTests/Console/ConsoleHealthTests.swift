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

    @Test func `an alert is silenced with a reason, by support and not by a viewer`() async throws {
        let shop = try await TestShop()
        shop.service.watchMachine {
            var reading = HostMetrics()
            (reading.freeBytes, reading.totalBytes) = (5, 100)
            return reading
        }
        try await shop.service.alerts.evaluateAlerts()
        let form = [
            "rule": "disk-space", "minutes": "60", "note": "cleaning up", "scope": "com.example.coffee Production",
        ]
        let viewer = try await ConsoleVisit.signedIn(.viewer, at: shop)
        #expect(!(try await viewer.get("/console/health").text.contains("silence-alert")))
        #expect(try await viewer.post("/console/actions/silence-alert", form).status == .forbidden)
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        #expect(try await visit.get("/console/health").text.contains("silence-alert"))
        _ = try await visit.post("/console/actions/silence-alert", form)
        let page = try await visit.get("/console/health").text
        #expect(page.contains("silent until") && page.contains("Nothing to do"))
        _ = try await visit.post("/console/actions/silence-alert", form.merging(["minutes": "99999999"]) { $1 })
    }
}
