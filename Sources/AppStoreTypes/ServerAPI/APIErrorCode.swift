// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why the App Store Server API refused a request.
///
/// An open set: a value that Apple adds later is kept as it came. Its first three digits are the answer's HTTP status.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/error-codes>
public struct APIErrorCode: WireInteger {
    /// The value as Apple writes it.
    public let rawValue: Int

    /// Makes a value from Apple's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The request is not acceptable.
    public static let generalBadRequest = APIErrorCode(rawValue: 4_000_000)

    /// The request's app identifier is not acceptable.
    public static let invalidAppIdentifier = APIErrorCode(rawValue: 4_000_002)

    /// The limit is not acceptable.
    public static let invalidLimit = APIErrorCode(rawValue: 4_000_004)

    /// The request's revision is not acceptable.
    public static let invalidRequestRevision = APIErrorCode(rawValue: 4_000_005)

    /// The transaction id is not acceptable.
    public static let invalidTransactionId = APIErrorCode(rawValue: 4_000_006)

    /// The original transaction id is not acceptable.
    public static let invalidOriginalTransactionId = APIErrorCode(rawValue: 4_000_008)

    /// The extend by days value is not acceptable.
    public static let invalidExtendByDays = APIErrorCode(rawValue: 4_000_009)

    /// The extend reason code is not acceptable.
    public static let invalidExtendReasonCode = APIErrorCode(rawValue: 4_000_010)

    /// The request's identifier is not acceptable.
    public static let invalidRequestIdentifier = APIErrorCode(rawValue: 4_000_011)

    /// The start date is earlier than the allowed start date.
    public static let startDateTooFarInPast = APIErrorCode(rawValue: 4_000_012)

    /// The end date precedes the start date or the dates are the same.
    public static let startDateAfterEndDate = APIErrorCode(rawValue: 4_000_013)

    /// The pagination token is invalid.
    public static let invalidPaginationToken = APIErrorCode(rawValue: 4_000_014)

    /// The start date is not a timestamp value represented in milliseconds.
    public static let invalidStartDate = APIErrorCode(rawValue: 4_000_015)

    /// The end date is not a timestamp value represented in milliseconds.
    public static let invalidEndDate = APIErrorCode(rawValue: 4_000_016)

    /// The pagination token is expired.
    public static let paginationTokenExpired = APIErrorCode(rawValue: 4_000_017)

    /// The notification type or subtype is invalid.
    public static let invalidNotificationType = APIErrorCode(rawValue: 4_000_018)

    /// Supply either a transaction id or a notification type, but not both.
    public static let multipleFiltersSupplied = APIErrorCode(rawValue: 4_000_019)

    /// The test notification token is invalid.
    public static let invalidTestNotificationToken = APIErrorCode(rawValue: 4_000_020)

    /// The sort parameter is invalid.
    public static let invalidSort = APIErrorCode(rawValue: 4_000_021)

    /// The product type parameter is invalid.
    public static let invalidProductType = APIErrorCode(rawValue: 4_000_022)

    /// The product id parameter is invalid.
    public static let invalidProductId = APIErrorCode(rawValue: 4_000_023)

    /// The subscription group identifier parameter is invalid.
    public static let invalidSubscriptionGroupIdentifier = APIErrorCode(rawValue: 4_000_024)

    /// The exclude revoked parameter is invalid.
    public static let invalidExcludeRevoked = APIErrorCode(rawValue: 4_000_025)

    /// The in-app ownership type parameter is invalid.
    public static let invalidInAppOwnershipType = APIErrorCode(rawValue: 4_000_026)

    /// If provided, the list of storefront country codes must not be empty.
    public static let invalidEmptyStorefrontCountryCodeList = APIErrorCode(rawValue: 4_000_027)

    /// A storefront country code was invalid.
    public static let invalidStorefrontCountryCode = APIErrorCode(rawValue: 4_000_028)

    /// The revoked parameter is invalid.
    public static let invalidRevoked = APIErrorCode(rawValue: 4_000_030)

    /// The status parameter is invalid.
    public static let invalidStatus = APIErrorCode(rawValue: 4_000_031)

    /// The account tenure field is invalid.
    public static let invalidAccountTenure = APIErrorCode(rawValue: 4_000_032)

    /// The app account token field must contain a valid UUID or an empty string.
    public static let invalidAppAccountToken = APIErrorCode(rawValue: 4_000_033)

    /// The consumption status field is invalid.
    public static let invalidConsumptionStatus = APIErrorCode(rawValue: 4_000_034)

