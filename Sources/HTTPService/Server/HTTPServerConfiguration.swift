// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How a server listens and what it bounds.
public struct HTTPServerConfiguration: Sendable {
    /// Where a certificate and its key are.
    public struct TLSFiles: Hashable, Sendable {
        /// The certificate chain as PEM, the server's own first.
        public var certificateChain: String

        /// The private key as PEM.
        public var privateKey: String

        /// Names the two files.
        public init(certificateChain: String, privateKey: String) {
            self.certificateChain = certificateChain
            self.privateKey = privateKey
        }
    }

    /// The address to listen on; a name is resolved.
    public var host: String

    /// The port; 0 lets the system choose.
    public var port: UInt16

    /// The certificate and key when the server speaks TLS.
    public var tls: TLSFiles?

    /// How many threads read and write.
    public var threads = 2

    /// The largest body that is taken; beyond it 413.
    public var maximumBodyBytes = 2 << 20

    /// How much of a refused body is read and thrown away, so that the client can read why; beyond it the connection closes.
    public var maximumDiscardedBytes = 16 << 20

    /// The largest request line with header fields that is taken; beyond it 431.
    public var maximumHeaderBytes = 16 << 10

    /// How long a connection may be idle between requests.
    public var idleTimeout: Duration = .seconds(60)

    /// How long the header fields may take; beyond it 408.
    public var headerTimeout: Duration = .seconds(15)

    /// How long the body may take; beyond it 408.
    public var bodyTimeout: Duration = .seconds(60)

    /// How long a handler may take; beyond it 503 and its task is canceled.
    public var handlerTimeout: Duration = .seconds(60)

    /// How many connections may be open; more wait in the system's queue.
    public var maximumConnections = 4096

    /// How many connections one client address may have open; more are closed at once (0: unlimited).
    ///
    /// An IPv6 network of 64 bits counts as one address.
    public var maximumConnectionsPerAddress = 0

    /// How many requests of one client address may be half sent; beyond it 429 (0: unlimited).
    public var maximumHalfSentRequestsPerAddress = 0

    /// Whether the bounds for each address leave an address out, such as a proxy that brings many clients.
    public var isExemptFromAddressLimits: @Sendable (_ address: String) -> Bool = { _ in false }

    /// How many requests may be in progress; beyond it 503 with `Retry-After`.
    public var maximumRequestsInFlight = 2048

    /// Told of every request when its answer has been sent, on a thread that serves: it must be quick.
    public var accessLog: (@Sendable (AccessLogEntry) -> Void)?

    /// Makes a configuration with default bounds.
    public init(host: String = "127.0.0.1", port: UInt16 = 0, tls: TLSFiles? = nil) {
        self.host = host
        self.port = port
        self.tls = tls
    }
}
