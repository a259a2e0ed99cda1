// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Dispatch
import Glibc
import Synchronization

/// Answers every connection with fixed bytes and closes, for what no well-behaved server sends.
final class RawServer: Sendable {
    let port: UInt16
    private let descriptor: Int32

    /// How many requests came.
    var requests: Int { seen.count }
    private let seen = Counter()

    /// - Parameters:
    ///   - text: The answer.
    ///   - isKept: Whether the first connection stays open after its answer, and is closed without one after the next request.
    /// - Throws: A ``Failure`` when no port can be had.
    init(answering text: String, keepsFirst isKept: Bool = false) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 8) == 0
                    ? getsockname(descriptor, address, &length) : -1
            }
        }
        guard status == 0 else { throw Failure(reason: errno) }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
        DispatchQueue(label: "raw-server").async { [seen] in Self.serve(descriptor, Array(text.utf8), isKept, seen) }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        Glibc.close(descriptor)
    }

    private static func serve(_ descriptor: Int32, _ answer: [UInt8], _ keepsFirst: Bool, _ seen: Counter) {
        var isFirst = keepsFirst
        while true {
            let connection = accept(descriptor, nil, nil)
            // A signal or a client that is gone already ends one wait, and not the server.
            guard connection >= 0 || errno == EINTR || errno == ECONNABORTED else { return }
            guard connection >= 0 else { continue }
            var buffer = [UInt8](repeating: 0, count: 65536)
            if recv(connection, &buffer, buffer.count, 0) > 0 { seen.add() }
            _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
            if isFirst {
                isFirst = false
                DispatchQueue(label: "raw-server-kept").async { close(connection, after: seen) }
                continue
            }
            shutdown(connection, Int32(SHUT_WR))
            _ = recv(connection, &buffer, buffer.count, 0)
            Glibc.close(connection)
        }
    }

    /// Reads one more request, and closes without an answer.
    private static func close(_ connection: Int32, after seen: Counter) {
        var buffer = [UInt8](repeating: 0, count: 65536)
        if recv(connection, &buffer, buffer.count, 0) > 0 { seen.add() }
        Glibc.close(connection)
    }

    struct Failure: Error {
        var reason: Int32
    }
}

/// A number that several threads raise.
private final class Counter: Sendable {
    private let value = Atomic<Int>(0)

    func add() { value.wrappingAdd(1, ordering: .relaxed) }

    var count: Int { value.load(ordering: .relaxed) }
}
