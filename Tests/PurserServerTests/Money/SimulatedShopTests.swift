// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import HTTPService
import PersistenceSQLite
import Synchronization
import Testing

@testable import PurserServer

/// The server beside the simulated App Store: sales by notifications, reports by App Store Connect's interface.
@Suite struct SimulatedShopTests {
    /// Carries requests to routers in the process.
    final class Wire: HTTPTransport {
        typealias Alteration = @Sendable (HTTPClientRequest, HTTPClientResponse) -> HTTPClientResponse

        private let clients = Mutex<[String: InProcessClient]>([:])
        private let alteration = Mutex<Alteration?>(nil)

        func serve(_ router: Router, at base: String) {
            clients.withLock { $0[base] = InProcessClient(router) }
        }

        /// Lets answers be changed on their way.
        func alter(_ alteration: @escaping Alteration) {
            self.alteration.withLock { $0 = alteration }
        }

        func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
            let found = clients.withLock { clients in clients.first { request.url.hasPrefix($0.key) } }
            guard let (base, client) = found else {
                throw HTTPClientError(code: .cannotConnect, message: "nobody listens at \(request.url)")
            }
            var headers = HTTPHeaders()
            for header in request.headers { headers[header.name] = header.value }
            let answer = try await client.send(
                HTTPMethod(rawValue: request.method),
                String(request.url.dropFirst(base.count)),
                headers: headers,
                body: request.body ?? Data()
            )
            let response = HTTPClientResponse(
                status: answer.status.rawValue,
                headers: answer.headers.fields.map { (name: $0.name, value: $0.value) },
                body: answer.body
            )
            return alteration.withLock(\.self)?(request, response) ?? response
        }
    }

    struct World {
        let wire: Wire
        let appStore: SimulatorService
        let server: PurserService
        let controls: InProcessClient
        let client: InProcessClient
        let key: String
        let folder: URL

        init() async throws {
            let app: BundleID = "com.example.coffee"
            let wire = Wire()
            self.wire = wire
            var configuration = SimulatorConfiguration(catalog: Self.catalog, seed: 7, start: Self.start)
            configuration.transport = wire
            configuration.production = nil
            configuration.sandbox = nil
            configuration.notificationURLs = [.production: "http://server/apple/notifications/production"]
            let simulator = try SimulatorService(configuration: configuration)
            appStore = simulator
            folder = FileManager.default.temporaryDirectory.appending(path: "purser-shop-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let credentials = try #require(simulator.apiKeys.first)
            var coffee = AppConfiguration(bundleID: app, appAppleID: AppAppleID(rawValue: 1))
            coffee.appStoreConnect = ConnectConfiguration(
                issuerID: credentials.issuerID,
                keyID: credentials.keyID,
                privateKeyPEM: credentials.privateKeyPEM,
                vendorNumber: "80000001",
                url: "http://app-store",
                reportDays: 90
            )
            server = try PurserService(
                configuration: ServiceConfiguration(apps: [coffee]),
                store: try await SQLiteStore(.init(path: folder.appending(path: "db").path)),
                anchors: TrustAnchors(certificates: [simulator.rootCertificate]),
                transport: wire,
                clock: { simulator.now }
            )
            key = try #require(try await server.makeFirstKeys(of: app)).secretKey
            client = InProcessClient(server.router())
            controls = InProcessClient(simulator.router(for: .production))
            wire.serve(server.router(), at: "http://server")
            wire.serve(simulator.router(for: .production), at: "http://app-store")
        }

        static let start = Date(timeIntervalSince1970: 1_772_366_400)

        static let catalog = AppStoreSimulator.Catalog(
            apps: [CatalogApp(bundleID: "com.example.coffee", appAppleID: AppAppleID(rawValue: 1), name: "Coffee")],
            products: [
                AppStoreSimulator.CatalogProduct(
                    id: "coins",
                    appleID: 11,
                    bundleID: "com.example.coffee",
                    type: .consumable,
                    price: PriceList(base: 990)
                ),
                AppStoreSimulator.CatalogProduct(
                    id: "forever",
                    appleID: 12,
                    bundleID: "com.example.coffee",
                    type: .nonConsumable,
                    price: PriceList(base: 49_990)
                ),
                club,
            ]
        )

        private static var club: AppStoreSimulator.CatalogProduct {
            var product = AppStoreSimulator.CatalogProduct(
                id: "club",
                appleID: 13,
                bundleID: "com.example.coffee",
                type: .autoRenewableSubscription,
                price: PriceList(base: 4990)
            )
            product.subscription = SubscriptionTerms(
                group: "club",
                level: 1,
                period: .month,
                introductoryOffer: AppStoreSimulator.CatalogOffer(id: "trial", mode: .freeTrial, period: .week)
            )
            return product
        }

        func control(_ method: HTTPMethod, _ path: String, _ body: JSONValue) async throws -> JSONValue {
            let answer = try await controls.send(method, "/simulator/v1" + path, json: body)
            guard !answer.body.isEmpty else { return .null }
            return try answer.json()
        }

        func ask(_ method: HTTPMethod, _ path: String) async throws -> InProcessClient.Response {
            try await client.send(method, path, headers: ["Authorization": "Bearer " + key])
        }

        /// Sells in ten storefronts, takes one sale back, and lets the reports come.
        func sell() async throws -> [String] {
            let countries = ["USA", "CHN", "JPN", "DEU", "FRA", "GBR", "KOR", "BRA", "HKG", "AUS"]
            var sold: [String] = []
            for (number, country) in countries.enumerated() {
                let id = JSONValue.string("customer-\(number)")
                _ = try await control(.post, "/customers", ["id": id, "storefront": .string(country)])
                for product in ["coins", "coins", "forever"] {
                    let answer = try await control(
                        .post,
                        "/purchases",
                        ["customer": id, "product": .string(product)]
                    )
                    if let id = answer["transactionId"]?.string { sold.append(id) }
                }
                _ = try await control(.post, "/clock/advance", ["by": "P1D"])
            }
            _ = try await control(.post, "/transactions/\(sold[4])/refund", [:])
            _ = try await control(.post, "/clock/advance", ["by": "P40D"])
            await appStore.settle()
            return sold
        }
    }

    @Test func `reports are fetched once and agree with what was sold, by day and by fiscal month`() async throws {
        let world = try await World()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        let sold = try await world.sell()
        #expect(sold.count == 30)
        let fetch: ReportFetch = try await world.ask(.post, "/v1/report-fetches").json()
        #expect(fetch.news >= 10 && fetch.withoutSales > 10, "\(fetch)")
        let again: ReportFetch = try await world.ask(.post, "/v1/report-fetches").json()
        #expect(again.news == 0 && again.withoutSales == 0, "\(again)")
        let days: ReconciliationBody = try await world.ask(
            .get,
            "/v1/reconciliation?from=2026-02-25&until=2026-04-10"
        ).json()
        #expect(days.unexplained == [] && days.matched + days.explained.count >= 31)
        #expect(days.totals.allSatisfy { $0.unexplained == 0 } && days.totals.count == 9)
        let month: ReconciliationBody = try await world.ask(.get, "/v1/reconciliation/2026-03").json()
        #expect(month.unexplained == [] && month.matched > 20)
        let settlement: SettlementBody = try await world.ask(.get, "/v1/settlements/2026-03").json()
        #expect(settlement.payment == "2026-04-30" && settlement.amounts.count == 9)
        #expect(settlement.amounts.allSatisfy { $0.revenue == $0.tax + $0.commission + $0.proceeds })
        // Apple rounds each unit's share to a hundredth before it multiplies.
        let dollars = try #require(settlement.amounts.first { $0.currency == "USD" })
        #expect(abs((dollars.reported ?? 0) - dollars.proceeds) <= 5 * 6)
    }

    @Test func `figures are served as JSON, as CSV and as lines, and add up to what was sold`() async throws {
        let world = try await World()
        defer { try? FileManager.default.removeItem(at: world.folder) }
        _ = try await world.sell()
        let range = "from=2026-02-25&until=2026-04-10"
        let list: FigureList = try await world.ask(.get, "/v1/figures?\(range)&by=product&measure=payments").json()
        #expect(list.rows.map(\.product) == ["coins", "forever"] && list.rows.map(\.value) == [20, 10])
        let csv = try await world.ask(.get, "/v1/figures?\(range)&by=day,storefront&format=csv").text
        #expect(csv.hasPrefix("day,product,storefront,offer,currency,measure,value\r\n"))
        let lines = try await world.ask(.get, "/v1/figures?\(range)&by=day&format=jsonl").text
        #expect(lines.split(separator: "\n").allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
        let summary: FigureSummaryBody = try await world.ask(.get, "/v1/figures/summary?\(range)").json()
        #expect(summary.payments == 30 && summary.refunds == 1 && summary.payers > 0)
        let cohorts: CohortList = try await world.ask(.get, "/v1/figures/cohorts").json()
        #expect(cohorts.cohorts.isEmpty)
        #expect(try await world.ask(.get, "/v1/figures?\(range)&by=colour").status.rawValue == 400)
    }
}
