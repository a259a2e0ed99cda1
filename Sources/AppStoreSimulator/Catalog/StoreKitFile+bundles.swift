// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension StoreKitFile {
    /// The bundles and suites of the file's subscriptions; Xcode's files have no members for them yet, so these are
    /// Purser's own.
    ///
    /// - Throws: A ``SimulatorError`` that names the bundle which makes no sense.
    func bundles(of products: [CatalogProduct], app: CatalogApp) throws -> [CatalogProduct] {
        guard let own = others["_purser"] else { return [] }
        let extras: FileExtras
        do {
            extras = try AppStoreJSON.decode(FileExtras.self, from: try AppStoreJSON.encode(own))
        } catch {
            throw SimulatorError(
                .invalidCatalog,
                "The StoreKit configuration cannot be used: its member _purser cannot be read: \(error)."
            )
        }
        var knownIDs = Set(products.map(\.id))
        var groups = Set(products.compactMap(\.subscription?.group))
        return try (extras.bundles ?? []).enumerated().map { number, item in
            let bundle = try item.product(number, of: products, app: app)
            guard knownIDs.insert(item.productID).inserted else {
                throw item.refusal("has the identifier of another product")
            }
            guard let terms = bundle.subscription, groups.insert(terms.group).inserted else {
                throw item.refusal("is in the subscription group of another product; give it one of its own")
            }
            return bundle
        }
    }
}

/// What a file's member `_purser` may hold.
private struct FileExtras: Decodable {
    var bundles: [Bundle]?

    struct Bundle: Decodable {
        /// How a bundle differs from a suite.
        enum Kind: String, Decodable {
            case bundle, suite
        }

        var productID: ProductID
        var referenceName: String?
        var kind: Kind?
        var subscriptionGroupID: SubscriptionGroupID?
        var displayPrice: String
        var members: [ProductID]

        func product(
            _ number: Int,
            of products: [CatalogProduct],
            app: CatalogApp
        ) throws -> CatalogProduct {
            let isSuite = kind == .suite
            let limit = isSuite ? BundleTerms.maximumSuiteMembers : BundleTerms.maximumMembers
            guard (1...limit).contains(members.count), Set(members).count == members.count else {
                throw refusal("has \(members.count) members; name 1 to \(limit), each once")
            }
            guard let price = Money.milliunits(decimal: displayPrice), price >= 0 else {
                throw refusal("has a price that is none; write one such as 1.99")
            }
            let terms = try members.map { id in
                guard let terms = products.first(where: { $0.id == id })?.subscription else {
                    throw refusal("has the member \"\(id)\", which is not a subscription of the file")
                }
                return terms
            }
            guard Set(terms.map(\.period)).count == 1 else {
                throw refusal("has members that renew after different periods")
            }
            guard Set(terms.map(\.group)).count == terms.count else {
                throw refusal("has two members of one subscription group")
            }
            return CatalogProduct(
                id: productID,
                appleID: 6_900_000_000 + Int64(number),
                bundleID: app.bundleID,
                type: isSuite ? .subscriptionSuite : .subscriptionBundle,
                referenceName: referenceName,
                price: PriceList(base: price),
                subscription: SubscriptionTerms(
                    group: subscriptionGroupID ?? SubscriptionGroupID(rawValue: "bundle.\(productID)"),
                    period: terms[0].period
                ),
                bundle: BundleTerms(members: members)
            )
        }

        func refusal(_ what: String) -> SimulatorError {
            SimulatorError(
                .invalidCatalog,
                "The StoreKit configuration cannot be used: the bundle \"\(productID)\" \(what)."
            )
        }
    }
}
