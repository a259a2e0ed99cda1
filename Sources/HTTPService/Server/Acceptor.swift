// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Dispatch

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A connection that was just accepted.
struct AcceptedConnection: Sendable {
    let descriptor: Int32
    let address: String?
    private let storage: sockaddr_storage
    private let length: socklen_t

    /// Accepts a connection; nothing when none waits.
    init?(from socket: ListeningSocket) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let descriptor = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                // The library makes it non-blocking and keeps it from other programs.
                unsafe accept(socket.descriptor, $0, &length)
            }
        }
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
        self.storage = storage
        self.length = length
        address = unsafe withUnsafePointer(to: storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe numericAddress($0) }
        }
    }

    /// Lends the peer's address.
    func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        unsafe withUnsafePointer(to: storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
        }
    }

    func close() {
        #if canImport(Darwin)
        _ = Darwin.close(descriptor)
        #else
        _ = Glibc.close(descriptor)
        #endif
    }
}

/// Accepts connections as long as there is room for them; the others wait in the system's queue.
///
/// Dispatch's sources may be used from any thread.
final class Acceptor: @unchecked Sendable {
    private let source: any DispatchSourceRead
    private let queue = DispatchQueue(label: "purser.http-accept")

    /// Begins to accept.
    ///
    /// - Parameters:
    ///   - socket: Where connections come in; it is closed when accepting has ended.
    ///   - hasRoom: Whether one more may be taken.
    ///   - take: Takes a connection over.
    init(
        _ socket: ListeningSocket,
        hasRoom: @escaping @Sendable () -> Bool,
        take: @escaping @Sendable (AcceptedConnection) -> Void
    ) {
        source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
        source.setEventHandler { [weak self] in
            // A few at a time: the event comes again while some wait.
            for _ in 0..<64 {
                guard hasRoom() else {
                    self?.pause()
                    return
                }
                guard let accepted = AcceptedConnection(from: socket) else {
                    // Nothing can be opened: whoever waits is not gone, and would be asked about again at once.
                    if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { self?.pause() }
                    return
                }
                take(accepted)
            }
        }
        source.setCancelHandler { socket.close() }
        source.resume()
    }

    /// Ends accepting.
    func cancel() {
        source.cancel()
    }

    private func pause() {
        source.suspend()
        queue.asyncAfter(deadline: .now() + .milliseconds(20)) { [self] in source.resume() }
    }
}

/// An address as text.
func numericAddress(_ address: UnsafePointer<sockaddr>?) -> String? {
    guard let address = unsafe address else { return nil }
    let length =
        unsafe Int32(address.pointee.sa_family) == AF_INET6
        ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    guard unsafe getnameinfo(address, socklen_t(length), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
    else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
