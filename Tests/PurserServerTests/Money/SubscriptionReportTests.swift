// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import HTTPService
import Synchronization
import Testing

@testable import PurserServer

/// The reports about subscriptions and the price points, fetched from the simulated App Store Connect.
@Suite struct SubscriptionReportTests {
    private typealias World = SimulatedShop

    /// What App Store Connect gave, unpacked, by kind and day.
    private final class Given: Sendable {
        private let texts = Mutex<[String: [String]]>([:])

        func record(_ text: String, _ name: String) {
            texts.withLock { $0[name, default: []].append(text) }
        }

        var all: [String: [String]] { texts.withLock(\.self) }
    }

    /// Five customers subscribe, one after another, and live for a month and a half.
    private static func subscribe(_ world: World) async throws {
        for (number, country) in ["USA", "CHN", "JPN", "DEU", "USA"].enumerated() {
            let id = JSONValue.string("reader-\(number)")
            _ = try await world.control(.post, "/customers", ["id": id, "storefront": .string(country)])
            _ = try await world.control(.post, "/purchases", ["customer": id, "product": "club"])
            _ = try await world.control(.post, "/clock/advance", ["by": "P3D"])
        }
        let off: JSONValue = ["on": false]
        _ = try await world.control(.put, "/customers/reader-0/subscriptions/club/renewal", off)
        _ = try await world.control(.post, "/clock/advance", ["by": "P45D"])
        await world.appStore.runUntilIdle()
    }

    private static func parameter(_ name: String, in url: String) -> String {
        let items = url.split(separator: "?").last?.split(separator: "&") ?? []
        let names = ["filter[\(name)]=", "filter%5B\(name)%5D="]
        for item in items {
            for name in names where item.hasPrefix(name) { return String(item.dropFirst(name.count)) }
        }
        return ""
    }

