// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// The app and the environment that a fact belongs to.
///
/// Facts of different scopes never mix: a sandbox purchase says nothing about production, and an identifier of one
/// app means nothing in another.
public struct AppScope: Hashable, Sendable, Codable {
    /// The app.
    public var bundleID: BundleID

    /// Where its documents were made.
    public var environment: Environment

    /// Makes a scope.
    public init(bundleID: BundleID, environment: Environment) {
        self.bundleID = bundleID
        self.environment = environment
    }
}

extension AppScope: Comparable {
    /// Orders scopes by app, then by environment.
    public static func < (left: AppScope, right: AppScope) -> Bool {
        (left.bundleID, left.environment) < (right.bundleID, right.environment)
    }
}

extension AppScope: CustomStringConvertible {
    /// The app and the environment as one string.
    public var description: String { "\(bundleID)@\(environment)" }
}
