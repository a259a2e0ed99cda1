// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// Whether a customer may use something, as it is answered.
struct EntitlementBody: Codable, Hashable, Sendable, SchemaDescribed {
    var id: EntitlementID
    var isActive: Bool
    /// Since when without a break; when it ended, or will begin, when it is not active.
    var since: Date?
    /// Until when as far as is known; permanently when absent and it is active.
    var until: Date?
    var willRenew: Bool
    var isRenewalPending: Bool
    /// The name of the rule that decided.
    var rule: String
    var app: BundleID?
    var product: ProductID?
    /// The transaction that gives it; absent for a member's seat, for which there is the buyer's alone.
    var transaction: TransactionID?
    var originalTransaction: OriginalTransactionID?
    var isFamilyShared: Bool
    /// The other store that sold the purchase; absent when Apple did.
    var store: Store?

    private enum CodingKeys: String, CodingKey {
        case id, isActive, isRenewalPending, rule, app, isFamilyShared, store
        case since = "startDate"
        case until = "expiresDate"
        case willRenew = "willAutoRenew"
        case product = "productId"
        case transaction = "transactionId"
        case originalTransaction = "originalTransactionId"
    }

    static let schemaName = "Entitlement"
    static let schema = Schema.object(
        [
            "id": .string, "isActive": .boolean, "willAutoRenew": .boolean, "isRenewalPending": .boolean,
            "rule": .string,
            "isFamilyShared": .boolean,
        ],
        optional: [
            "startDate": .instant, "expiresDate": .instant, "app": .string, "productId": .string,
            "transactionId": .string.described(
                "The transaction that gives it; absent for a member's seat, where it would be the buyer's."
            ),
            "originalTransactionId": .string, "store": .otherStore,
        ]
    )

    init(_ answer: EntitlementDecision) {
        id = answer.entitlement
        isActive = answer.isActive
        since = answer.startDate
        until = answer.endDate
        willRenew = answer.willRenew
        isRenewalPending = answer.isRenewalPending
        rule = answer.reason.rule.rawValue
        app = answer.reason.scope?.bundleID
        product = answer.reason.productID
        transaction = answer.reason.rule == .seatClaimed ? nil : answer.reason.transactionID
        originalTransaction = answer.reason.lineage
        isFamilyShared = answer.reason.ownership == .familyShared
        store = answer.reason.lineage?.otherStore
    }
}

struct EntitlementList: Codable, Hashable, Sendable, SchemaDescribed {
    var customer: CustomerID
    var environment: Environment
    /// The instant that the answer is about.
    var at: Date
    var entitlements: [EntitlementBody]

    static let schema = Schema.object([
        "customer": .string, "environment": .string, "at": .instant,
        "entitlements": .array(of: .of(EntitlementBody.self)),
    ])
    static let schemaReferences: [any SchemaDescribed.Type] = [EntitlementBody.self]

    init(_ customer: CustomerID, _ scope: AppScope, at instant: Date, _ answers: [EntitlementDecision]) {
        self.customer = customer
        environment = scope.environment
        at = instant
        entitlements = answers.map(EntitlementBody.init)
    }

    /// How the JSON of an answer about an instant begins: its keys are in alphabetical order.
    static func head(_ instant: Date) -> [UInt8] {
        Array("{\"at\":\(instant.millisecondsSince1970),".utf8)
    }
}

/// Why an answer is as it is: the rules that were applied, the instants, and the documents they rest on.
struct EntitlementExplanationBody: Codable, Sendable, SchemaDescribed {
    /// One document or command that a reason rests on.
    struct Document: Codable, Sendable {
        var kind: FactKind
        var said: Date
        var digest: FactDigest
        /// The document exactly as Apple signed it, when it is one.
        var document: String?
        /// The team's statement about a purchase in another store, when it is one.
        var statement: StatementBody?

        private enum CodingKeys: String, CodingKey {
            case kind, document, statement
            case said = "date"
            case digest = "sha256"
        }
    }

    struct ReasonBody: Codable, Sendable {
        var rule: Rule
        var from: Date?
        var until: Date?
        var product: ProductID?
        var transaction: TransactionID?
        var note: String?
        /// The invitation to a seat, who made it, and Apple's claim, where those give it.
        var invitation: SeatInvitationID?
        var invitedBy: String?
        var seatClaim: SeatClaimID?
        /// The other store that sold the purchase, by the team's own statement; absent when Apple did.
        var store: Store?
        var documents: [Document]

        private enum CodingKeys: String, CodingKey {
            case rule, from, until, note, invitation, invitedBy, store, documents
            case seatClaim = "seatClaimId"
            case product = "productId"
            case transaction = "transactionId"
        }
    }

    /// A reminder event that the entitlement leads to.
    struct Reminder: Codable, Hashable, Sendable {
        /// `end` of service, or `renewal` of a subscription.
        var about: String
        /// When that happens.
        var at: Date
        var leadTime: LeadTime
        /// When the event is sent.
        var due: Date

        init(_ reminder: ReminderSchedule.Reminder) {
            about = reminder.kind == .end ? "end" : "renewal"
            (at, leadTime, due) = (reminder.target, reminder.lead, reminder.dueDate)
        }
    }

    var customer: CustomerID
    var entitlement: EntitlementID
    var environment: Environment
    var at: Date
    /// Only facts that were known then count; all of them when absent.
    var knownAt: Date?
    var isActive: Bool
    var since: Date?
    var until: Date?
    var reasons: [ReasonBody]
    /// The reminder events of the app's policy, past ones included; absent when there are none.
    var reminders: [Reminder]?
    /// The customers without an account who became this one; absent when there are none.
    var aliases: [CustomerAlias]?

    private enum CodingKeys: String, CodingKey {
        case customer, entitlement, environment, at, knownAt, isActive, reasons, reminders, aliases
        case since = "startDate"
        case until = "expiresDate"
    }

    static let schemaName = "EntitlementExplanation"
    static let schema = Schema.object(
        [
            "customer": .string, "entitlement": .string, "environment": .string, "at": .instant, "isActive": .boolean,
            "reasons": .array(
                of: .object(
                    [
                        "rule": .string,
                        "documents": .array(
                            of: .object(
                                ["kind": .string, "date": .instant, "sha256": .string],
                                optional: ["document": .string, "statement": .of(StatementBody.self)]
                            )
                        ),
                    ],
                    optional: [
                        "from": .instant, "until": .instant, "productId": .string, "transactionId": .string,
                        "note": .string, "invitation": .string,
                        "invitedBy": .string.described("`purchaser`, or the name of the team's key."),
                        "seatClaimId": .string, "store": .otherStore,
                    ]
                )
            ),
        ],
        optional: [
            "knownAt": .instant, "startDate": .instant, "expiresDate": .instant,
            "reminders": .array(
                of: .object([
                    "about": .oneOf(["end", "renewal"]), "at": .instant, "leadTime": .string, "due": .instant,
                ])
            )
            .described("The reminder events about this entitlement, for the customer's devices together."),
            "aliases": .array(of: .of(CustomerAlias.self))
                .described("The customers without an account who became this one; absent if there are none."),
        ]
    )
    static let schemaReferences: [any SchemaDescribed.Type] = [CustomerAlias.self, StatementBody.self]
}
