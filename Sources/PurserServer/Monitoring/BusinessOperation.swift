// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What the business hangs on, watched apart from the other routes.
enum BusinessOperation: String, CaseIterable, Codable, Sendable {
    case productList = "product_list"
    case order
    case verification
    case entitlements
    case notification
    case failureReport = "failure_report"

    private static let routes: [String: BusinessOperation] = [
        "listProducts": .productList,
        "createOrder": .order, "createCustomPriceOrder": .order,
        "verifyPurchase": .verification, "verifyLegacyOrder": .verification, "verifyLegacyReceipt": .verification,
        "getEntitlements": .entitlements, "getSubscriber": .entitlements,
        "receiveNotification": .notification,
        "reportPurchaseFailure": .failureReport, "reportOrderFailure": .failureReport,
        "reportLegacyReceipt": .failureReport,
    ]

    /// The operation that a route does, if it is one of these.
    init?(route: String) {
        guard let operation = Self.routes[route] else { return nil }
        self = operation
    }
}

/// How something went.
enum Outcome: String, CaseIterable, Codable, Sendable {
    case ok
    /// What was asked cannot be: the caller's matter.
    case rejected
    /// We could not do it: our matter.
    case failed

    init(status: Int) {
        self = status < 400 ? .ok : status < 500 ? .rejected : .failed
    }
}
