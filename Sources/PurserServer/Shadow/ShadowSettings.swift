// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// The other provider whose answers are compared with this server's, and when a difference counts.
struct ShadowSettings: Hashable, Sendable, Codable {
    /// The form of the provider's answers.
    enum Format: String, Hashable, Sendable, Codable, CaseIterable {
        /// RevenueCat's first API.
        case revenueCat = "revenuecat"

        /// Any JSON, read by paths.
        case json
    }

    var format: Format
    /// The URL with `{customer}` where the customer's identifier belongs.
    var url: String
    /// The header field that carries the secret.
    var header: String
    var authorization: String?
    var environment: Environment
    /// This server's names of the provider's entitlements, where they differ.
    var entitlements: [String: EntitlementID]
    /// The paths of each entitlement, by this server's names.
    var fields: [String: ProviderFields]
    /// The path of the customer whom an answer is about.
    var ownerPath: String?
    var requestsPerMinute: Int
    var graceWindowSeconds: Int
    var minimumDays: Int
    /// The classes that the team accepts.
    var accepted: [DivergenceKind]
    var isEnabled: Bool
    var started: Date

    static let placeholder = "{customer}"
    static let standardURL = "https://api.revenuecat.com/v1/subscribers/{customer}"
    static let maximumEntitlements = 200
    static let maximumAccepted = 50

    /// The settings of a comparison with RevenueCat that begins.
    init(started: Date) {
        format = .revenueCat
        url = Self.standardURL
        header = "Authorization"
        environment = .production
        entitlements = [:]
        fields = [:]
        requestsPerMinute = 60
        graceWindowSeconds = ShadowPolicy().graceWindowSeconds
        minimumDays = 14
        accepted = []
        isEnabled = true
        self.started = started
    }

    /// The settings of each app.
    static let records = RecordStore<BundleID, ShadowSettings>("shadow-settings")

    var policy: ShadowPolicy { ShadowPolicy(graceWindowSeconds: graceWindowSeconds) }

    /// Whether both ask the same questions, so that what was found by one counts for the other.
    func asksTheSame(as other: ShadowSettings) -> Bool {
        format == other.format && url == other.url && environment == other.environment
            && entitlements == other.entitlements && fields == other.fields && ownerPath == other.ownerPath
    }

    /// Reads an answer.
    ///
    /// - Throws: `ProviderAnswerError`.
    func read(_ json: JSONValue, asOf instant: Date) throws -> ProviderAnswer {
        switch format {
        case .revenueCat: try RevenueCatReader(names: entitlements).answer(json, asOf: instant)
        case .json: try reader.answer(json, asOf: instant)
        }
    }

    private var reader: JSONProviderReader {
        get throws {
            try JSONProviderReader(
                fields: Dictionary(uniqueKeysWithValues: fields.map { (EntitlementID(rawValue: $0), $1) }),
                owner: ownerPath
            )
        }
    }

    /// Refuses what cannot be right.
    ///
    /// - Throws: `ServiceProblem`.
    func check(allowsPrivate: Bool) throws {
        guard url.contains(Self.placeholder) else {
            throw ServiceProblem.invalid("url", "an address with {customer} in it")
        }
        _ = try WebhookTarget(url.replacing(Self.placeholder, with: "x"), allowsPrivate: allowsPrivate)
        guard [.production, .sandbox].contains(environment) else {
            throw ServiceProblem.invalid("environment", "Production or Sandbox")
        }
        guard !header.isEmpty, header.utf8.allSatisfy(Self.isOfFieldName) else {
            throw ServiceProblem.invalid("header", "the name of a header field, such as Authorization")
        }
        guard authorization?.contains(where: \.isNewline) != true else {
            throw ServiceProblem.invalid("authorization", "one line")
        }
        guard entitlements.count <= Self.maximumEntitlements else {
            throw ServiceProblem.invalid("entitlements", "at most \(Self.maximumEntitlements) names")
        }
        guard fields.count <= JSONProviderReader.maximumEntitlements else {
            throw ServiceProblem.invalid("fields", "at most \(JSONProviderReader.maximumEntitlements) entitlements")
        }
        guard accepted.count <= Self.maximumAccepted else {
            throw ServiceProblem.invalid("acceptedClasses", "at most \(Self.maximumAccepted) classes")
        }
        guard format != .json || !fields.isEmpty else {
            throw ServiceProblem.invalid("fields", "the paths of at least one entitlement")
        }
        do {
            _ = try reader
        } catch let error as ProviderAnswerError {
            throw ServiceProblem(.invalidParameter, error.description)
        }
    }

    /// RFC 9110, section 5.6.2.
    private static func isOfFieldName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

/// How far the comparison of an app is.
struct ShadowProgress: Hashable, Sendable, Codable {
    var started: Date
    /// The last event whose customer was compared.
    var eventPosition: Int64?
    /// The last customer of the round in progress.
    var cursor: CustomerID?
    var roundStarted: Date?
    var roundCompared = 0
    var roundFailed = 0
    var lastRound: Date?
    var lastRoundCompared = 0
    var lastRoundFailed = 0
    var compared = 0
    /// How many differences vanished within the grace window: delays.
    var delays = 0
    /// How many differences could not be stored.
    var dropped = 0
    var failuresInARow = 0
    var lastFailure: String?
    var lastFailureAt: Date?
    var lastCompared: Date?
    /// Until when the provider is left alone.
    var pausedUntil: Date?

    init(started: Date) { self.started = started }

    /// How far each app's comparison is.
    static let records = RecordStore<BundleID, ShadowProgress>("shadow-progress")

    var reported: ShadowReport.Progress {
        ShadowReport.Progress(
            startedDate: started,
            lastRoundDate: lastRound,
            customersInLastRound: lastRoundCompared,
            compared: compared,
            failuresInARow: failuresInARow,
            failedInLastRound: lastRoundFailed,
            dropped: dropped
        )
    }

    mutating func completeRound(at now: Date) {
        (lastRound, lastRoundCompared, lastRoundFailed) = (now, roundCompared, roundFailed)
        (cursor, roundStarted, roundCompared, roundFailed) = (nil, nil, 0, 0)
    }
}
