// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTTPService

/// The address a request truly came from, seen through the proxies that the configuration trusts.
struct ClientAddress: Sendable {
    private let trusted: [NetworkBlock]

    init(trustedProxies: [String]) {
        self.trusted = trustedProxies.compactMap(NetworkBlock.init)
    }

    /// The address that a request came from.
    func resolve(_ request: HTTPRequest) -> String {
        resolve(remote: request.remoteAddress ?? "", forwardedFor: request.forwardedFor)
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

extension HTTPRequest {
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
