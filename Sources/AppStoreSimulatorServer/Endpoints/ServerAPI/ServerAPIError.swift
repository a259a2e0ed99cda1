// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPService

/// An error of the App Store Server API: its number begins with the status.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/error-codes>
struct ServerAPIError: Error, Hashable, Sendable {
    let code: Int64
    let message: String

    /// The answer as Apple writes it.
    var response: HTTPResponse {
        let body = Body(errorCode: code, errorMessage: message)
        // A number and a text always encode.
        let bytes = (try? AppStoreJSON.encode(body)) ?? Data()
        return .json(bytes: bytes, status: HTTPStatus(rawValue: Int(code / 10_000)))
    }

    private struct Body: Encodable {
        var errorCode: Int64
        var errorMessage: String
    }
}

extension ServerAPIError {
    static let badRequest = ServerAPIError(code: 4_000_000, message: "Bad request.")
    static let invalidAppIdentifier = ServerAPIError(code: 4_000_002, message: "Invalid request app identifier.")
    static let invalidRevision = ServerAPIError(code: 4_000_005, message: "Invalid request revision.")
    static let invalidTransactionID = ServerAPIError(code: 4_000_006, message: "Invalid transaction id.")
    static let invalidOriginalTransactionID = ServerAPIError(
        code: 4_000_008,
        message: "Invalid original transaction id."
    )
    static let invalidExtendByDays = ServerAPIError(code: 4_000_009, message: "Invalid extend by days value.")
    static let invalidExtendReasonCode = ServerAPIError(code: 4_000_010, message: "Invalid extend reason code.")
    static let invalidRequestIdentifier = ServerAPIError(code: 4_000_011, message: "Invalid request identifier.")
    static let startDateTooFarInPast = invalid(12, "The start date is earlier than the allowed start date.")
    static let startDateAfterEndDate = invalid(13, "The end date precedes the start date or the dates are the same.")
    static let invalidPaginationToken = invalid(14, "The pagination token is invalid.")
    static let invalidStartDate = invalid(
        15,
        "The start date is not a timestamp value represented in milliseconds."
    )
    static let invalidEndDate = invalid(16, "The end date is not a timestamp value represented in milliseconds.")
    static let paginationTokenExpired = invalid(17, "The pagination token is expired.")
    static let invalidNotificationType = invalid(18, "The notification type or subtype is invalid.")
    static let multipleFiltersSupplied = invalid(
        19,
        "Supply either a transaction id or a notification type, but not both."
    )
    static let invalidTestNotificationToken = invalid(20, "The test notification token is invalid.")
    static let invalidSort = invalid(21, "The sort parameter is invalid.")
    static let invalidProductType = invalid(22, "The product type parameter is invalid.")
    static let invalidProductID = invalid(23, "The product id parameter is invalid.")
    static let invalidSubscriptionGroup = invalid(24, "The subscription group identifier parameter is invalid.")
    static let invalidExcludeRevoked = invalid(25, "The exclude revoked parameter is invalid.")
    static let invalidOwnershipType = invalid(26, "The in-app ownership type parameter is invalid.")
    static let emptyStorefronts = invalid(27, "If provided, the list of storefront country codes must not be empty.")
    static let invalidStorefront = invalid(28, "A storefront country code was invalid.")
    static let invalidRevoked = invalid(30, "The revoked parameter is invalid.")
    static let invalidStatus = invalid(31, "The status parameter is invalid.")
    static let appTransactionNotSupported = invalid(48, "App transactions aren't supported by this endpoint.")
    static let transactionTypeNotSupported = invalid(
        47,
        "The transaction id doesn't represent a supported in-app purchase type."
    )
    static let invalidTokenUUID = invalid(183, "The app account token field must be a valid UUID.")
    static let familyNotSupported = invalid(185, "Family Sharing transactions aren't supported by this endpoint.")
    static let notOriginalTransactionID = invalid(
        187,
        "The transaction ID provided is not an original transaction ID."
    )

    static let extensionIneligible = ServerAPIError(
        code: 4_030_004,
        message: "Forbidden - subscription state ineligible for extension."
    )
    static let extensionLimit = ServerAPIError(
        code: 4_030_005,
        message: "Forbidden - subscription has reached maximum extension count."
    )
    static let familyExtension = ServerAPIError(
        code: 4_030_007,
        message: "Subscriptions that users obtain through Family Sharing can't get a renewal date extension directly."
    )

    static let accountNotFound = ServerAPIError(code: 4_040_001, message: "Account not found.")
    static let appNotFound = ServerAPIError(code: 4_040_003, message: "App not found.")
    static let originalTransactionNotFound = ServerAPIError(
        code: 4_040_005,
        message: "Original transaction id not found."
    )
    static let notificationURLNotFound = ServerAPIError(
        code: 4_040_007,
        message: "No App Store Server Notification URL found for provided app. "
            + "Check that a URL is configured in App Store Connect for this environment."
    )
    static let testNotificationNotFound = ServerAPIError(
        code: 4_040_008,
        message: "Either the test notification token is expired or the notification and status are not yet available."
    )
    static let extensionRequestNotFound = ServerAPIError(
        code: 4_040_009,
        message: "The server didn't find a subscription-renewal-date extension request "
            + "for this requestIdentifier and productId combination."
    )
    static let transactionNotFound = ServerAPIError(code: 4_040_010, message: "Transaction id not found.")
    static let appTransactionNotFound = ServerAPIError(
        code: 4_040_019,
        message: "No AppTransaction exists for the customer."
    )
    static let rateLimitExceeded = ServerAPIError(code: 4_290_000, message: "Rate limit exceeded.")
    static let internalError = ServerAPIError(code: 5_000_000, message: "An unknown error occurred.")
    static let internalErrorRetryable = ServerAPIError(
        code: 5_000_001,
        message: "An unknown error occurred. Please try again."
    )

    /// One of the many errors about a field of the request.
    static func invalid(_ number: Int64, _ reason: String) -> ServerAPIError {
        ServerAPIError(code: 4_000_000 + number, message: "Invalid request. \(reason)")
    }
}
