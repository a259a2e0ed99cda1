// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How long before what the team's backend gets reminder events.
public struct ReminderPolicy: Hashable, Sendable, Codable {
    /// The lead times before the real end of service; at most ``maximumReminders``, each once (default: none).
    public var beforeEnd: [LeadTime]

    /// The lead times before a subscription renews; at most ``maximumReminders``, each once (default: none).
    public var beforeRenewal: [LeadTime]

    /// How many lead times a list may have.
    public static let maximumReminders = 10

    /// Makes a policy.
    public init(beforeEnd: [LeadTime] = [], beforeRenewal: [LeadTime] = []) {
        self.beforeEnd = beforeEnd
        self.beforeRenewal = beforeRenewal
    }

    /// Decodes a policy; every key may be absent.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        beforeEnd = try values.decodeIfPresent([LeadTime].self, forKey: .beforeEnd) ?? []
        beforeRenewal = try values.decodeIfPresent([LeadTime].self, forKey: .beforeRenewal) ?? []
    }

    /// Whether there are no reminders at all.
    public var isEmpty: Bool { beforeEnd.isEmpty && beforeRenewal.isEmpty }
}
