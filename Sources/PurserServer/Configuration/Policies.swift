// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce

/// What happens with purchases made in Apple's sandbox.
///
/// App Review buys in the sandbox from the released server, so the standard is to accept and keep apart.
public enum SandboxAcceptance: String, Sendable, Codable, CaseIterable {
    /// Recorded as facts, and nothing is delivered for them.
    case reject

    /// Delivered to the listed customers only.
    case testersOnly = "testers-only"

    /// Delivered, apart from production's data.
    case accept
}

/// When the end of Family Sharing ends the entitlement.
public enum FamilySharingRevocation: String, Sendable, Codable, CaseIterable {
    /// At the start, as if the purchase had never been shared.
    case retroactive

    /// At the date of the revocation.
    case fromRevocationDate = "from-revocation-date"

    /// The rules' name for it.
    var effect: RevocationEffect {
        switch self {
        case .retroactive: .asIfNeverBought
        case .fromRevocationDate: .fromItsDate
        }
    }
}

/// How the service answers when Apple asks how much of a purchase was used.
public struct ConsumptionPolicy: Sendable, Codable, Hashable {
    /// Whether it answers at all; it never does without the customer's recorded consent.
    public var isEnabled: Bool

    /// Whether the app lets customers try before they buy.
    public var providesSampleContent: Bool

    /// What the team prefers when a part was used: `DECLINE`, `GRANT_FULL`, `GRANT_PRORATED`, or nothing.
    public var refundPreference: String?

    /// Which version of Apple's request is sent: 2, or 1, which tells more in coarser steps.
    public var version: Int

    /// Makes a policy.
    public init(
        isEnabled: Bool = true,
        providesSampleContent: Bool = false,
        refundPreference: String? = nil,
        version: Int = 2
    ) {
        self.isEnabled = isEnabled
        self.providesSampleContent = providesSampleContent
        self.refundPreference = refundPreference
        self.version = version
    }

    /// Decodes a policy; every key may be absent.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        isEnabled = try values.value(.isEnabled, or: true)
        providesSampleContent = try values.value(.providesSampleContent, or: false)
        refundPreference = try values.decodeIfPresent(String.self, forKey: .refundPreference)
        version = try values.value(.version, or: 2)
    }
}
