// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import HTTPService
import Persistence
import PersistenceSQLite
import PurserClient
import StoreKit
import Synchronization
import Testing

@testable import AppStoreSimulatorServer
@testable import PurserServer

/// An App Store, a server and a device in one process, on one clock that tests turn.
final class World: Sendable {
    static let app: BundleID = "com.example.coffee"
    static let beans = "coffee.beans.100"
    static let grinder = "coffee.grinder"
    static let season = "coffee.season.pass"
    static let gold = "coffee.club.gold.monthly"
    static let silver = "coffee.club.silver.monthly"
    static let lifetime = "coffee.club.lifetime"
    static let club = "C0FFEE10"
    static let start = Date(timeIntervalSince1970: 1_750_000_000)

    // Keys take long to make; the worlds share them.
    private static let authority = Result {
        try SimulatorAuthority.make(validity: start.addingTimeInterval(-9e7)...start.addingTimeInterval(9e8))
    }

    let folder: URL
    let appStore: SimulatorService
    let server: PurserService
    let database: SQLiteDatabase
    let keys: InitialKeys
    let line: Line
    let waits = Mutex<[TimeInterval]>([])
    let events = Mutex<[PurserEvent]>([])

    private let serverClient: InProcessClient
    private let appStoreClient: InProcessClient
    private let device = DeviceFaults()
    private let offset = Mutex<TimeInterval>(0)

    init(
        environment: AppStoreTypes.Environment = .production,
        account: String? = "apple-anna",
        hearsApple: Bool = false,
        sellsSeats: Bool = false,
        configure: (inout AppConfiguration) -> Void = { _ in },
        sells: (inout AppStoreSimulator.Catalog) -> Void = { _ in }
    ) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "purser-client-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var catalog = try Self.sold(seats: sellsSeats)
        sells(&catalog)
        var settings = SimulatorConfiguration(catalog: catalog, seed: 5, start: Self.start)
        settings.authority = try Self.authority.get()
        (settings.production, settings.sandbox) = (nil, nil)
        let wire = Wire()
        settings.transport = wire
        if hearsApple { settings.notificationURLs = [.production: "http://server/apple/notifications/production"] }
        let simulator = try SimulatorService(configuration: settings)
        appStore = simulator
        self.database = try await SQLiteDatabase(.init(path: folder.appending(path: "server.sqlite").path))
        var app = AppConfiguration(
            bundleID: Self.app,
            appAppleID: AppAppleID(rawValue: 1_234_567_890),
            requiresCustomerTokens: .never
        )
        if hearsApple, let key = simulator.apiKeys.first {
            app.appStoreServerAPI = AppStoreCredentials(
                issuerID: key.issuerID,
                keyID: key.keyID,
                privateKeyPEM: key.privateKeyPEM,
                productionURL: "http://app-store"
            )
        }
        configure(&app)
        server = try PurserService(
            configuration: ServiceConfiguration(apps: [app], requestsPerSecond: 1_000_000, requestBurst: 1_000_000),
            database: self.database,
            anchors: TrustAnchors(certificates: simulator.rootCertificates),
            transport: wire,
            clock: { simulator.now },
            pause: { _ in }
        )
        keys = try #require(try await server.createInitialKeys(of: Self.app))
        let audit = AuditRecord(actor: "test", action: "catalog.update", target: "", instant: Self.start)
        try await server.catalogFeature.replaceCatalog(Self.shelved(), of: Self.app, audit: audit, now: Self.start)
        serverClient = InProcessClient(server.router())
        line = Line(server.router())
        appStoreClient = InProcessClient(simulator.router(for: environment))
        if hearsApple { wire.join("http://server", serverClient) }
        if hearsApple { wire.join("http://app-store", appStoreClient) }
        if let account { try await useAccount(account) }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Which Apple account the device's App Store is signed in with.
    func useAccount(_ account: String) async throws {
        try await StoreKitSimulator.connect(through: StoreLine(appStoreClient, device), customer: account)
    }

    /// What the device cannot fetch from the App Store from now on, such as its receipt.
    func refuseDevice(_ part: String?) { device.refused.withLock { $0 = part } }

    /// The app is closed: what happens now it hears of at its next launch.
    func close() { StoreKitSimulator.disconnect() }

    /// The app's clock: the world's, and how far somebody moved the device's.
    var deviceNow: Date { appStore.now.addingTimeInterval(offset.withLock(\.self)) }

    func moveDeviceClock(by seconds: TimeInterval) { offset.withLock { $0 += seconds } }

