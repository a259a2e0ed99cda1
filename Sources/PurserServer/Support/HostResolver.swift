// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Asks the system for a host name's addresses, on a thread that may wait.
enum HostResolver {
    static func addresses(of host: String) async -> [NetworkAddress] {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: lookUp(host)) }
        }
    }

    private static func lookUp(_ host: String) -> [NetworkAddress] {
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, nil, &found) == 0 else { return [] }
        defer { freeaddrinfo(found) }
        var addresses: Set<NetworkAddress> = []
        var entry = found
        while let info = entry?.pointee {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let size = socklen_t(text.count)
            if getnameinfo(info.ai_addr, info.ai_addrlen, &text, size, nil, 0, NI_NUMERICHOST) == 0 {
                let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
                if let address = NetworkAddress(String(decoding: bytes, as: UTF8.self)) { addresses.insert(address) }
            }
            entry = info.ai_next
        }
        return Array(addresses)
    }
}
