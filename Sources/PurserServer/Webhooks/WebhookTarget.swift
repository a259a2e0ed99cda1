// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// Whether a webhook may go to an address: not to this machine, its network or a cloud's metadata service.
///
/// Checked when the endpoint is made, and again before each delivery on what the name resolves to then, because a name
/// may change its mind.
struct WebhookTarget: Hashable, Sendable {
    let url: URL
    let host: String

    init(_ text: String, allowsPrivate: Bool) throws {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = url.host(), !host.isEmpty
        else {
            throw ServiceProblem.invalid("url", "an absolute http or https address")
        }
        guard url.user == nil, url.password == nil, url.fragment == nil else {
            throw ServiceProblem.invalid("url", "an address without user, password and fragment")
        }
        guard allowsPrivate || scheme == "https" else {
            throw ServiceProblem.invalid("url", "an https address")
        }
        self.url = url
        self.host = host.trimmingBrackets
        guard allowsPrivate || !Self.namesThisNetwork(self.host) else {
            throw ServiceProblem.invalid("url", "an address outside this machine's own network")
        }
    }

    private static func namesThisNetwork(_ host: String) -> Bool {
        let name = host.lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") || name.hasSuffix(".local")
            || name.hasSuffix(".internal") || !(name.contains(".") || name.contains(":"))
        {
            return true
        }
        return NetworkAddress(name)?.isPrivate ?? false
    }
}

extension String {
    fileprivate var trimmingBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }
}
