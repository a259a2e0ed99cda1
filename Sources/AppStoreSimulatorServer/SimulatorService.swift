// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreSignedData
public import AppStoreSimulator
public import AppStoreTypes
import FoundationEssentials
import HTTPClient
public import HTTPService
import Synchronization

/// A simulated App Store with its HTTP endpoints.
///
/// The same value serves sockets after ``start()`` and, by ``router(for:)``, tests in the process.
public final class SimulatorService: Sendable {
    /// The certificates and keys that sign everything.
    public let authority: SimulatorAuthority

    /// The keys with which apps' servers may ask the App Store Server API.
    public let apiKeys: [ServerAPIKey]

    let engine: SimulatorEngine
    private let configuration: SimulatorConfiguration
    private let gate: ServerAPIAuthenticator
    private let signing: SimulatorSigning
    private let limits = RateLimits()
    private let receiptVerifier: ReceiptVerifier
    private let running = Mutex(Running())

    private struct Running {
        var production: HTTPServer?
        var sandbox: HTTPServer?
        var ticker: Task<Void, Never>?
    }

    /// Opens what is on disk or begins again; nothing listens yet.
    ///
    /// - Throws: A ``SimulatorServiceError``, a `CryptographyError`, or an error of the database.
    public init(configuration: SimulatorConfiguration) throws {
        self.configuration = configuration
        let folder = configuration.dataDirectory
        let authority =
            try configuration.authority
            ?? SimulatorAuthority.stored(
                in: folder,
                validity: configuration.start.addingTimeInterval(
                    -SimulatorAuthority.year
                )...configuration.start
                    .addingTimeInterval(30 * SimulatorAuthority.year),
                revocationResponder: configuration.revocationResponder
            )
        self.authority = authority
        apiKeys = try SecretFiles.value("api-keys.json", in: folder) {
            try configuration.catalog.apps.enumerated().map {
                try ServerAPIKey.make(for: $0.element.bundleID, number: $0.offset)
            }
        }
        gate = try ServerAPIAuthenticator(
            keys: apiKeys,
            checksTokens: configuration.checksTokens,
            clock: configuration.tokenClock
        )
        signing = try SimulatorSigning(authority)
        receiptVerifier = try VerifyReceiptRoutes.verifier(of: authority)
        engine = try SimulatorEngine(
            configuration: configuration,
            signing: signing,
            transport: configuration.transport ?? CurlTransport()
        )
    }

    /// The root certificate that verifiers of its documents must trust.
    public var rootCertificate: Certificate { authority.documents.root.certificate }

    /// Every root that a server must trust: the one of signed documents, and the one of receipts.
    public var rootCertificates: [Certificate] { [rootCertificate, authority.receipts.root.certificate] }

    /// Whether the ports speak TLS.
    public var speaksTLS: Bool { configuration.tlsDate != nil }

    /// The port of the production faces, once they listen.
    public var productionPort: UInt16? { running.withLock { $0.production?.port } }

    /// The port of the sandbox faces, once they listen.
    public var sandboxPort: UInt16? { running.withLock { $0.sandbox?.port } }

    /// Everything that is answered on the port of an environment.
    public func router(for environment: Environment) -> Router {
        Router { router in
            ControlRoutes(
                engine: engine,
                signing: signing,
                authority: authority,
                keys: apiKeys,
                signatures: OfferSignatures(keys: apiKeys, clock: configuration.tokenClock),
                environment: environment,
                allowedHosts: Set(configuration.allowedHosts.map { $0.lowercased() })
            ).add(to: &router)
            PageRoutes().add(to: &router)
            VerifyReceiptRoutes(engine: engine, verifier: receiptVerifier, environment: environment).add(to: &router)
            RevocationRoutes(engine: engine, authority: authority).add(to: &router)
            ConnectRoutes(engine: engine, gate: gate).add(to: &router)
            let api = ServerAPIRoutes(
                engine: engine,
                signing: signing,
                gate: gate,
                limits: limits,
                environment: environment
            )
            api.add(to: &router)
            MessagingRoutes(api: api).add(to: &router)
            PerformanceTestRoutes(api: api).add(to: &router)
            AdvancedCommerceRoutes(api: api).add(to: &router)
            ExternalPurchaseRoutes(api: api).add(to: &router)
            ConnectProductRoutes(engine: engine, gate: gate).add(to: &router)
        }
    }

    /// Listens on the configured ports, and lets a running clock run.
    ///
    /// - Throws: An `HTTPServerError` when a port is taken.
    public func start() async throws {
        let production = try listen(configuration.production, .production)
        do {
            let sandbox = try listen(configuration.sandbox, .sandbox)
            let ticker = tick()
            running.withLock { $0 = Running(production: production, sandbox: sandbox, ticker: ticker) }
        } catch {
            await production?.shutdown(within: .zero)
            throw error
        }
        await engine.deliver()
    }

    /// Finishes the requests in progress, stops listening, and keeps the state.
    ///
    /// - Throws: An error of the database.
    public func stop() async throws {
        let was = running.withLock { running in
            defer { running = Running() }
            return running
        }
        was.ticker?.cancel()
        await was.production?.shutdown(within: .seconds(10))
        await was.sandbox?.shutdown(within: .seconds(10))
        try await engine.save()
    }

    /// The shared secret with which an app's subscriptions are asked about at verifyReceipt.
    public func sharedSecret(of app: BundleID) -> String {
        configuration.sharedSecret(of: app)
    }

    /// Carries out a command.
    ///
    /// - Throws: A `SimulatorError` when the store refuses; nothing has changed then.
    public func perform(_ command: Command) async throws -> Outcome {
        try await engine.perform(command)
    }

    /// Waits until nothing that is due remains to be sent.
    public func runUntilIdle() async {
        await engine.runUntilIdle()
    }

    private func listen(_ listen: SimulatorConfiguration.Listener?, _ environment: Environment) throws -> HTTPServer? {
        guard let listen else { return nil }
        let present = engine.present
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(
                host: listen.host,
                port: listen.port,
                tls: try configuration.tlsFiles()
            ),
            respond: DateField.dated(router(for: environment)) { present.value }
        )
        try server.start()
        return server
    }

    private func tick() -> Task<Void, Never>? {
        guard case .running = configuration.clock else { return nil }
        let engine = engine
        return Task {
            while !Task.isCancelled {
                await engine.tick()
                try? await Task.sleep(for: .milliseconds(250))
            }
        }
    }
}
