// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
import FoundationEssentials

extension AppStoreServerAPI {
    /// The state of each of a customer's subscriptions.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/get-v1-subscriptions-_anytransactionid_>
    ///
    /// - Parameters:
    ///   - id: Any of the customer's identifiers.
    ///   - statuses: Only subscriptions in these states; all when empty.
    /// - Returns: The subscriptions by group.
    /// - Throws: ``AppStoreAPIError``.
    public func subscriptionStatuses(
        for id: some AnyTransactionID,
        in statuses: [SubscriptionStatus] = []
    ) async throws -> Document<StatusResponse> {
        let path = try APIRequester.path(.fixed("/inApps/v1/subscriptions"), .given(id.rawValue))
        let query = statuses.map { (name: "status", value: $0.description) }
        return try await requester.document(get(.statuses, path, query: query))
    }

    /// One transaction.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/get-v1-transactions-_transactionid_>
    public func transaction(_ id: TransactionID) async throws -> Document<TransactionInfoResponse> {
        let path = try APIRequester.path(.fixed("/inApps/v1/transactions"), .given(id.rawValue))
        return try await requester.document(get(.transaction, path))
    }

    /// A customer's app transaction.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/get-app-transaction-info>
    public func appTransaction(for id: some AnyTransactionID) async throws -> Document<AppTransactionInfoResponse> {
        let path = try APIRequester.path(.fixed("/inApps/v1/transactions/appTransactions"), .given(id.rawValue))
        return try await requester.document(get(.appTransaction, path))
    }

    /// The pages of a customer's transactions.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/get-v2-history-_anytransactionid_>
    ///
    /// - Parameters:
    ///   - id: Any of the customer's identifiers.
    ///   - filter: Which transactions; the same for every page and for every later call with its revision.
    ///   - revision: Where an earlier reader stopped; from the beginning when absent.
    /// - Returns: The pages, asked for as they are read.
    public func transactionHistory(
        for id: some AnyTransactionID,
        matching filter: TransactionHistoryRequest = TransactionHistoryRequest(),
        after revision: String? = nil
    ) -> Pages<HistoryResponse> {
        history("/inApps/v2/history", .history, id: id.rawValue, query: filter.queryItems, after: revision)
    }

    /// The pages of a customer's transactions from the older endpoint, which leaves finished consumables out.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/get-v1-history-_anytransactionid_>
    ///
    /// - Parameters:
    ///   - id: Any of the customer's identifiers.
    ///   - filter: Which transactions.
    ///   - revision: Where an earlier reader stopped; from the beginning when absent.
    /// - Returns: The pages, asked for as they are read.
    public func transactionHistoryV1(
        for id: some AnyTransactionID,
        matching filter: TransactionHistoryRequest = TransactionHistoryRequest(),
        after revision: String? = nil
    ) -> Pages<HistoryResponse> {
        history("/inApps/v1/history", .history, id: id.rawValue, query: filter.queryItems, after: revision)
    }

    /// The pages of a customer's refunded transactions.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/get-v2-refund-lookup-_anytransactionid_>
    ///
    /// - Parameters:
    ///   - id: Any of the customer's identifiers.
    ///   - revision: Where an earlier reader stopped; from the beginning when absent.
    /// - Returns: The pages, asked for as they are read.
    public func refundHistory(
        for id: some AnyTransactionID,
        after revision: String? = nil
    ) -> Pages<RefundHistoryResponse> {
        history("/inApps/v2/refund/lookup", .refundHistory, id: id.rawValue, query: [], after: revision)
    }

    /// A customer's refunded transactions from the older endpoint, which gives no more than 50.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/get-v1-refund-lookup-_originaltransactionid_>
    public func refundHistoryV1(for id: OriginalTransactionID) async throws -> Document<RefundLookupResponse> {
        let path = try APIRequester.path(.fixed("/inApps/v1/refund/lookup"), .given(id.rawValue))
        return try await requester.document(get(.refundHistory, path))
    }

    /// The transactions of the order number on a customer's receipt from Apple.
    ///
    /// The sandbox has no such numbers.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/look-up-order-id>
    public func lookUpOrder(_ id: OrderLookupID) async throws -> Document<OrderLookupResponse> {
        let path = try APIRequester.path(.fixed("/inApps/v1/lookup"), .given(id.rawValue))
        return try await requester.document(get(.orderLookup, path))
    }

    /// Ties a purchase, and what follows from it, to a customer.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/set-app-account-token>
    public func setAppAccountToken(_ token: AppAccountToken, for id: OriginalTransactionID) async throws {
        let path = try APIRequester.path(
            .fixed("/inApps/v1/transactions"),
            .given(id.rawValue),
            .fixed("appAccountToken")
        )
        let body = UpdateAppAccountTokenRequest(appAccountToken: token)
        try await requester.acknowledged(call(.accountToken, "PUT", path, body: body))
    }

    /// Finishes a transaction that the app did not finish.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/finish-transaction>
    public func finish(_ id: TransactionID) async throws {
        let path = try APIRequester.path(.fixed("/inApps/v1/transactions"), .given(id.rawValue), .fixed("finish"))
        try await requester.acknowledged(call(.finish, "POST", path))
    }

    func history<Page: APIPage>(
        _ prefix: String,
        _ endpoint: APIEndpoint,
        id: String,
        query: [(name: String, value: String)],
        after revision: String?
    ) -> Pages<Page> {
        let requester = requester
        return Pages(after: revision) { mark in
            let path = try APIRequester.path(.fixed(prefix), .given(id))
            let marked = query + (mark.map { [(name: "revision", value: $0)] } ?? [])
            return try await requester.document(APIRequester.Call(endpoint: endpoint, path: path, query: marked))
        }
    }
}