    /// What an app of this world says.
    func configuration(_ customer: String? = "anna") -> PurserConfiguration {
        // The address is written right.
        let address = URL(string: "http://server") ?? folder
        var configuration = PurserConfiguration(server: address, key: keys.publishableKey)
        configuration.server?.transport = line
        configuration.customer = customer
        configuration.customerToken = { [weak self] customer in try await self?.token(for: customer) }
        configuration.storage = FileStorage(folder: folder.appending(path: "device"))
        configuration.language = .english
        configuration.now = { self.deviceNow }
        configuration.pause = { seconds in self.waits.withLock { $0.append(seconds) } }
        configuration.onEvent = { event in self.events.withLock { $0.append(event) } }
        return configuration
    }

    /// Launches the app.
    func launch(
        _ customer: String? = "anna",
        change: (inout PurserConfiguration) -> Void = { _ in }
    ) async -> Purser {
        var configuration = configuration(customer)
        change(&configuration)
        StoreKitSimulator.relaunch()
        let purser = Purser(configuration)
        await purser.runUntilIdle()
        return purser
    }

    func kinds() -> [PurserEvent.Kind] { events.withLock { $0.map(\.kind) } }

    func happened(_ kind: PurserEvent.Kind) -> Bool { kinds().contains(kind) }
}

extension World {
    /// Asks the server with the secret key.
    func ask(_ path: String) async throws -> InProcessClient.Response {
        try await serverClient.send(.get, path, headers: ["Authorization": "Bearer " + keys.secretKey])
    }

    /// Says something to the server as an app does, with the public key.
    func say(_ method: String, _ path: String, _ body: String) async throws -> InProcessClient.Response {
        try await serverClient.send(
            HTTPMethod(rawValue: method),
            path,
            headers: ["Authorization": "Bearer " + keys.publishableKey, "Content-Type": "application/json"],
            body: Data(body.utf8)
        )
    }

    /// Asks the server as the team's backend does, with the secret key.
    func request(_ method: String, _ path: String, _ body: String) async throws -> InProcessClient.Response {
        try await serverClient.send(
            HTTPMethod(rawValue: method),
            path,
            headers: ["Authorization": "Bearer " + keys.secretKey, "Content-Type": "application/json"],
            body: Data(body.utf8)
        )
    }

    /// An order as the server knows it.
    struct SeenOrder: Hashable, Sendable {
        var id: String
        var product: String
        var state: String
        var transaction: String?
        var environment: String
    }

    /// A customer's orders, the newest first.
    func orders(_ customer: String = "anna") async throws -> [SeenOrder] {
        let list: OrderList = try await ask("/v1/customers/\(customer)/orders").json()
        return list.orders.map {
            SeenOrder(
                id: $0.id.rawValue,
                product: $0.product.rawValue,
                state: $0.state,
                transaction: $0.transaction?.rawValue,
                environment: $0.environment.rawValue
            )
        }
    }

    /// The waits between tries, in seconds.
    var pauses: [TimeInterval] { waits.withLock(\.self) }

    /// A customer's token, as the team's backend asks for one.
    func token(for customer: String) async throws -> String {
        let answer: CustomerTokenBody = try await serverClient.send(
            .post,
            "/v1/customers/\(customer)/tokens",
            headers: ["Authorization": "Bearer " + keys.secretKey]
        ).json()
        return answer.token
    }

    func balance(_ customer: Commerce.CustomerID = "anna") async throws -> Int64 {
        try await self.database.read {
            try $0.balance(of: LedgerAccountNames.wallet(in: .production), customer: customer, currency: "beans")
        }
    }

    func entitlements(_ customer: String = "anna") async throws -> Set<String> {
        let list: EntitlementList = try await ask("/v1/customers/\(customer)/entitlements").json()
        return Set(list.entitlements.filter(\.isActive).map(\.id.rawValue))
    }

    /// Asks the App Store's controls.
    @discardableResult
    func control(
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONValue? = nil,
        mayFail: Bool = false
    ) async throws -> InProcessClient.Response {
        let answer: InProcessClient.Response
        if let body {
            answer = try await appStoreClient.send(method, "/simulator/v1" + path, json: body)
        } else {
            answer = try await appStoreClient.send(method, "/simulator/v1" + path)
        }
        #expect(mayFail || answer.status.rawValue < 300, "\(method) \(path): \(answer.text)")
        return answer
    }

    /// Lets time pass.
    func advance(days: Double) async throws {
        _ = try await appStore.engine.advance(to: appStore.now.addingTimeInterval(days * 86_400))
    }

    /// How many purchases an Apple account paid.
    func paid(_ account: String) async throws -> Int {
        let answer: JSONValue = try await control(.get, "/devices/\(account)").json()
        guard case .array(let transactions) = answer["transactions"] else { return 0 }
        return transactions.count
    }

