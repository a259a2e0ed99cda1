// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Console
import Foundation
import HTTPService
import Persistence
import Testing

@testable import PurserServer

/// Closed months, notes on charts, and charts by offer.
@Suite struct ConsoleFinanceTests {
    /// Whether the notifications of the simulated App Store reach the server.
    private func setDelivery(_ isOn: Bool, _ world: SimulatedShop) async throws {
        _ = try await world.control(
            .put,
            "/notifications/url",
            [
                "environment": "Production",
                "url": isOn ? "http://server/apple/notifications/production" : .null,
            ]
        )
    }

    @Test func `a closed month keeps its figures, and a late document is a difference with its name`() async throws {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let month = FiscalMonth(containing: ReportingZone.pacific.day(of: world.appStore.now))
        try await world.buy("coins", "early")
        try await setDelivery(false, world)
        let late = try #require(try await world.buy("coins", "late", shows: false)["transactionId"]?.string)
        let tooEarly = try await world.ask(.put, "/v1/closed-months/\(month)", [:])
        #expect(tooEarly.status == .badRequest && tooEarly.text.contains("ends on \(month.lastDay)"))
        try await world.advance("P40D")
        try await setDelivery(true, world)
        let closed: ClosedMonthBody = try await world.ask(
            .put,
            "/v1/closed-months/\(month)",
            ["note": "sent to the auditor"]
        ).json()
        #expect(closed.amounts.map(\.revenue) == [990] && closed.note == "sent to the auditor")
        let same: ClosedMonthBody = try await world.ask(.get, "/v1/closed-months/\(month)").json()
        #expect(same.hasChanged == false && same.changedPurchases == 0 && same.changes?.isEmpty == true)
        try await world.advance("P1D")
        _ = try await world.ask(.post, "/v1/backfill", ["transactions": [.string(late)]])
        // It stays as it was closed, and says what changed since.
        let again: ClosedMonthBody = try await world.ask(.put, "/v1/closed-months/\(month)", [:]).json()
        #expect(again.closed == closed.closed && again.amounts == closed.amounts)
        let changed: ClosedMonthBody = try await world.ask(.get, "/v1/closed-months/\(month)").json()
        #expect(changed.hasChanged == true && changed.amounts == closed.amounts)
        #expect(changed.current?.map(\.revenue) == [1980])
        let change = try #require(changed.changes?.first)
        #expect(change.proceeds.map(\.then) == [0] && change.proceeds.map(\.now) == [closed.amounts[0].proceeds])
        #expect(change.documents.map(\.name) == [late])
        // What was kept is what the documents of then make of the month.
        let range = "from=\(month.firstDay)&until=\(month.lastDay)&knownAt=\(closed.closed.millisecondsSince1970)"
        for (measure, value) in [("revenue", 990), ("proceeds", closed.amounts[0].proceeds)] as [(String, Int64)] {
            let rows: ChartRowList = try await world.ask(.get, "/v1/charts?\(range)&groupBy=product&measure=\(measure)")
                .json()
            let evidence: ChartEvidenceBody = try await world.ask(
                .get,
                "/v1/charts/evidence?\(range)&measure=\(measure)"
            )
            .json()
            #expect(rows.rows.map(\.value) == [value] && evidence.totals.map(\.value) == [value], "\(measure)")
            #expect(evidence.purchases == 1)
        }
    }

    @Test func `a month is closed and opened again on its page, and the audit log has both`() async throws {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let month = FiscalMonth(containing: ReportingZone.pacific.day(of: world.appStore.now))
        try await world.buy("coins", "early")
        try await setDelivery(false, world)
        let late = try #require(try await world.buy("coins", "late", shows: false)["transactionId"]?.string)
        try await world.advance("P40D")
        let visit = try await ConsoleVisit.signedIn(.support, world.server, world.client)
        let path = "/console/payouts?month=\(month)"
        let form = [
            "scope": "com.example.coffee Production", "month": month.description, "confirm": "yes", "back": path,
        ]
        #expect(try await visit.get(path).text.contains("Close this month"))
        #expect(!(try await visit.get("/console/payouts").text.contains("Close this month")))
        try await visit.post("/console/actions/close-month", form.merging(["note": "checked"]) { $1 })
        let closed = try await visit.get(path).text
        #expect(closed.contains("“checked”") && closed.contains("No figure has changed since the month was closed."))
        try await world.advance("PT1M")
        _ = try await world.ask(.post, "/v1/backfill", ["transactions": [.string(late)]])
        let changed = try await visit.get(path).text
        #expect(changed.contains("Adjustments of the closed month") && changed.contains(late))
        #expect(changed.contains("<b>$0.99</b>"), "the difference of the revenue")
        let viewer = try await ConsoleVisit.signedIn(.viewer, world.server, world.client)
        #expect(try await viewer.get(path).text.contains("Adjustments of the closed month"))
        #expect(try await viewer.post("/console/actions/reopen-month", form).status == .forbidden)
        try await visit.post("/console/actions/reopen-month", form.merging(["reason": "late sale"]) { $1 })
        #expect(try await visit.get(path).text.contains("The month is over and open"))
        let admin = try await ConsoleVisit.signedIn(.admin, world.server, world.client)
        let log = try await admin.get("/console/audit").text
        #expect(log.contains("Month closed") && log.contains("Month opened again") && log.contains("late sale"))
    }

