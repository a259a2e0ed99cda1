// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// The name of a text that is looked up in the app's tables.
///
/// <https://developer.apple.com/documentation/swiftui/localizedstringkey>
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable, Sendable {
    let key: String

    /// Takes a name.
    public init(_ value: String) {
        key = value
    }

    /// Takes a name.
    public init(stringLiteral value: String) {
        key = value
    }
}
