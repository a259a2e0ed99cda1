// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A catalog for StoreKit testing, as Xcode keeps it in a file that ends in `.storekit`.
///
/// Apple does not document the format; versions 1 to 5 were seen. Decoding is lenient: what is missing gets a default,
/// and every member that this model does not name survives in ``others``.
public struct StoreKitFile: Hashable, Sendable, Codable {
    /// The file's own name.
    public var identifier: String

    /// The app's license and privacy policies; since version 4.
    public var appPolicies: AppPolicies?

    /// The subscriptions that do not renew.
    public var nonRenewingSubscriptions: [Product]

    /// The consumables and non-consumables.
    public var products: [Product]

    /// How the test store behaves.
    public var settings: Settings

    /// The groups of auto-renewable subscriptions.
    public var subscriptionGroups: [SubscriptionGroup]

    /// The key that signs promotional offers in tests.
    public var subscriptionOffersKeyPair: OffersKeyPair?

    /// The version of the format.
    public var version: Version

    /// The members that this model does not name, kept as they came.
    public var others: [String: JSONValue]

    /// Makes a value from its fields.
    public init(
        identifier: String = "",
        appPolicies: AppPolicies? = nil,
        nonRenewingSubscriptions: [Product] = [],
        products: [Product] = [],
        settings: Settings = Settings(),
        subscriptionGroups: [SubscriptionGroup] = [],
        subscriptionOffersKeyPair: OffersKeyPair? = nil,
        version: Version = .newest,
        others: [String: JSONValue] = [:]
    ) {
        self.identifier = identifier
        self.appPolicies = appPolicies
        self.nonRenewingSubscriptions = nonRenewingSubscriptions
        self.products = products
        self.settings = settings
        self.subscriptionGroups = subscriptionGroups
        self.subscriptionOffersKeyPair = subscriptionOffersKeyPair
        self.version = version
        self.others = others
    }

    /// Decodes a value; a member that is not there gets its default.
    public init(from decoder: any Decoder) throws {
        var reader = try OpenObjectReader(decoder)
        self.identifier = try reader.value("identifier", default: "")
        self.appPolicies = try reader.optional("appPolicies")
        self.nonRenewingSubscriptions = try reader.value("nonRenewingSubscriptions", default: [])
        self.products = try reader.value("products", default: [])
        self.settings = try reader.value("settings", default: Settings())
        self.subscriptionGroups = try reader.value("subscriptionGroups", default: [])
        self.subscriptionOffersKeyPair = try reader.optional("subscriptionOffersKeyPair")
        self.version = try reader.value("version", default: .newest)
        self.others = try reader.others()
    }

    /// Encodes every member, the unknown ones too.
    public func encode(to encoder: any Encoder) throws {
        var writer = OpenObjectWriter(encoder)
        try writer.value(identifier, "identifier")
        try writer.optional(appPolicies, "appPolicies")
        try writer.value(nonRenewingSubscriptions, "nonRenewingSubscriptions")
        try writer.value(products, "products")
        try writer.value(settings, "settings")
        try writer.value(subscriptionGroups, "subscriptionGroups")
        try writer.optional(subscriptionOffersKeyPair, "subscriptionOffersKeyPair")
        try writer.value(version, "version")
        try writer.others(others)
    }
}