    @Test func `a dated note is a mark on every chart of its day, and goes when it is removed`() async throws {
        let shop = try await TestShop()
        _ = try await shop.verify(.purchase(TestShop.beans, id: "81"), customer: "anna")
        let today = ReportingZone.pacific.day(of: shop.clock.now)
        let form = [
            "scope": "com.example.coffee Production", "day": today.adding(days: -3).description,
            "text": "Silver <costs> more",
        ]
        let viewer = try await ConsoleVisit.signedIn(.viewer, at: shop)
        #expect(try await viewer.post("/console/actions/add-annotation", form).status == .forbidden)
        #expect(!(try await viewer.get("/console/charts/revenue").text.contains("annotations")))
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        try await visit.post("/console/actions/add-annotation", form)
        for path in ["revenue?last=28d", "payments?last=28d&res=week", "payments?last=12m&res=month"] {
            let page = try await viewer.get("/console/charts/" + path).text
            #expect(page.contains("Silver &lt;costs&gt; more"), "\(path)")
            #expect(page.contains("&quot;marks&quot;:[{&quot;at&quot;:"), "\(path)")
            #expect(page.contains(" [1]</span>"), "\(path): the table has the mark, too")
        }
        #expect(
            !(try await viewer.get("/console/charts/revenue?from=2020-01-01&until=2020-02-01").text.contains("Silver"))
        )
        let list: ChartAnnotationList = try await shop.send(.get, "/v1/charts/annotations").json()
        let note = try #require(list.annotations.first)
        #expect(list.annotations.count == 1 && note.text == form["text"] && note.author == "operator support")
        let none = "/v1/charts/annotations?from=\(today)"
        #expect(try await shop.send(.get, none).json(ChartAnnotationList.self).annotations.isEmpty)
        for refused in [["day": "soon", "text": "x"], ["day": "2026-03-01", "text": ""]] as [JSONValue] {
            #expect(try await shop.send(.post, "/v1/charts/annotations", refused).status == .badRequest)
        }
        try await visit.post(
            "/console/actions/remove-annotation",
            ["scope": "com.example.coffee Production", "annotation": note.id, "confirm": "yes"]
        )
        #expect(!(try await viewer.get("/console/charts/revenue?last=28d").text.contains("Silver")))
        #expect(try await shop.send(.delete, "/v1/charts/annotations/\(note.id)").status == .notFound)
    }

    @Test func `the notes of an app have a bound`() async throws {
        let shop = try await TestShop()
        try await shop.service.database.write { [clock = shop.clock] writer in
            for number in 0..<ChartAnnotation.maximumCount {
                let note = ChartAnnotation(
                    try #require(CivilDay("2026-03-01")),
                    "note \(number)",
                    author: "test",
                    at: clock.now,
                    random: .secure
                )
                try writer.upsert(note, as: note.id, in: ChartAnnotation.records[TestShop.app], now: clock.now)
            }
        }
        let refused = try await shop.send(
            .post,
            "/v1/charts/annotations",
            ["day": "2026-03-01", "text": "one more"]
        )
        #expect(refused.status == .badRequest && refused.text.contains("Remove one first"))
    }

    @Test func `trial conversion is taken apart and narrowed by offer, and the parts add up`() async throws {
        let world = try await SimulatedShop()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        for (number, storefront) in ["USA", "DEU", "USA"].enumerated() {
            let id = JSONValue.string("c\(number)")
            _ = try await world.control(.post, "/customers", ["id": id, "storefront": .string(storefront)])
            try await world.buy("club", "c\(number)")
            try await world.advance("P1D")
        }
        _ = try await world.control(.put, "/customers/c0/subscriptions/club/renewal", ["on": false])
        try await world.advance("P20D")
        let today = ReportingZone.pacific.day(of: world.appStore.now)
        let address = "/v1/charts/summary?from=\(today.adding(days: -40))&until=\(today)"
        let whole: ChartSummaryBody = try await world.ask(.get, address).json()
        #expect(whole.endedTrials == 3 && whole.convertedTrials == 2 && whole.trials == nil)
        for (columns, parts) in [("offer", 1), ("storefront", 2), ("product,storefront", 2)] {
            let body: ChartSummaryBody = try await world.ask(.get, address + "&groupBy=" + columns).json()
            let trials = try #require(body.trials)
            #expect(trials.count == parts, "\(columns)")
            #expect(trials.reduce(0) { $0 + $1.endedTrials } == 3 && trials.reduce(0) { $0 + $1.convertedTrials } == 2)
            #expect(trials.allSatisfy { ($0.offer == nil) == (columns != "offer") })
        }
        #expect(try await world.ask(.get, address + "&groupBy=day").status == .badRequest)
        let visit = try await ConsoleVisit.signedIn(.viewer, world.server, world.client)
        let page = try await visit.get("/console/charts/trial-conversion?last=90d&res=month&by=offer").text
        #expect(page.contains("introductory") && page.contains("id=\"segments\"") && page.contains("66.7%"))
        func parts(_ query: String) async throws -> [String] {
            let csv = try await visit.get("/console/charts/trial-conversion/csv?last=90d&res=quarter&" + query).text
            return csv.split(separator: "\r\n").dropFirst().map(String.init).filter { $0.contains(",2,3,") }
        }
        #expect(try await parts("by=offer").count == 2, "the segment and the whole")
        #expect(try await parts("offer=introductory").count == 1)
        #expect(try await parts("offer=other").isEmpty)
    }
}
