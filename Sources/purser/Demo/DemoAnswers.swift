// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

extension DemoScenario {
    /// What the story reads of the server's order.
    struct Order: Decodable, Sendable {
        struct Step: Decodable, Sendable {
            let state: String
            let by: String
        }

        let id: String
        let state: String
        let appAccountToken: AppAccountToken?
        let history: [Step]?

        var token: String { appAccountToken?.description ?? "" }
    }

    /// The members that the demo reads of the server's response to a token request.
    struct Token: Decodable, Sendable {
        let token: String
    }

    /// What the story reads of the App Store's answer to a purchase.
    struct Paid: Decodable, Sendable {
        let transactionId: TransactionID
        let signedTransactionInfo: String
    }

    /// What the story reads of the server's answer to a verification.
    struct Purchase: Decodable, Sendable {
        let state: String
    }

    /// What the story reads of a customer's entitlements.
    struct EntitlementListing: Decodable, Sendable {
        let entitlements: [Entitlement]
    }

    /// One entitlement.
    struct Entitlement: Decodable, Sendable {
        let id: String
        let isActive: Bool
        let until: Date?
        let transaction: TransactionID?

        private enum CodingKeys: String, CodingKey {
            case id, isActive
            case until = "expiresDate"
            case transaction = "transactionId"
        }
    }
}
