// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

extension Purser {
    /// The customer's subscriptions as the server knows them: state, renewal, seats and commitment.
    ///
    /// - Returns: The subscriptions, the ended ones too.
    /// - Throws: ``PurserError`` with `notSignedIn`, `serverUnavailable` or `serverRefused`.
    public func subscriptions() async throws -> [CustomerSubscription] {
        let environment = await knownEnvironment()
        let body = try await asCustomer { server, customer throws(ServerProblem) in
            try await server.subscriptions(of: customer, environment: environment)
        }
        return body.subscriptions.map(CustomerSubscription.init)
    }
}

extension ServerClient {
    func subscriptions(
        of customer: String,
        environment: String
    ) async throws(ServerProblem) -> ServerResponse.Subscriptions {
        let path = "v1/customers/\(Self.escaped(customer))/subscriptions"
        return try await get(path, ["environment": environment], for: customer)
    }
}

extension ServerResponse {
    struct Subscriptions: Decodable {
        struct Commitment: Decodable {
            var billingPeriodNumber: Int
            var totalBillingPeriods: Int
            var expiresDate: Date?
            var price: PlanConversion.Amount?
            var remainingPrice: PlanConversion.Amount?
            var willAutoRenew: Bool?
        }

        struct Subscription: Decodable {
            var originalTransactionId: String
            var productId: String
            var state: String
            var hasAccess: Bool
            var willAutoRenew: Bool?
            var nextRenewal: Date
            var accessExpiresDate: Date
            var nextProductId: String?
            var nextPrice: PlanConversion.Amount?
            var isFamilyShared: Bool
            var isAssigned: Bool?
            var seats: Int?
            var renewalSeats: Int?
            var bundleProductId: String?
            var commitment: Commitment?
            var store: String?
        }

        var subscriptions: [Subscription]
    }
}

extension CustomerSubscription {
    init(_ body: ServerResponse.Subscriptions.Subscription) {
        self.init(
            id: body.originalTransactionId,
            product: body.productId,
            state: body.state,
            hasAccess: body.hasAccess,
            willRenew: body.willAutoRenew,
            periodEnds: body.nextRenewal,
            accessEnds: body.accessExpiresDate,
            nextProduct: body.nextProductId,
            nextPrice: body.nextPrice,
            seats: body.seats,
            renewalSeats: body.renewalSeats,
            commitment: body.commitment.map { commitment in
                Commitment(
                    month: commitment.billingPeriodNumber,
                    months: commitment.totalBillingPeriods,
                    expires: commitment.expiresDate,
                    price: commitment.price,
                    remainingPrice: commitment.remainingPrice,
                    willRenew: commitment.willAutoRenew
                )
            },
            bundle: body.bundleProductId,
            isFamilyShared: body.isFamilyShared,
            // A server from before group subscriptions does not say it.
            isAssigned: body.isAssigned ?? false,
            store: body.store
        )
    }
}
