// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPClient
import Persistence
import Synchronization

/// What a running service can reload: the settings, and the clients of Apple's services made from them.
struct LiveSettings: Sendable {
    var configuration: ServiceConfiguration
    var links: [BundleID: AppStoreClients]
    var receiptClients: [BundleID: VerifyReceiptClient]
    var terms: SaleTerms
}

/// The apps that are served, with the settings in force and the ways to Apple that they make.
///
/// What may change while the server runs is asked for here at each use.
final class Apps: Sendable {
    private let live: Mutex<LiveSettings>
    private let transport: any HTTPTransport
    private let clock: @Sendable () -> Date
    private let runtime: APIEnvironment
    private let metrics: MetricsRecorder

    /// Makes the ways to Apple of each app.
    ///
    /// - Throws: What is wrong with the settings.
    init(
        _ configuration: ServiceConfiguration,
        transport: any HTTPTransport,
        clock: @escaping @Sendable () -> Date,
        runtime: APIEnvironment,
        metrics: MetricsRecorder
    ) throws {
        self.transport = transport
        self.clock = clock
        self.runtime = runtime
        self.metrics = metrics
        live = Mutex(
            try Self.settings(configuration, transport: transport, runtime: runtime, metrics: metrics)
        )
    }

    /// The settings, as they were last taken.
    var configuration: ServiceConfiguration { live.withLock(\.configuration) }
    /// The ways to Apple, for the apps that configure them.
    var links: [BundleID: AppStoreClients] { live.withLock(\.links) }
    /// The ways to ask Apple about receipts, for the apps that configure it.
    var receiptClients: [BundleID: VerifyReceiptClient] { live.withLock(\.receiptClients) }

    /// An app's configuration.
    subscript(_ bundleID: BundleID) -> AppConfiguration? {
        configuration.apps.first { $0.bundleID == bundleID }
    }

    /// The way to Apple's servers for an app.
    func link(_ app: AppConfiguration) throws -> AppStoreClients {
        guard let link = links[app.bundleID] else {
            throw ServiceProblem(.notConfigured, "Configure the app's App Store Server API key first.")
        }
        return link
    }

    /// Reloads keys, secrets, policies and alerts while it runs; requests in progress finish with the old ones.
    ///
    /// - Returns: The keys whose change needs a restart.
    /// - Throws: What is wrong with the new settings; then nothing has changed.
    func reload(_ wanted: ServiceConfiguration) throws -> [String] {
        let old = configuration
        var fixed: [String] = []
        func preserve<Value: Equatable>(
            _ name: String,
            _ path: WritableKeyPath<ServiceConfiguration, Value>,
            in new: inout ServiceConfiguration
        ) {
            guard new[keyPath: path] != old[keyPath: path] else { return }
            new[keyPath: path] = old[keyPath: path]
            fixed.append(name)
        }
        var new = wanted
        preserve("trustedProxies", \.trustedProxies, in: &new)
        preserve("requestsPerSecond", \.requestsPerSecond, in: &new)
        preserve("requestBurst", \.requestBurst, in: &new)
        preserve("connectionsPerAddress", \.connectionsPerAddress, in: &new)
        preserve("halfSentRequestsPerAddress", \.halfSentRequestsPerAddress, in: &new)
        preserve("maxBodyBytes", \.maxBodyBytes, in: &new)
        preserve("allowsPrivateWebhookTargets", \.allowsPrivateWebhookTargets, in: &new)
        preserve("orderLifetimeSeconds", \.orderLifetimeSeconds, in: &new)
        preserve("requestLogEntries", \.requestLogEntries, in: &new)
        preserve("certificateRevocation", \.certificateRevocation, in: &new)
        preserve("log", \.log, in: &new)
        preserve("telemetry", \.telemetry, in: &new)
        preserve("verifiesNestedSignatures", \.verifiesNestedSignatures, in: &new)
        preserve("notificationConcurrency", \.notificationConcurrency, in: &new)
        let isSame = new.apps.map(\.bundleID) == old.apps.map(\.bundleID)
        if !isSame {
            new.apps = old.apps
            fixed.append("apps")
        }
        for index in new.apps.indices {
            let before = old.apps[index]
            if new.apps[index].appAppleID != before.appAppleID
                || new.apps[index].acceptsXcodeTransactions != before.acceptsXcodeTransactions
            {
                (new.apps[index].appAppleID, new.apps[index].acceptsXcodeTransactions) = (
                    before.appAppleID, before.acceptsXcodeTransactions
                )
                fixed.append("apps[\(index)].appAppleID and acceptsXcodeTransactions")
            }
        }
        let settings = try settings(new)
        live.withLock { $0 = settings }
        return fixed
    }

    /// The ways to Apple that settings make.
    private func settings(_ configuration: ServiceConfiguration) throws -> LiveSettings {
        try Self.settings(configuration, transport: transport, runtime: runtime, metrics: self.metrics)
    }

    /// The ways to Apple that a configuration makes.
    private static func settings(
        _ configuration: ServiceConfiguration,
        transport: any HTTPTransport,
        runtime: APIEnvironment,
        metrics: MetricsRecorder
    ) throws -> LiveSettings {
        var settings = LiveSettings(
            configuration: configuration,
            links: [:],
            receiptClients: [:],
            terms: try configuration.saleTerms
        )
        for app in configuration.apps {
            settings.links[app.bundleID] = try AppStoreClients(
                app,
                transport: transport,
                runtime: runtime,
                metrics: metrics
            )
            settings.receiptClients[app.bundleID] = app.verifyReceipt.map {
                app.receiptClient($0, transport: transport, runtime: runtime, metrics: metrics)
            }
        }
        return settings
    }

    /// What an app's sales are taken apart by.
    func saleTerms(of app: BundleID) -> SaleTerms {
        var terms = live.withLock(\.terms)
        terms.smallBusiness = self[app]?.membership ?? .never
        return terms
    }

    /// The way to App Store Connect.
    func connectAPI(_ connect: AppStoreConnectConfiguration) throws -> AppStoreConnectAPI {
        let tokens = ServerAPITokenIssuer(
            .init(
                issuerID: connect.issuerID,
                keyID: connect.keyID,
                key: try PrivateKey(pem: connect.privateKeyPEM),
                bundleID: nil
            ),
            lifetime: 15 * 60
        )
        return AppStoreConnectAPI(
            baseURL: connect.url ?? AppStoreConnectAPI.baseURL,
            tokens: tokens,
            transport: InstrumentedTransport(
                base: transport,
                name: AppleService(service: "connect", environment: Environment.production.rawValue),
                metrics: self.metrics
            ),
            runtime: APIEnvironment(now: clock)
        )
    }
}
