// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// How far the extension of many renewal dates has come.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/massextendrenewaldatestatusresponse>
public struct MassExtendRenewalDateStatusResponse: Hashable, Sendable, Codable {
    /// The caller's name of the request.
    public var requestIdentifier: String

    /// Whether it is done.
    public var complete: Bool

    /// When it was done.
    public var completeDate: Date?

    /// How many were extended.
    public var succeededCount: Int64?

    /// How many were not.
    public var failedCount: Int64?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        requestIdentifier: String,
        complete: Bool,
        completeDate: Date? = nil,
        succeededCount: Int64? = nil,
        failedCount: Int64? = nil
    ) {
        self.requestIdentifier = requestIdentifier
        self.complete = complete
        self.completeDate = completeDate
        self.succeededCount = succeededCount
        self.failedCount = failedCount
    }
}
