// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// What customers have on account.
struct BalanceFeature: Sendable {
    let database: any Database

    var routes: [Route] { [listBalances, postEntry, readEntries, explainBalance, transferBalance] }

    private var listBalances: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/balances",
            name: "listBalances",
            summary: "Lists a customer's balances.",
            group: .money,
            access: .app,
            query: [.environment],
            answers: [.json(BalanceList.self, "The balances.")]
        ) { [self] call in
            let customer = try call.customer()
            let scope = try call.scope()
            try await expireCredits(customer, scope: scope, now: call.now)
            let wallet = LedgerAccountNames.wallet(in: scope.environment)
            let balances = try await database.read { try $0.balances(of: customer, account: wallet) }
            return try .json(
                BalanceList(balances: balances.map { .init(currency: $0.currency, amount: $0.amount) })
            )
        }
    }

    private var postEntry: Route {
        Route(
            method: .post,
            path: "/v1/customers/{customer}/balances/{currency}/entries",
            name: "postBalanceEntry",
            summary:
                "Adds to a balance or subtracts from it, once for each key. A balance never falls below zero. A key always gets the same response, also a rejection.",
            group: .money,
            access: .backend,
            query: [.environment],
            body: .json(LedgerEntryRequest.self),
            answers: [.json(LedgerEntryBody.self, "The entry and the new balance.")],
            problems: [.balanceTooLow, .idempotencyConflict]
        ) { [self] call in
            let input = try call.body(LedgerEntryRequest.self)
            let reason = LedgerReason(rawValue: input.reason ?? (input.amount < 0 ? "spend" : "bonus"))
            let request = LedgerRequest(
                key: input.key,
                customer: try call.customer(),
                currency: Currency(rawValue: try call.path("currency")),
                amount: input.amount,
                reason: reason,
                expiresDate: input.expires,
                transactionID: input.transaction
            )
            return try .json(try await post(request, call))
        }
    }

    private var transferBalance: Route {
        Route(
            method: .post,
            path: "/v1/customers/{customer}/balances/{currency}/transfers",
            name: "transferBalance",
            summary:
                "Transfers an amount to another customer, once for each key. The parts that expire first go first and keep their expiration.",
            group: .money,
            access: .backend,
            query: [.environment],
            body: .json(BalanceTransferRequest.self),
            answers: [.json(LedgerEntryBody.self, "The entry and the sender's new balance.")],
            problems: [.balanceTooLow, .idempotencyConflict]
        ) { [self] call in
            let input = try call.body(BalanceTransferRequest.self)
            let customer = try call.customer()
            guard input.amount > 0 else { throw ServiceProblem.invalid("amount", "above zero") }
            guard input.to != customer, !input.to.rawValue.isEmpty else {
                throw ServiceProblem.invalid("to", "another customer")
            }
            let request = LedgerRequest(
                key: input.key,
                customer: customer,
                currency: Currency(rawValue: try call.path("currency")),
                amount: -input.amount,
                reason: .transfer,
                counterpart: input.to
            )
            return try .json(try await post(request, call))
        }
    }

    private func post(_ request: LedgerRequest, _ call: RequestContext) async throws -> LedgerEntryBody {
        let (amount, isNew, balance) = try await change(request, call, action: "balance.entry")
        return LedgerEntryBody(key: request.key, amount: amount, isNew: isNew, balance: balance)
    }

    /// Changes a balance once for a key, and answers the same permanently: what was booked and what was left right after
    /// it.
    ///
    /// - Throws: ``ServiceProblem`` when it is refused, now or when the key came first; `DatabaseError`.
    func change(
        _ request: LedgerRequest,
        _ call: RequestContext,
        action: String
    ) async throws -> (amount: Int64, isNew: Bool, balance: Int64) {
        let scope = try call.scope()
        let policy: BalancePolicy = try call.app.refundPolicy.clawback == .full ? .negativeAllowed : .capped
        let now = call.now
        let wallet = LedgerAccountNames.wallet(in: scope.environment)
        let audit = AuditRecord(call, action, target: request.customer.rawValue)
        // A refusal is kept like a change, so that nothing may be thrown before the transaction has ended.
        let (outcome, balance) = try await database.write { writer in
            try writer.ensureCustomer(request.customer, now: now)
            if let other = request.counterpart { try writer.ensureCustomer(other, now: now) }
            let outcome = try writer.post(
                request,
                account: wallet,
                scope: scope,
                policy: policy,
                at: now
            )
            if case .posted = outcome { try writer.record(audit) }
            let balance = try writer.balance(
                after: request.key,
                of: wallet,
                customer: request.customer,
                currency: request.currency.rawValue
            )
            return (outcome, balance)
        }
        switch outcome {
        case .posted(let amount): return (amount, true, balance)
        case .repeated(let amount): return (amount, false, balance)
        case .writtenOff: return (0, false, balance)
        case .insufficient(let balance):
            throw ServiceProblem(
                .balanceTooLow,
                "The balance of \(balance) is too low; once it is higher, use a new key."
            )
        case .keyReused:
            throw ServiceProblem(.idempotencyConflict, "The key was used for another entry; use a new key.")
        case .invalidAmount:
            throw ServiceProblem.invalid("amount", "a whole number other than zero that the balance can hold")
        }
    }

    /// Books what has run out of a customer's balances, of one currency or of all.
    func expireCredits(
        _ customer: CustomerID,
        currency: String? = nil,
        scope: AppScope,
        now: Date
    ) async throws {
        let wallet = LedgerAccountNames.wallet(in: scope.environment)
        let expired = try await database.read { reader in
            let names = try currency.map { [$0] } ?? reader.balances(of: customer, account: wallet).map(\.currency)
            return try names.filter { try reader.hasExpired(wallet, of: customer, currency: $0, asOf: now) }
        }
        guard !expired.isEmpty else { return }
        try await database.write { writer in
            for name in expired {
                try writer.postExpired(wallet, of: customer, currency: name, scope: scope, at: now)
            }
        }
    }

    private var explainBalance: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/balances/{currency}/why",
            name: "explainBalance",
            summary: "Explains a balance, now or at another time, by its entries and their documents.",
            group: .money,
            access: .backend,
            query: [
                .environment,
                .init(name: "at", schema: .instant, summary: "The state at this time (default: now)."),
            ],
            answers: [.json(BalanceExplanation.self, "The balance and its newest entries.")]
        ) { [self] call in
            let key = BalanceKey(customer: try call.customer(), currency: try call.path("currency"))
            let scope = try call.scope()
            let at = try call.instant("at") ?? call.now
            return try .json(try await database.read { try $0.explain(key, in: scope, at: at) })
        }
    }

    private var readEntries: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/balances/{currency}/entries",
            name: "getBalanceEntries",
            summary: "Returns a balance and a page of its history, newest first.",
            group: .money,
            access: .app,
            query: [
                .environment, .init(name: "before", schema: .integer, summary: "The last entry of the previous page."),
                .limit,
            ],
            answers: [.json(LedgerEntryPage.self, "The balance and a page of entries.")]
        ) { [self] call in
            let customer = try call.customer()
            let currency = try call.path("currency")
            let before = try call.integer("before", in: 0...Int64.max) ?? .max
            let limit = Int(try call.integer("limit", in: 1...500) ?? 100)
            let scope = try call.scope()
            let wallet = LedgerAccountNames.wallet(in: scope.environment)
            try await expireCredits(customer, currency: currency, scope: scope, now: call.now)
            return try .json(
                try await database.read { reader in
                    LedgerEntryPage(
                        currency: currency,
                        balance: try reader.balance(of: wallet, customer: customer, currency: currency),
                        entries: try reader.postings(
                            of: customer,
                            account: wallet,
                            currency: currency,
                            before: before,
                            limit: limit
                        ).map(LedgerEntryPage.Entry.init)
                    )
                }
            )
        }
    }
}

