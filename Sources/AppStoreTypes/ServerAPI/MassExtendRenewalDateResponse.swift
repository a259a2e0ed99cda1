// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Says that extending many renewal dates has begun.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/massextendrenewaldateresponse>
public struct MassExtendRenewalDateResponse: Hashable, Sendable, Codable {
    /// The caller's name of the request.
    public var requestIdentifier: String

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(requestIdentifier: String) {
        self.requestIdentifier = requestIdentifier
    }
}
