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
import Persistence
import PurserServer
import Synchronization

/// A whole system in one process on a virtual clock: an App Store, several servers over one store, apps and a backend.
final class SimulatedSystem: Sendable {
    typealias Shop = SimulationCatalog.Shop

    static let start = Date(millisecondsSince1970: 1_735_689_600_000)
    static let customers = (1...6).map { AppStoreSimulator.CustomerID(rawValue: "customer-\($0)") }
    /// The account of somebody who has the app and its key, and no customer's token.
    static let stranger = AppStoreSimulator.CustomerID(rawValue: "stranger")
    /// The account of a customer who has the account with the team deleted, and comes back.
    static let leaver = AppStoreSimulator.CustomerID(rawValue: "leaver")

    /// The account of a customer who buys before there is an account with the team.
    static let visitor = AppStoreSimulator.CustomerID(rawValue: "visitor")

    /// Every account of the App Store's.
    static let accounts = customers + [stranger, leaver, visitor]

    let plant: InjectedBug?
    let appStore: SimulatorService
    let appStoreClient: InProcessClient
    let network: SimulatedNetwork
    let database: FaultInjectingDatabase
    let servers: SimulatedServers
    let backend = SimulatedBackend()
    let clock: SimulatedClock
    /// How many seconds ahead the documents of Apple's are.
    let skew: Int
    /// The keys of each shop's app.
    let keys: [BundleID: InitialKeys]

    /// The neighbors who live here.
    let neighbors: Set<SimulatedNeighbor>
    /// Whether customers buy, add and lose seats.
    let sellsSeats: Bool
    /// The tokens that the backends have made for customers, by customer and shop.
    private let tokens = Mutex<[String: CustomerProof]>([:])

    /// Whether Apple's history shows no notification any more, so that a planted mistake about due dates is not fixed
    /// by it.
    let hidesHistory = Shared()

    final class Shared: Sendable {
        private let value = Mutex(false)

        func withLock<Value: Sendable>(_ body: (inout sending Bool) -> sending Value) -> Value { value.withLock(body) }
    }

    private struct CustomerProof {
        var token: String
        var expires: Date
    }

    init(
        seed: UInt64,
        instances: Int,
        plant: InjectedBug?,
        neighbors: Set<SimulatedNeighbor> = [],
        sellsSeats: Bool = false,
        executor: SimulationExecutor
    ) async throws {
        self.plant = plant
        self.neighbors = neighbors
        self.sellsSeats = sellsSeats
        skew = Self.skew(seed: seed)
        let network = SimulatedNetwork(seed: seed &+ 1, plant: plant)
        var configuration = SimulatorConfiguration(
            catalog: try SimulationCatalog.sold(),
            seed: seed,
            start: Self.start
        )
        configuration.authority = try Self.authority.get()
        configuration.settings = Self.settings(seed: seed)
        configuration.executor = executor.store
        configuration.transport = network
        configuration.production = nil
        configuration.sandbox = nil
        configuration.notificationURLs = [.production: "http://server/apple/notifications/production"]
        let appStore = try SimulatorService(configuration: configuration)
        let clock = SimulatedClock(appStore)
        let store = try FaultInjectingDatabase(seed: seed &+ 2, plant: plant)
        let chance = SeededRandomSource(seed: seed &+ 3)
        let service: @Sendable (Int) throws -> PurserService = { number in
            var configuration = Self.configuration(appStore)
            // In one shop no one can take over what another customer has.
            if !neighbors.isEmpty { configuration.apps[1].restoreBehavior = .retainOwner }
            // Every other instance has all notifications wait, as in a flood.
            if !number.isMultiple(of: 2) { configuration.notificationConcurrency = 0 }
            return try PurserService(
                configuration: configuration,
                database: store,
                anchors: TrustAnchors(certificates: appStore.rootCertificates),
                transport: network,
                clock: { clock.now },
                pause: { clock.pause($0) },
                // How long something took on this machine is nothing that a seed decides.
                stopwatch: { .zero },
                random: RandomSource { chance.bytes($0) }
            )
        }
        servers = try SimulatedServers(instances, plant: plant, service)
        (self.network, self.appStore, self.clock, self.database) = (network, appStore, clock, store)
        appStoreClient = InProcessClient(appStore.router(for: .production))
        var keys: [BundleID: InitialKeys] = [:]
        for shop in SimulationCatalog.shops {
            guard let made = try await servers.service(0).createInitialKeys(of: shop.app) else {
                throw SimulationFailure("the simulated store is not empty")
            }
            keys[shop.app] = made
        }
        self.keys = keys
        connect()
        for customer in Self.accounts { _ = try await appStore.perform(.addCustomer(CustomerProfile(id: customer))) }
        for shop in SimulationCatalog.shops { try await furnish(shop) }
        store.endSetup()
    }

