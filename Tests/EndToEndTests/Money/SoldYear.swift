// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreTypes
import Foundation
import HTTPClient
import HTTPService
import PersistenceSQLite
import Testing

@testable import AppStoreSimulatorServer
@testable import PurserServer

/// Twelve fiscal months of a crowd in ten storefronts: an App Store and a server, each at its own port.
final class SoldYear: Sendable {
    /// Fiscal January 2025 begins on 29 December 2024, fiscal December 2025 ends on 27 December 2025.
    static let days = (first: "2024-12-29", last: "2025-12-27")
    static let months = (1...12).map { "2025-\($0 < 10 ? "0" : "")\($0)" }

    private static let start = Date(millisecondsSince1970: 1_735_459_200_000)
    private static let length = 364
    private static let countries: [StorefrontCountryCode] = [
        "USA", "CHN", "JPN", "DEU", "FRA", "GBR", "KOR", "BRA", "HKG", "AUS",
    ]

    let folder: TemporaryFolder
    let postbox: Postbox
    let appStore: SimulatorService
    let server: PurserService
    let keys: InitialKeys
    let url: String

    private let signing: SimulatorSigning
    private let database: SQLiteDatabase
    private let listener: HTTPServer
    private let storeURL: String
    private let client: CurlTransport

    init(seed: UInt64) async throws {
        folder = try TemporaryFolder()
        postbox = try Postbox()
        client = try CurlTransport()
        let authority = try SimulatorAuthority.make(
            validity: Self.start.addingTimeInterval(-9e7)...Self.start.addingTimeInterval(9e8)
        )
        signing = try SimulatorSigning(authority)
        var configuration = SimulatorConfiguration(catalog: Self.catalog, seed: seed, start: Self.start)
        configuration.authority = authority
        configuration.transport = postbox
        configuration.production = .init(port: 0)
        configuration.sandbox = nil
        let simulator = try SimulatorService(configuration: configuration)
        try await simulator.start()
        appStore = simulator
        storeURL = "http://127.0.0.1:\(try #require(simulator.productionPort))"
        let credentials = try #require(simulator.apiKeys.first)
        var app = AppConfiguration(bundleID: Self.app, appAppleID: Self.number)
        app.appStoreConnect = AppStoreConnectConfiguration(
            issuerID: credentials.issuerID,
            keyID: credentials.keyID,
            privateKeyPEM: credentials.privateKeyPEM,
            vendorNumber: "80000001",
            url: storeURL,
            reportBackfillDays: 380
        )
        let clock = TownClock(simulator)
        self.database = try await SQLiteDatabase(.init(path: folder.path + "/purser.sqlite"))
        server = try PurserService(
            configuration: ServiceConfiguration(apps: [app], requestsPerSecond: 1_000_000, requestBurst: 1_000_000),
            database: self.database,
            anchors: TrustAnchors(certificates: [simulator.rootCertificate]),
            transport: client,
            clock: { clock.now }
        )
        keys = try #require(try await server.createInitialKeys(of: Self.app))
        listener = HTTPServer(configuration: HTTPServerConfiguration(), router: server.router())
        try listener.start()
        url = "http://127.0.0.1:\(try #require(listener.port))"
        for environment in ["Production", "Sandbox"] {
            let address = JSONValue.object([
                "environment": .string(environment),
                "url": .string(url + "/apple/notifications/" + environment.lowercased()),
            ])
            _ = try await ask("PUT", storeURL + "/simulator/v1/notifications/url", address)
        }
        for product in Self.catalog.products {
            let address = url + "/v1/catalog/products/" + product.id.rawValue
            _ = try await ask("PUT", address, Self.shelved(product), key: keys.secretKey)
        }
    }

    /// Stops everything that listens.
    func stop() async throws {
        try await appStore.stop()
        await listener.shutdown(within: .seconds(10))
        await self.database.close()
    }

    // MARK: - What is sold

    static let app: BundleID = "com.example.reader"
    static let number = AppAppleID(rawValue: 1_234_567_890)

    static let catalog = Catalog(
        apps: [CatalogApp(bundleID: app, appAppleID: number, name: "Reader")],
        products: [
            item("coins", 11, .consumable, 990), item("chest", 12, .consumable, 9990),
            item("forever", 13, .nonConsumable, 49_990), plan("monthly", 14, level: 2, .month, 4990),
            plan("yearly", 15, level: 2, .year, 49_990), plan("pro", 16, level: 1, .month, 9990),
            plan("weekly", 17, level: 3, .week, 1990),
        ]
    )