struct LedgerEntryRequest: Decodable, Sendable, SchemaDescribed {
    var key: String
    var amount: Int64
    var reason: String?
    var expires: Date?
    var transaction: TransactionID?

    private enum CodingKeys: String, CodingKey {
        case key, amount, reason
        case expires = "expiresAt"
        case transaction = "transactionId"
    }

    static let schema = Schema.object(
        [
            "key": .identifier.described("The idempotency key of the entry."),
            "amount": .integer(from: -1_000_000_000_000_000, to: 1_000_000_000_000_000),
        ],
        optional: [
            "reason": .string(upTo: 100).described("purchase, bonus, spend, refund or one of your own."),
            "expiresAt": .instant.described("The expiration of the credit."), "transactionId": .string(upTo: 200),
        ]
    )
}

struct BalanceTransferRequest: Decodable, Sendable, SchemaDescribed {
    var key: String
    var to: CustomerID
    var amount: Int64

    static let schema = Schema.object([
        "key": .identifier, "to": .identifier, "amount": .integer(from: 1, to: 1_000_000_000_000_000),
    ])
}

struct LedgerEntryBody: Codable, Hashable, Sendable, SchemaDescribed {
    var key: String
    /// What was booked: less than asked for when a refund found less.
    var amount: Int64
    var isNew: Bool
    /// What was there right after it.
    var balance: Int64

