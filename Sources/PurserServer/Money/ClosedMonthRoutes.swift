// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// The months that finance closed.
struct ClosedMonthFeature: Sendable {
    let closing: MonthClosing
    let database: any Database

    var routes: [Route] { [listMonths, readMonth, closeMonth, reopenMonth] }

    private static func month(_ call: RequestContext) throws -> FiscalMonth {
        guard let month = FiscalMonth(try call.path("month")) else {
            throw ServiceProblem.invalid("month", "a fiscal month like 2026-11")
        }
        return month
    }

    private var listMonths: Route {
        Route(
            method: .get,
            path: "/v1/closed-months",
            name: "listClosedMonths",
            summary: "Lists the closed fiscal months with their figures, newest first.",
            group: .money,
            access: .backend,
            query: [.environment],
            answers: [.json(ClosedMonthList.self, "The months.")]
        ) { [self] call in
            let scope = try call.scope()
            let months = try await database.read { try $0.closedMonths(in: scope) }
            return try .json(ClosedMonthList(months: months.reversed().map { ClosedMonthBody($0, nil) }))
        }
    }

    private var readMonth: Route {
        Route(
            method: .get,
            path: "/v1/closed-months/{month}",
            name: "getClosedMonth",
            summary:
                "Returns the figures of a closed fiscal month, the figures now, and the documents that changed them.",
            group: .money,
            access: .backend,
            query: [.environment],
            answers: [.json(ClosedMonthBody.self, "The month with what changed since it was closed.")],
            acceptsCacheControl: true
        ) { [self] call in
            let scope = try call.scope()
            let month = try Self.month(call)
            let stored = try await database.read { try $0.value(month.description, in: ClosedMonth.records[scope]) }
            guard let stored else { throw ServiceProblem(.notFound, "The month \(month) is not closed.") }
            let changes = try await closing.changes(
                since: stored,
                month,
                in: scope,
                now: call.now,
                within: call.tolerance
            )
            return try .json(ClosedMonthBody(stored, changes))
        }
    }

    private var closeMonth: Route {
        Route(
            method: .put,
            path: "/v1/closed-months/{month}",
            name: "closeMonth",
            summary: "Closes a fiscal month that is over: keeps its figures. A closed month stays as it was closed.",
            group: .money,
            access: .backend,
            query: [.environment],
            body: .json(CloseMonthRequest.self),
            answers: [.json(ClosedMonthBody.self, "The closed month.")]
        ) { [self] call in
            let scope = try call.scope()
            let month = try Self.month(call)
            let request = try call.body(CloseMonthRequest.self)
            let closed = try await closing.close(
                month,
                in: scope,
                by: call.caller.name,
                note: request.note,
                audit: AuditRecord(call, "closed_month.close", target: month.description, detail: request.note),
                now: call.now
            )
            return try .json(ClosedMonthBody(closed, nil))
        }
    }

    private var reopenMonth: Route {
        Route(
            method: .delete,
            path: "/v1/closed-months/{month}",
            name: "reopenMonth",
            summary: "Opens a closed fiscal month again. The audit log keeps the figures.",
            group: .money,
            access: .backend,
            query: [.environment, .init(name: "reason", schema: .string(upTo: 500), summary: "The reason.")],
            answers: [.empty("It is open.")]
        ) { [self] call in
            let month = try Self.month(call)
            let audit = AuditRecord(
                call,
                "closed_month.reopen",
                target: month.description,
                detail: call.text("reason")
            )
            try await closing.reopen(month, in: try call.scope(), audit: audit, now: call.now)
            return HTTPResponse(status: .noContent)
        }
    }
}

struct CloseMonthRequest: Codable, Sendable, SchemaDescribed {
    var note: String?

    static let schemaName = "CloseMonthRequest"
    static let schema = Schema.object([:], optional: ["note": .string(upTo: 500)])
}

