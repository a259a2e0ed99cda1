// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Dispatch
import Glibc

/// A plain TCP connection to the loopback, for what no well-behaved client sends.
final class RawConnection: Sendable {
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "raw-connection")

    /// Connects to 127.0.0.1 from a host of the loopback network: 2 is 127.0.0.2.
    init(port: UInt16, from host: UInt8 = 1) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard Self.call(bind, descriptor, host, 0) == 0, Self.call(connect, descriptor, 1, port) == 0 else {
            throw Failure(reason: errno)
        }
    }

    private static func call(
        _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32,
        _ descriptor: Int32,
        _ host: UInt8,
        _ port: UInt16
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = (0x7f00_0000 | UInt32(host)).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    deinit {
        close(descriptor)
    }

    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) throws {
        guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure(reason: errno)
        }
    }

    /// Sends the shortest request, waits for its response, and returns whether one came.
    ///
    /// The wait holds no thread on which the server under test responds.
    func ask() async -> Bool {
        await withCheckedContinuation { continuation in
            queue.async { [self] in continuation.resume(returning: askBlocking()) }
        }
    }

    /// The same on the calling thread.
    func askBlocking() -> Bool {
        guard (try? send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")) != nil else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        return recv(descriptor, &buffer, buffer.count, 0) > 0
    }

    /// The next bytes that come, up to a number; empty when the peer has closed.
    func receive(_ count: Int) async -> [UInt8] {
        await withCheckedContinuation { continuation in
            queue.async { [descriptor] in
                var buffer = [UInt8](repeating: 0, count: count)
                let received = recv(descriptor, &buffer, count, 0)
                continuation.resume(returning: Array(buffer[..<max(0, received)]))
            }
        }
    }

    /// Everything until the peer closes.
    func readToEnd() async -> String {
        await withCheckedContinuation { continuation in
            queue.async { [descriptor] in
                var text: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 4096)
                while true {
                    let count = recv(descriptor, &buffer, buffer.count, 0)
                    guard count > 0 else { break }
                    text += buffer[..<count]
                }
                continuation.resume(returning: String(decoding: text, as: UTF8.self))
            }
        }
    }

    struct Failure: Error {
        var reason: Int32
    }
}
