// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The network that limits count: an IPv4 address, or the first 64 bits of an IPv6 address.
///
/// One customer or one machine usually has a whole IPv6 /64. An IPv4 address written in IPv6 is the IPv4 address.
struct ClientNetwork: Hashable, Sendable {
    private let prefix: UInt64
    private let isVersion6: Bool

    /// Returns `nil` for an address of another family.
    init?(_ address: UnsafePointer<sockaddr>?) {
        guard let address = unsafe address else { return nil }
        switch unsafe Int32(address.pointee.sa_family) {
        case AF_INET:
            prefix = unsafe UnsafeRawPointer(address).load(as: sockaddr_in.self).sin_addr.s_addr.bigEndianValue
            isVersion6 = false
        case AF_INET6:
            let bytes = unsafe withUnsafeBytes(of: UnsafeRawPointer(address).load(as: sockaddr_in6.self).sin6_addr) {
                unsafe Array($0)
            }
            let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255
            prefix = (isMapped ? bytes[12...] : bytes[..<8]).reduce(0) { $0 << 8 | UInt64($1) }
            isVersion6 = !isMapped
        default:
            return nil
        }
    }
}

extension in_addr_t {
    fileprivate var bigEndianValue: UInt64 { UInt64(UInt32(bigEndian: self)) }
}
