// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CMicroHTTPD
import FoundationEssentials
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The library's daemons, one thread each, with their connections.
///
/// The server has one set; while a certificate is replaced it has two, the older of which only finishes what it began.
/// Connections are accepted by the server and handed in: the library's own way to stop accepting is not safe while its
/// threads run. While it runs it keeps itself alive, so that one that no one stopped harms no one.
final class Daemon: Sendable {
    typealias Respond = @Sendable (HTTPRequest) async -> HTTPResponse

    /// The library allows calls from any thread; a daemon lives until it is stopped.
    @safe
    private struct Handle: @unchecked Sendable {
        var pointer: OpaquePointer

        init?(_ pointer: OpaquePointer?) {
            guard let pointer = unsafe pointer else { return nil }
            unsafe self.pointer = unsafe pointer
        }
    }

    let configuration: HTTPServerConfiguration
    let respond: Respond
    private let quota: AddressQuota
    let isDraining = Atomic<Bool>(false)
    private let inFlight = Atomic<Int>(0)
    private let open = Atomic<Int>(0)
    private let handles = Mutex<[Handle]>([])
    private let connections = Mutex<[ObjectIdentifier: ConnectionRecord]>([:])
    private let work = Mutex(Work())

    /// What is worked on; nothing more once the daemon is being stopped.
    private struct Work {
        var exchanges: [ObjectIdentifier: Exchange] = [:]
        var isStopped = false
    }

    /// Makes a daemon; the daemons of one server share what they count of each network.
    init(configuration: HTTPServerConfiguration, quota: AddressQuota? = nil, respond: @escaping Respond) {
        self.configuration = configuration
        self.quota = quota ?? AddressQuota(configuration)
        self.respond = respond
    }

    /// How many requests have begun and not ended.
    var requestsInFlight: Int { inFlight.load(ordering: .relaxed) }

    /// Whether one more connection may be opened.
    var hasRoom: Bool { open.load(ordering: .relaxed) < configuration.maximumConnections }

    /// Starts the threads.
    ///
    /// - Throws: An ``HTTPServerError`` when the library refuses.
    func start(certificate: String?, key: String?) throws {
        for _ in 0..<max(1, configuration.threads) {
            let started = unsafe withOptionalCString(certificate) { certificate in
                unsafe withOptionalCString(key) { key in
                    unsafe Self.versions.withCString { versions in
                        var settings = unsafe settings(isSecure: certificate != nil)
                        unsafe settings.certificate = unsafe certificate
                        unsafe settings.key = unsafe key
                        unsafe settings.priorities = unsafe versions
                        return unsafe Handle(cmicrohttpd_start(&settings))
                    }
                }
            }
            guard let started else {
                stop()
                throw HTTPServerError(
                    code: certificate == nil ? .cannotStart : .invalidTLSFiles,
                    message: certificate == nil
                        ? "The HTTP library did not start." : "The certificate and the key cannot be used together."
                )
            }
            // The library's threads call back until they are stopped, whoever still holds this object.
            unsafe _ = Unmanaged.passRetained(self)
            handles.withLock { $0.append(started) }
        }
    }

    /// Takes over an accepted connection; it is closed when its network has too many.
    func add(_ accepted: AcceptedConnection) {
        let network = unsafe accepted.withAddress { address, _ in unsafe countedNetwork(of: address, accepted.address) }
        if let network, !quota.openConnection(from: network) { return accepted.close() }
        open.wrappingAdd(1, ordering: .relaxed)
        let isUsed = handles.withLock { handles in
            guard !handles.isEmpty, !isDraining.load(ordering: .relaxed) else { return false }
            let handle = handles[Int(accepted.descriptor) % handles.count]
            return unsafe accepted.withAddress { address, length in
                unsafe MHD_add_connection(handle.pointer, accepted.descriptor, address, length) == .YES
            }
        }
        guard !isUsed else { return }
        open.wrappingSubtract(1, ordering: .relaxed)
        if let network { quota.closeConnection(from: network) }
        // One that the library refuses it has closed itself.
        if isDraining.load(ordering: .relaxed) { accepted.close() }
    }

    /// The network that a connection counts for; `nil` when it counts for none.
    func countedNetwork(of address: UnsafePointer<sockaddr>?, _ text: String?) -> ClientNetwork? {
        quota.counts(text) ? unsafe ClientNetwork(address) : nil
    }

    /// Lets the connections that are open end with the requests they are on.
    func drain() {
        isDraining.store(true, ordering: .releasing)
    }

