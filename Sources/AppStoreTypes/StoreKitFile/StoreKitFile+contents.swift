// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

extension StoreKitFile {
    /// Reads a file's bytes.
    ///
    /// - Throws: A `DecodingError` that names the member whose value has another type than expected.
    public init(contents: Data) throws {
        self = try AppStoreJSON.decode(from: contents)
    }

    /// The file's bytes in Xcode's layout: two spaces of indentation, sorted names, a space before each colon.
    public func contents() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }

    /// Every product that is not an auto-renewable subscription.
    public var allProducts: [Product] { products + nonRenewingSubscriptions }

    /// Every auto-renewable subscription, in the order of their groups.
    public var allSubscriptions: [Subscription] { subscriptionGroups.flatMap(\.subscriptions) }
}
