// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// What a backend says to start or change shadow mode; absent members stay.
struct ShadowSettingsRequest: Decodable, Sendable, SchemaDescribed {
    var format: ShadowSettings.Format?
    var url: String?
    var header: String?
    var authorization: String?
    var environment: Environment?
    var entitlements: [String: String]?
    var fields: [String: ProviderFields]?
    var ownerPath: String?
    var requestsPerMinute: Int?
    var graceWindowSeconds: Int?
    var minimumDays: Int?
    var acceptedClasses: [String]?
    var isEnabled: Bool?

    private static let path = Schema.string(upTo: 500)

    static let schema = Schema.object(
        [:],
        optional: [
            "format": .oneOf(ShadowSettings.Format.allCases.map(\.rawValue)),
            "url": .string(upTo: 2000).described(
                "The URL that answers about a customer, with {customer} in it (default: RevenueCat's)."
            ),
            "header": .string(upTo: 100).described("The header field of the secret (default: Authorization)."),
            "authorization": .string(upTo: 2000).secret.described(
                "The value of the header field, such as `Bearer sk_…`. Another URL needs it again."
            ),
            "environment": .oneOf(["Production", "Sandbox"]),
            "entitlements": .map(of: .identifier, upTo: Int64(ShadowSettings.maximumEntitlements)).described(
                "Purser's names by the provider's names, where they differ."
            ),
            "fields": .map(
                of: .object(
                    ["entitled": path],
                    optional: [
                        "entitledValues": .array(of: .string(upTo: 200), upTo: 50), "until": path, "product": path,
                        "transaction": path, "environment": path, "purchaseDate": path,
                    ]
                ),
                upTo: Int64(JSONProviderReader.maximumEntitlements)
            )
            .described("With the format `json`: the JSON paths of each entitlement, by Purser's names."),
            "ownerPath": path.described("With the format `json`: the path of the customer."),
            "requestsPerMinute": .integer(from: 1, to: 480).described("(default: 60)"),
            "graceWindowSeconds": .integer(from: 300, to: 604_800).described(
                "How long a difference must last before it is confirmed (default: 10800)."
            ),
            "minimumDays": .integer(from: 0, to: 365).described(
                "For how many days the comparison must run before a go (default: 14)."
            ),
            "acceptedClasses": .array(of: .identifier, upTo: Int64(ShadowSettings.maximumAccepted)).described(
                "The classes of differences that the team accepts."
            ),
            "isEnabled": .boolean,
        ]
    )

    /// The settings with what the request says.
    func applied(to old: ShadowSettings) -> ShadowSettings {
        var new = old
        new.format = format ?? old.format
        new.url = url ?? old.url
        new.header = header ?? old.header
        // A secret is for one provider; another address does not get it.
        new.authorization = authorization ?? (new.url == old.url && new.header == old.header ? old.authorization : nil)
        new.environment = environment ?? old.environment
        new.entitlements = entitlements?.mapValues(EntitlementID.init(rawValue:)) ?? old.entitlements
        new.fields = fields ?? old.fields
        new.ownerPath = ownerPath ?? old.ownerPath
        new.requestsPerMinute = requestsPerMinute ?? old.requestsPerMinute
        new.graceWindowSeconds = graceWindowSeconds ?? old.graceWindowSeconds
        new.minimumDays = minimumDays ?? old.minimumDays
        new.accepted = acceptedClasses?.map(DivergenceKind.init(rawValue:)) ?? old.accepted
        new.isEnabled = isEnabled ?? old.isEnabled
        return new
    }
}

/// Shadow mode of an app: its settings, and how far it is.
struct ShadowStatusBody: Codable, Sendable, SchemaDescribed {
    var isEnabled: Bool
    var format: String
    var url: String
    var hasAuthorization: Bool
    var environment: Environment
    var requestsPerMinute: Int
    var graceWindowSeconds: Int
    var minimumDays: Int
    var acceptedClasses: [DivergenceKind]
    var started: Date
    var compared: Int
    var delays: Int
    var pending: Int
    var confirmed: Int
    var resolved: Int
    var lastCompared: Date?
    var lastRound: Date?
    var lastRoundCustomers: Int
    var roundCustomers: Int
    var failuresInARow: Int
    var lastFailure: String?
    var lastFailureAt: Date?
    var pausedUntil: Date?

    private enum CodingKeys: String, CodingKey {
        case isEnabled, format, url, hasAuthorization, environment, requestsPerMinute, graceWindowSeconds, minimumDays
        case acceptedClasses, compared, delays, pending, confirmed, resolved, lastRoundCustomers, roundCustomers
        case failuresInARow, lastFailure, lastFailureAt, pausedUntil
        case started = "startedAt"
        case lastCompared = "lastComparedAt"
        case lastRound = "lastRoundAt"
    }

