// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials

/// A right as it was derived, and until when the answer holds if nothing new becomes known.
struct StoredRight: Hashable, Sendable, Codable {
    var answer: EntitlementAnswer
    var validUntil: Date?

    /// Derives the rights of an account at an instant.
    static func all(of account: CustomerAccount, asOf now: Date) -> [StoredRight] {
        account.entitlements(asOf: now).map { answer in
            let boundaries = account.spans(of: answer.entitlement, asOf: now)
                .flatMap { [$0.startDate, $0.endDate].compactMap(\.self) }
            // A renewal that is awaited is looked at again soon: Apple's word may come any moment.
            let next = boundaries.filter { $0 > now }.min()
            let soon = answer.awaitsRenewal ? now.addingTimeInterval(3600) : nil
            return StoredRight(answer: answer, validUntil: [next, soon].compactMap(\.self).min())
        }
    }
}