    /// Waits until no request is in progress, at most until an instant.
    func drain(until deadline: UInt64) async {
        while requestsInFlight > 0 && MonotonicClock.now() < deadline && !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Ends every stream, which otherwise might never end.
    func endStreams() {
        for exchange in work.withLock({ Array($0.exchanges.values) }) { exchange.stream?.cancel() }
    }

    /// Answers what is still in progress in its handlers' place and cancels them.
    func abandonRequests() {
        abandon(work.withLock { Array($0.exchanges.values) })
    }

    private func abandon(_ exchanges: [Exchange]) {
        for exchange in exchanges {
            exchange.abandon(with: .problem(Self.stopping))
            exchange.stream?.cancel()
        }
    }

    /// Whether nothing more is worked on.
    var isStopped: Bool { work.withLock(\.isStopped) }

    /// Frees the daemon; the caller's thread blocks until the daemon's own have ended.
    func stop() {
        // The library must not be stopped while a connection is suspended: while one thread's connections are closed,
        // those of another one continue, so what begins from here on is answered at once.
        abandon(
            work.withLock { work in
                work.isStopped = true
                return Array(work.exchanges.values)
            }
        )
        let stopped = handles.withLock { handles in
            defer { handles = [] }
            return handles
        }
        for handle in stopped {
            unsafe MHD_stop_daemon(handle.pointer)
            unsafe Unmanaged.passUnretained(self).release()
        }
    }

    /// Keeps the time limits; the server calls it now and then.
    func enforceLimits(at now: UInt64) {
        let isSecure = configuration.tls != nil
        connections.withLock { connections in
            for record in connections.values { record.enforce(at: now, isSecure: isSecure) }
        }
        let late = work.withLock { work in
            work.exchanges.values.filter { $0.deadline.load(ordering: .relaxed) < now }
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
        open.wrappingSubtract(1, ordering: .relaxed)
        if let network = record.network { quota.closeConnection(from: network) }
        connections.withLock { $0[ObjectIdentifier(record)] = nil }
    }

    func began(_ exchange: Exchange) {
        inFlight.wrappingAdd(1, ordering: .relaxed)
        exchange.record.enter(.readingHeader, until: limit(configuration.headerTimeout, from: exchange.began))
        guard let network = exchange.record.network else { return }
        exchange.isHalfSent = quota.beginRequest(from: network)
        exchange.isOverQuota = !exchange.isHalfSent
        // It cannot be answered in the usual way before it is there, which may be never.
        if exchange.isOverQuota { exchange.record.refuse(configuration.tls == nil ? Self.tooManyHalfSent : nil) }
    }

    /// The request has arrived in full, or never will.
    private func arrived(_ exchange: Exchange) {
        guard exchange.isHalfSent, let network = exchange.record.network else { return }
        exchange.isHalfSent = false
        quota.endRequest(from: network)
    }

    /// Stops counting a request whose response waits for what may never happen.
    func setAside(_ exchange: Exchange) {
        exchange.isSetAside = true
        inFlight.wrappingSubtract(1, ordering: .releasing)
    }

    func ended(_ exchange: Exchange, complete: Bool) {
        if !exchange.isSetAside { inFlight.wrappingSubtract(1, ordering: .releasing) }
        arrived(exchange)
        if exchange.isReady { work.withLock { $0.exchanges[ObjectIdentifier(exchange)] = nil } }
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
        arrived(exchange)
        exchange.record.enter(.answering, until: .max)
        // The body's time is not the handler's.
        exchange.deadline.store(
            limit(configuration.handlerTimeout, from: MonotonicClock.now()),
            ordering: .relaxed
        )
        let isStopped = work.withLock { work in
            work.exchanges[ObjectIdentifier(exchange)] = exchange
            return work.isStopped
        }
        guard !isStopped else { return exchange.deliver(.problem(Self.stopping)) }
        let respond = respond
        // It runs here until it first waits: a quick answer needs no other thread.
        let task = Task.immediate {
            exchange.deliver(await respond(request))
        }
        exchange.retain(task)
    }

    /// Why a request is refused before it is worked on, or nil.
    func refusal() -> Problem? {
        guard requestsInFlight > configuration.maximumRequestsInFlight else { return nil }
        return Problem(
            .serviceUnavailable,
            code: "overloaded",
            detail: "The server has more requests in progress than it takes. Try again.",
            headers: ["Retry-After": "1"]
        )
    }

    func limit(_ duration: Duration, from instant: UInt64) -> UInt64 {
        instant + MonotonicClock.nanoseconds(duration)
    }

    private static let stopping = Problem(
        .serviceUnavailable,
        code: "stopping",
        detail: "The server is stopping. Try again.",
        headers: ["Retry-After": "1"]
    )

    private static let tooManyHalfSent = Problem(
        .tooManyRequests,
        code: "too-many-requests",
        detail: "Too many requests from this address have not arrived in full. Finish those, then send it again.",
        headers: ["Retry-After": "5"]
    )

    private static let tookTooLong = Problem(
        .serviceUnavailable,
        code: "timeout",
        detail: "The response took too long. Try again.",
        headers: ["Retry-After": "1"]
    )

    /// The library's usual ciphers, with TLS 1.2 and 1.3 only; the older versions are deprecated.
    ///
    /// <https://www.rfc-editor.org/rfc/rfc8996>
    private static let versions = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"

    private func settings(isSecure: Bool) -> cmicrohttpd_settings {
        var settings = unsafe cmicrohttpd_settings()
        unsafe settings.flags =
            MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue | MHD_USE_ITC.rawValue
            | MHD_USE_TURBO.rawValue | MHD_USE_NO_LISTEN_SOCKET.rawValue | (isSecure ? MHD_USE_TLS.rawValue : 0)
        unsafe settings.connections = UInt32(configuration.maximumConnections)
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
