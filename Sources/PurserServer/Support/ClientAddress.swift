// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTTPService

/// The address a request truly came from, seen through the proxies that the configuration trusts.
struct ClientAddress: Sendable {
    private let trusted: [CIDRBlock]

    init(trustedProxies: [String]) {
        self.trusted = trustedProxies.compactMap(CIDRBlock.init)
    }

    /// The address that a request came from.
    func resolve(_ request: HTTPRequest) -> String {
        resolve(remote: request.remoteAddress ?? "", forwardedFor: request.forwardedFor)
    }

    /// Walks the forwarded addresses from the nearest outwards, as long as each was added by a trusted proxy.
    func resolve(remote: String, forwardedFor: String?) -> String {
        guard let forwardedFor, var address = NetworkAddress(remote), isTrusted(address) else { return remote }
        var text = remote
        for hop in forwardedFor.split(separator: ",").reversed() {
            let candidate = hop.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            guard let next = NetworkAddress(String(candidate)) else { break }
            text = String(candidate)
            address = next
            guard isTrusted(address) else { break }
        }
        return text
    }

    /// The network that limits count: an IPv4 address, an IPv6 network such as `2001:db8:0:1:0:0:0:0/64`, or the text
    /// as it is.
    ///
    /// An IPv4 address written in IPv6 is the IPv4 address.
    static func networkPrefix(of address: String) -> String {
        guard let known = NetworkAddress(address) else { return address }
        let prefix = known.clientPrefix
        return prefix.bytes.count == 16 ? "\(prefix)/64" : prefix.description
    }

    /// Whether an address is that of a trusted proxy.
    func trusts(_ address: String) -> Bool {
        NetworkAddress(address).map(isTrusted) ?? false
    }

    private func isTrusted(_ address: NetworkAddress) -> Bool {
        trusted.contains { $0.contains(address) }
    }
}

extension HTTPRequest {
    /// Whether any field says that a proxy passed the request on, whichever it writes.
    var isForwarded: Bool {
        ["x-forwarded-for", "forwarded", "x-real-ip", "x-forwarded-host", "x-forwarded-proto", "via"]
            .contains { headers[$0] != nil }
    }

    /// The addresses that proxies say it was forwarded for, from the farthest to the nearest.
    ///
    /// A proxy may add a field of its own to those that are there; together they are one list.
    ///
    /// <https://www.rfc-editor.org/rfc/rfc9110#section-5.3>
    var forwardedFor: String? {
        let fields = headers.values("x-forwarded-for")
        return fields.isEmpty ? nil : fields.joined(separator: ", ")
    }
}
