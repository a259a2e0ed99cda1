// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Dispatch
import Glibc

/// Answers every connection with fixed bytes and closes, for what no well-behaved server sends.
final class RawServer: Sendable {
    let port: UInt16
    private let descriptor: Int32

    init(answering text: String) throws {
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
        DispatchQueue(label: "raw-server").async { Self.serve(descriptor, Array(text.utf8)) }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    private static func serve(_ descriptor: Int32, _ answer: [UInt8]) {
        while true {
            let connection = accept(descriptor, nil, nil)
            guard connection >= 0 else { return }
            var buffer = [UInt8](repeating: 0, count: 65536)
            _ = recv(connection, &buffer, buffer.count, 0)
            _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
            shutdown(connection, Int32(SHUT_WR))
            _ = recv(connection, &buffer, buffer.count, 0)
            close(connection)
        }
    }

    struct Failure: Error {
        var reason: Int32
    }
}
