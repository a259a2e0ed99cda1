// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Foundation

extension APICall {
    private static let pageOptions = [
        Option("after", value: "MARK", "Continue after this revision or pagination token of an earlier response."),
        Option("pages", value: "N", "Stop after this number of pages."),
    ]

    private static let historyOptions =
        [
            Option(
                "from",
                value: "TIME",
                "Only purchases from then on: 2026-07-04, 2026-07-04T12:00:00Z or milliseconds."
            ),
            Option("to", value: "TIME", "Only purchases before then."),
            Option("product", value: "ID", repeats: true, "Only this product."),
            Option(
                "product-type",
                value: "TYPE",
                repeats: true,
                "auto-renewable, non-renewable, consumable, non-consumable."
            ),
            Option("group", value: "ID", repeats: true, "Only this subscription group."),
            Option("ownership", value: "KIND", "purchased or family-shared."),
            Option("revoked", value: "yes|no", "Only revoked transactions, or only others."),
            Option("sort", value: "ORDER", "ascending or descending, by the last change."),
        ] + pageOptions

    /// Options of notification history, which has pages too.
    static let notificationPageOptions = pageOptions

    /// Calls that look something up.
    static let reading: [APICall] = [
        APICall(
            "statuses",
            ["TRANSACTION-ID"],
            "GET /inApps/v1/subscriptions/{transactionId}",
            "Show the status of a customer's subscriptions.",
            options: [
                Option("status", value: "N", repeats: true, "Only 1 active, 2 expired, 3 retry, 4 grace, 5 revoked.")
            ],
            example: "statuses 2000000000000001 --status 1 --status 4"
        ) { session in
            let wanted = try session.arguments.all("status").map { text in
                guard let number = Int(text) else { throw UsageError("--status takes a number, not '\(text)'") }
                return SubscriptionStatus(rawValue: number)
            }
            try session.print(
                try await session.anywhere { try await $0.subscriptionStatuses(for: session.anyID, in: wanted) }
            )
        },
        APICall(
            "transaction",
            ["TRANSACTION-ID"],
            "GET /inApps/v1/transactions/{transactionId}",
            "Show one transaction."
        ) { session in
            try session.print(try await session.anywhere { try await $0.transaction(session.anyID) })
        },
        APICall(
            "app-transaction",
            ["TRANSACTION-ID"],
            "GET /inApps/v1/transactions/appTransactions/{transactionId}",
            "Show the customer's app transaction."
        ) { session in
            try session.print(try await session.anywhere { try await $0.appTransaction(for: session.anyID) })
        },
        APICall(
            "history",
            ["TRANSACTION-ID"],
            "GET /inApps/v2/history/{transactionId}",
            "List a customer's transactions, page by page.",
            options: historyOptions,
            example: "history 2000000000000001 --product-type auto-renewable --sort descending"
        ) { session in
            try await session.printHistory { $0.transactionHistory(for: $1, matching: $2, after: $3) }
        },
        APICall(
            "history-v1",
            ["TRANSACTION-ID"],
            "GET /inApps/v1/history/{transactionId}",
            "List a customer's transactions without finished consumables (version 1).",
            options: historyOptions
        ) { session in
            try await session.printHistory { $0.transactionHistoryV1(for: $1, matching: $2, after: $3) }
        },
        APICall(
            "refunds",
            ["TRANSACTION-ID"],
            "GET /inApps/v2/refund/lookup/{transactionId}",
            "List a customer's refunded transactions, page by page.",
            options: pageOptions
        ) { session in
            try await session.printFirstKnown {
                $0.refundHistory(for: session.anyID, after: session.arguments.value("after"))
            }
        },
        APICall(
            "refunds-v1",
            ["ORIGINAL-TRANSACTION-ID"],
            "GET /inApps/v1/refund/lookup/{originalTransactionId}",
            "List at most 50 refunded transactions (version 1)."
        ) { session in
            try session.print(try await session.anywhere { try await $0.refundHistoryV1(for: session.originalID) })
        },
        APICall(
            "order",
            ["ORDER-ID"],
            "GET /inApps/v1/lookup/{orderId}",
            "Show the transactions of the order ID in Apple's e-mail (production only)."
        ) { session in
            let order = OrderLookupID(rawValue: session.operands[0])
            try session.print(try await session.server().lookUpOrder(order))
        },
    ]
}

extension APISession {
    /// Prints a history of transactions with the filters that were given.
    fileprivate func printHistory(
        _ ask: (AppStoreServerAPI, TransactionID, TransactionHistoryRequest, String?) -> Pages<HistoryResponse>
    ) async throws {
        let filter = TransactionHistoryRequest(
            startDate: try instant("from"),
            endDate: try instant("to"),
            productIds: arguments.all("product").map(ProductID.init(rawValue:)),
            productTypes: argumentList("product-type"),
            sort: argument("sort"),
            subscriptionGroupIdentifiers: arguments.all("group").map(SubscriptionGroupID.init(rawValue:)),
            inAppOwnershipType: argument("ownership"),
            revoked: try truth("revoked")
        )
        try await printFirstKnown { ask($0, anyID, filter, arguments.value("after")) }
    }

    /// Prints the pages of the environment that knows the identifier.
    fileprivate func printFirstKnown<Page>(_ ask: (AppStoreServerAPI) -> Pages<Page>) async throws {
        let found = try await anywhere { server in
            var rest = ask(server).makeAsyncIterator()
            let first = try await rest.next()
            return (first: first, rest: rest)
        }
        if let first = found.first { try print(first) }
        try await print(found.rest, printed: 1)
    }
}
