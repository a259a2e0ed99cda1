// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Customers without an account, and the accounts that they become.
struct AliasFeature: Sendable {
    let apps: Apps
    let pipeline: IntakePipeline
    let database: any Database
    let tokenSecrets: CustomerTokenSecrets

    var routes: [Route] { [createAnonymousToken, mergeCustomer, listAliases] }

    private static let tokenLifetime: TimeInterval = 3600

    private var createAnonymousToken: Route {
        Route(
            method: .post,
            path: "/v1/anonymous-customers",
            name: "createAnonymousToken",
            summary: "Creates a token for a customer without an account, who is known by a secret of the device.",
            group: .customers,
            access: .app,
            body: .json(AnonymousTokenRequest.self),
            answers: [.json(AnonymousTokenBody.self, "The customer and the token.", status: 201)],
            problems: [.customerMerged]
        ) { [self] call in
            let request = try call.body(AnonymousTokenRequest.self)
            guard let secret = AnonymousSecret(request.secret) else {
                throw ServiceProblem.invalid("secret", "32 random bytes in Base64URL without padding")
            }
            let customer = secret.customer
            guard try await database.read({ try $0.alias(customer) }) == nil else { throw ServiceProblem.signedIn }
            let token = CustomerToken(
                bundleID: try call.app.bundleID,
                customer: customer.rawValue,
                expires: call.now.addingTimeInterval(Self.tokenLifetime),
                erasure: try await Erasures(database: database).last(of: customer)
            )
            let key = try await tokenSecrets.current(now: call.now)
            return try .json(
                AnonymousTokenBody(customer: customer, token: try token.signed(with: key), expires: token.expires),
                status: .created
            )
        }
    }

    private var mergeCustomer: Route {
        Route(
            method: .post,
            path: "/v1/customers/{customer}/aliases",
            name: "mergeCustomer",
            summary: "Gives everything of a customer without an account to an account that signed in.",
            group: .customers,
            access: .customer,
            query: [.environment],
            body: .json(CustomerMergeRequest.self),
            answers: [.json(CustomerAlias.self, "The alias. A repeated request gets the same response.")],
            problems: [.customerMerged]
        ) { [self] call in
            let customer = try call.customer()
            let request = try call.body(CustomerMergeRequest.self)
            guard !customer.isAnonymous else {
                throw ServiceProblem.invalid("customer", "a customer with an account")
            }
            guard let token = try await tokenSecrets.token(request.anonymousToken, now: call.now),
                token.bundleID == (try call.app.bundleID), CustomerID(rawValue: token.customer).isAnonymous,
                try await Erasures(database: database).allow(token)
            else {
                throw ServiceProblem.invalid("anonymousToken", "a valid token of a customer without an account")
            }
            return try .json(try await merge(CustomerID(rawValue: token.customer), into: customer, call: call))
        }
    }

    private var listAliases: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/aliases",
            name: "listAliases",
            summary: "Lists the customers without an account who became this customer, the oldest first.",
            group: .customers,
            access: .app,
            answers: [.json(AliasList.self, "The aliases.")]
        ) { [self] call in
            let customer = try call.customer()
            let aliases = try await database.read { try $0.aliases(of: customer) }
            return try .json(AliasList(customer: customer, aliases: aliases))
        }
    }
}

extension ServiceProblem {
    /// An anonymous customer has signed in already.
    fileprivate static var signedIn: ServiceProblem {
        ServiceProblem(.customerMerged, "The customer signed in. Use a token of the account.")
    }
}

extension AliasFeature {
    /// Gives everything of an anonymous customer to an account, and derives again what follows.
    ///
    /// Commands that name the anonymous customer name the account from then on, as after an erasure they name a pseudonym. So
    /// what was recorded before and what still arrives come to the same, in any order.
    func merge(_ alias: CustomerID, into customer: CustomerID, call: RequestContext) async throws -> CustomerAlias {
        let now = call.now
        let audit = AuditRecord(call, "customer.merge", target: customer.rawValue)
        let asked = try call.scope()
        var contexts: [BundleID: IntakeContext] = [:]
        for app in apps.configuration.apps {
            contexts[app.bundleID] = try await pipeline.context(app: app, now: now)
        }
        let known = contexts
        let catalogs = contexts.mapValues(\.catalog.rules)
        let locks = WriteLocks([.customer(alias), .customer(customer)]) { reader in
            Set(try reader.purchases(naming: alias).map(WriteLock.purchase))
                .union([.customer(alias), .customer(customer)])
        }
        return try await database.write(locking: locks) { writer in
            try writer.requireLocks([.customer(alias), .customer(customer)])
            if let stored = try writer.alias(alias) {
                guard stored.customer == customer else { throw ServiceProblem.signedIn }
                return stored
            }
            guard try writer.aliases(of: customer).count < CustomerAlias.maximumCount else {
                throw ServiceProblem.invalid(
                    "customer",
                    "an account with fewer than \(CustomerAlias.maximumCount) aliases"
                )
            }
            let keys = try writer.purchases(naming: alias)
            try writer.requireLocks(keys.map(WriteLock.purchase))
            let charts = try ChartRenaming(of: alias, to: customer, catalogs, in: writer, now: now)
            try writer.rename(alias, to: customer, now: now)
            try charts.store(in: writer, now: now)
            let record = CustomerAlias(alias: alias, customer: customer, merged: now)
            try writer.store(record, now: now)
            let merge = Command.merge(CustomerMerge(alias: alias, customer: customer))
            let scopes = Set(try writer.scopes()).union([asked])
            for scope in scopes.sorted(by: { $0.description < $1.description }) {
                guard let context = known[scope.bundleID] else { continue }
                try writer.recountPurchases(of: customer, in: scope)
                let session = try FulfillmentSession(writer: writer, context: context)
                let input = FulfillmentInput.command(scope == asked ? [merge] : [], by: audit.actor)
                try session.updateEntitlements(of: [customer], in: scope, input)
                for key in keys where key.scope == scope {
                    try session.fulfill(session.change(of: key), .command(by: audit.actor))
                }
            }
            try writer.record(audit)
            return record
        }
    }
}