    /// The customer consented field is required and must indicate the customer consented.
    public static let invalidCustomerConsented = APIErrorCode(rawValue: 4_000_035)

    /// The delivery status field is invalid.
    public static let invalidDeliveryStatus = APIErrorCode(rawValue: 4_000_036)

    /// The lifetime dollars purchased field is invalid.
    public static let invalidLifetimeDollarsPurchased = APIErrorCode(rawValue: 4_000_037)

    /// The lifetime dollars refunded field is invalid.
    public static let invalidLifetimeDollarsRefunded = APIErrorCode(rawValue: 4_000_038)

    /// The platform field is invalid.
    public static let invalidPlatform = APIErrorCode(rawValue: 4_000_039)

    /// The play time field is invalid.
    public static let invalidPlayTime = APIErrorCode(rawValue: 4_000_040)

    /// The sample content provided field is invalid.
    public static let invalidSampleContentProvided = APIErrorCode(rawValue: 4_000_041)

    /// The user status field is invalid.
    public static let invalidUserStatus = APIErrorCode(rawValue: 4_000_042)

    /// The transaction id parameter must represent a consumable in-app purchase.
    public static let invalidTransactionNotConsumable = APIErrorCode(rawValue: 4_000_043)

    /// The refund preference field is invalid.
    public static let invalidRefundPreference = APIErrorCode(rawValue: 4_000_044)

    /// The transaction id doesn't represent a supported in-app purchase type.
    public static let invalidTransactionTypeNotSupported = APIErrorCode(rawValue: 4_000_047)

    /// App transactions aren't supported by this endpoint.
    public static let appTransactionIdNotSupported = APIErrorCode(rawValue: 4_000_048)

    /// The image is not acceptable.
    public static let invalidImage = APIErrorCode(rawValue: 4_000_161)

    /// The message's header is too long.
    public static let headerTooLong = APIErrorCode(rawValue: 4_000_162)

    /// The message's body is too long.
    public static let bodyTooLong = APIErrorCode(rawValue: 4_000_163)

    /// The locale is unknown.
    public static let invalidLocale = APIErrorCode(rawValue: 4_000_164)

    /// An alternative text is too long.
    public static let altTextTooLong = APIErrorCode(rawValue: 4_000_175)

    /// The app account token field must be a valid UUID.
    public static let invalidAppAccountTokenUUID = APIErrorCode(rawValue: 4_000_183)

    /// Family Sharing transactions aren't supported by this endpoint.
    public static let familyTransactionNotSupported = APIErrorCode(rawValue: 4_000_185)

    /// The transaction ID provided is not an original transaction ID.
    public static let transactionIdNotOriginalTransactionId = APIErrorCode(rawValue: 4_000_187)

    /// The performance test's request is not acceptable.
    public static let invalidPerformanceTestRequest = APIErrorCode(rawValue: 4_000_211)

    /// The performance test's identifier is not acceptable.
    public static let invalidRequestId = APIErrorCode(rawValue: 4_000_212)

    /// A performance test is still running.
    public static let existingPerformanceTestRun = APIErrorCode(rawValue: 4_000_213)

    /// The realtime endpoint's address is not acceptable.
    public static let badRequestRealtimeUrl = APIErrorCode(rawValue: 4_000_215)

    /// The image's size is not acceptable.
    public static let badRequestImageSize = APIErrorCode(rawValue: 4_000_216)

    /// The message has too many bullet points.
    public static let badRequestTooManyBulletPoints = APIErrorCode(rawValue: 4_000_218)

    /// A bullet point's text is too long.
    public static let badRequestBulletPointTextTooLong = APIErrorCode(rawValue: 4_000_219)

    /// A header above the image needs an image.
    public static let badRequestAboveImageRequiresAnImage = APIErrorCode(rawValue: 4_000_224)

    /// The group's identifier is not acceptable.
    public static let invalidGroupId = APIErrorCode(rawValue: 4_000_225)

    /// The endpoint does not accept transactions of assigned seats.
    public static let assignedTransactionNotSupported = APIErrorCode(rawValue: 4_000_227)

    /// The subscription has no seats that the app's team may claim.
    public static let transactionNotDevManagedGroup = APIErrorCode(
        rawValue: ProvisionalNames.transactionNotDevManagedGroup
    )

    /// The endpoint does not accept transactions of bundles.
    public static let bundleTransactionIdNotSupported = APIErrorCode(
        rawValue: ProvisionalNames.bundleTransactionIdNotSupported
    )

