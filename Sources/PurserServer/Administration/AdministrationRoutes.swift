// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// What the team does manually: the audit log, a customer's data, and rebuilding.
struct AdministrationFeature: Sendable {
    let apps: Apps
    let pipeline: IntakePipeline
    let random: RandomSource
    let rebuilder: Rebuilder
    let database: any Database

    var routes: [Route] {
        [readAudit, recordAssistantCall, exportCustomer, eraseCustomer, rebuild]
    }

    private var readAudit: Route {
        Route(
            method: .get,
            path: "/v1/audit",
            name: "getAudit",
            summary: "Lists the manual changes with their actors, newest first.",
            group: .administration,
            access: .backend,
            query: [
                .limit, .init(name: "target", schema: .string(upTo: 500), summary: "Only entries about this target."),
                .init(name: "before", schema: .integer, summary: "The number of the last entry of the previous page."),
            ],
            answers: [.json(AuditList.self, "The entries.")]
        ) { [self] call in
            let app = try call.app.bundleID
            let target = call.text("target")
            let before = try call.integer("before", in: 0...Int64.max) ?? .max
            let limit = Int(try call.integer("limit", in: 1...500) ?? 100)
            let entries = try await database.read { reader in
                try reader.auditEntries(app: app, target: target, before: before, limit: limit)
                    .map { AuditList.Entry($0) }
            }
            return try .json(AuditList(entries: entries))
        }
    }

    private var recordAssistantCall: Route {
        Route(
            method: .post,
            path: "/v1/assistant-calls",
            name: "recordAssistantCall",
            summary: "Records in the audit log that an assistant calls a tool.",
            group: .administration,
            access: .backend,
            body: .json(AssistantCallRequest.self),
            answers: [.empty("It is recorded.")]
        ) { [self] call in
            let request = try call.body(AssistantCallRequest.self)
            let record = AuditRecord(call, "assistant.call", target: request.target, detail: try request.detail)
            try await database.write { try $0.record(record) }
            return HTTPResponse(status: .noContent)
        }
    }

    private var exportCustomer: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/export",
            name: "exportCustomer",
            summary: "Exports all data of a customer.",
            group: .administration,
            access: .backend,
            answers: [.json(CustomerExport.self, "The customer's data.")]
        ) { [self] call in
            let customer = try call.customer()
            return try .json(try await export(customer, app: try call.app))
        }
    }

    private var eraseCustomer: Route {
        Route(
            method: .delete,
            path: "/v1/customers/{customer}",
            name: "eraseCustomer",
            summary: "Erases a customer. Bookkeeping data stays under a pseudonym.",
            group: .administration,
            access: .backend,
            answers: [.json(ErasureBody.self, "The pseudonym.")],
            problems: [.usedByAnotherApp]
        ) { [self] call in
            let customer = try call.customer()
            let pseudonym = try await erase(customer, call: call)
            return try .json(ErasureBody(pseudonym: pseudonym))
        }
    }

    private var rebuild: Route {
        Route(
            method: .post,
            path: "/v1/rebuild",
            name: "rebuild",
            summary: "Recomputes all derived state from the facts and reports differences.",
            group: .administration,
            access: .backend,
            query: [
                .environment,
                .init(name: "repair", schema: .boolean, summary: "Also repair the differences from the facts."),
                .init(
                    name: "limit",
                    schema: .integer(from: 1, to: 10_000),
                    summary: "The number of purchases or customers on a page (default: all)."
                ),
                .init(name: "after", schema: .string(upTo: 1000), summary: "The `nextCursor` of the previous page."),
            ],
            answers: [.json(RebuildReport.self, "The counts and the differences.")]
        ) { [self] call in
            let scope = try call.scope()
            let app = try call.app
            let repairs = try call.flag("repair") ?? false
            if repairs {
                let audit = AuditRecord(call, "rebuild.repair", target: scope.description)
                try await database.write { try $0.record(audit) }
            }
            guard let limit = try call.integer("limit", in: 1...10_000) else {
                return try .json(try await rebuilder.rebuild(scope, app: app, repairs: repairs))
            }
            guard let place = RebuildCursor(call.text("after") ?? "p:") else {
                throw ServiceProblem.invalid("after", "the `nextCursor` of the page before")
            }
            var report = RebuildReport()
            report.next = try await rebuilder.rebuild(
                scope,
                app: app,
                at: place,
                limit: Int(limit),
                repairs: repairs,
                &report
            )?.text
            report.total = try await database.read { try $0.lineageCount(in: scope) }
            return try .json(report)
        }
    }
}

struct AuditList: Codable, Sendable, SchemaDescribed {
    struct Entry: Codable, Sendable {
        var number: Int64
        var at: Date
        var actor: String
        var action: String
        var target: String

        private enum CodingKeys: String, CodingKey {
            case number, actor, action, target
            case at = "occurredAt"
        }

        init(_ stored: (id: Int64, entry: AuditEntry)) {
            number = stored.id
            at = stored.entry.instant
            actor = stored.entry.actor
            action = stored.entry.action
            target = stored.entry.target
        }
    }

    var entries: [Entry]

    static let schema = Schema.object([
        "entries": .array(
            of: .object([
                "number": .integer, "occurredAt": .instant, "actor": .string, "action": .string, "target": .string,
            ])
        )
    ])
}

struct ErasureBody: Codable, Sendable, SchemaDescribed {
    var pseudonym: CustomerID

    static let schemaName = "Erasure"
    static let schema = Schema.object(["pseudonym": .string])
}

/// Everything that is known of a customer.
struct CustomerExport: Codable, Sendable, SchemaDescribed {
    var customer: CustomerID
    var created: Date?
    var profile: CustomerProfile
    var orders: [OrderBody]
    var facts: [Fact]
    var documents: [String]
    var events: [ServerEvent]
    /// The anonymous customers who became this one; absent when there are none.
    var aliases: [CustomerAlias]?
    var notes: [NoteList.Note]

    private enum CodingKeys: String, CodingKey {
        case customer, profile, orders, facts, documents, events, aliases, notes
        case created = "createdAt"
    }

    static let schema = Schema.object(
        [
            "customer": .string, "profile": .any, "orders": .array(of: .of(OrderBody.self)),
            "facts": .array(of: .any), "documents": .array(of: .string), "events": .array(of: .of(ServerEvent.self)),
            "notes": .array(of: .of(NoteList.Note.self)),
        ],
        optional: ["createdAt": .instant, "aliases": .array(of: .of(CustomerAlias.self))]
    )
    static let schemaReferences: [any SchemaDescribed.Type] = [
        OrderBody.self, ServerEvent.self, CustomerAlias.self, NoteList.Note.self,
    ]
}