    /// The transactions that the App Store still waits for.
    func unfinished() async throws -> [String] {
        var found: [String] = []
        for await result in StoreKit.Transaction.unfinished { found.append(result.unsafePayloadValue.productID) }
        return found
    }

    /// Waits until something is so: what the App Store tells reaches the app automatically.
    func until(_ what: String, _ isSo: @Sendable () async throws -> Bool) async throws {
        for _ in 0..<2000 {
            if try await isSo() { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        let last = events.withLock { $0.suffix(8).map(\.line).joined(separator: "\n") }
        Issue.record("\(what) did not happen; the last events were\n\(last)")
    }

    private static func file() throws -> StoreKitFile {
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let path = here.appending(path: "../../../Examples/Catalog.storekit").standardizedFileURL
        return try StoreKitFile(contents: Data(contentsOf: path))
    }

    /// The App Store's side.
    static func sold(seats: Bool = false) throws -> AppStoreSimulator.Catalog {
        let number = AppAppleID(rawValue: 1_234_567_890)
        var catalog = try AppStoreSimulator.Catalog(
            file(),
            app: CatalogApp(bundleID: app, appAppleID: number, name: "Coffee")
        )
        for place in catalog.products.indices where seats {
            catalog.products[place].subscription?.multiSeat = MultiSeatTerms(invitationManagement: .developer)
        }
        catalog.products.append(
            AppStoreSimulator.CatalogProduct(
                id: ProductID(rawValue: lifetime),
                appleID: 99,
                bundleID: app,
                type: .nonConsumable,
                price: PriceList(base: 199_990)
            )
        )
        return catalog
    }

    /// The server's side: a subscription and the club for life give the club, beans are credited.
    static func shelved() throws -> CatalogBody {
        var body = CatalogBody(try file(), currency: "USD")
        body.products.append(
            StoredCatalogProduct(
                product: Commerce.CatalogProduct(id: ProductID(rawValue: lifetime), type: .nonConsumable)
            )
        )
        for index in body.products.indices {
            let product = body.products[index].product
            switch product.type {
            case .consumable:
                body.products[index].product.entitlements = []
                body.products[index].product.credit = CatalogCredit(account: "beans", amount: 100)
            case .nonRenewingSubscription:
                body.products[index].product.entitlements = ["season"]
                body.products[index].product.serviceDuration = CalendarPeriod(months: 3)
            case .nonConsumable:
                let isClub = product.id.rawValue == lifetime
                body.products[index].product.entitlements = [isClub ? "club" : "grinder"]
            default: body.products[index].product.entitlements = ["club"]
            }
            if body.products[index].product.id.rawValue == silver {
                body.products[index].help = ["en": "Cancel in Settings.", "zh-Hans": "可在设置中取消。"]
            }
        }
        return body
    }
}

/// The network between the device and the App Store.
private struct StoreLine: HTTPTransport {
    let client: InProcessClient
    let faults: DeviceFaults

    init(_ client: InProcessClient, _ faults: DeviceFaults) {
        self.client = client
        self.faults = faults
    }

    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let refused = faults.refused.withLock(\.self)
        if let refused, request.url.hasSuffix(refused) {
            throw HTTPClientError(code: .cannotConnect, message: "\(refused) cannot be fetched")
        }
        return try await client.carry(request, from: "http://simulator")
    }
}

/// What a device cannot fetch.
private final class DeviceFaults: Sendable {
    let refused = Mutex<String?>(nil)
}

/// The network between the App Store and the server, where a world has one.
private final class Wire: HTTPTransport {
    private let ends = Mutex<[String: InProcessClient]>([:])

    func join(_ address: String, _ client: InProcessClient) { ends.withLock { $0[address] = client } }

    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        guard let (address, client) = ends.withLock({ $0.first { request.url.hasPrefix($0.key) } }) else {
            throw HTTPClientError(code: .cannotConnect, message: "no one listens at \(request.url)")
        }
        return try await client.carry(request, from: address)
    }
}

extension InProcessClient {
    /// Answers a request that was sent to an address.
    fileprivate func carry(_ request: HTTPClientRequest, from address: String) async throws -> HTTPClientResponse {
        var headers = HTTPHeaders()
        for (name, value) in request.headers { headers[name] = value }
        let answer = try await send(
            HTTPMethod(rawValue: request.method),
            String(request.url.dropFirst(address.count)),
            headers: headers,
            body: request.body ?? Data()
        )
        return HTTPClientResponse(status: answer.status.rawValue, body: answer.body)
    }
}