    /// Every seat is claimed.
    public static let noAvailableSeats = APIErrorCode(rawValue: ProvisionalNames.noAvailableSeats)

    /// The subscription's state allows no extension.
    public static let subscriptionExtensionIneligible = APIErrorCode(rawValue: 4_030_004)

    /// The subscription was extended as often as is allowed.
    public static let subscriptionMaxExtension = APIErrorCode(rawValue: 4_030_005)

    /// Subscriptions that users obtain through Family Sharing can't get a renewal date extension directly.
    public static let familySharedSubscriptionExtensionIneligible = APIErrorCode(rawValue: 4_030_007)

    /// There is no room for another image.
    public static let maximumNumberOfImagesReached = APIErrorCode(rawValue: 4_030_014)

    /// There is no room for another message.
    public static let maximumNumberOfMessagesReached = APIErrorCode(rawValue: 4_030_016)

    /// The message is not approved.
    public static let messageNotApproved = APIErrorCode(rawValue: 4_030_017)

    /// The image is not approved.
    public static let imageNotApproved = APIErrorCode(rawValue: 4_030_018)

    /// A message still uses the image.
    public static let imageInUse = APIErrorCode(rawValue: 4_030_019)

    /// No performance test has passed yet.
    public static let forbiddenNoPassingTest = APIErrorCode(rawValue: 4_030_026)

    /// An assigned subscription cannot get a later renewal date.
    public static let assignedSubscriptionExtensionIneligible = APIErrorCode(rawValue: 4_030_028)

    /// Account not found.
    public static let accountNotFound = APIErrorCode(rawValue: 4_040_001)

    /// Account not found.
    public static let accountNotFoundRetryable = APIErrorCode(rawValue: 4_040_002)

    /// App not found.
    public static let appNotFound = APIErrorCode(rawValue: 4_040_003)

    /// App not found.
    public static let appNotFoundRetryable = APIErrorCode(rawValue: 4_040_004)

    /// Original transaction id not found.
    public static let originalTransactionIdNotFound = APIErrorCode(rawValue: 4_040_005)

    /// Original transaction id not found.
    public static let originalTransactionIdNotFoundRetryable = APIErrorCode(rawValue: 4_040_006)

    /// No App Store Server Notification URL found for provided app.
    public static let serverNotificationUrlNotFound = APIErrorCode(rawValue: 4_040_007)

    /// Either the test notification token is expired or the notification and status are not yet available.
    public static let testNotificationNotFound = APIErrorCode(rawValue: 4_040_008)

    /// The server didn't find a subscription-renewal-date extension request of that identifier and product.
    public static let statusRequestNotFound = APIErrorCode(rawValue: 4_040_009)

    /// Transaction id not found.
    public static let transactionIdNotFound = APIErrorCode(rawValue: 4_040_010)

    /// There is no such image.
    public static let imageNotFound = APIErrorCode(rawValue: 4_040_014)

    /// There is no such message.
    public static let messageNotFound = APIErrorCode(rawValue: 4_040_015)

    /// There is no such performance test.
    public static let performanceTestRunNotFound = APIErrorCode(rawValue: 4_040_018)

    /// No AppTransaction exists for the customer.
    public static let appTransactionDoesNotExist = APIErrorCode(rawValue: 4_040_019)

    /// No default message is set.
    public static let defaultMessageNotFound = APIErrorCode(rawValue: 4_040_020)

    /// No realtime endpoint is set.
    public static let realtimeUrlNotFound = APIErrorCode(rawValue: 4_040_021)

    /// The group does not exist, or its subscription has ended.
    public static let groupNotFound = APIErrorCode(rawValue: 4_040_022)

    /// The seat claim does not exist.
    public static let seatClaimIdNotFound = APIErrorCode(rawValue: ProvisionalNames.seatClaimIdNotFound)

    /// The download of the app does not exist.
    public static let appTransactionIdNotFound = APIErrorCode(rawValue: ProvisionalNames.appTransactionIdNotFound)

    /// The image's identifier is taken.
    public static let imageAlreadyExists = APIErrorCode(rawValue: 4_090_000)

    /// The message's identifier is taken.
    public static let messageAlreadyExists = APIErrorCode(rawValue: 4_090_001)

    /// Rate limit exceeded.
    public static let rateLimitExceeded = APIErrorCode(rawValue: 4_290_000)

    /// An unknown error occurred.
    public static let generalInternal = APIErrorCode(rawValue: 5_000_000)

    /// An unknown error occurred.
    public static let generalInternalRetryable = APIErrorCode(rawValue: 5_000_001)
}
