// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService

extension ServerAPIRoutes {
    private struct Consumption: Decodable {
        var customerConsented: Bool?
        var deliveryStatus: String?
        var sampleContentProvided: Bool?
        var consumptionPercentage: Int?
        var refundPreference: String?
    }

    private static let deliveries: Set<String> = [
        "DELIVERED", "UNDELIVERED_QUALITY_ISSUE", "UNDELIVERED_WRONG_ITEM", "UNDELIVERED_SERVER_OUTAGE",
        "UNDELIVERED_OTHER",
    ]
    private static let preferences: [String: ConsumptionInformation.Preference] = [
        "DECLINE": .decline, "GRANT_FULL": .grantFull, "GRANT_PRORATED": .grantProrated,
    ]

    func sendConsumption(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let record = try await record(try request.parameter("id"), for: caller, includesDownloads: true)
        try refuseAssigned(record.transaction)
        guard let body = try? request.json(Consumption.self) else { throw ServerAPIError.badRequest }
        guard body.customerConsented == true else { throw ConsumptionErrors.customerConsented }
        guard let delivery = body.deliveryStatus, Self.deliveries.contains(delivery) else {
            throw ConsumptionErrors.deliveryStatus
        }
        guard body.sampleContentProvided != nil else { throw ConsumptionErrors.sampleContentProvided }
        if let percentage = body.consumptionPercentage, !(0...100_000).contains(percentage) {
            throw ConsumptionErrors.consumptionPercentage
        }
        let preference = try body.refundPreference.map { text in
            guard let known = Self.preferences[text] else { throw ConsumptionErrors.refundPreference }
            return known
        }
        return try await process(
            ConsumptionInformation(
                isDelivered: delivery == "DELIVERED",
                consumptionPercentage: body.consumptionPercentage,
                preference: preference
            ),
            about: record.transaction
        )
    }

    func sendConsumptionOfOld(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let record = try await record(try request.parameter("id"), for: caller)
        try refuseAssigned(record.transaction)
        guard let body = try? request.json(ConsumptionV1Body.self) else { throw ServerAPIError.badRequest }
        return try await process(try body.checked(), about: record.transaction)
    }

    /// Refuses a member's copy: the buyer's transaction is the one that is paid for.
    func refuseAssigned(_ transaction: TransactionPayload) throws {
        guard transaction.inAppOwnershipType != .assigned else {
            throw ServerAPIError(.assignedTransactionNotSupported)
        }
    }

    private func process(
        _ information: ConsumptionInformation,
        about transaction: TransactionPayload
    ) async throws -> HTTPResponse {
        guard transaction.type == .consumable || transaction.type == .autoRenewableSubscription else {
            throw ServerAPIError.transactionTypeNotSupported
        }
        do {
            _ = try await engine.perform(.sendConsumption(transaction.transactionId, information))
        } catch let error as SimulatorError where error.code == .unknownTransaction || error.code == .invalidState {
            // No one asked for a refund: Apple takes the information all the same.
        }
        return HTTPResponse(status: .accepted)
    }
}

/// What the first version of the endpoint took: numbers for everything.
struct ConsumptionV1Body: Decodable, Sendable {
    var customerConsented: Bool?
    var consumptionStatus: Int?
    var platform: Int?
    var sampleContentProvided: Bool?
    var deliveryStatus: Int?
    var appAccountToken: String?
    var accountTenure: Int?
    var playTime: Int?
    var lifetimeDollarsRefunded: Int?
    var lifetimeDollarsPurchased: Int?
    var userStatus: Int?
    var refundPreference: Int?

    /// What it means.
    ///
    /// - Throws: A ``ServerAPIError`` that names the field.
    func checked() throws -> ConsumptionInformation {
        guard customerConsented == true else { throw ConsumptionErrors.customerConsented }
        try Self.check(accountTenure, 0...7, ConsumptionErrors.accountTenure)
        guard let appAccountToken, appAccountToken.isEmpty || UUID(uuidString: appAccountToken) != nil else {
            throw ConsumptionErrors.appAccountToken
        }
        try Self.check(consumptionStatus, 0...3, ConsumptionErrors.consumptionStatus)
        try Self.check(deliveryStatus, 0...5, ConsumptionErrors.deliveryStatus)
        try Self.check(lifetimeDollarsPurchased, 0...7, ConsumptionErrors.lifetimeDollarsPurchased)
        try Self.check(lifetimeDollarsRefunded, 0...7, ConsumptionErrors.lifetimeDollarsRefunded)
        try Self.check(platform, 0...2, ConsumptionErrors.platform)
        try Self.check(playTime, 0...7, ConsumptionErrors.playTime)
        guard sampleContentProvided != nil else { throw ConsumptionErrors.sampleContentProvided }
        try Self.check(userStatus, 0...4, ConsumptionErrors.userStatus)
        if let refundPreference { try Self.check(refundPreference, 0...3, ConsumptionErrors.refundPreference) }
        let percentages = [1: 0, 2: 50_000, 3: 100_000]
        let preferences: [Int: ConsumptionInformation.Preference] = [1: .grantFull, 2: .decline]
        return ConsumptionInformation(
            isDelivered: deliveryStatus == 0,
            consumptionPercentage: consumptionStatus.flatMap { percentages[$0] },
            preference: refundPreference.flatMap { preferences[$0] }
        )
    }

    private static func check(_ value: Int?, _ range: ClosedRange<Int>, _ error: ServerAPIError) throws {
        guard let value, range.contains(value) else { throw error }
    }
}

/// The errors about consumption information.
enum ConsumptionErrors {
    static let accountTenure = field(32, "account tenure")
    static let appAccountToken = ServerAPIError.invalid(
        33,
        "The app account token field is invalid: it must contain a valid UUID or an empty string."
    )
    static let consumptionStatus = field(34, "consumption status")
    static let customerConsented = ServerAPIError.invalid(
        35,
        "The customer consented field is required and must indicate the customer consented."
    )
    static let deliveryStatus = field(36, "delivery status")
    static let lifetimeDollarsPurchased = field(37, "lifetime dollars purchased")
    static let lifetimeDollarsRefunded = field(38, "lifetime dollars refunded")
    static let platform = field(39, "platform")
    static let playTime = field(40, "play time")
    static let sampleContentProvided = field(41, "sample content provided")
    static let userStatus = field(42, "user status")
    static let refundPreference = field(44, "refund preference")
    /// The sheet names no number of its own for this field: the general one is used.
    static let consumptionPercentage = ServerAPIError.badRequest

    private static func field(_ number: Int64, _ name: String) -> ServerAPIError {
        .invalid(number, "The \(name) field is invalid.")
    }
}
