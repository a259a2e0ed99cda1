// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreSimulator
public import AppStoreTypes
public import FoundationEssentials
public import HTTPClient

/// How a simulated App Store is set up.
public struct SimulatorConfiguration: Sendable {
    /// Where a face listens.
    public struct Listener: Hashable, Sendable {
        /// The address.
        public var host: String

        /// The port; 0 lets the system choose.
        public var port: UInt16

        /// Makes an address and port.
        public init(host: String = "127.0.0.1", port: UInt16) {
            self.host = host
            self.port = port
        }
    }

    /// What is sold.
    public var catalog: Catalog

    /// The source of every identifier and chance.
    public var seed: UInt64

    /// The virtual clock's first instant.
    public var start: Date

    /// How the environments behave at first.
    public var settings = SimulatorSettings()

    /// What turns the clock.
    public var clock = SimulatorClock.manual

    /// Host names by which the controls may be asked, besides addresses, `localhost`, names without a dot and Apple's
    /// own.
    public var allowedHosts: [String] = []

    /// The folder that keeps keys, certificates and history; nothing survives the process without one.
    public var dataDirectory: String?

    /// The certificates and keys, instead of those of the folder or of new ones.
    public var authority: SimulatorAuthority?

    /// Where verifiers ask whether a certificate is revoked; new certificates name it, those that are kept do not
    /// change.
    public var revocationResponder: String?

    /// Where the production faces listen; nowhere when absent.
    public var production: Listener? = Listener(port: 8081)

    /// Where the sandbox faces listen; nowhere when absent.
    public var sandbox: Listener? = Listener(port: 8082)

    /// From when on the certificate for Apple's host names holds with which the ports speak TLS; plain HTTP when
    /// absent.
    ///
    /// Its root is written to `tls-root.pem` in the data folder.
    public var tlsDate: Date?

    /// Where notifications go at first, by environment.
    public var notificationURLs: [Environment: String] = [:]

    /// The address of Purser's console, to which the page links; no link without one.
    public var consoleURL: String?

    /// Carries notifications; libcurl when absent.
    public var transport: (any HTTPTransport)?

    /// Where the store's work is done, instead of a queue of its own: a simulation does everything on one.
    package var executor: (any SerialExecutor)?

    /// Whether the App Store Server API asks for bearer tokens.
    public var checksTokens = true

    /// The instant at which tokens are checked; without one their own instant counts, because servers sign them with
    /// the wall clock while the simulator's is virtual.
    public var tokenClock: (@Sendable () -> Date)?

    /// Makes a configuration.
    public init(catalog: Catalog, seed: UInt64 = 1, start: Date) {
        self.catalog = catalog
        self.seed = seed
        self.start = start
    }
}
