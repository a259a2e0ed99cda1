// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A bundle or suite that is to be sold.
public struct BundleDefinition: Hashable, Sendable, Codable {
    /// The bundle's product identifier.
    public var id: ProductID

    /// `ProductType.subscriptionBundle` or `ProductType.subscriptionSuite`.
    public var type: ProductType

    /// The name that reports show; the identifier when absent.
    public var referenceName: String?

    /// The price in the base storefront, in milliunits.
    public var price: Int64

    /// A subscription group of its own; named after the bundle when absent.
    public var group: SubscriptionGroupID?

    /// The subscriptions that it brings.
    public var members: [ProductID]

    /// The subscriptions of other developers' apps that it brings; nil when there are none.
    public var partners: [PartnerSubscription]?

    /// Makes a definition.
    public init(
        id: ProductID,
        type: ProductType = .subscriptionBundle,
        referenceName: String? = nil,
        price: Int64,
        group: SubscriptionGroupID? = nil,
        members: [ProductID],
        partners: [PartnerSubscription]? = nil
    ) {
        self.id = id
        self.type = type
        self.referenceName = referenceName
        self.price = price
        self.group = group
        self.members = members
        self.partners = partners
    }

    /// Why a definition makes no sense.
    struct Fault: Error {
        /// What the bundle has or is, after its name.
        var reason: String
    }

    /// The product that the definition describes, among those that a catalog has.
    ///
    /// - Parameters:
    ///   - app: The app that sells it.
    ///   - products: The products that there are.
    /// - Returns: The product.
    /// - Throws: A ``Fault`` when the definition makes no sense.
    func product(of app: BundleID, among products: [CatalogProduct]) throws(Fault) -> CatalogProduct {
        guard type == .subscriptionBundle || type == .subscriptionSuite else {
            throw Fault(
                reason:
                    "has the type \"\(type)\"; use \(ProductType.subscriptionBundle) or \(ProductType.subscriptionSuite)"
            )
        }
        guard !id.rawValue.isEmpty, id.rawValue.utf8.count <= Self.maximumIDBytes else {
            throw Fault(reason: "has an identifier of \(id.rawValue.utf8.count) bytes; use 1 to \(Self.maximumIDBytes)")
        }
        let limit = type == .subscriptionSuite ? BundleTerms.maximumSuiteMembers : BundleTerms.maximumMembers
        let all = members + (partners ?? []).map(\.product)
        guard !members.isEmpty, all.count <= limit, Set(all).count == all.count else {
            throw Fault(
                reason:
                    "has \(members.count) members and \(all.count - members.count) partners; name one member or more, \(limit) subscriptions in all, each once"
            )
        }
        guard price >= 0 else { throw Fault(reason: "has a price below zero") }
        try checkPartners(among: products)
        var terms: [SubscriptionTerms] = []
        for member in members {
            guard let product = products.first(where: { $0.id == member }), product.bundle == nil,
                let subscription = product.subscription
            else { throw Fault(reason: "has the member \"\(member)\", which is not a subscription of the catalog") }
            terms.append(subscription)
        }
        guard Set(terms.map(\.period)).count == 1 else {
            throw Fault(reason: "has members that renew after different periods")
        }
        guard Set(terms.map(\.group)).count == terms.count else {
            throw Fault(reason: "has two members of one subscription group")
        }
        guard !products.contains(where: { $0.id == id }) else {
            throw Fault(reason: "has the identifier of another product")
        }
        let group = group ?? SubscriptionGroupID(rawValue: "bundle.\(id)")
        guard !products.contains(where: { $0.subscription?.group == group }) else {
            throw Fault(reason: "is in the subscription group of another product; give it one of its own")
        }
        return CatalogProduct(
            id: id,
            appleID: 6_900_000_000 + Int64(products.count { $0.bundle != nil }),
            bundleID: app,
            type: type,
            referenceName: referenceName,
            price: PriceList(base: price),
            subscription: SubscriptionTerms(group: group, period: terms[0].period),
            bundle: BundleTerms(members: members, partners: partners)
        )
    }

    /// Checks what other developers bring.
    ///
    /// With five subscriptions at most, one of which is the team's own, there are never more than Apple's five developers.
    private func checkPartners(among products: [CatalogProduct]) throws(Fault) {
        guard let partners, !partners.isEmpty else { return }
        guard type == .subscriptionBundle else {
            throw Fault(reason: "has partners; a suite brings subscriptions of one developer")
        }
        for partner in partners {
            for text in [partner.product.rawValue, partner.developer, partner.displayName]
            where text.isEmpty || text.utf8.count > Self.maximumIDBytes {
                throw Fault(
                    reason: "has a partner with a text of \(text.utf8.count) bytes; use 1 to \(Self.maximumIDBytes)"
                )
            }
            guard partner.price >= 0 else {
                throw Fault(reason: "has the partner \"\(partner.product)\" with a price below zero")
            }
            guard !products.contains(where: { $0.id == partner.product }) else {
                throw Fault(reason: "has the partner \"\(partner.product)\", which the catalog sells itself")
            }
        }
    }

    /// The maximum bytes of a product identifier, as in App Store Connect.
    private static let maximumIDBytes = 100
}

extension Catalog {
    /// Adds a bundle; what a suite brings is no longer sold alone.
    mutating func add(_ bundle: CatalogProduct) {
        if bundle.type == .subscriptionSuite, let members = bundle.bundle?.members {
            for place in products.indices where members.contains(products[place].id) {
                products[place].isForSale = false
            }
        }
        if let group = bundle.subscription?.group {
            groups.append(CatalogGroup(id: group, name: bundle.referenceName))
        }
        products.append(bundle)
    }
}