    static let schemaName = "ShadowStatus"
    static let schema = Schema.object(
        [
            "isEnabled": .boolean, "format": .string, "url": .string, "hasAuthorization": .boolean,
            "environment": .string, "requestsPerMinute": .integer, "graceWindowSeconds": .integer,
            "minimumDays": .integer, "acceptedClasses": .array(of: .string), "startedAt": .instant,
            "compared": .integer.described("How many comparisons were made."),
            "delays": .integer.described("How many differences vanished within the grace window."),
            "pending": .integer, "confirmed": .integer, "resolved": .integer,
            "lastRoundCustomers": .integer.described("How many customers the last complete round compared."),
            "roundCustomers": .integer.described("How many customers the round in progress has compared."),
            "failuresInARow": .integer,
        ],
        optional: [
            "lastComparedAt": .instant, "lastRoundAt": .instant, "lastFailure": .string, "lastFailureAt": .instant,
            "pausedUntil": .instant,
        ]
    )

    init(_ settings: ShadowSettings, _ progress: ShadowProgress, counts: [ShadowCount]) {
        func count(_ state: ObservedDivergence.State) -> Int {
            counts.filter { $0.state == state }.reduce(0) { $0 + $1.count }
        }
        isEnabled = settings.isEnabled
        format = settings.format.rawValue
        url = settings.url
        hasAuthorization = settings.authorization != nil
        environment = settings.environment
        requestsPerMinute = settings.requestsPerMinute
        graceWindowSeconds = settings.graceWindowSeconds
        minimumDays = settings.minimumDays
        acceptedClasses = settings.accepted
        started = progress.started
        compared = progress.compared
        delays = progress.delays
        (pending, confirmed, resolved) = (count(.pending), count(.confirmed), count(.resolved))
        lastCompared = progress.lastCompared
        lastRound = progress.lastRound
        lastRoundCustomers = progress.lastRoundCompared
        roundCustomers = progress.roundCompared
        failuresInARow = progress.failuresInARow
        lastFailure = progress.lastFailure
        lastFailureAt = progress.lastFailureAt
        pausedUntil = progress.pausedUntil
    }
}

/// A difference from the other provider.
struct ShadowDifferenceBody: Codable, Sendable, SchemaDescribed {
    /// What one of the two says.
    struct Side: Codable, Hashable, Sendable {
        var isEntitled: Bool
        var until: Date?
        var product: ProductID?
        var transaction: TransactionID?
        var environment: Environment?
        /// Purser's rule.
        var rule: Rule?

        private enum CodingKeys: String, CodingKey {
            case isEntitled, environment, rule
            case until = "expiresDate"
            case product = "productId"
            case transaction = "transactionId"
        }
    }

    var id: String
    var customer: CustomerID
    var entitlement: EntitlementID
    var kind: DivergenceKind
    var cause: String
    var state: String
    var aspects: [String]
    var title: String
    var explanation: String
    var purser: Side
    var provider: Side?
    var atStake: Money?
    var firstSeen: Date
    var lastSeen: Date
    var confirmed: Date?
    var resolved: Date?
    var number: Int64
    /// Why Purser answers so, of one difference.
    var why: EntitlementExplanationBody?

    private enum CodingKeys: String, CodingKey {
        case id, customer, entitlement, cause, state, aspects, title, explanation, purser, provider, atStake, number,
            why
        case kind = "class"
        case firstSeen = "firstSeenAt"
        case lastSeen = "lastSeenAt"
        case confirmed = "confirmedAt"
        case resolved = "resolvedAt"
    }

    private static let side = Schema.object(
        ["isEntitled": .boolean],
        optional: [
            "expiresDate": .instant, "productId": .string, "transactionId": .string, "environment": .string,
            "rule": .string,
        ]
    )

    static let schemaName = "ShadowDifference"
    static let schema = Schema.object(
        [
            "id": .string, "customer": .string, "entitlement": .string, "class": .string,
            "cause": .oneOf(DivergenceKind.Cause.allCases.map(\.rawValue)).described("The party that must act."),
            "state": .oneOf(ObservedDivergence.State.allCases.map(\.rawValue)),
            "aspects": .array(of: .oneOf(Divergence.Aspect.allCases.map(\.rawValue))).described("What differs."),
            "title": .string, "explanation": .string, "purser": side,
            "firstSeenAt": .instant, "lastSeenAt": .instant,
            "number": .integer.described("The value of `before` for the next page."),
        ],
        optional: [
            "provider": side, "confirmedAt": .instant, "resolvedAt": .instant,
            "atStake": .of(MoneyBody.self).described("What Apple charged for the purchase or period."),
            "why": .of(EntitlementExplanationBody.self).described("The rules and documents behind Purser's answer."),
        ]
    )
    static let schemaReferences: [any SchemaDescribed.Type] = [MoneyBody.self, EntitlementExplanationBody.self]

