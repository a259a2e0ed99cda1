// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Foundation

extension APICall {
    /// Calls of Advanced Commerce and about purchases outside the App Store.
    static let commerce: [APICall] =
        [
            advanced("cancel", "cancel a subscription's renewal", AdvancedCommerceSubscriptionCancelRequest.self),
            advanced(
                "change-metadata",
                "change a subscription's metadata",
                AdvancedCommerceSubscriptionChangeMetadataRequest.self
            ),
            advanced(
                "change-price",
                "change a subscription's price",
                AdvancedCommerceSubscriptionPriceChangeRequest.self
            ),
            advanced(
                "migrate",
                "move a subscription to Advanced Commerce",
                AdvancedCommerceSubscriptionMigrateRequest.self
            ),
            advanced("revoke", "revoke a subscription", AdvancedCommerceSubscriptionRevokeRequest.self),
            advanced("request-refund", "refund a transaction", AdvancedCommerceRequestRefundRequest.self),
        ] + external

    private static func advanced<Request: AdvancedCommerceServerRequest & Decodable>(
        _ name: String,
        _ what: String,
        _ type: Request.Type
    ) -> APICall {
        APICall(
            "advanced-" + name,
            ["TRANSACTION-ID"],
            "POST /advancedCommerce/v1\(Request.path)/{transactionId}",
            "Advanced Commerce: \(what).",
            options: [body],
            example: "advanced-\(name) 2000000000000001 --body request.json"
        ) { session in
            let request = try session.body(type)
            try session.print(try await session.anywhere { try await $0.advancedCommerce(request, for: session.anyID) })
        }
    }

    private static let external: [APICall] = [
        APICall(
            "send-external-purchase-report",
            [],
            "PUT /externalPurchase/v1/reports",
            "Send a report of external purchases.",
            options: [body],
            example: "send-external-purchase-report --body report.json"
        ) { session in
            try await session.server().sendExternalPurchaseReport(try session.body(ExternalPurchaseReport.self))
            session.printNothing()
        },
        APICall(
            "external-report",
            ["REQUEST-ID"],
            "GET /externalPurchase/v1/reports/{requestIdentifier}",
            "Show a report of external purchases."
        ) { session in
            try session.print(try await session.server().externalPurchaseReport(session.operands[0]))
        },
    ]
}