    /// How many seconds Apple's clock is ahead.
    private static func skew(seed: UInt64) -> Int { [0, 1, -2, 240, -600][Int(seed % 5)] }

    /// Every fault of what is sold and sent; how far Apple's clock is from the servers' stands as long as the world.
    private static func settings(seed: UInt64) -> SimulatorSettings {
        var faults = FaultRates()
        faults.delayedPerMille = 150
        faults.maximumDelaySeconds = 7200
        faults.duplicatedPerMille = 100
        faults.reorderedPerMille = 100
        faults.droppedPerMille = 100
        faults.missingTokenPerMille = 100
        faults.emptyHistoryPerMille = 100
        faults.maximumEmptyHistorySeconds = 3600
        faults.refundedPerMille = 40
        faults.maximumRefundDelaySeconds = 7 * 86_400
        faults.clockSkewSeconds = skew(seed: seed)
        var settings = SimulatorSettings()
        settings.production.grace = GracePeriod(days: 16)
        settings.production.renewalTiming = RenewalTiming(leadSeconds: 3600, latePerMille: 20, maximumLapseSeconds: 600)
        settings.production.faults = faults
        // The servers claim seats in production, as they will once Apple answers there.
        settings.production.answersSeatCalls = true
        return settings
    }

    private static func configuration(_ appStore: SimulatorService) -> ServiceConfiguration {
        let apps = SimulationCatalog.shops.compactMap { shop -> AppConfiguration? in
            guard let key = appStore.apiKeys.first(where: { $0.bundleID == shop.app }) else { return nil }
            var app = AppConfiguration(
                bundleID: shop.app,
                appAppleID: shop.appAppleID,
                appStoreServerAPI: AppStoreCredentials(
                    issuerID: key.issuerID,
                    keyID: key.keyID,
                    privateKeyPEM: key.privateKeyPEM,
                    productionURL: "http://app-store"
                ),
                // Nothing is sold in the sandbox here, and no one answers there.
                sandboxPurchases: .reject,
                sharedSecret: appStore.sharedSecret(of: shop.app)
            )
            app.claimsSeatsInProduction = true
            return app
        }
        // What is compared at the end must not be pruned before.
        return ServiceConfiguration(
            apps: apps,
            requestsPerSecond: 1_000_000,
            requestBurst: 1_000_000,
            allowsPrivateWebhookTargets: true,
            logRetentionDays: 36_500
        )
    }

