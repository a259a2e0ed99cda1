// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension StoreKitFile {
    /// The bundles and suites of the file; Xcode's files have no members for them yet, so these are Purser's own.
    ///
    /// - Throws: A ``SimulatorError`` that names the bundle which makes no sense.
    func bundles() throws -> [BundleDefinition] {
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
        return try (extras.bundles ?? []).map { item in
            func price(_ text: String) throws -> Int64 {
                guard let price = Money.milliunits(decimal: text) else {
                    throw Self.refusal(of: item.productID, "has a price that is none; write one such as 1.99")
                }
                return price
            }
            return BundleDefinition(
                id: item.productID,
                type: item.kind == .suite ? .subscriptionSuite : .subscriptionBundle,
                referenceName: item.referenceName,
                price: try price(item.displayPrice),
                group: item.subscriptionGroupID,
                members: item.members,
                partners: try item.partners?.map {
                    PartnerSubscription(
                        product: $0.productID,
                        developer: $0.developer,
                        displayName: $0.displayName,
                        price: try price($0.displayPrice),
                        group: $0.subscriptionGroupID
                    )
                }
            )
        }
    }

    /// Refuses a file because of a bundle.
    static func refusal(of bundle: ProductID, _ what: String) -> SimulatorError {
        SimulatorError(
            .invalidCatalog,
            "The StoreKit configuration cannot be used: the bundle \"\(bundle)\" \(what)."
        )
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
        var partners: [Partner]?
    }

    struct Partner: Decodable {
        var productID: ProductID
        var developer: String
        var displayName: String
        var displayPrice: String
        var subscriptionGroupID: SubscriptionGroupID?
    }
}
