// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// What customers agreed to.
struct ConsentFeature: Sendable {
    let commands: CustomerCommands
    let database: any Database

    var routes: [Route] { [listConsents, readConsent, putConsent] }

    private var listConsents: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/consents",
            name: "listConsents",
            summary: "Lists the consent subjects and whether the customer gave each consent.",
            group: .customers,
            access: .app,
            query: [.environment],
            answers: [.json(ConsentList.self, "One entry for each subject.")]
        ) { [self] call in
            let customer = try call.customer()
            let scope = try call.scope()
            let consents = try await database.read { reader in
                try Consent.Subject.all.map { subject in
                    ConsentBody(subject, try reader.consent(of: customer, to: subject, in: scope))
                }
            }
            return try .json(ConsentList(consents: consents))
        }
    }

    private var readConsent: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/consents/{subject}",
            name: "getConsent",
            summary: "Returns whether the customer gave a consent.",
            group: .customers,
            access: .app,
            pathSchemas: ["subject": ConsentBody.subjectSchema],
            query: [.environment],
            answers: [.json(ConsentBody.self, "The consent. Without a statement of the customer, it is not given.")],
            problems: [.unknownConsentSubject]
        ) { [self] call in
            let customer = try call.customer()
            let scope = try call.scope()
            let subject = try call.consentSubject()
            let stored = try await database.read { try $0.consent(of: customer, to: subject, in: scope) }
            return try .json(ConsentBody(subject, stored))
        }
    }

    private var putConsent: Route {
        Route(
            method: .put,
            path: "/v1/customers/{customer}/consents/{subject}",
            name: "recordConsent",
            summary: "Records a customer's consent, or its withdrawal.",
            group: .customers,
            access: .app,
            pathSchemas: ["subject": ConsentBody.subjectSchema],
            query: [.environment],
            body: .json(ConsentRequest.self),
            answers: [.empty("The consent is recorded. A repeated request changes nothing.")],
            problems: [.unknownConsentSubject]
        ) { [self] call in
            let customer = try call.customer()
            let scope = try call.scope()
            let consent = Consent(
                customer: customer,
                subject: try call.consentSubject(),
                isGranted: try call.body(ConsentRequest.self).isGranted
            )
            let audit = AuditRecord(call, "consent.record", target: customer.rawValue)
            try await commands.transact(call, locking: [customer]) { work in
                // A repetition stores nothing, so that no one can fill the database with it.
                let known = try work.writer.consent(of: customer, to: consent.subject, in: scope)
                guard known?.isGranted != consent.isGranted else { return }
                try work.perform(.consent(consent), for: customer, in: scope, audit: audit)
            }
            return HTTPResponse(status: .noContent)
        }
    }
}

extension RequestContext {
    /// The consent subject in the path.
    ///
    /// - Throws: `unknown-consent-subject`, which names the subjects that exist.
    fileprivate func consentSubject() throws(ServiceProblem) -> Consent.Subject {
        let name = try path("subject")
        let subject = Consent.Subject(rawValue: name)
        guard Consent.Subject.all.contains(subject) else {
            let known = Consent.Subject.all.map { "'\($0)'" }.joined(separator: ", ")
            throw ServiceProblem(
                .unknownConsentSubject,
                "Unknown consent subject: '\(name)'. Did you mean '\(Consent.Subject.nearest(to: name))'? "
                    + "The subjects are \(known)."
            )
        }
        return subject
    }
}

/// A consent as it is stored now.
struct StoredConsent: Hashable, Sendable {
    var isGranted: Bool
    /// When the customer said so.
    var changed: Date
}

extension DatabaseReader {
    /// What a customer said last about a subject, or `nil` when the customer never said anything.
    func consent(of customer: CustomerID, to subject: Consent.Subject, in scope: AppScope) throws -> StoredConsent? {
        let stored = try facts(naming: customer, in: scope).last { stored in
            guard case .command(.consent(let consent)) = stored.fact.content else { return false }
            return consent.subject == subject && consent.customer == customer
        }
        guard let fact = stored?.fact, case .command(.consent(let consent)) = fact.content else { return nil }
        return StoredConsent(isGranted: consent.isGranted, changed: fact.order.instant)
    }
}

struct ConsentRequest: Decodable, Sendable, SchemaDescribed {
    var isGranted: Bool

    static let schema = Schema.object([
        "isGranted": .boolean.described("True to give the consent, false to withdraw it.")
    ])
}

struct ConsentBody: Codable, Hashable, Sendable, SchemaDescribed {
    var subject: Consent.Subject
    var isGranted: Bool
    var changed: Date?

    private enum CodingKeys: String, CodingKey {
        case subject, isGranted
        case changed = "changedAt"
    }

    static let subjectSchema = Schema.oneOf(Consent.Subject.all.map(\.rawValue))
        .described(
            "The subject. `consumption-information`: Purser may send Apple how much of a purchase was used."
        )

    static let schemaName = "Consent"
    static let schema = Schema.object(
        ["subject": subjectSchema, "isGranted": .boolean],
        optional: ["changedAt": .instant.described("When the customer last gave or withdrew it.")]
    )

    init(_ subject: Consent.Subject, _ stored: StoredConsent?) {
        self.subject = subject
        isGranted = stored?.isGranted ?? false
        changed = stored?.changed
    }
}

struct ConsentList: Codable, Sendable, SchemaDescribed {
    var consents: [ConsentBody]

    static let schema = Schema.object(["consents": .array(of: .of(ConsentBody.self))])
    static let schemaReferences: [any SchemaDescribed.Type] = [ConsentBody.self]
}
