// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Foundation

extension APICall {
    private static let territory = Option(
        "territory",
        value: "CODE",
        repeats: true,
        "Only this storefront, such as USA."
    )

    /// Calls for App Store Connect's products and prices.
    static let products: [APICall] = [
        APICall(
            "subscription-groups",
            ["APP-APPLE-ID"],
            "GET /v1/apps/{id}/subscriptionGroups",
            "List an app's subscription groups."
        ) { session in
            try session.print(try await session.connect().subscriptionGroups(of: try session.app()))
        },
        APICall(
            "subscriptions",
            ["GROUP"],
            "GET /v1/subscriptionGroups/{id}/subscriptions",
            "List a group's subscriptions."
        ) { session in
            try session.print(try await session.connect().subscriptions(inGroup: session.operands[0]))
        },
        APICall(
            "in-app-purchases",
            ["APP-APPLE-ID"],
            "GET /v1/apps/{id}/inAppPurchasesV2",
            "List an app's other products."
        ) { session in
            try session.print(try await session.connect().inAppPurchases(of: try session.app()))
        },
        APICall(
            "subscription-prices",
            ["SUBSCRIPTION"],
            "GET /v1/subscriptions/{id}/pricePoints",
            "List a subscription's price points.",
            options: [territory]
        ) { session in
            try session.print(
                try await session.connect().pricePoints(ofSubscription: session.operands[0], in: session.territories)
            )
        },
        APICall(
            "product-prices",
            ["PRODUCT"],
            "GET /v2/inAppPurchases/{id}/pricePoints",
            "List the price points of a one-time product.",
            options: [territory]
        ) { session in
            try session.print(
                try await session.connect().pricePoints(ofInAppPurchase: session.operands[0], in: session.territories)
            )
        },
        APICall(
            "equalized-prices",
            ["PRICE-POINT"],
            "GET /v1/subscriptionPricePoints/{id}/equalizations",
            "List the equalized prices of a price point in other storefronts."
        ) { session in
            try session.print(try await session.connect().equalizations(ofSubscriptionPricePoint: session.operands[0]))
        },
    ]
}

extension APISession {
    fileprivate func app() throws -> AppAppleID {
        guard let number = Int64(operands[0]), number > 0 else {
            throw UsageError("'\(operands[0])' is not an app's Apple ID")
        }
        return AppAppleID(rawValue: number)
    }

    fileprivate var territories: [StorefrontCountryCode] {
        arguments.all("territory").map(StorefrontCountryCode.init(rawValue:))
    }

    fileprivate func print<Attributes>(_ resources: [ConnectResource<Attributes>]) throws {
        try print(
            resources.map { resource in
                JSONValue.object([
                    "type": .string(resource.type), "id": .string(resource.id), "attributes": .object(resource.others),
                    "related": .object(resource.related.mapValues { .array($0.map(JSONValue.string)) }),
                ])
            }
        )
    }
}
