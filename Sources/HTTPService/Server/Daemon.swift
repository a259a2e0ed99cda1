// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CMicroHTTPD
import FoundationEssentials
import Synchronization

/// One running daemon of the library with its connections.
///
/// The server has one; while a certificate is replaced it has two, the older of which only finishes what it began.
final class Daemon: Sendable {
    typealias Respond = @Sendable (HTTPRequest) async -> HTTPResponse

    /// The library allows calls from any thread; the daemon lives until it is stopped.
    @safe
    private struct Handle: @unchecked Sendable {
        var pointer: OpaquePointer?

        init(_ pointer: OpaquePointer?) {
            unsafe self.pointer = unsafe pointer
        }
    }

    let configuration: HTTPServerConfiguration
    let respond: Respond
    let isDraining = Atomic<Bool>(false)
    private let underWay = Atomic<Int>(0)
    private let handle = Mutex(unsafe Handle(nil))
    private let connections = Mutex<[ObjectIdentifier: ConnectionRecord]>([:])
    private let exchanges = Mutex<[ObjectIdentifier: Exchange]>([:])

    init(configuration: HTTPServerConfiguration, respond: @escaping Respond) {
        self.configuration = configuration
        self.respond = respond
    }

    /// How many requests have begun and not ended.
    var requestsUnderWay: Int { underWay.load(ordering: .relaxed) }

    /// Starts on a socket that listens.
    ///
    /// - Throws: An ``HTTPServerError`` when the library refuses.
    func start(on socket: ListeningSocket, certificate: String?, key: String?) throws {
        var flags = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
        flags |= MHD_USE_ITC.rawValue | MHD_USE_TURBO.rawValue
        if certificate != nil { flags |= MHD_USE_TLS.rawValue }
        let started = unsafe withOptionalCString(certificate) { certificate in
            unsafe withOptionalCString(key) { key in
                var settings = unsafe settings(flags: flags, socket: socket)
                unsafe settings.certificate = unsafe certificate
                unsafe settings.key = unsafe key
                return unsafe Handle(cmicrohttpd_start(&settings))
            }
        }
        guard unsafe started.pointer != nil else {
            throw HTTPServerError(
                code: certificate == nil ? .cannotStart : .invalidTLSFiles,
                message: certificate == nil
                    ? "The HTTP library did not start." : "The certificate and the key cannot be used together."
            )
        }
        handle.withLock { $0 = started }
    }

    /// Stops taking connections; those that are open go on until they are idle.
    func quiesce() {
        isDraining.store(true, ordering: .releasing)
        handle.withLock { handle in
            if let daemon = unsafe handle.pointer { unsafe _ = MHD_quiesce_daemon(daemon) }
        }
    }

