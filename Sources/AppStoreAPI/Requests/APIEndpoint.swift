// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An endpoint: its name in errors, and how often Apple lets it be called.
///
/// The numbers are production's, for each app; the sandbox allows a tenth.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/identifying-rate-limits>
public struct APIEndpoint: Hashable, Sendable {
    /// The name.
    public let name: String

    /// How often it may be called each second, or nothing when Apple names no limit.
    public let requestsPerSecond: Int?

    /// Whether sending it twice does what sending it once does.
    public let isIdempotent: Bool

    init(_ name: String, perSecond: Int? = nil, isIdempotent: Bool = true) {
        self.name = name
        self.requestsPerSecond = perSecond
        self.isIdempotent = isIdempotent
    }

    static let transaction = APIEndpoint("transaction", perSecond: 50)
    static let appTransaction = APIEndpoint("app transaction", perSecond: 50)
    static let history = APIEndpoint("transaction history", perSecond: 50)
    static let statuses = APIEndpoint("subscription statuses", perSecond: 50)
    static let consumption = APIEndpoint("consumption", perSecond: 50)
    static let notificationHistory = APIEndpoint("notification history", perSecond: 50)
    static let renewalExtension = APIEndpoint("renewal date extension", perSecond: 20, isIdempotent: false)
    static let orderLookup = APIEndpoint("order lookup", perSecond: 10)
    static let refundHistory = APIEndpoint("refund history", perSecond: 10)
    static let massExtension = APIEndpoint("mass extension", perSecond: 1)
    static let massExtensionStatus = APIEndpoint("mass extension status", perSecond: 10)
    static let requestTest = APIEndpoint("test notification request", perSecond: 1, isIdempotent: false)
    static let testStatus = APIEndpoint("test notification status", perSecond: 1)
    static let accountToken = APIEndpoint("app account token")
    static let finish = APIEndpoint("finish")
    // Apple's numbers for groups and seats are not known here; these are the lowest of similar endpoints.
    static let groups = APIEndpoint("groups and seats", perSecond: 50)
    static let seatClaims = APIEndpoint("seat claims", perSecond: 10)
    static let messaging = APIEndpoint("retention messaging")
    static let performanceTest = APIEndpoint("performance test", isIdempotent: false)
    static let advancedCommerce = APIEndpoint("advanced commerce")
    static let externalPurchase = APIEndpoint("external purchase report")
    static let verifyReceipt = APIEndpoint("verifyReceipt")
    static let salesReports = APIEndpoint("sales reports")
    static let financeReports = APIEndpoint("finance reports")
    static let products = APIEndpoint("products")
}
