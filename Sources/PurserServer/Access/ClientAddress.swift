// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The address a request truly came from, seen through the proxies that the configuration trusts.
struct ClientAddress: Sendable {
    private let trusted: [NetworkBlock]

    init(trustedProxies: [String]) {
        self.trusted = trustedProxies.compactMap(NetworkBlock.init)
    }

    /// Walks the forwarded addresses from the nearest outwards, as long as each was added by a trusted proxy.
    func resolve(remote: String, forwardedFor: String?) -> String {
        guard var address = NetworkAddress(remote), isTrusted(address), let forwardedFor else { return remote }
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

    private func isTrusted(_ address: NetworkAddress) -> Bool {
        trusted.contains { $0.contains(address) }
    }
}
