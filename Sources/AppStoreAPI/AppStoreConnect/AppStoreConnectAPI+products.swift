// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
import FoundationEssentials

extension AppStoreConnectAPI {
    /// An app's groups of subscriptions.
    ///
    /// <https://developer.apple.com/documentation/appstoreconnectapi/get-v1-apps-_id_-subscriptiongroups>
    public func subscriptionGroups(of app: AppAppleID) async throws -> [ConnectResource<ConnectSubscriptionGroup>] {
        try await all(try APIRequester.path(.fixed("/v1/apps"), .given(app.description), .fixed("subscriptionGroups")))
    }

    /// The subscriptions of a group.
    ///
    /// <https://developer.apple.com/documentation/appstoreconnectapi/get-v1-subscriptiongroups-_id_-subscriptions>
    public func subscriptions(inGroup group: String) async throws -> [ConnectResource<ConnectSubscription>] {
        try await all(
            try APIRequester.path(.fixed("/v1/subscriptionGroups"), .given(group), .fixed("subscriptions"))
        )
    }

    /// An app's consumables, non-consumables and non-renewing subscriptions.
    ///
    /// <https://developer.apple.com/documentation/appstoreconnectapi/get-v1-apps-_id_-inapppurchasesv2>
    public func inAppPurchases(of app: AppAppleID) async throws -> [ConnectResource<ConnectInAppPurchase>] {
        try await all(try APIRequester.path(.fixed("/v1/apps"), .given(app.description), .fixed("inAppPurchasesV2")))
    }

    /// The prices that a subscription may have.
    ///
    /// <https://developer.apple.com/documentation/appstoreconnectapi/get-v1-subscriptions-_id_-pricepoints>
    ///
    /// - Parameters:
    ///   - subscription: The subscription's number.
    ///   - territories: Only in these storefronts; all when empty, which Apple says it will refuse one day.
    /// - Returns: Every price point.
    /// - Throws: ``AppStoreAPIError``.
    public func pricePoints(
        ofSubscription subscription: String,
        in territories: [StorefrontCountryCode] = []
    ) async throws -> [ConnectResource<ConnectPricePoint>] {
        let path = try APIRequester.path(.fixed("/v1/subscriptions"), .given(subscription), .fixed("pricePoints"))
        return try await all(path, query: filter(territories), limit: Self.pricePointsPerPage)
    }

    /// The prices that a product which is bought once may have.
    ///
    /// <https://developer.apple.com/documentation/appstoreconnectapi/get-v2-inapppurchases-_id_-pricepoints>
    ///
    /// - Parameters:
    ///   - product: The product's number.
    ///   - territories: Only in these storefronts; all when empty, which Apple says it will refuse one day.
    /// - Returns: Every price point.
    /// - Throws: ``AppStoreAPIError``.
    public func pricePoints(
        ofInAppPurchase product: String,
        in territories: [StorefrontCountryCode] = []
    ) async throws -> [ConnectResource<ConnectPricePoint>] {
        let path = try APIRequester.path(.fixed("/v2/inAppPurchases"), .given(product), .fixed("pricePoints"))
        return try await all(path, query: filter(territories), limit: Self.pricePointsPerPage)
    }

    /// The prices of other storefronts that Apple holds equal to a subscription's price point.
    ///
    /// <https://developer.apple.com/documentation/appstoreconnectapi/get-v1-subscriptionpricepoints-_id_-equalizations>
    public func equalizations(
        ofSubscriptionPricePoint point: String
    ) async throws -> [ConnectResource<ConnectPricePoint>] {
        try await all(
            try APIRequester.path(.fixed("/v1/subscriptionPricePoints"), .given(point), .fixed("equalizations")),
            query: [(name: "include", value: "territory")]
        )
    }

    /// How many price points Apple gives at once, at most.
    private static var pricePointsPerPage: Int { 8000 }

    private func filter(_ territories: [StorefrontCountryCode]) -> [(name: String, value: String)] {
        let include = [(name: "include", value: "territory")]
        guard !territories.isEmpty else { return include }
        return [(name: "filter[territory]", value: territories.map(\.rawValue).joined(separator: ","))] + include
    }

    /// All resources, page after page.
    private func all<Attributes: Decodable & Sendable>(
        _ path: String,
        query: [(name: String, value: String)] = [],
        limit: Int = 200
    ) async throws -> [ConnectResource<Attributes>] {
        var call = APIRequester.Call(
            endpoint: .products,
            path: path,
            query: query + [(name: "limit", value: String(limit))]
        )
        var resources: [ConnectResource<Attributes>] = []
        // Apple has fewer than 900 price points in each of 175 storefronts; an answer without end is none.
        for _ in 0..<1000 {
            let page: Document<ConnectPage<Attributes>> = try await requester.document(call)
            resources += page.body.data
            guard let next = page.body.links?.next else { return resources }
            // The token goes nowhere but to the address that was configured.
            guard next.hasPrefix(requester.baseURL + "/") else {
                throw AppStoreAPIError(
                    code: .invalidAnswer,
                    message: "Apple's next page of \(call.endpoint.name) is at another address. It was not asked for."
                )
            }
            call = APIRequester.Call(endpoint: .products, path: String(next.dropFirst(requester.baseURL.count)))
        }
        throw AppStoreAPIError(
            code: .invalidAnswer,
            message: "Apple's answer about \(APIEndpoint.products.name) has no end. Ask for fewer storefronts."
        )
    }
}
