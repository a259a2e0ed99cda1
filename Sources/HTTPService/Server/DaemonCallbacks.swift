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

// The library's four callbacks. It calls them for one connection on one thread at a time; the daemon outlives them all.

private func daemon(_ context: UnsafeMutableRawPointer) -> Daemon {
    unsafe Unmanaged<Daemon>.fromOpaque(context).takeUnretainedValue()
}

/// A connection opens or closes.
func changeConnection(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ event: MHD_ConnectionNotificationCode
) {
    guard let context = unsafe context, let connection = unsafe connection, let slot = unsafe slot else { return }
    let daemon = unsafe daemon(context)
    if event == .CONNECTION_NOTIFY_STARTED {
        let descriptor = unsafe cmicrohttpd_connection_info(connection, .CONNECTION_INFO_CONNECTION_FD)
        let address = unsafe cmicrohttpd_connection_info(connection, .CONNECTION_INFO_CLIENT_ADDRESS)
        let peer = unsafe address?.pointee.client_addr
        let text = unsafe numericAddress(peer)
        let record = ConnectionRecord(
            descriptor: unsafe descriptor?.pointee.connect_fd ?? -1,
            remoteAddress: text,
            network: unsafe daemon.countedNetwork(of: peer, text),
            deadline: daemon.limit(daemon.configuration.idleTimeout, from: MonotonicClock.now())
        )
        daemon.opened(record)
        unsafe slot.pointee = unsafe Unmanaged.passRetained(record).toOpaque()
    } else if let pointer = unsafe slot.pointee {
        unsafe daemon.closed(Unmanaged<ConnectionRecord>.fromOpaque(pointer).takeRetainedValue())
        unsafe slot.pointee = nil
    }
}

/// A request line has been read.
func beginRequest(
    _ context: UnsafeMutableRawPointer?,
    _ target: UnsafePointer<CChar>?,
    _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context, let target = unsafe target, let connection = unsafe connection,
        let info = unsafe cmicrohttpd_connection_info(connection, .CONNECTION_INFO_SOCKET_CONTEXT),
        let slot = unsafe info.pointee.socket_context
    else { return nil }
    let record = unsafe Unmanaged<ConnectionRecord>.fromOpaque(slot).takeUnretainedValue()
    let exchange = unsafe Exchange(
        target: String(cString: target),
        connection: connection,
        record: record,
        began: MonotonicClock.now()
    )
    unsafe daemon(context).began(exchange)
    return unsafe Unmanaged.passRetained(exchange).toOpaque()
}

/// A request has ended, answered or not.
func completeRequest(
    _ context: UnsafeMutableRawPointer?,
    _: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ reason: MHD_RequestTerminationCode
) {
    guard let context = unsafe context, let pointer = unsafe slot?.pointee else { return }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue()
    unsafe slot?.pointee = nil
    unsafe daemon(context).ended(exchange, complete: reason == .REQUEST_TERMINATED_COMPLETED_OK)
}

/// The header fields are there, a part of the body is there, the request is there in whole, or its answer is.
func handleRequest(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?,
    _ version: UnsafePointer<CChar>?,
    _ bytes: UnsafePointer<CChar>?,
    _ count: UnsafeMutablePointer<Int>?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context = unsafe context, let connection = unsafe connection, let method = unsafe method,
        let version = unsafe version, let count = unsafe count, let pointer = unsafe slot?.pointee
    else { return .NO }
    let daemon = unsafe daemon(context)
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
    if exchange.isOverQuota { return .NO }
    if !exchange.hasBegun {
        exchange.hasBegun = true
        let headers = unsafe HeaderReader.read(connection, method: method, version: version)
        let line = unsafe RequestLine(
            method: String(cString: method),
            target: exchange.target,
            version: String(cString: version)
        )
        return unsafe begin(exchange, of: daemon, line, headers, on: connection)
    }
    if unsafe count.pointee > 0 {
        let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: count.pointee)
        unsafe count.pointee = 0
        return unsafe receive(buffer, for: exchange, of: daemon)
    }
    return unsafe answer(exchange, of: daemon, on: connection)
}

