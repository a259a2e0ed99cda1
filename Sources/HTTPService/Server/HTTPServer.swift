// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Dispatch
import FoundationEssentials
import Synchronization

/// An HTTP/1.1 server: it hands each request, whole, to an asynchronous handler.
///
/// It bounds what a peer can take of it (bytes, time, connections, requests in progress), and stops without losing a
/// request that has begun.
public final class HTTPServer: Sendable {
    private struct State {
        var socket: ListeningSocket?
        var current: Daemon?
        var draining: [Daemon] = []
        var acceptor: Acceptor?
        var watch: (any DispatchSourceTimer)?
        var isStopping = false
    }

    private let configuration: HTTPServerConfiguration
    private let respond: Daemon.Respond
    private let quota: AddressQuota
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "purser.http-server")

    /// Makes a server that does not listen yet.
    ///
    /// The closure runs on a serving thread until it first waits, so long work without waiting belongs elsewhere.
    public init(
        configuration: HTTPServerConfiguration,
        respond: @escaping @Sendable (_ request: HTTPRequest) async -> HTTPResponse
    ) {
        self.configuration = configuration
        self.respond = respond
        quota = AddressQuota(configuration)
    }

    /// Makes a server of a router.
    public convenience init(configuration: HTTPServerConfiguration, router: Router) {
        self.init(configuration: configuration) { await router.respond(to: $0) }
    }

    /// The port it listens on, once it has started.
    public var port: UInt16? { state.withLock { $0.socket?.port } }

    /// How many requests have begun and not ended.
    public var requestsInFlight: Int {
        state.withLock { state in
            (state.current?.requestsInFlight ?? 0) + state.draining.reduce(0) { $0 + $1.requestsInFlight }
        }
    }

    /// Listens and serves.
    ///
    /// - Throws: An ``HTTPServerError`` when the address is taken or the TLS files cannot be used.
    public func start() throws {
        let (certificate, key) = try readTLSFiles()
        try state.withLock { state in
            guard state.socket == nil, !state.isStopping else {
                throw HTTPServerError(code: .wrongState, message: "The server was started before.")
            }
            let socket = try ListeningSocket(host: configuration.host, port: configuration.port)
            let daemon = Daemon(configuration: configuration, quota: quota, respond: respond)
            do {
                try daemon.start(certificate: certificate, key: key)
            } catch {
                socket.close()
                throw error
            }
            state.socket = socket
            state.current = daemon
            state.acceptor = acceptor(of: socket)
            state.watch = watch()
        }
    }

    /// Reads the TLS files again and serves new connections with them; open connections finish with the old ones.
    ///
    /// - Throws: An ``HTTPServerError`` when the files cannot be used; then the server continues with what it has.
    public func reloadTLS() throws {
        let (certificate, key) = try readTLSFiles()
        let old = try state.withLock { state in
            guard let old = state.current, !state.isStopping else {
                throw HTTPServerError(code: .wrongState, message: "The server is not running.")
            }
            let daemon = Daemon(configuration: configuration, quota: quota, respond: respond)
            try daemon.start(certificate: certificate, key: key)
            state.current = daemon
            state.draining.append(old)
            return old
        }
        old.drain()
        let limit = old.limit(configuration.handlerTimeout + configuration.idleTimeout, from: MonotonicClock.now())
        Task {
            await old.drain(until: limit)
            await stop(old)
            state.withLock { $0.draining.removeAll { $0 === old } }
        }
    }

    /// Stops taking connections, finishes the requests in progress, and ends.
    ///
    /// Streams are ended at once. What is not finished in time is answered 503, and its task is canceled.
    public func shutdown(within limit: Duration = .seconds(30)) async {
        let (daemons, acceptor, timer) = state.withLock { state in
            defer {
                state.isStopping = true
                state.current = nil
                state.draining = []
                state.acceptor = nil
                state.watch = nil
            }
            return ((state.current.map { [$0] } ?? []) + state.draining, state.acceptor, state.watch)
        }
        let deadline = MonotonicClock.now() + MonotonicClock.nanoseconds(limit)
        acceptor?.cancel()
        for daemon in daemons {
            daemon.drain()
            daemon.endStreams()
        }
        for daemon in daemons {
            await daemon.drain(until: deadline)
            daemon.abandonRequests()
            await daemon.drain(until: daemon.limit(.seconds(2), from: MonotonicClock.now()))
            await stop(daemon)
        }
        timer?.cancel()
    }

    private func stop(_ daemon: Daemon) async {
        // Its threads are waited for, which must not hold a thread of Swift's own pool.
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            queue.async {
                daemon.stop()
                continuation.resume()
            }
        }
    }

    private func acceptor(of socket: ListeningSocket) -> Acceptor {
        Acceptor(socket) { [weak self] in
            self?.state.withLock { $0.current }?.hasRoom ?? true
        } take: { [weak self] accepted in
            guard let daemon = self?.state.withLock({ $0.current }) else { return accepted.close() }
            daemon.add(accepted)
        }
    }

    private func watch() -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "purser.http-limits"))
        timer.schedule(deadline: .now() + .milliseconds(250), repeating: .milliseconds(250))
        timer.setEventHandler { [weak self] in
            guard let self else { return }
            let daemons = state.withLock { state in (state.current.map { [$0] } ?? []) + state.draining }
            let now = MonotonicClock.now()
            for daemon in daemons { daemon.enforceLimits(at: now) }
        }
        timer.resume()
        return timer
    }

    private func readTLSFiles() throws -> (certificate: String?, key: String?) {
        guard let files = configuration.tls else { return (nil, nil) }
        return (try Self.read(files.certificateChain), try Self.read(files.privateKey))
    }

    private static func read(_ path: String) throws -> String {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw HTTPServerError(
                code: .invalidTLSFiles,
                message: "Cannot read \(path). Check that it is there and may be read."
            )
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
