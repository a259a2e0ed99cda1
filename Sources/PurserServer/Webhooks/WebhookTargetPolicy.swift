// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// Looks at what a webhook's host name means right before each delivery: a name may have changed its mind.
///
/// The address that was looked at is the one that is connected to; the name is not asked again between the two.
struct WebhookTargetPolicy: Sendable {
    var allowsPrivate: Bool
    /// Finds the addresses of a host name.
    var resolve: @Sendable (String) async throws -> [NetworkAddress]

    /// The address to connect to, or nothing when the name itself may be used.
    ///
    /// It is never left to another reader what a host of numbers means. Each further attempt takes the next of the
    /// host's addresses.
    ///
    /// - Throws: A `ServiceProblem` when the host, or any of its addresses, is of this machine's own network.
    func address(of url: String, attempt: Int) async throws -> String? {
        let target = try WebhookTarget(url, allowsPrivate: allowsPrivate)
        guard !allowsPrivate else { return nil }
        if let address = NetworkAddress(target.host) { return address.description }
        let addresses = try await resolve(target.host)
        guard !addresses.isEmpty, !addresses.contains(where: \.isPrivate) else {
            throw ServiceProblem.invalid("url", "an address outside this machine's own network")
        }
        let ordered = addresses.sorted { ($0.bytes.count, $0.description) < ($1.bytes.count, $1.description) }
        return ordered[max(0, attempt) % ordered.count].description
    }
}
