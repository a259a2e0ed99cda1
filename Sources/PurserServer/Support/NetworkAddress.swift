// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An IPv4 or IPv6 address as its bytes.
struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    init?(_ text: String) {
        if text.contains(":") {
            guard let bytes = Self.version6(text) else { return nil }
            self.bytes = Self.unmapped(bytes)
        } else {
            guard let bytes = Self.version4(text) else { return nil }
            self.bytes = bytes
        }
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The address as a URL's host spells it, IPv6 without brackets.
    var description: String {
        guard bytes.count == 16 else { return bytes.map { String($0) }.joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
            .joined(separator: ":")
    }

    /// The address of the client's network: the whole IPv4 address, or the first 64 bits of an IPv6 address.
    ///
    /// One customer or one machine usually has a whole IPv6 /64, so limits count networks and not addresses. An IPv4
    /// address written in IPv6 is the IPv4 address.
    var clientPrefix: NetworkAddress {
        bytes.count == 16 ? NetworkAddress(bytes: bytes.prefix(8) + Array(repeating: 0, count: 8)) : self
    }

    /// Whether the address belongs to this machine's own network: loopback, link-local and the private ranges.
    var isOwnNetwork: Bool {
        Self.ownBlocks.contains { $0.contains(self) }
    }

    /// Whether the public Internet cannot be reached through the address, or may be only in appearance.
    ///
    /// Of IPv6, only 2000::/3 is assigned for global unicast; everything outside it is private here, which covers
    /// NAT64, IPv4-compatible and IPv4-translated addresses, discard-only, site-local and multicast. Inside it, ranges
    /// that carry an IPv4 address (6to4, Teredo, ISATAP) count as private, because a relay could lead into a private
    /// network. The documentation ranges are public here: nothing routes them.
    ///
    /// <https://www.iana.org/assignments/iana-ipv4-special-registry> and
    /// <https://www.iana.org/assignments/iana-ipv6-special-registry>
    var isPrivate: Bool {
        guard bytes.count == 16 else { return Self.specialBlocks.contains { $0.contains(self) } }
        let isGlobalUnicast = bytes[0] & 0xE0 == 0x20
        // RFC 5214, section 6.1: 0000:5efe or, with the universal bit, 0200:5efe, then the IPv4 address.
        let isTunneled = bytes[8] & 0xFD == 0 && bytes[9...11].elementsEqual([0x00, 0x5E, 0xFE])
        return !isGlobalUnicast || isTunneled || Self.specialBlocks.contains { $0.contains(self) }
    }

    private static let ownBlocks: [CIDRBlock] = [
        "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16", "::1",
        "fc00::/7", "fe80::/10",
    ].compactMap(CIDRBlock.init)

    private static let specialBlocks: [CIDRBlock] = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15",
        "224.0.0.0/3",
        // IETF protocol assignments with Teredo, benchmarking and ORCHID; AS112; 6to4.
        "2001::/23", "2620:4f:8000::/48", "2002::/16",
    ].compactMap(CIDRBlock.init)

    /// Four numbers in decimal.
    ///
    /// A leading zero means octal to some and nothing to others: such a text is not an address.
    private static func version4(_ text: String) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        let bytes = parts.compactMap { part -> UInt8? in
            guard part == "0" || !part.hasPrefix("0"), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                return nil
            }
            return UInt8(part)
        }
        return bytes.count == 4 ? bytes : nil
    }

    private static func version6(_ text: String) -> [UInt8]? {
        let text = String(text.prefix { $0 != "%" })
        let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
        guard let front = groups(halves[0]), let back = halves.count == 2 ? groups(halves[1]) : [] else { return nil }
        guard halves.count == 2 else { return front.count == 16 ? front : nil }
        guard front.count + back.count <= 14 else { return nil }
        return front + Array(repeating: 0, count: 16 - front.count - back.count) + back
    }

    private static func groups(_ text: Substring) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var bytes: [UInt8] = []
        for (index, part) in parts.enumerated() {
            if part.contains("."), index == parts.count - 1 {
                guard let tail = version4(String(part)) else { return nil }
                bytes += tail
            } else {
                guard part.count <= 4, let group = UInt16(part, radix: 16) else { return nil }
                bytes += [UInt8(group >> 8), UInt8(group & 255)]
            }
        }
        return bytes
    }

    /// An IPv4 address written in IPv6 is that IPv4 address.
    private static func unmapped(_ bytes: [UInt8]) -> [UInt8] {
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255]
        return bytes.starts(with: mapped) ? Array(bytes.suffix(4)) : bytes
    }
}

/// All addresses that begin alike.
struct CIDRBlock: Hashable, Sendable {
    private let base: [UInt8]
    private let length: Int

    /// Reads a block such as `10.0.0.0/8`; a plain address is a block of one.
    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1)
        guard let first = parts.first, let address = NetworkAddress(String(first)) else { return nil }
        let whole = address.bytes.count * 8
        guard let length = parts.count == 2 ? Int(parts[1]) : whole, (0...whole).contains(length) else { return nil }
        self.base = address.bytes
        self.length = length
    }

    func contains(_ address: NetworkAddress) -> Bool {
        guard address.bytes.count == base.count else { return false }
        let whole = length / 8
        guard address.bytes.prefix(whole) == base.prefix(whole) else { return false }
        let rest = length % 8
        guard rest > 0 else { return true }
        let mask = UInt8(truncatingIfNeeded: 0xFF00 >> rest)
        return address.bytes[whole] & mask == base[whole] & mask
    }
}