/// A closed month: its figures then, and now where that is asked for.
struct ClosedMonthBody: Codable, Sendable, SchemaDescribed {
    /// A purchase whose documents came after the month was closed.
    struct Change: Codable, Sendable {
        struct Value: Codable, Sendable {
            var currency: Currency?
            var then: Int64
            var now: Int64
        }

        struct Document: Codable, Sendable {
            var name: String
            var received: Date

            private enum CodingKeys: String, CodingKey {
                case name
                case received = "receivedAt"
            }
        }

        var originalTransactionId: String
        var customer: String
        var proceeds: [Value]
        var documents: [Document]
    }

    var month: String
    var closed: Date
    var author: String
    var note: String?
    /// The figures when the month was closed.
    var amounts: [PayoutBody.Amount]
    /// The figures now.
    var current: [PayoutBody.Amount]?
    var hasChanged: Bool?
    /// How many purchases changed the proceeds; `changes` has the first of them.
    var changedPurchases: Int?
    var changes: [Change]?

    private enum CodingKeys: String, CodingKey {
        case month, author, note, amounts, current, hasChanged, changedPurchases, changes
        case closed = "closedAt"
    }

    init(_ stored: ClosedMonth, _ changes: MonthClosing.Changes?) {
        month = stored.month
        closed = stored.closed
        author = stored.author
        note = stored.note
        amounts = stored.amounts
        guard let changes else { return }
        current = changes.now
        hasChanged = changes.now.map(\.own) != stored.amounts.map(\.own)
        changedPurchases = changes.history?.count ?? 0
        self.changes = (changes.history?.changes ?? []).map { change in
            let currencies = Set(change.before.keys).union(change.now.keys)
            return Change(
                originalTransactionId: change.lineage.rawValue,
                customer: change.payer,
                proceeds: currencies.sorted { ($0?.rawValue ?? "") < ($1?.rawValue ?? "") }.map { currency in
                    Change.Value(
                        currency: currency,
                        then: (change.before[currency] ?? 0).value,
                        now: (change.now[currency] ?? 0).value
                    )
                },
                documents: change.documents.map { Change.Document(name: $0.name, received: $0.received) }
            )
        }
    }

    static let schemaName = "ClosedMonth"
    static let schema = Schema.object(
        [
            "month": .string, "closedAt": .instant, "author": .string.described("The person or key that closed it."),
            "amounts": PayoutBody.Amount.list.described("The figures when the month was closed."),
        ],
        optional: [
            "note": .string, "current": PayoutBody.Amount.list.described("The figures now."),
            "hasChanged": .boolean.described("Whether a figure of ours is another one now."),
            "changedPurchases": .integer.described("How many purchases changed the proceeds."),
            "changes": .array(
                of: .object([
                    "originalTransactionId": .string, "customer": .string,
                    "proceeds": .array(
                        of: .object(["then": .integer, "now": .integer], optional: ["currency": .string])
                    ),
                    "documents": .array(of: .object(["name": .string, "receivedAt": .instant])),
                ])
            ).described("The first of these purchases, with the documents that came after the month was closed."),
        ]
    )
}

struct ClosedMonthList: Codable, Sendable, SchemaDescribed {
    var months: [ClosedMonthBody]

    static let schemaName = "ClosedMonths"
    static let schema = Schema.object(["months": .array(of: .of(ClosedMonthBody.self))])
    static let schemaReferences: [any SchemaDescribed.Type] = [ClosedMonthBody.self]
}

extension PayoutBody.Amount {
    /// What our facts make of the month; Apple's report is not ours to change.
    struct Values: Hashable, Sendable {
        var currency: Currency
        var values: [Int64]
    }

    var own: Values { Values(currency: currency, values: [revenue, tax, commission, proceeds]) }

    static let list = Schema.array(
        of: .object(
            ["currency": .string, "revenue": .integer, "tax": .integer, "commission": .integer, "proceeds": .integer],
            optional: ["reported": .integer, "isClamped": .isClamped]
        )
    )
}