    /// Waits until no request is under way, at most until an instant.
    func drain(until deadline: UInt64) async {
        while requestsUnderWay > 0 && MonotonicClock.now() < deadline && !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Ends every stream, which otherwise might never end.
    func endStreams() {
        for exchange in exchanges.withLock({ Array($0.values) }) { exchange.stream?.cancel() }
    }

    /// Answers what is still under way in its handlers' place and cancels them.
    func abandonRequests() {
        for exchange in exchanges.withLock({ Array($0.values) }) {
            exchange.abandon(with: .problem(Self.stopping))
            exchange.stream?.cancel()
        }
    }

    /// Frees the daemon; the caller's thread blocks until the daemon's own have ended.
    func stop() {
        // A handler may have begun since: the library must not be stopped while a connection is suspended.
        abandonRequests()
        let daemon = handle.withLock { handle in
            defer { unsafe handle.pointer = nil }
            return unsafe Handle(handle.pointer)
        }
        if let pointer = unsafe daemon.pointer { unsafe MHD_stop_daemon(pointer) }
    }

    /// Keeps the time limits; the server calls it now and then.
    func enforceLimits(at now: UInt64) {
        let isSecure = configuration.tls != nil
        connections.withLock { connections in
            for record in connections.values { record.enforce(at: now, isSecure: isSecure) }
        }
        let late = exchanges.withLock { exchanges in
            exchanges.values.filter { $0.deadline.load(ordering: .relaxed) < now }
        }
        for exchange in late {
            exchange.deadline.store(.max, ordering: .relaxed)
            exchange.abandon(with: .problem(Self.tookTooLong))
        }
    }

    // MARK: - What the library's callbacks do

    func opened(_ record: ConnectionRecord) {
        connections.withLock { $0[ObjectIdentifier(record)] = record }
    }

    func closed(_ record: ConnectionRecord) {
        connections.withLock { $0[ObjectIdentifier(record)] = nil }
    }

    func began(_ exchange: Exchange) {
        underWay.wrappingAdd(1, ordering: .relaxed)
        exchange.record.enter(.readingHeader, until: limit(configuration.headerTimeout, from: exchange.began))
    }

    func ended(_ exchange: Exchange, complete: Bool) {
        underWay.wrappingSubtract(1, ordering: .releasing)
        if exchange.isReady { exchanges.withLock { $0[ObjectIdentifier(exchange)] = nil } }
        exchange.finish()
        let now = MonotonicClock.now()
        exchange.record.enter(.idle, until: limit(configuration.idleTimeout, from: now))
        if let log = configuration.accessLog, let request = exchange.request {
            log(
                AccessLogEntry(
                    requestID: request.id,
                    method: request.method,
                    path: request.path,
                    status: exchange.status,
                    bytesReceived: exchange.bytesReceived,
                    duration: .nanoseconds(Int64(now - exchange.began)),
                    remoteAddress: request.remoteAddress,
                    isComplete: complete
                )
            )
        }
    }

    /// Begins to work on a request that is there in whole.
    func work(on exchange: Exchange, _ request: HTTPRequest) {
        exchange.record.enter(.answering, until: .max)
        exchange.deadline.store(
            limit(configuration.handlerTimeout, from: exchange.began),
            ordering: .relaxed
        )
        exchanges.withLock { $0[ObjectIdentifier(exchange)] = exchange }
        let respond = respond
        // It runs here until it first waits: a quick answer needs no other thread.
        let task = Task.immediate {
            exchange.deliver(await respond(request))
        }
        exchange.keep(task)
    }

    /// Why a request is refused before it is worked on, or nil.
    func refusal() -> Problem? {
        guard requestsUnderWay > configuration.maximumRequestsUnderWay else { return nil }
        return Problem(
            .serviceUnavailable,
            code: "overloaded",
            detail: "The server has more requests under way than it takes. Try again.",
            headers: ["Retry-After": "1"]
        )
    }

    func limit(_ duration: Duration, from instant: UInt64) -> UInt64 {
        instant + MonotonicClock.nanoseconds(duration)
    }

    private static let stopping = Problem(
        .serviceUnavailable,
        code: "stopping",
        detail: "The server stops. Try again.",
        headers: ["Retry-After": "1"]
    )

    private static let tookTooLong = Problem(
        .serviceUnavailable,
        code: "timeout",
        detail: "The answer took too long. Try again.",
        headers: ["Retry-After": "1"]
    )

    private func settings(flags: UInt32, socket: ListeningSocket) -> cmicrohttpd_settings {
        var settings = unsafe cmicrohttpd_settings()
        unsafe settings.flags = flags
        unsafe settings.listening = socket.descriptor
        unsafe settings.threads = UInt32(max(2, configuration.threads))
        unsafe settings.connections = UInt32(configuration.maximumConnections)
        unsafe settings.connections_per_address = UInt32(configuration.maximumConnectionsPerAddress)
        // Beyond the request's own text the pool holds its parsed form and the answer's header.
        unsafe settings.memory = configuration.maximumHeaderBytes * 2 + (16 << 10)
        unsafe settings.timeout = UInt32(clamping: configuration.idleTimeout.components.seconds + 1)
        unsafe settings.context = Unmanaged.passUnretained(self).toOpaque()
        unsafe settings.access = handleRequest
        unsafe settings.begin = beginRequest
        unsafe settings.completed = completeRequest
        unsafe settings.connection = changeConnection
        return unsafe settings
    }

    private func withOptionalCString<Result>(
        _ text: String?,
        _ body: (UnsafePointer<CChar>?) -> Result
    ) -> Result {
        guard let text else { return body(nil) }
        return unsafe text.withCString { unsafe body($0) }
    }
}
