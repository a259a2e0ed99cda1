// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A URL that receives an app's notifications as the App Store sends them.
public struct NotificationForwarding: Hashable, Sendable, Codable {
    /// The URL.
    public var url: String

    /// The environments to forward; all when absent.
    public var environments: [Environment]?

    /// A fixed `Authorization` field.
    public var authorization: String?

    /// How many URLs an app may have.
    package static let maximumCount = 8

    /// Makes a target.
    public init(url: String, environments: [Environment]? = nil, authorization: String? = nil) {
        self.url = url
        self.environments = environments
        self.authorization = authorization
    }
}
