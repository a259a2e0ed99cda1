// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A TCP socket that listens.
struct ListeningSocket: Sendable {
    let descriptor: Int32
    let port: UInt16

    /// Listens on the first of a host's addresses that can be had.
    ///
    /// - Throws: An ``HTTPServerError`` with the system's reason.
    init(host: String, port: UInt16) throws {
        var hints = unsafe addrinfo()
        unsafe hints.ai_family = AF_UNSPEC
        #if canImport(Darwin)
        unsafe hints.ai_socktype = SOCK_STREAM
        #else
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        unsafe hints.ai_flags = AI_PASSIVE
        var list: UnsafeMutablePointer<addrinfo>?
        let status = unsafe getaddrinfo(host, String(port), &hints, &list)
        guard status == 0, let first = unsafe list else {
            let reason = unsafe String(cString: gai_strerror(status))
            throw HTTPServerError(code: .cannotListen, message: "Cannot resolve \(host) to listen on it: \(reason).")
        }
        defer { unsafe freeaddrinfo(first) }
        var reason: Int32 = 0
        var next = unsafe Optional(first)
        while let entry = unsafe next {
            if let descriptor = unsafe Self.listen(on: entry.pointee) {
                self.descriptor = descriptor
                self.port = Self.boundPort(of: descriptor)
                return
            }
            reason = errno
            unsafe next = unsafe entry.pointee.ai_next
        }
        let text = unsafe String(cString: strerror(reason))
        throw HTTPServerError(
            code: .cannotListen,
            message: "Cannot listen on \(host):\(port): \(text). Choose another port, or stop what holds it."
        )
    }

    func close() {
        #if canImport(Darwin)
        _ = Darwin.close(descriptor)
        #else
        _ = Glibc.close(descriptor)
        #endif
    }

    private static func listen(on info: addrinfo) -> Int32? {
        #if canImport(Darwin)
        let descriptor = unsafe socket(info.ai_family, info.ai_socktype, info.ai_protocol)
        #else
        let descriptor = unsafe socket(
            info.ai_family,
            info.ai_socktype | Int32(SOCK_CLOEXEC.rawValue),
            info.ai_protocol
        )
        #endif
        guard descriptor >= 0 else { return nil }
        var on: Int32 = 1
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        // The library's threads share the descriptor: one that loses the race for a connection must not block.
        let isListening =
            unsafe bind(descriptor, info.ai_addr, info.ai_addrlen) == 0 && listen(descriptor)
            && fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
        guard isListening else {
            let reason = errno
            ListeningSocket(descriptor: descriptor, port: 0).close()
            errno = reason
            return nil
        }
        return descriptor
    }

    private static func listen(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
        Darwin.listen(descriptor, 1024) == 0
        #else
        Glibc.listen(descriptor, 1024) == 0
        #endif
    }

    private static func boundPort(of descriptor: Int32) -> UInt16 {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length)
            }
        }
        guard status == 0 else { return 0 }
        return unsafe withUnsafePointer(to: storage) { pointer in
            // The port is at the same place in both families' addresses.
            unsafe pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                unsafe UInt16(bigEndian: $0.pointee.sin_port)
            }
        }
    }

    private init(descriptor: Int32, port: UInt16) {
        self.descriptor = descriptor
        self.port = port
    }
}