    static let schemaName = "BalanceEntry"
    static let schema = Schema.object([
        "key": .string, "amount": .integer, "isNew": .boolean, "balance": .integer,
    ])
}

struct LedgerEntryPage: Codable, Sendable, SchemaDescribed {
    struct Entry: Codable, Sendable {
        var number: Int64
        var key: String
        var amount: Int64
        var reason: String
        var at: Date
        var expires: Date?
        /// What a transfer gave, when it runs out at several instants.
        var parts: [Part]?
        var transaction: TransactionID?
        var counterpart: CustomerID?

        private enum CodingKeys: String, CodingKey {
            case number, key, amount, reason, parts, counterpart
            case at = "occurredAt"
            case expires = "expiresAt"
            case transaction = "transactionId"
        }

        struct Part: Codable, Sendable {
            var amount: Int64
            var expires: Date?

            private enum CodingKeys: String, CodingKey {
                case amount
                case expires = "expiresAt"
            }
        }

        init(_ posting: StoredPosting) {
            number = posting.number
            key = posting.key
            amount = posting.amount
            reason = posting.reason.rawValue
            at = posting.instant
            expires = posting.expiresDate
            parts =
                posting.parts.isEmpty
                ? nil : posting.parts.map { Part(amount: $0.amount, expires: $0.expiresDate) }
            transaction = posting.transaction
            counterpart = posting.counterpart
        }
    }

    var currency: String
    var balance: Int64
    var entries: [Entry]

    static let schemaName = "BalanceEntries"
    static let schema = Schema.object([
        "currency": .string, "balance": .integer,
        "entries": .array(
            of: .object(
                ["number": .integer, "key": .string, "amount": .integer, "reason": .string, "occurredAt": .instant],
                optional: [
                    "expiresAt": .instant,
                    "parts": .array(of: .object(["amount": .integer], optional: ["expiresAt": .instant]))
                        .described("The transferred parts by their expiration, if they differ."),
                    "transactionId": .string, "counterpart": .string.described("The other customer of a transfer."),
                ]
            )
        ),
    ])
}

struct BalanceList: Codable, Sendable, SchemaDescribed {
    struct Balance: Codable, Sendable {
        var currency: String
        var amount: Int64
    }

    var balances: [Balance]

    static let schema = Schema.object([
        "balances": .array(of: .object(["currency": .string, "amount": .integer]))
    ])
}