extension DatabaseWriter {
    /// Names an account wherever commands and rows name an anonymous customer.
    fileprivate func rename(_ alias: CustomerID, to customer: CustomerID, now: Date) throws {
        for fact in try factsAround(alias) {
            guard case .command(let command) = fact.fact.content else { continue }
            let renamed = try command.renaming(alias, to: customer)
            if renamed != command { try respell(fact, as: .command(renamed), customer: renamed.customer) }
        }
        try ensureCustomer(customer, now: now)
        let profile = try profile(of: alias)
        try changeProfile(of: customer, now: now) { $0.add(profile) }
        try moveNotes(about: alias, to: customer, now: now)
        try moveRows(of: alias, to: customer)
        try moveListRows(of: alias, to: customer)
    }
}

extension CustomerProfile {
    /// Adds what was reported about the same person under another identifier; what is known already stays.
    fileprivate mutating func add(_ other: CustomerProfile) {
        accountCreated = accountCreated ?? other.accountCreated
        accountState = accountState ?? other.accountState
        playSeconds = Self.sum(playSeconds, other.playSeconds)
        tokenMismatches = Self.sum(tokenMismatches, other.tokenMismatches)
        quantityMismatches = Self.sum(quantityMismatches, other.quantityMismatches)
        if let more = other.usage { usage = (usage ?? [:]).merging(more) { max($0, $1) } }
        let signals = (other.reportedSignals ?? []).filter { !(reportedSignals ?? []).contains($0) }
        if !signals.isEmpty { reportedSignals = (reportedSignals ?? []) + signals }
    }

    private static func sum<Number: FixedWidthInteger>(_ left: Number?, _ right: Number?) -> Number? {
        guard let left, let right else { return left ?? right }
        let (sum, overflowed) = left.addingReportingOverflow(right)
        return overflowed ? .max : sum
    }
}

struct AnonymousTokenRequest: Decodable, Sendable, SchemaDescribed {
    var secret: String

    static let schema = Schema.object([
        "secret": .string(upTo: 43).secret.described(
            "32 random bytes of the device in Base64URL. Whoever has them is the customer."
        )
    ])
}

struct AnonymousTokenBody: Codable, Sendable, SchemaDescribed {
    var customer: CustomerID
    var token: String
    var expires: Date

    private enum CodingKeys: String, CodingKey {
        case customer, token
        case expires = "expiresAt"
    }

    static let schemaName = "AnonymousToken"
    static let schema = Schema.object(["customer": .string, "token": .string, "expiresAt": .instant])
}

struct CustomerMergeRequest: Decodable, Sendable, SchemaDescribed {
    var anonymousToken: String

    static let schema = Schema.object([
        "anonymousToken": .string(upTo: 4000).secret.described("The token of the customer without an account.")
    ])
}

struct AliasList: Codable, Sendable, SchemaDescribed {
    var customer: CustomerID
    var aliases: [CustomerAlias]

    static let schema = Schema.object(["customer": .string, "aliases": .array(of: .of(CustomerAlias.self))])
    static let schemaReferences: [any SchemaDescribed.Type] = [CustomerAlias.self]
}

extension Authenticator {
    /// The request with the account in the path instead of an alias of it.
    func resolvingAlias(_ request: HTTPRequest) async throws -> HTTPRequest {
        guard let name = request.pathParameters["customer"] else { return request }
        let customer = CustomerID(rawValue: name)
        guard customer.isAnonymous, let alias = try await erasures.database.read({ try $0.alias(customer) }) else {
            return request
        }
        var request = request
        request.pathParameters["customer"] = alias.customer.rawValue
        return request
    }
}
