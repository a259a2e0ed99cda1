// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CMicroHTTPD
import FoundationEssentials

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Turns an answer into the library's form and queues it.
enum MHDResponse {
    /// Queues an answer; the connection's thread calls it while the library waits for one.
    ///
    /// - Returns: `.NO` when the connection has to be cut.
    static func queue(
        _ response: HTTPResponse,
        of exchange: Exchange,
        on connection: OpaquePointer,
        closing: Bool
    ) -> MHD_Result {
        guard let native = unsafe make(response, for: exchange, on: connection) else { return .NO }
        defer { unsafe MHD_destroy_response(native) }
        // The library refuses empty values, which say nothing, and what would break the message.
        for field in response.headers.fields where !field.value.isEmpty {
            guard unsafe MHD_add_response_header(native, field.name, field.value) == .YES else {
                guard response.status != .internalServerError else { return .NO }
                let problem = Problem(.internalServerError, detail: "The answer's field \(field.name) cannot be sent.")
                return unsafe queue(.problem(problem), of: exchange, on: connection, closing: closing)
            }
        }
        if let id = exchange.request?.id { unsafe _ = MHD_add_response_header(native, "X-Request-ID", id) }
        if closing { unsafe _ = MHD_add_response_header(native, "Connection", "close") }
        exchange.status = response.status
        return unsafe MHD_queue_response(connection, UInt32(response.status.rawValue), native)
    }

    private static func make(
        _ response: HTTPResponse,
        for exchange: Exchange,
        on connection: OpaquePointer
    ) -> OpaquePointer? {
        switch response.body {
        case .bytes(let bytes):
            return unsafe bytes.withUnsafeBytes { buffer in
                unsafe MHD_create_response_from_buffer(
                    buffer.count,
                    UnsafeMutableRawPointer(mutating: buffer.baseAddress),
                    .RESPMEM_MUST_COPY
                )
            }
        case .file(let path, let size):
            let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { return nil }
            // The response owns the descriptor from here on.
            return unsafe MHD_create_response_from_fd(size, descriptor)
        case .stream(let write):
            let stream = unsafe ResponseStream(connection: connection, record: exchange.record)
            exchange.stream = stream
            let native = unsafe MHD_create_response_from_callback(
                cmicrohttpd_size_unknown(),
                32 << 10,
                readStream,
                Unmanaged.passRetained(stream).toOpaque(),
                freeStream
            )
            if unsafe native == nil { unsafe Unmanaged.passUnretained(stream).release() }
            if exchange.request?.method != .head { stream.start(write) }
            return unsafe native
        }
    }
}

private func readStream(
    _ context: UnsafeMutableRawPointer?,
    _: UInt64,
    _ buffer: UnsafeMutablePointer<CChar>?,
    _ capacity: Int
) -> Int {
    guard let context = unsafe context, let buffer = unsafe buffer else { return cmicrohttpd_end_with_error() }
    let stream = unsafe Unmanaged<ResponseStream>.fromOpaque(context).takeUnretainedValue()
    return unsafe stream.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
}

private func freeStream(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<ResponseStream>.fromOpaque(context).release()
}
