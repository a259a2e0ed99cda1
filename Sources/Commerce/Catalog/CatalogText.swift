// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A product's or group's name and description in one language.
public struct CatalogText: Hashable, Sendable, Codable {
    /// The language, as in "en_US".
    public var locale: String

    /// The name.
    public var name: String

    /// The description.
    public var description: String?

    /// Makes a text.
    public init(locale: String, name: String, description: String? = nil) {
        self.locale = locale
        self.name = name
        self.description = description
    }
}