/// Looks at the header fields; what is refused by them is refused before its body is read.
private func begin(
    _ exchange: Exchange,
    of daemon: Daemon,
    _ line: RequestLine,
    _ headers: HeaderReader,
    on connection: OpaquePointer
) -> MHD_Result {
    var request = HTTPRequest(
        id: RequestIdentifiers.accepted(headers.headers["x-request-id"]) ?? RequestIdentifiers.shared.next(),
        method: HTTPMethod(rawValue: line.method),
        target: exchange.target,
        headers: headers.headers,
        remoteAddress: exchange.record.remoteAddress,
        isSecure: daemon.configuration.tls != nil
    )
    let length = headers.headers["content-length"].flatMap(Int.init) ?? 0
    let limits = daemon.configuration
    exchange.request = request
    if let fault = line.fault(with: headers) {
        return unsafe refuse(exchange, on: connection, Problem(.badRequest, code: "malformed-request", detail: fault))
    }
    if headers.size + exchange.target.utf8.count > limits.maximumHeaderBytes {
        return unsafe refuse(
            exchange,
            on: connection,
            Problem(
                .headerFieldsTooLarge,
                code: "header-fields-too-large",
                detail: "The header fields have more than \(limits.maximumHeaderBytes) bytes. Send fewer."
            )
        )
    }
    if length > limits.maximumBodyBytes {
        // A connection that is closed while its client still sends loses the response. So the body is read and thrown away
        // first, unless the client waits for 100 Continue, or there is too much of it.
        if headers.headers["expect"] != nil || length > limits.maximumDiscardedBytes {
            return unsafe refuse(exchange, on: connection, tooLarge(limits))
        }
        exchange.refusal = tooLarge(limits)
    }
    if let problem = daemon.refusal() { return unsafe refuse(exchange, on: connection, problem) }
    exchange.body.reserveCapacity(exchange.refusal == nil ? min(length, 64 << 10) : 0)
    request.body = Data()
    exchange.record.enter(.readingBody, until: daemon.limit(limits.bodyTimeout, from: exchange.began))
    return .YES
}

private func receive(_ bytes: UnsafeRawBufferPointer, for exchange: Exchange, of daemon: Daemon) -> MHD_Result {
    let limits = daemon.configuration
    if exchange.refusal == nil, exchange.body.count + bytes.count > limits.maximumBodyBytes {
        exchange.refusal = tooLarge(limits)
        exchange.body = Data()
    }
    if exchange.refusal != nil {
        // The library takes an answer only before or after the body: more is read and thrown away, up to a bound.
        exchange.discarded += bytes.count
        return exchange.discarded > limits.maximumDiscardedBytes ? .NO : .YES
    }
    unsafe exchange.body.append(contentsOf: bytes)
    return .YES
}

private func answer(_ exchange: Exchange, of daemon: Daemon, on connection: OpaquePointer) -> MHD_Result {
    if let problem = exchange.refusal { return unsafe refuse(exchange, on: connection, problem) }
    if !exchange.isReady {
        guard var request = exchange.request else { return .NO }
        exchange.isReady = true
        swap(&request.body, &exchange.body)
        exchange.bytesReceived = request.body.count
        daemon.work(on: exchange, request)
        guard exchange.suspendUnlessAnswered() else { return .YES }
    }
    guard let response = exchange.removeResponse() else { return .NO }
    exchange.deadline.store(.max, ordering: .relaxed)
    let isDraining = daemon.isDraining.load(ordering: .acquiring)
    if response.isLongLived { daemon.setAside(exchange) }
    let result = unsafe MHDResponse.queue(response, of: exchange, on: connection, closing: isDraining)
    // A stream that begins while the daemon is being stopped was not there to be ended.
    if let stream = exchange.stream, daemon.isStopped { stream.cancel() }
    return result
}

private func refuse(_ exchange: Exchange, on connection: OpaquePointer, _ problem: Problem) -> MHD_Result {
    unsafe MHDResponse.queue(.problem(problem), of: exchange, on: connection, closing: true)
}

private func tooLarge(_ limits: HTTPServerConfiguration) -> Problem {
    Problem(
        .contentTooLarge,
        code: "body-too-large",
        detail: "The body has more than \(limits.maximumBodyBytes) bytes. Send less."
    )
}
