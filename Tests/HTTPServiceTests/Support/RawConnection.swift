// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Dispatch
import Glibc

/// A plain TCP connection to the loopback, for what no well-behaved client sends.
final class RawConnection: Sendable {
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "raw-connection")

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Failure(reason: errno) }
    }

    deinit {
        close(descriptor)
    }

    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure(reason: errno)
        }
    }

    /// Asks for the shortest answer, and waits for it; says whether one came.
    func ask() -> Bool {
        guard (try? send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")) != nil else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        return recv(descriptor, &buffer, buffer.count, 0) > 0
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
