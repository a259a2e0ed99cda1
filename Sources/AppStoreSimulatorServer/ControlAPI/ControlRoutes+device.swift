// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService
import SQLite

// What a device knows of its customer, in one answer: StoreKit on another machine lives on it.

extension ControlRoutes {
    private struct DeviceResponse: Encodable {
        struct Purchase: Encodable {
            var isFinished: Bool
            var signedTransactionInfo: String
        }

        struct Subscription: Encodable {
            var group: SubscriptionGroupID
            var status: SubscriptionStatus
            var signedTransactionInfo: String
            var signedRenewalInfo: String
        }

        var app: BundleID
        var storefront: StorefrontCountryCode
        var storefrontId: StorefrontID?
        var currency: Currency?
        var allowsPurchases: Bool
        var pending: [PendingPurchaseID]
        var transactions: [Purchase]
        var subscriptions: [Subscription]
        var signedAppTransactionInfo: String?
    }

    func addDevice(to routes: inout Router) {
        routes.on(.get, "/devices/{customer}") { request in
            let id = CustomerID(rawValue: try request.parameter("customer"))
            let app = try await app(of: request)
            try await engine.catchUp()
            return try .json(try await device(of: id, app: app))
        }
    }

    private func device(of id: CustomerID, app: BundleID) async throws -> DeviceResponse {
        let profile = try await profile(of: id)
        if await engine.appTransaction(of: id, app: app) == nil {
            _ = try await engine.perform(.download(id, app: app))
        }
        let records = try await engine.transactions(
            "customer = \(id.rawValue)",
            order: "purchased, revision",
            limit: Self.maximumDeviceLength
        )
        let storefront = Storefront.of(profile.storefront)
        return DeviceResponse(
            app: app,
            storefront: profile.storefront,
            storefrontId: storefront?.id,
            currency: storefront?.currency,
            allowsPurchases: profile.allowsPurchases,
            pending: await engine.pendingPurchases(of: id).map(\.id),
            transactions: try records.filter { $0.transaction.bundleId == app }.map { record in
                DeviceResponse.Purchase(
                    isFinished: record.isFinished,
                    signedTransactionInfo: try signing.sign(record.transaction).rawValue
                )
            },
            subscriptions: try await engine.subscriptions(of: id).filter { $0.transaction.bundleId == app }.map {
                DeviceResponse.Subscription(
                    group: $0.group,
                    status: $0.status,
                    signedTransactionInfo: try signing.sign($0.transaction).rawValue,
                    signedRenewalInfo: try signing.sign($0.renewalInfo).rawValue
                )
            },
            signedAppTransactionInfo: try await engine.appTransaction(of: id, app: app)
                .map { try signing.sign($0).rawValue }
        )
    }

    /// As many as a receipt lists.
    private static let maximumDeviceLength = 10_000

    /// A customer's account, which is made for one who comes for the first time.
    private func profile(of id: CustomerID) async throws -> CustomerProfile {
        try await welcome(id)
        return await engine.customer(id) ?? CustomerProfile(id: id, environment: environment)
    }
}