    /// The text of a packed report whose blocks are stored.
    private static func unpack(_ bytes: Data) -> String {
        var rest = bytes.dropFirst(10)
        var text = Data()
        while rest.count > 5 {
            let head = Array(rest.prefix(5))
            let count = Int(head[1]) | Int(head[2]) << 8
            text += rest.dropFirst(5).prefix(count)
            rest = rest.dropFirst(5 + count)
            if head[0] == 1 { break }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Lets a text be changed on its way, and notes what arrived.
    private static func listen(
        _ world: World,
        change: @escaping @Sendable (String, String) -> String = { text, _ in text }
    ) -> Given {
        let given = Given()
        world.wire.alter { request, answer in
            guard request.url.contains("/v1/salesReports"), answer.status == 200 else { return answer }
            let kind = parameter("reportType", in: request.url)
            let text = change(unpack(answer.body), kind)
            given.record(text, kind + " " + parameter("reportDate", in: request.url))
            var answer = answer
            answer.body = Data(text.utf8)
            return answer
        }
        return given
    }

    private static func reports(_ world: World, _ kind: String) async throws -> [ReportList.Report] {
        let list: ReportList = try await world.ask(.get, "/v1/reports?kind=\(kind)&limit=500").json()
        return list.reports
    }

    private static func cells(_ text: String) -> [[String]] {
        text.split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// Every report that is current holds each line of the newest text that App Store Connect gave, cell by cell.
    private static func check(_ world: World, _ given: Given, kind: String) async throws -> Int {
        var rows = 0
        for report in try await reports(world, kind) where !report.isSuperseded && report.rows > 0 {
            let text = try #require(given.all["\(kind) \(report.period)"]?.last)
            let stored: ReportRows = try await world.ask(.get, "/v1/reports/\(report.report)?limit=500").json()
            let lines = cells(text)
            #expect(stored.columns == lines.first)
            #expect(stored.rows.map(\.cells) == Array(lines.dropFirst()))
            rows += stored.rows.count
        }
        return rows
    }

    @Test(arguments: ["SUBSCRIPTION", "SUBSCRIPTION_EVENT"])
    func `reports about subscriptions are fetched once, and every row is stored`(kind: String) async throws {
        let world = try await World()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let given = Self.listen(world)
        try await Self.subscribe(world)
        let fetch: ReportFetch = try await world.ask(.post, "/v1/reports/fetch").json()
        #expect(fetch.failures == [])
        #expect(try await Self.check(world, given, kind: kind) >= 9)
        let before = try await Self.reports(world, kind)
        let again: ReportFetch = try await world.ask(.post, "/v1/reports/fetch").json()
        #expect(again.imported == 0 && again.failures == [])
        #expect(try await Self.reports(world, kind).map(\.report) == before.map(\.report))
        let range = "from=2026-02-25&until=2026-05-01&kind=\(kind)"
        let rows: [JSONValue] = try await world.ask(.get, "/v1/sales-reports?\(range)").json()
        #expect(rows.count == before.reduce(0) { $0 + $1.rows })
        #expect(rows.allSatisfy { $0["app_name"]?.string == "Coffee" && $0["subscription_name"] != nil })
    }

    @Test func `columns that Apple adds, moves or drops are kept as they come`() async throws {
        let world = try await World()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let given = Self.listen(world) { text, kind in
            guard kind == "SUBSCRIPTION" else { return text }
            return Self.cells(text).enumerated().map { number, cells in
                let remaining = cells.dropLast(2)
                return ([number == 0 ? "Win-Back Offers" : "7"] + remaining.dropFirst() + remaining.prefix(1))
                    .joined(separator: "\t") + "\n"
            }.joined()
        }
        try await Self.subscribe(world)
        let fetch: ReportFetch = try await world.ask(.post, "/v1/reports/fetch").json()
        #expect(fetch.failures == [])
        #expect(try await Self.check(world, given, kind: "SUBSCRIPTION") >= 9)
        let range = "from=2026-03-05&until=2026-03-05&kind=SUBSCRIPTION"
        let rows: [JSONValue] = try await world.ask(.get, "/v1/sales-reports?\(range)").json()
        #expect(rows.first?["win_back_offers"]?.string == "7" && rows.first?["app_name"]?.string == "Coffee")
    }

    @Test func `a layout that Apple no longer offers is asked for in the next version`() async throws {
        let world = try await World()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let refused = Mutex(0)
        world.wire.alter { request, answer in
            guard Self.parameter("reportType", in: request.url) == "SUBSCRIPTION",
                Self.parameter("version", in: request.url) != "1_4"
            else { return answer }
            refused.withLock { $0 += 1 }
            let body = #"{"errors":[{"status":"400","code":"PARAMETER_ERROR.INVALID","title":"version","detail":""}]}"#
            return HTTPClientResponse(status: 400, headers: [], body: Data(body.utf8))
        }
        try await Self.subscribe(world)
        let fetch: ReportFetch = try await world.ask(.post, "/v1/reports/fetch").json()
        #expect(fetch.failures == [])
        #expect(try await Self.reports(world, "SUBSCRIPTION").count { $0.rows > 0 } >= 9)
        // Once the version is known, the others are not asked for again.
        #expect(refused.withLock(\.self) < 12)
    }

    @Test func `a day that Apple corrects a week later is kept in both forms`() async throws {
        let world = try await World()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let isCorrected = Mutex(false)
        let given = Self.listen(world) { text, kind in
            guard kind == "SUBSCRIPTION_EVENT", isCorrected.withLock(\.self) else { return text }
            return text + (text.split(separator: "\n").last.map { $0 + "\n" } ?? "")
        }
        _ = try await world.control(.post, "/purchases", ["customer": "anna", "product": "club"])
        _ = try await world.control(.post, "/clock/advance", ["by": "P4D"])
        _ = try await world.ask(.post, "/v1/reports/fetch")
        let first = try await Self.reports(world, "SUBSCRIPTION_EVENT").filter { $0.rows > 0 }
        isCorrected.withLock { $0 = true }
        _ = try await world.control(.post, "/clock/advance", ["by": "P6D"])
        _ = try await world.ask(.post, "/v1/reports/fetch")
        let day = try #require(first.last)
        let both = try await Self.reports(world, "SUBSCRIPTION_EVENT").filter { $0.period == day.period }
        #expect(both.map(\.isSuperseded) == [false, true] && both.map(\.rows) == [day.rows + 1, day.rows])
        #expect(try await Self.check(world, given, kind: "SUBSCRIPTION_EVENT") > 0)
    }

    @Test func `a day that was looked at again a week later is not asked for any more`() async throws {
        let world = try await World()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        _ = try await world.control(.post, "/purchases", ["customer": "anna", "product": "club"])
        _ = try await world.control(.post, "/clock/advance", ["by": "P4D"])
        _ = try await world.ask(.post, "/v1/reports/fetch")
        _ = try await world.control(.post, "/clock/advance", ["by": "P9D"])
        _ = try await world.ask(.post, "/v1/reports/fetch")
        let again: ReportFetch = try await world.ask(.post, "/v1/reports/fetch").json()
        // What is left is what has not come yet: each kind's last days.
        #expect(again.asked == again.late.count, "\(again)")
    }

    @Test func `price points of a subscription come from App Store Connect, page after page`() async throws {
        // Each reading is half a minute later: every request is late after its first storefronts.
        let readings = Atomic<Int>(0)
        let world = try await World(stopwatch: { .seconds(30 * readings.add(1, ordering: .relaxed).newValue) })
        defer { try? FileManager.default.removeItem(at: world.folder) }
        struct Page: Decodable {
            struct Point: Decodable {
                struct Attributes: Decodable {
                    var customerPrice: String
                }
                struct Relationships: Decodable {
                    struct Territory: Decodable {
                        struct Data: Decodable {
                            var id: String
                        }

                        var data: Data
                    }

                    var territory: Territory
                }

                var attributes: Attributes
                var relationships: Relationships
            }

            var data: [Point]
        }
        let given = Mutex<(pages: Int, prices: [String: Set<Int64>])>((0, [:]))
        world.wire.alter { request, answer in
            guard request.url.contains("/pricePoints"),
                let page = try? AppStoreJSON.decode(Page.self, from: answer.body)
            else { return answer }
            given.withLock { given in
                given.pages += 1
                for point in page.data {
                    let price = Money.milliunits(decimal: point.attributes.customerPrice) ?? 0
                    given.prices[point.relationships.territory.data.id, default: []].insert(price)
                }
            }
            return answer
        }
        var storefronts: [PricePointSummary.Storefront] = []
        var next: StorefrontCountryCode?
        repeat {
            var body: [String: JSONValue] = ["productId": "club"]
            if let next { body["after"] = .string(next.rawValue) }
            let answer = try await world.ask(.post, "/v1/price-points", .object(body))
            #expect(answer.status == .ok, "\(answer.text)")
            let fetched: PricePointSummary = try answer.json()
            #expect(fetched.storefronts.count <= 10)
            storefronts += fetched.storefronts
            next = fetched.next
        } while next != nil
        let (pages, prices) = given.withLock(\.self)
        #expect(pages > 2 && Set(storefronts.map(\.storefront)).count == storefronts.count)
        #expect(storefronts.count == prices.count && prices.count > 50)
        for (number, storefront) in storefronts.enumerated() where number.isMultiple(of: 9) {
            let country = storefront.storefront.rawValue
            let list: PricePointList = try await world.ask(.get, "/v1/price-points/\(country)").json()
            #expect(list.origin == "app-store-connect" && Set(list.points) == prices[country], "\(country)")
        }
        let equal: EqualizedPrices = try await world.ask(.post, "/v1/prices/equalize", ["price": 9990]).json()
        let known = Set(storefronts.map(\.storefront))
        for price in equal.prices where known.contains(price.storefront) && price.storefront != "USA" {
            guard let amount = price.price?.milliunits else { continue }
            #expect(prices[price.storefront.rawValue]?.contains(amount) == true, "\(price)")
        }
    }
}
