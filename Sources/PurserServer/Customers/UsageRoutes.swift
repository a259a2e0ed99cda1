// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// What a customer uses up, and what is left.
struct UsageFeature: Sendable {
    let balances: BalanceFeature
    let commands: CustomerCommands
    let database: any Database

    var routes: [Route] { [reportUsage, readBalance, spend, credit] }

    private var reportUsage: Route {
        Route(
            method: .post,
            path: "/v1/customers/{customer}/usage",
            name: "reportUsage",
            summary: "Reports how much of a purchase was used, for Apple's consumption requests.",
            group: .customers,
            access: .app,
            query: [.environment],
            body: .json(UsageRequest.self),
            answers: [.empty("The report is recorded.")]
        ) { [self] call in
            let customer = try call.customer()
            let request = try call.body(UsageRequest.self)
            let now = call.now
            let isBackend = call.caller.isBackend
            guard let transaction = request.transaction, let used = request.usedPercentage else {
                try await database.write { writer in
                    try writer.ensureCustomer(customer, now: now)
                    try writer.changeProfile(of: customer, now: now) { request.change(&$0, byBackend: isBackend) }
                }
                return HTTPResponse(status: .noContent)
            }
            guard (0...100_000).contains(used) else { throw ServiceProblem.invalid("usedPercentage", "0 to 100000") }
            let scope = try call.scope()
            let spend = Spend(
                id: request.id ?? "\(transaction) \(used)",
                customer: customer,
                transactionID: transaction,
                usedPercentage: used,
                reason: "usage"
            )
            try await commands.perform(
                .spend(spend),
                for: customer,
                in: scope,
                call: call,
                action: "usage.report"
            ) { work in
                // Anybody can name any number of transactions, and what is reported of them is kept.
                guard let lineage = try work.writer.lineage(of: transaction, in: scope),
                    try work.writer.claim(on: lineage, in: scope)?.customer == customer
                else { throw ServiceProblem.notFound("purchase of the customer") }
                try work.writer.changeProfile(of: customer, now: now) { profile in
                    request.change(&profile, byBackend: isBackend)
                    let known = profile.usage?[transaction.rawValue] ?? 0
                    profile.usage = (profile.usage ?? [:]).merging([transaction.rawValue: max(known, used)]) { $1 }
                }
            }
            return HTTPResponse(status: .noContent)
        }
    }

    private var readBalance: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/balances/{currency}",
            name: "getBalance",
            summary: "Returns a balance with its history.",
            group: .customers,
            access: .app,
            query: [.environment, .limit],
            answers: [.json(BalanceBody.self, "The balance.")]
        ) { [self] call in
            let customer = try call.customer()
            let currency = try call.path("currency")
            let limit = Int(try call.integer("limit", in: 1...500) ?? 100)
            let scope = try call.scope()
            try await balances.expireCredits(customer, currency: currency, scope: scope, now: call.now)
            return try .json(try await balance(of: customer, currency, in: scope.environment, limit: limit))
        }
    }

    private var spend: Route {
        posting(
            "spend",
            sign: -1,
            access: .customer,
            "Subtracts spent virtual currency (a customer's token: the customer's own)"
        )
    }

    private var credit: Route { posting("credit", sign: 1, access: .backend, "Adds virtual currency") }

    private func posting(_ verb: String, sign: Int64, access: AccessLevel, _ summary: String) -> Route {
        Route(
            method: .post,
            path: "/v1/customers/{customer}/balances/{currency}/\(verb)",
            name: verb + "Balance",
            summary: summary + ", once for each key. A key always gets the same response, also a rejection.",
            group: .customers,
            access: access,
            query: [.environment],
            body: .json(LedgerPostingRequest.self),
            answers: [.json(BalanceBody.self, "The new balance.")],
            problems: [.balanceTooLow, .idempotencyConflict]
        ) { [self] call in
            let input = try call.body(LedgerPostingRequest.self)
            guard input.amount > 0 else { throw ServiceProblem.invalid("amount", "above zero") }
            // An app must not use up the keys that the team's backend is going to use.
            let origin = call.caller.isBackend ? "" : "app "
            let request = LedgerRequest(
                key: "\(origin)\(verb) \(input.key)",
                customer: try call.customer(),
                currency: Currency(rawValue: try call.path("currency")),
                amount: sign * input.amount,
                reason: sign < 0 ? .spend : .bonus
            )
            _ = try await balances.change(request, call, action: "balance." + verb)
            return try .json(try await balance(after: request, in: try call.scope().environment))
        }
    }

    /// The balance as a change left it.
    private func balance(after request: LedgerRequest, in environment: Environment) async throws -> BalanceBody {
        let wallet = LedgerAccountNames.wallet(in: environment)
        let (customer, currency) = (request.customer, request.currency.rawValue)
        return try await database.read { reader in
            let posting = try reader.posting(
                request.key,
                of: customer,
                account: wallet,
                currency: currency
            )
            let lines = try reader.statement(
                of: customer,
                account: wallet,
                currency: currency,
                before: posting.map { $0.number + 1 } ?? .max,
                limit: 20
            )
            return BalanceBody(
                currency: currency,
                amount: try reader.balance(
                    after: request.key,
                    of: wallet,
                    customer: customer,
                    currency: currency
                ),
                history: lines.map(BalanceBody.Line.init)
            )
        }
    }

    private func balance(
        of customer: CustomerID,
        _ currency: String,
        in environment: Environment,
        limit: Int
    ) async throws -> BalanceBody {
        let wallet = LedgerAccountNames.wallet(in: environment)
        return try await database.read { reader in
            let lines = try reader.statement(of: customer, account: wallet, currency: currency, limit: limit)
            return BalanceBody(
                currency: currency,
                amount: try reader.balance(of: wallet, customer: customer, currency: currency),
                history: lines.map(BalanceBody.Line.init)
            )
        }
    }
}

