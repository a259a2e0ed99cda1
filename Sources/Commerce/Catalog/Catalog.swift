// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// What one app sells, and which entitlements it gives.
///
/// Made from a StoreKit configuration file, from App Store Connect, or manually.
public struct Catalog: Hashable, Sendable {
    /// The app.
    public var bundleID: BundleID

    /// The products, in the order in which they are shown.
    public var products: [CatalogProduct] {
        didSet { places = Self.places(of: products) }
    }

    /// The subscription groups.
    public var groups: [CatalogGroup]

    /// The entitlements, where more is to be said of one than its name.
    public var entitlements: [CatalogEntitlement]

    private var places: [ProductID: Int]

    /// Makes a catalog; of two products with one identifier the first counts.
    public init(
        bundleID: BundleID,
        products: [CatalogProduct] = [],
        groups: [CatalogGroup] = [],
        entitlements: [CatalogEntitlement] = []
    ) {
        self.bundleID = bundleID
        self.products = products
        self.groups = groups
        self.entitlements = entitlements
        places = Self.places(of: products)
    }

    private static func places(of products: [CatalogProduct]) -> [ProductID: Int] {
        Dictionary(products.enumerated().map { ($1.id, $0) }, uniquingKeysWith: min)
    }

    /// A product by its identifier.
    public subscript(id: ProductID) -> CatalogProduct? {
        places[id].map { products[$0] }
    }

    /// A group by its identifier.
    public func group(_ id: SubscriptionGroupID) -> CatalogGroup? {
        groups.first { $0.id == id }
    }

    /// The products that are shown to customers, in their order.
    public var shownProducts: [CatalogProduct] { products.filter { $0.isShown && $0.isOnSale } }

    /// How an entitlement opens content: as a stream when the catalog does not say.
    public func accessModel(of entitlement: EntitlementID) -> AccessModel {
        entitlements.first { $0.id == entitlement }?.model ?? .streaming
    }

    /// The entitlements that a product gives, those of lower levels of its group included where they are implied.
    public func entitlements(of id: ProductID) -> [EntitlementID] {
        self[id].map { entitlements(of: $0, among: products) } ?? []
    }

    /// The same, where the products of its group are known.
    func entitlements(of product: CatalogProduct, among others: [CatalogProduct]) -> [EntitlementID] {
        var found = Set(product.entitlements)
        if let groupID = product.groupID, let level = product.level, group(groupID)?.levelsImplyLower ?? true {
            for other in others where other.groupID == groupID && (other.level ?? level) > level {
                found.formUnion(other.entitlements)
            }
        }
        return found.sorted()
    }

    /// The plan of a product: the named one, or else all products that give the same entitlements.
    public func plan(of id: ProductID) -> PlanID? {
        self[id].flatMap { plan(of: $0, giving: entitlements(of: id)) }
    }

    /// The same, where what the product gives is known.
    func plan(of product: CatalogProduct, giving given: [EntitlementID]) -> PlanID? {
        if let plan = product.plan { return plan }
        return given.isEmpty
            ? nil : PlanID(rawValue: given.map(\.rawValue).joined(separator: "+"))
    }

    /// What changing from one product of a group to another is; nothing when they are of different groups.
    public func planChange(from old: ProductID, to new: ProductID) -> PlanChange? {
        guard old != new, let before = self[old], let after = self[new] else { return nil }
        guard let group = before.groupID, group == after.groupID else { return nil }
        return PlanChange(
            fromLevel: before.level ?? 1,
            toLevel: after.level ?? 1,
            hasSameDuration: before.period == after.period
        )
    }
}

extension Catalog: Codable {
    private enum CodingKeys: String, CodingKey {
        case bundleID, products, groups, entitlements
    }

    /// Decodes a catalog; absent lists are empty.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            bundleID: try container.decode(BundleID.self, forKey: .bundleID),
            products: try container.decodeIfPresent([CatalogProduct].self, forKey: .products) ?? [],
            groups: try container.decodeIfPresent([CatalogGroup].self, forKey: .groups) ?? [],
            entitlements: try container.decodeIfPresent([CatalogEntitlement].self, forKey: .entitlements) ?? []
        )
    }

    /// Encodes the catalog.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(bundleID, forKey: .bundleID)
        try container.encode(products, forKey: .products)
        try container.encode(groups, forKey: .groups)
        try container.encode(entitlements, forKey: .entitlements)
    }
}
