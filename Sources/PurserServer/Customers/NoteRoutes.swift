// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// What support writes down about customers.
struct NoteFeature: Sendable {
    let random: RandomSource
    let database: any Database

    var routes: [Route] { [listNotes, addNote, removeNote] }

    private var listNotes: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/notes",
            name: "listNotes",
            summary: "The team's notes about a customer, the newest first.",
            group: .customers,
            access: .backend,
            answers: [.json(NoteList.self, "The notes.")]
        ) { [self] call in
            let customer = try call.customer()
            let app = try call.app.bundleID
            let notes = try await database.read { try $0.notes(about: customer) }.filter { $0.app == app }.reversed()
            return try .json(NoteList(notes: notes.map(NoteList.Note.init)))
        }
    }

    private var addNote: Route {
        Route(
            method: .post,
            path: "/v1/customers/{customer}/notes",
            name: "addNote",
            summary: "Adds a note of the team about a customer.",
            group: .customers,
            access: .backend,
            body: .json(NoteRequest.self),
            answers: [.json(NoteList.Note.self, "The note.", status: 201)]
        ) { [self] call in
            let customer = try call.customer()
            let request = try call.body(NoteRequest.self)
            let note = CustomerNote(
                at: call.now,
                author: call.caller.name,
                text: request.text,
                app: try call.app.bundleID,
                random: random
            )
            let audit = AuditRecord(call, "note.add", target: customer.rawValue, detail: note.id)
            try await database.write { writer in
                guard try writer.customer(customer) != nil else { throw ServiceProblem.notFound("customer") }
                try writer.store(note, about: customer, now: note.at)
                try writer.record(audit)
            }
            return try .json(NoteList.Note(note), status: .created)
        }
    }

    private var removeNote: Route {
        Route(
            method: .delete,
            path: "/v1/customers/{customer}/notes/{note}",
            name: "removeNote",
            summary: "Removes a note about a customer.",
            group: .customers,
            access: .backend,
            answers: [.empty("It is gone.")]
        ) { [self] call in
            let customer = try call.customer()
            let app = try call.app.bundleID
            let id = try call.path("note")
            let audit = AuditRecord(call, "note.remove", target: customer.rawValue, detail: id)
            try await database.write { writer in
                let store = CustomerNote.records[customer.rawValue]
                guard try writer.value(id, in: store)?.app == app else { throw ServiceProblem.notFound("note") }
                try writer.removeRecord(id, in: store)
                try writer.record(audit)
            }
            return HTTPResponse(status: .noContent)
        }
    }
}

struct NoteRequest: Codable, Sendable, SchemaDescribed {
    var text: String

    static let schemaName = "NoteRequest"
    static let schema = Schema.object(["text": .string(upTo: 4000)])
}

struct NoteList: Codable, Sendable, SchemaDescribed {
    struct Note: Codable, Sendable, SchemaDescribed {
        var id: String
        var at: Date
        var author: String
        var text: String

        private enum CodingKeys: String, CodingKey {
            case id, author, text
            case at = "createdAt"
        }

        init(_ note: CustomerNote) {
            id = note.id
            at = note.at
            author = note.author
            text = note.text
        }

        static let schemaName = "Note"
        static let schema = Schema.object([
            "id": .string, "createdAt": .instant, "author": .string, "text": .string,
        ])
    }

    var notes: [Note]

    static let schemaName = "Notes"
    static let schema = Schema.object(["notes": .array(of: .of(Note.self))])
    static let schemaReferences: [any SchemaDescribed.Type] = [Note.self]
}