    private func connect() {
        network.deliver(at: "http://server") { [servers] in try await servers.receive($0) }
        // Until when the planted recovery believes that it has nothing to ask.
        let restingUntil = Mutex<Date?>(nil)
        network.deliver(at: "http://app-store") { [appStoreClient, plant, clock, hidesHistory] request in
            if plant == .forgetSeatRelease, request.method == "DELETE", request.url.contains("/seats/") {
                return HTTPClientResponse(status: 200, body: Data())
            }
            let answer = try await appStoreClient.answer(request, base: "http://app-store")
            let isHistory = request.url.contains("/history")
            if isHistory, hidesHistory.withLock({ $0 }) {
                return HTTPClientResponse(status: 200, body: Data(#"{"notificationHistory":[],"hasMore":false}"#.utf8))
            }
            guard plant == .swallowRecoveryFailure, isHistory else { return answer }
            let now = clock.now
            let isResting = restingUntil.withLock { restingUntil in
                if answer.status >= 500 { restingUntil = restingUntil ?? now.addingTimeInterval(3600) }
                if let until = restingUntil, until <= now { restingUntil = nil }
                return restingUntil != nil
            }
            guard isResting else { return answer }
            let nothing = #"{"notificationHistory":[],"signedTransactions":[],"hasMore":false,"revision":"0"}"#
            return HTTPClientResponse(status: 200, body: Data(nothing.utf8))
        }
        for shop in SimulationCatalog.shops {
            network.deliver(at: "http://backend\(shop.number)") { [backend] request in
                backend.receive(request, number: shop.number)
            }
        }
    }

    /// Imports a shop's catalog, gives its goods their worth, and registers its backend.
    private func furnish(_ shop: Shop) async throws {
        let file = try AppStoreJSON.decode(JSONValue.self, from: Data(shop.storeKitFile.utf8))
        try await require(self.request(.post, "/v1/catalog/storekit", shop, file))
        guard
            case .array(let items)? = try await self.request(.get, "/v1/catalog", shop).read(JSONValue.self)[
                "products"
            ],
            case .object(var beans)? = items.first(where: { $0["id"]?.string == shop.beans.rawValue })
        else { throw SimulationFailure("the imported catalog cannot be read") }
        beans["credit"] = .object([
            "account": .string(shop.wallet), "amount": .integer(SimulationCatalog.beansPerPiece),
        ])
        try await require(self.request(.put, "/v1/catalog/products/\(shop.beans)", shop, .object(beans)))
        let hook = JSONValue.object(["url": .string("http://backend\(shop.number)/hook")])
        try await require(self.request(.post, "/v1/webhook-endpoints", shop, hook))
    }

    private func require(_ answer: InProcessClient.Response) throws {
        guard answer.status.rawValue < 300 else {
            throw SimulationFailure("the world cannot be set up: \(answer.status.rawValue) \(answer.text)")
        }
    }

    /// Asks an instance as a shop's backend does, or as its app.
    func request(
        _ method: HTTPMethod,
        _ target: String,
        _ shop: Shop,
        _ body: JSONValue? = nil,
        asApp: Bool = false
    ) async throws -> InProcessClient.Response {
        let keys = keys[shop.app]
        let isShown = asApp && target == "/v1/transactions"
        let isTrusted = isShown && plant == .moveWithoutToken
        let key = asApp && !isTrusted ? keys?.publishableKey : keys?.secretKey
        var answer = try await servers.request(method, target, key: key, body)
        if isShown, plant == .sendEntitlementsToApps, let customer = body?["customer"]?.string,
            case .object(var members)? = try? answer.read(JSONValue.self)
        {
            let path = "/v1/customers/\(customer)/entitlements"
            let entitlements = try await servers.request(.get, path, key: keys?.secretKey)
            members["entitlements"] = try? entitlements.read(JSONValue.self)["entitlements"]
            answer.body = try AppStoreJSON.encode(JSONValue.object(members))
        }
        return answer
    }

    /// The token that a shop's backend gives the app of a customer who has signed in; nil when the backend gets none.
    func token(of customer: String, _ shop: Shop) async throws -> String? {
        let name = "\(shop.number) \(customer)"
        let now = clock.now
        if let known = tokens.withLock({ $0[name] }), known.expires > now { return known.token }
        let path = "/v1/customers/\(customer)/tokens"
        for _ in 0..<3 {
            let answer = try await self.request(.post, path, shop, .object(["lifetimeSeconds": .integer(86_400)]))
            guard answer.status.rawValue < 300, let token = try answer.read(JSONValue.self)["token"]?.string else {
                continue
            }
            let proof = CustomerProof(token: token, expires: now.addingTimeInterval(86_000))
            tokens.withLock { $0[name] = proof }
            return token
        }
        return nil
    }

    /// Forgets the tokens of a customer, as an app does whose customer signs out.
    func removeTokens(of customer: String) {
        tokens.withLock { tokens in
            for shop in SimulationCatalog.shops { tokens["\(shop.number) \(customer)"] = nil }
        }
    }
}

/// The servers' clock: the App Store's virtual one, and what a server has waited besides.
final class SimulatedClock: Sendable {
    private let appStore: SimulatorService
    private let latest: Mutex<Date>

    init(_ appStore: SimulatorService) {
        self.appStore = appStore
        latest = Mutex(appStore.now)
    }

    var now: Date {
        let present = appStore.now
        return latest.withLock { latest in
            latest = max(latest, present)
            return latest
        }
    }

    /// Waits without waiting.
    func pause(_ length: Duration) {
        let (seconds, attoseconds) = length.components
        latest.withLock { $0.addTimeInterval(Double(seconds) + Double(attoseconds) * 1e-18) }
    }
}

/// A simulation that could not continue: neither a violation nor a fault that was planted.
package struct SimulationFailure: Error, CustomStringConvertible {
    package var description: String

    init(_ description: String) {
        self.description = description
    }
}
