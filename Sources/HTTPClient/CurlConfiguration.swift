// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How a ``CurlTransport`` connects.
public struct CurlConfiguration: Sendable {
    /// Sends what is meant for a host and port to an address, as a hosts file would.
    public struct Resolve: Hashable, Sendable {
        /// The host in the URL.
        public var host: String

        /// The port in the URL.
        public var port: UInt16

        /// The numeric address to connect to.
        public var address: String

        /// Makes an override.
        public init(host: String, port: UInt16, address: String) {
            self.host = host
            self.port = port
            self.address = address
        }
    }

    /// The certificates that servers may chain to as PEM, instead of the system's.
    public var authorities: String?

    /// Addresses for hosts.
    public var resolve: [Resolve] = []

    /// Connects to this host and port whatever the URL says, while the name in it is still what TLS checks.
    public var connectTo: [String] = []

    /// How long a connection may take to come about.
    public var connectTimeout: Duration = .seconds(10)

    /// How many connections to one host may be open; more requests wait.
    public var maximumConnectionsPerHost = 32

    /// The ciphers of TLS 1.2 that are offered, as OpenSSL lists them; the library's own choice when absent.
    public var ciphers: String?

    /// What the client calls itself.
    public var userAgent = "purser"

    /// Makes a configuration that trusts the system's authorities.
    public init(authorities: String? = nil, resolve: [Resolve] = []) {
        self.authorities = authorities
        self.resolve = resolve
    }
}
