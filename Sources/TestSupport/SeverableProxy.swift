// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Synchronization

/// A wire between two processes that can be cut: a port of the loopback behind which another one is.
///
/// While it is cut nothing arrives and no one is notified, as when a switch loses its power: connections stay open, new
/// ones come about and hear nothing. When it is fixed, what waited continues, or was abandoned meanwhile.
package final class SeverableProxy: Sendable {
    /// No port was free.
    package struct NoPort: Error {}

    private struct State {
        var isCut = false
        var isClosed = false
        var sockets: Set<Int32> = []
    }

    package let port: Int
    private let target: Int
    private let listener: Int32
    private let state = Mutex(State())

    package init(to target: Int) throws {
        self.target = target
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                bind(descriptor, raw, length) == 0 && getsockname(descriptor, raw, &length) == 0
                    && listen(descriptor, 64) == 0
            }
        }
        guard isListening else { throw NoPort() }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [self] in accept() }
    }

    /// From now on nothing gets through.
    package func cut() { state.withLock { $0.isCut = true } }

    /// From now on everything gets through.
    package func reconnect() { state.withLock { $0.isCut = false } }

    /// Ends it with all that goes through it.
    package func close() {
        let sockets = state.withLock { state in
            state.isClosed = true
            return state.sockets
        }
        shutdown(listener, Int32(SHUT_RDWR))
        for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) }
    }

    private func accept() {
        while true {
            let near = Foundation.accept(listener, nil, nil)
            guard near >= 0 else { break }
            let far = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = Self.address(port: target)
            let isConnected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(far, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            let isOpen = state.withLock { state in
                guard isConnected, !state.isClosed else { return false }
                state.sockets.formUnion([near, far])
                return true
            }
            guard isOpen else {
                _ = Foundation.close(near)
                _ = Foundation.close(far)
                continue
            }
            let ends = SocketPair(near, far) { [self] in state.withLock { $0.sockets.subtract([near, far]) } }
            Thread.detachNewThread { [self] in forward(from: near, to: far, ends) }
            Thread.detachNewThread { [self] in forward(from: far, to: near, ends) }
        }
        _ = Foundation.close(listener)
    }

    /// Carries bytes one way; while the connection is cut they wait, and so does the end of the other side.
    private func forward(from source: Int32, to sink: Int32, _ ends: SocketPair) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(source, &buffer, buffer.count)
            while state.withLock({ $0.isCut && !$0.isClosed }) { usleep(2000) }
            guard count > 0 else { break }
            var sent = 0
            while sent < count {
                let more = buffer[sent..<count].withUnsafeBytes {
                    send(sink, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard more > 0 else { break }
                sent += more
            }
            guard sent == count else { break }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(sink, Int32(SHUT_RDWR))
        ends.leave()
    }

    private static func address(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return address
    }

    /// Two sockets that are closed when both ways have ended.
    private final class SocketPair: Sendable {
        private let left = Mutex(2)
        private let near: Int32
        private let far: Int32
        private let done: @Sendable () -> Void

        init(_ near: Int32, _ far: Int32, _ done: @escaping @Sendable () -> Void) {
            (self.near, self.far, self.done) = (near, far, done)
        }

        func leave() {
            let isLast = left.withLock { left in
                left -= 1
                return left == 0
            }
            guard isLast else { return }
            done()
            _ = Foundation.close(near)
            _ = Foundation.close(far)
        }
    }
}
