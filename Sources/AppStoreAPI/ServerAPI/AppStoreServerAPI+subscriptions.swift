// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
import FoundationEssentials

extension AppStoreServerAPI {
    /// Extends the renewal date of one subscription.
    ///
    /// A request whose answer is lost is not sent again automatically: Apple does not say that the identifier of a request keeps
    /// it from counting twice. Ask for the subscription's renewal date before repeating it.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/extend-a-subscription-renewal-date>
    ///
    /// - Parameters:
    ///   - id: The subscription.
    ///   - request: How long and why, and what the caller calls it.
    /// - Returns: The new date.
    /// - Throws: ``AppStoreAPIError``.
    public func extendRenewalDate(
        of id: OriginalTransactionID,
        _ request: ExtendRenewalDateRequest
    ) async throws -> Document<ExtendRenewalDateResponse> {
        let path = try APIRequester.path(.fixed("/inApps/v1/subscriptions/extend"), .given(id.rawValue))
        return try await requester.document(call(.renewalExtension, "PUT", path, body: request))
    }

    /// Extends the renewal dates of all subscribers of a product.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/extend-subscription-renewal-dates-for-all-active-subscribers>
    public func extendRenewalDates(
        _ request: MassExtendRenewalDateRequest
    ) async throws -> Document<MassExtendRenewalDateResponse> {
        try await requester.document(
            call(.massExtension, "POST", "/inApps/v1/subscriptions/extend/mass", body: request)
        )
    }

    /// How far the extension of many renewal dates has come.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/get-status-of-subscription-renewal-date-extensions>
    ///
    /// - Parameters:
    ///   - requestIdentifier: The caller's name of the request.
    ///   - productId: The product.
    /// - Returns: The counts so far.
    /// - Throws: ``AppStoreAPIError``.
    public func renewalDateExtensionStatus(
        of requestIdentifier: String,
        productId: ProductID
    ) async throws -> Document<MassExtendRenewalDateStatusResponse> {
        let path = try APIRequester.path(
            .fixed("/inApps/v1/subscriptions/extend/mass"),
            .given(productId.rawValue),
            .given(requestIdentifier)
        )
        return try await requester.document(get(.massExtensionStatus, path))
    }

    /// Tells Apple what was delivered and used, for its decision on a refund.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/send-consumption-information>
    public func sendConsumption(_ request: ConsumptionRequest, for id: TransactionID) async throws {
        let path = try APIRequester.path(.fixed("/inApps/v2/transactions/consumption"), .given(id.rawValue))
        try await requester.acknowledged(call(.consumption, "PUT", path, body: request))
    }

    /// Tells Apple what was delivered and used, with the older endpoint.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/send-consumption-information-v1>
    public func sendConsumptionV1(_ request: ConsumptionRequestV1, for id: TransactionID) async throws {
        let path = try APIRequester.path(.fixed("/inApps/v1/transactions/consumption"), .given(id.rawValue))
        try await requester.acknowledged(call(.consumption, "PUT", path, body: request))
    }

    /// Cancels, changes, migrates or revokes an Advanced Commerce subscription.
    ///
    /// <https://developer.apple.com/documentation/advancedcommerceapi>
    public func advancedCommerce<Request: AdvancedCommerceServerRequest>(
        _ request: Request,
        for id: TransactionID
    ) async throws -> Document<AdvancedCommerceResponse> {
        let path = try APIRequester.path(.fixed("/advancedCommerce/v1" + Request.path), .given(id.rawValue))
        return try await requester.document(call(.advancedCommerce, "POST", path, body: request))
    }

    /// Reports what was bought with one external purchase token.
    ///
    /// <https://developer.apple.com/documentation/externalpurchaseserverapi/send-external-purchase-report>
    public func sendExternalPurchaseReport(_ report: ExternalPurchaseReport) async throws {
        try await requester.acknowledged(
            call(.externalPurchase, "PUT", "/externalPurchase/v1/reports", body: report)
        )
    }

    /// A report that was sent before.
    ///
    /// <https://developer.apple.com/documentation/externalpurchaseserverapi/retrieve-external-purchase-report>
    public func externalPurchaseReport(
        _ requestIdentifier: String
    ) async throws -> Document<ExternalPurchaseReport> {
        let path = try APIRequester.path(.fixed("/externalPurchase/v1/reports"), .given(requestIdentifier))
        return try await requester.document(get(.externalPurchase, path))
    }
}