struct UsageRequest: Decodable, Sendable, SchemaDescribed {
    var id: String?
    var transaction: TransactionID?
    var usedPercentage: Int?
    var accountCreated: Date?
    var playSeconds: Int64?
    var accountState: String?

    private enum CodingKeys: String, CodingKey {
        case id, usedPercentage, playSeconds, accountState
        case transaction = "transactionId"
        case accountCreated = "accountCreatedAt"
    }

    static let schema = Schema.object(
        [:],
        optional: [
            "id": .string(upTo: 200),
            "transactionId": .string(upTo: 200).described(
                "The used purchase, one of the customer's."
            ),
            "usedPercentage": .integer(from: 0, to: 100_000).described(
                "The used share so far, in thousandths of a percent."
            ),
            "accountCreatedAt": .instant.described(
                "When the account was created. An app's report does not change what the backend reported; the same applies to `accountState`."
            ), "playSeconds": .integer(from: 0, to: 10_000_000_000),
            "accountState": .oneOf(["active", "suspended", "terminated", "limited"]),
        ]
    )

    /// Applies the report; what the backend said of the account stays whatever an app says, whose customer gains by
    /// another answer.
    func change(_ profile: inout CustomerProfile, byBackend isBackend: Bool) {
        if let accountCreated, isBackend || profile.hasBackendsAccountCreated != true {
            profile.accountCreated = accountCreated
            if isBackend { profile.hasBackendsAccountCreated = true }
        }
        if let accountState, isBackend || profile.hasBackendsAccountState != true {
            profile.accountState = accountState
            if isBackend { profile.hasBackendsAccountState = true }
        }
        profile.playSeconds = playSeconds.map { max($0, profile.playSeconds ?? 0) } ?? profile.playSeconds
    }
}

struct LedgerPostingRequest: Decodable, Sendable, SchemaDescribed {
    var key: String
    var amount: Int64

    static let schema = Schema.object(["key": .identifier, "amount": .integer(from: 1, to: 1_000_000_000_000)])
}

struct BalanceBody: Codable, Sendable, SchemaDescribed {
    struct Line: Codable, Sendable {
        var at: Date
        var amount: Int64
        var reason: String

        private enum CodingKeys: String, CodingKey {
            case amount, reason
            case at = "occurredAt"
        }

        init(_ line: LedgerStatementLine) {
            (at, amount, reason) = (line.instant, line.line.amount, line.reason)
        }
    }

    var currency: String
    var amount: Int64
    var history: [Line]

    static let schemaName = "Balance"
    static let schema = Schema.object([
        "currency": .string, "amount": .integer,
        "history": .array(of: .object(["occurredAt": .instant, "amount": .integer, "reason": .string])),
    ])
}