    init(_ stored: StoredShadowDifference, language: String, why: EntitlementExplanationBody? = nil) {
        let observed = stored.observed
        let (difference, own) = (observed.divergence, observed.divergence.own)
        id = stored.id
        customer = stored.customer
        entitlement = difference.entitlement
        kind = difference.kind
        cause = difference.kind.cause.rawValue
        state = observed.state.rawValue
        aspects = difference.aspects.map(\.rawValue)
        title = difference.kind.title(in: language)
        explanation = difference.kind.text(in: language)
        purser = Side(
            isEntitled: own.isEntitled,
            until: own.endDate,
            product: own.product,
            transaction: own.transaction,
            environment: own.environment,
            rule: own.rule
        )
        provider = difference.theirs.map { theirs in
            Side(
                isEntitled: theirs.isEntitled,
                until: theirs.end.date,
                product: theirs.product,
                transaction: theirs.transaction,
                environment: theirs.environment
            )
        }
        atStake = difference.atStake
        firstSeen = observed.firstSeenDate
        lastSeen = observed.lastSeenDate
        confirmed = observed.confirmedDate
        resolved = observed.resolvedDate
        number = stored.number
        self.why = why
    }
}

struct ShadowDifferenceList: Codable, Sendable, SchemaDescribed {
    var differences: [ShadowDifferenceBody]

    static let schema = Schema.object(["differences": .array(of: .of(ShadowDifferenceBody.self))])
    static let schemaReferences: [any SchemaDescribed.Type] = [ShadowDifferenceBody.self]
}

/// The customers to compare at once.
struct ShadowCheckRequest: Decodable, Sendable, SchemaDescribed {
    var customers: [CustomerID]

    static let maximumCount = 20

    static let schema = Schema.object([
        "customers": .array(of: .identifier, upTo: Int64(maximumCount)).described(
            "The customers to compare, at most 20; they need not be known to Purser."
        )
    ])
}

/// What a comparison at once found.
struct ShadowCheckBody: Codable, Sendable, SchemaDescribed {
    var compared: Int
    var differences: [ShadowDifferenceBody]
    /// Why the rest was not compared.
    var failure: String?

    static let schemaName = "ShadowCheck"
    static let schema = Schema.object(
        ["compared": .integer, "differences": .array(of: .of(ShadowDifferenceBody.self))],
        optional: [
            "failure": .string.described("Why the provider gave no usable answer; then the rest was not compared.")
        ]
    )
    static let schemaReferences: [any SchemaDescribed.Type] = [ShadowDifferenceBody.self]
}

/// Whether a team may leave the provider.
struct ShadowReportBody: Codable, Sendable, SchemaDescribed {
    struct Class: Codable, Sendable {
        var kind: DivergenceKind
        var cause: String
        var title: String
        var explanation: String
        var isAccepted: Bool
        var pending: Int
        var confirmed: Int
        var resolved: Int
        var customers: Int
        var atStake: [Money]

        private enum CodingKeys: String, CodingKey {
            case cause, title, explanation, isAccepted, pending, confirmed, resolved, customers, atStake
            case kind = "class"
        }
    }

    struct Obstacle: Codable, Sendable {
        var code: String
        var text: String
    }

    var verdict: String
    var at: Date
    var started: Date
    var lastRound: Date?
    var compared: Int
    var customers: Int
    var obstacles: [Obstacle]
    var classes: [Class]

    private enum CodingKeys: String, CodingKey {
        case verdict, at, compared, customers, obstacles, classes
        case started = "startedAt"
        case lastRound = "lastRoundAt"
    }

    static let schemaName = "ShadowReport"
    static let schema = Schema.object(
        [
            "verdict": .oneOf(["go", "no-go"]), "at": .instant, "startedAt": .instant, "compared": .integer,
            "customers": .integer.described("How many customers the last complete round compared."),
            "obstacles": .array(of: .object(["code": .string, "text": .string])),
            "classes": .array(
                of: .object([
                    "class": .string, "cause": .oneOf(DivergenceKind.Cause.allCases.map(\.rawValue)),
                    "title": .string, "explanation": .string, "isAccepted": .boolean, "pending": .integer,
                    "confirmed": .integer, "resolved": .integer, "customers": .integer,
                    "atStake": .array(of: .of(MoneyBody.self)).described(
                        "What Apple charged for what the confirmed differences are about, by currency."
                    ),
                ])
            ),
        ],
        optional: ["lastRoundAt": .instant]
    )
    static let schemaReferences: [any SchemaDescribed.Type] = [MoneyBody.self]

    init(_ report: ShadowReport, language: String) {
        verdict = report.isGo ? "go" : "no-go"
        at = report.date
        started = report.progress.startedDate
        lastRound = report.progress.lastRoundDate
        compared = report.progress.compared
        customers = report.progress.customersInLastRound
        obstacles = report.obstacles.map { Obstacle(code: $0.rawValue, text: $0.text(in: language)) }
        classes = report.classes.map { summary in
            Class(
                kind: summary.kind,
                cause: summary.kind.cause.rawValue,
                title: summary.kind.title(in: language),
                explanation: summary.kind.text(in: language),
                isAccepted: report.accepted.contains(summary.kind),
                pending: summary.pending,
                confirmed: summary.confirmed,
                resolved: summary.resolved,
                customers: summary.customers,
                atStake: summary.atStake
            )
        }
    }
}