    private static func item(_ id: ProductID, _ number: Int64, _ type: ProductType, _ price: Int64) -> CatalogProduct {
        CatalogProduct(id: id, appleID: number, bundleID: app, type: type, price: PriceList(base: price))
    }

    private static func plan(
        _ id: ProductID,
        _ number: Int64,
        level: Int,
        _ period: BillingPeriod,
        _ price: Int64
    ) -> CatalogProduct {
        var product = item(id, number, .autoRenewableSubscription, price)
        product.subscription = SubscriptionTerms(
            group: "reader",
            level: level,
            period: period,
            introductoryOffer: CatalogOffer(id: "trial", mode: .freeTrial, period: .week),
            promotionalOffers: [
                CatalogOffer(
                    id: "half",
                    mode: .payAsYouGo,
                    period: .month,
                    periodCount: 2,
                    price: PriceList(base: price / 2)
                )
            ]
        )
        return product
    }

    /// A product as the server's catalog has it.
    private static func shelved(_ product: CatalogProduct) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(product.id.rawValue), "type": .string(product.type.rawValue),
        ]
        if let terms = product.subscription {
            members["subscriptionGroupIdentifier"] = .string(terms.group.rawValue)
            members["level"] = .integer(Int64(terms.level))
            members["period"] = .string("P\(terms.period.months)M\(terms.period.days)D")
        }
        return .object(members)
    }

    // MARK: - Asking

    /// Asks over a socket.
    func ask(_ method: String, _ url: String, _ body: JSONValue? = nil, key: String? = nil) async throws -> JSONValue {
        let answer = try await send(method, url, try body.map { try AppStoreJSON.encode($0) }, key: key)
        guard answer.status < 300 else {
            throw Program.Failure(description: "\(method) \(url): \(answer.status) \(answer.text)")
        }
        return answer.body.isEmpty ? .null : try AppStoreJSON.decode(JSONValue.self, from: answer.body)
    }

    private func send(
        _ method: String,
        _ url: String,
        _ body: Data?,
        key: String?
    ) async throws -> HTTPClientResponse {
        var headers: [HTTPClientRequest.Header] = [(name: "Content-Type", value: "application/json")]
        if let key { headers.append((name: "Authorization", value: "Bearer " + key)) }
        let request = HTTPClientRequest(method, url, headers: headers, body: body, timeout: .seconds(600))
        return try await client.send(request)
    }

    /// Has the server fetch every report that it does not have.
    ///
    /// - Returns: The sum of all requests that it took.
    func fetchReports() async throws -> ReportFetch {
        var sum = ReportFetch()
        repeat {
            let answer = try await send("POST", url + "/v1/reports/fetch", nil, key: keys.secretKey)
            let fetch = try AppStoreJSON.decode(ReportFetch.self, from: answer.body)
            sum.imported += fetch.imported
            sum.withoutSales += fetch.withoutSales
            sum.failures += fetch.failures
            sum.isComplete = fetch.isComplete
            try #require(fetch.isComplete || fetch.imported + fetch.withoutSales > 0, "\(fetch)")
        } while !sum.isComplete
        return sum
    }

    /// Runs `purser reconcile` against the server.
    func reconcile(_ arguments: String...) async throws -> (body: ReconciliationBody, code: Int32) {
        let program = try #require(Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "purser"))
        let options = ["--json", "--limit", "100000", "--server", url, "--key", keys.secretKey]
        let (text, code) = try await Shell.run(program.path, ["reconcile"] + arguments + options, in: folder.path)
        let json = text.split(separator: "\n").first { $0.hasPrefix("{") }
        let line = try #require(json, "purser reconcile printed: \(text)")
        return (try AppStoreJSON.decode(ReconciliationBody.self, from: Data(line.utf8)), code)
    }

    // MARK: - Books

    /// Every line of the App Store's own books.
    func records() async throws -> [SaleRecord] {
        try await appStore.engine.sales(
            from: CivilDate(year: 2024, month: 12, day: 29),
            through: CivilDate(year: 2025, month: 12, day: 27)
        )
    }

    /// Shows the server a document that the App Store's key signed.
    func show(_ transaction: TransactionPayload, by customer: CustomerID) async throws {
        let input = JSONValue.object([
            "customer": .string(customer.rawValue),
            "signedTransaction": .string(try signing.sign(transaction).rawValue),
        ])
        _ = try await ask("POST", url + "/v1/transactions", input, key: keys.secretKey)
    }

    // MARK: - Living

    /// Lets the crowd and a tester in the sandbox live through the year, by the App Store's own interface.
    func live(seed: UInt64, customers: Int, actionsPerYear: Int) async throws {
        var dice = Dice(seed: seed)
        let names = (0...customers).map { CustomerID(rawValue: "customer-\($0)") }
        for (index, name) in names.enumerated() {
            let isTester = index == customers
            try await perform(
                .addCustomer(
                    CustomerProfile(
                        id: name,
                        environment: isTester ? .sandbox : .production,
                        storefront: Self.countries[index % Self.countries.count]
                    )
                )
            )
        }
        // The dice may leave the tester out.
        try await perform(.buy(names[customers], product: "coins", options: PurchaseOptions()))
        let spacing = Self.length * 86_400 / (customers * actionsPerYear)
        var left = Self.length * 86_400
        var latest: [TransactionID] = []
        var loses = true
        while left > 0 {
            let wait = min(left, Int.random(in: 1...(2 * spacing), using: &dice))
            left -= wait
            try await advance("PT\(wait / 3600)H\(wait % 3600)S")
            if loses, left < Self.length * 43_200 {
                loses = false
                loseTwo()
            }
            try await perform(Self.command(by: dice.pick(names), latest.filter { !postbox.held.contains($0) }, &dice)) {
                latest.append($0)
            }
        }
        // Daily reports come two days late, the financial one when its month is over.
        try await advance("P4D")
        _ = try await ask("POST", storeURL + "/simulator/v1/clock/run-due")
    }

    /// What is said of the next chest, and of the next renewal, never arrives.
    private func loseTwo() {
        postbox.loseNext { $0.productId == "chest" && $0.environment == .production }
        postbox.loseNext {
            $0.type == .autoRenewableSubscription && $0.transactionReason == .renewal && ($0.price ?? 0) > 0
                && $0.environment == .production
        }
    }

    private func advance(_ span: String) async throws {
        _ = try await ask("POST", storeURL + "/simulator/v1/clock/advance", .object(["by": .string(span)]))
    }

    /// Does one thing; the store refuses much of what a careless crowd wants.
    private func perform(_ command: Command?, _ note: (TransactionID) -> Void = { _ in }) async throws {
        guard let command else { return }
        let body = try AppStoreJSON.encode(command)
        let answer = try await send("POST", storeURL + "/simulator/v1/commands", body, key: nil)
        guard answer.status < 500 else { throw Program.Failure(description: "\(command): \(answer.text)") }
        guard answer.status < 300, !answer.body.isEmpty,
            let id = try AppStoreJSON.decode(JSONValue.self, from: answer.body)["transactionId"]?.string
        else { return }
        note(TransactionID(rawValue: id))
    }

    private static func command(by customer: CustomerID, _ latest: [TransactionID], _ dice: inout Dice) -> Command? {
        switch Int.random(in: 0..<100, using: &dice) {
        case ..<60:
            let product = dice.pick(catalog.products)
            let isOffered = product.subscription != nil && dice.happens(20)
            let options = PurchaseOptions(
                quantity: product.type == .consumable ? Int.random(in: 1...3, using: &dice) : 1,
                offer: isOffered ? .promotional("half", signatureIsValid: true) : nil
            )
            return .buy(customer, product: product.id, options: options)
        case ..<70: return .setRenewal(customer, group: "reader", on: dice.happens(60))
        case ..<75: return .changeCustomer(customer, .payment(.failsNext(Int.random(in: 1...4, using: &dice))))
        case ..<80: return .answerPriceIncrease(customer, group: "reader", agrees: dice.happens(50))
        case ..<95: return latest.isEmpty ? nil : aboutTransaction(dice.pick(latest), &dice)
        default:
            let price = Int64(990 + 1000 * Int.random(in: 0..<20, using: &dice))
            return .changePrice(
                dice.pick(catalog.products).id,
                PriceList(base: price),
                preservesExisting: dice.happens(30)
            )
        }
    }

    private static func aboutTransaction(_ transaction: TransactionID, _ dice: inout Dice) -> Command {
        switch Int.random(in: 0..<10, using: &dice) {
        case ..<6: .refund(transaction, decision: .full(.other), cancels: dice.happens(50))
        case ..<8: .refund(transaction, decision: .prorated(.other, percentage: 40_000), cancels: true)
        default: .reverseRefund(transaction)
        }
    }
}
