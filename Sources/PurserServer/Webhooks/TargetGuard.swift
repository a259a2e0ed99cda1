// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// Looks at what a webhook's host name means right before each delivery: a name may have changed its mind.
struct TargetGuard: Sendable {
    var allowsPrivate: Bool
    /// Finds the addresses of a host name.
    var resolve: @Sendable (String) async throws -> [NetworkAddress]

    func check(_ url: String) async throws {
        let target = try WebhookTarget(url, allowsPrivate: allowsPrivate)
        guard !allowsPrivate, NetworkAddress(target.host) == nil else { return }
        let addresses = try await resolve(target.host)
        guard !addresses.isEmpty, !addresses.contains(where: \.isPrivate) else {
            throw ServiceProblem.invalid("url", "an address outside this machine's own network")
        }
    }
}
