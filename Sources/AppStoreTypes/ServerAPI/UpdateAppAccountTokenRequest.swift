// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Ties a purchase to a customer after it was made.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/updateappaccounttokenrequest>
public struct UpdateAppAccountTokenRequest: Hashable, Sendable, Codable {
    /// The customer's UUID.
    public var appAccountToken: AppAccountToken

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(appAccountToken: AppAccountToken) {
        self.appAccountToken = appAccountToken
    }
}
