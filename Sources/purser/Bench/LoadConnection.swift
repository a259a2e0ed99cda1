// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// One kept-open connection that sends prepared requests and reads the answers; it blocks its thread.
///
/// The measured server shares the machine with what measures it, so this does as little as can be done.
final class LoadConnection {
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Connects to a port of this machine.
    init(port: UInt16) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure("cannot create a socket: \(String(cString: strerror(errno)))") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else {
            close(descriptor)
            throw Failure("no server listens on port \(port)")
        }
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Sends a request and waits for its answer.
    ///
    /// - Returns: The status, and the body.
    func exchange(_ request: [UInt8]) throws -> (status: Int, body: ArraySlice<UInt8>) {
        var sent = 0
        while sent < request.count {
            let count = request.withUnsafeBytes { bytes in
                send(descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure("the server closed a connection during a request") }
            sent += count
        }
        return try answer()
    }

    private func answer() throws -> (status: Int, body: ArraySlice<UInt8>) {
        var filled = 0
        var head: (end: Int, length: Int)?
        while true {
            if head == nil, let end = endOfHead(filled) { head = (end, try contentLength(end)) }
            if let head, filled >= head.end + head.length {
                let digits = buffer[9..<12].map { Int($0) - 48 }
                return (digits[0] * 100 + digits[1] * 10 + digits[2], buffer[head.end..<(head.end + head.length)])
            }
            if filled == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
            let count = buffer.withUnsafeMutableBytes { bytes in
                recv(descriptor, bytes.baseAddress.map { $0 + filled }, bytes.count - filled, 0)
            }
            guard count > 0 else { throw Failure("the server closed a connection without a response") }
            filled += count
        }
    }

    private func endOfHead(_ filled: Int) -> Int? {
        guard filled >= 16 else { return nil }
        return buffer.withUnsafeBytes { bytes in
            for end in 3..<filled where bytes[end] == 10 && bytes[end - 1] == 13 {
                if bytes[end - 2] == 10, bytes[end - 3] == 13 { return end + 1 }
            }
            return nil
        }
    }

    private func contentLength(_ end: Int) throws -> Int {
        let text = String(decoding: buffer[..<end], as: UTF8.self).lowercased()
        guard let field = text.range(of: "content-length:") else {
            guard !text.contains("transfer-encoding") else {
                throw Failure("a response is chunked, which the benchmark does not read")
            }
            return 0
        }
        let digits = text[field.upperBound...].drop { $0 == " " }.prefix { $0.isNumber }
        return Int(digits) ?? 0
    }
}

/// A request as its bytes go over the wire.
enum RequestBytes {
    static func get(_ path: String, key: String? = nil) -> [UInt8] {
        Array(("GET \(path) HTTP/1.1\r\nHost: localhost\r\n" + authorization(key) + "\r\n").utf8)
    }

    static func post(_ path: String, _ body: some StringProtocol, key: String? = nil) -> [UInt8] {
        let utf8 = body.utf8
        let head =
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + authorization(key) + "Content-Length: \(utf8.count)\r\n\r\n"
        var bytes = Array(head.utf8)
        bytes.append(contentsOf: utf8)
        return bytes
    }

    private static func authorization(_ key: String?) -> String {
        key.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    }
}
