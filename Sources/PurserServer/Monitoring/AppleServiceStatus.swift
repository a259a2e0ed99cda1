// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// A way to one of Apple's services.
struct AppleService: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// `server-api`, `verify-receipt` or `connect`.
    var service: String
    var environment: String

    var description: String { "\(service) \(environment)" }

    static func < (first: AppleService, second: AppleService) -> Bool {
        (first.service, first.environment) < (second.service, second.environment)
    }
}

/// How the last request on a way went.
struct AppleServiceStatus: Hashable, Sendable {
    var at: Date
    var isReachable: Bool
    /// Whether our key was accepted; nothing when no answer says.
    var isKeyAccepted: Bool?
    /// How far our clock is ahead of Apple's.
    var clockSkew: TimeInterval?
}
