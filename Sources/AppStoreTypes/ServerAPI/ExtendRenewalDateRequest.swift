// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Asks to extend the renewal date of one subscription.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/extendrenewaldaterequest>
public struct ExtendRenewalDateRequest: Hashable, Sendable, Codable {
    /// How many days; 1 to 90.
    public var extendByDays: Int

    /// Why.
    public var extendReasonCode: ExtendReasonCode

    /// The caller's name of the request; at most 128 characters.
    public var requestIdentifier: String

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(extendByDays: Int, extendReasonCode: ExtendReasonCode, requestIdentifier: String) {
        self.extendByDays = extendByDays
        self.extendReasonCode = extendReasonCode
        self.requestIdentifier = requestIdentifier
    }
}
