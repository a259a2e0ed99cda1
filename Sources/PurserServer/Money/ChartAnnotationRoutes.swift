// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// The dated notes on the charts, and what the server knows without one.
struct ChartAnnotationFeature: Sendable {
    let random: RandomSource
    let database: any Database

    var routes: [Route] { [listAnnotations, addAnnotation, removeAnnotation] }

    private var listAnnotations: Route {
        Route(
            method: .get,
            path: "/v1/charts/annotations",
            name: "listChartAnnotations",
            summary: "Lists the dated notes on the charts, and what happened besides, oldest day first.",
            group: .money,
            access: .backend,
            query: [
                .init(name: "from", schema: .day, summary: "The first Pacific day (default: no limit)."),
                .init(name: "until", schema: .day, summary: "The last Pacific day (default: no limit)."),
                .init(
                    name: "kinds",
                    schema: .pattern("^[a-z,]+$", upTo: 100),
                    summary: "Kinds separated by commas: note, price, catalog, release, incident (default: all)."
                ),
                .environment,
            ],
            answers: [.json(ChartAnnotationList.self, "The notes and what happened.")]
        ) { [self] call in
            let scope = try call.scope()
            func day(_ name: String, _ none: CivilDay) throws -> CivilDay {
                guard let text = call.text(name) else { return none }
                guard let day = CivilDay(text) else { throw ServiceProblem.invalid(name, "a day like 2026-11-21") }
                return day
            }
            let all = CivilDay.supportedRange
            let (from, until) = (try day("from", all.lowerBound), try day("until", all.upperBound))
            let kinds = try kinds(call)
            guard from <= until else { return try .json(ChartAnnotationList(annotations: [])) }
            let found = try await database.read {
                try $0.listedAnnotations(kinds, on: from...until, in: scope, now: call.now)
            }
            return try .json(ChartAnnotationList(annotations: found.map(ChartAnnotationList.Annotation.init)))
        }
    }

    private func kinds(_ call: RequestContext) throws -> Set<ChartAnnotationKind> {
        guard let text = call.text("kinds") else { return Set(ChartAnnotationKind.allCases) }
        return Set(
            try text.split(separator: ",").map { name in
                guard let kind = ChartAnnotationKind(rawValue: String(name)) else {
                    let names = ChartAnnotationKind.allCases.map(\.rawValue).joined(separator: ", ")
                    throw ServiceProblem.invalid("kinds", "some of \(names)")
                }
                return kind
            }
        )
    }

    private var addAnnotation: Route {
        Route(
            method: .post,
            path: "/v1/charts/annotations",
            name: "addChartAnnotation",
            summary: "Adds a dated note to the charts, such as a price change.",
            group: .money,
            access: .backend,
            body: .json(ChartAnnotationRequest.self),
            answers: [.json(ChartAnnotationList.Annotation.self, "The note.", status: 201)]
        ) { [self] call in
            let request = try call.body(ChartAnnotationRequest.self)
            guard let day = CivilDay(request.day), CivilDay.supportedRange.contains(day) else {
                throw ServiceProblem.invalid("day", "a day like 2026-11-21")
            }
            let note = ChartAnnotation(
                day,
                request.text,
                author: call.caller.name,
                at: call.now,
                random: random
            )
            let app = try call.app.bundleID
            let audit = AuditRecord(call, "chart_annotation.add", target: note.id, detail: note.text)
            try await database.write { writer in
                guard try writer.chartAnnotations(of: app).count < ChartAnnotation.maximumCount else {
                    throw ServiceProblem(
                        .invalidParameter,
                        "The charts have \(ChartAnnotation.maximumCount) notes. Remove one first."
                    )
                }
                try writer.upsert(note, as: note.id, in: ChartAnnotation.records[app], now: note.at)
                try writer.record(audit)
            }
            return try .json(ChartAnnotationList.Annotation(.note(note, on: day)), status: .created)
        }
    }

    private var removeAnnotation: Route {
        Route(
            method: .delete,
            path: "/v1/charts/annotations/{annotation}",
            name: "removeChartAnnotation",
            summary: "Removes a dated note from the charts. What happened besides cannot be removed.",
            group: .money,
            access: .backend,
            answers: [.empty("It is gone.")]
        ) { [self] call in
            let app = try call.app.bundleID
            let id = try call.path("annotation")
            let prefix = id.prefix { $0 != "_" }
            if let kind = ChartAnnotationKind(rawValue: String(prefix)), kind != .note {
                throw ServiceProblem(
                    .invalidParameter,
                    "An automatic annotation cannot be removed: '\(id)'. Remove a note, whose ID begins with "
                        + "\(ChartAnnotation.prefix)."
                )
            }
            try await database.write { writer in
                let store = ChartAnnotation.records[app]
                guard let note = try writer.value(id, in: store) else { throw ServiceProblem.notFound("annotation") }
                try writer.removeRecord(id, in: store)
                try writer.record(AuditRecord(call, "chart_annotation.remove", target: id, detail: note.text))
            }
            return HTTPResponse(status: .noContent)
        }
    }
}

struct ChartAnnotationRequest: Codable, Sendable, SchemaDescribed {
    var day: String
    var text: String

    static let schemaName = "ChartAnnotationRequest"
    static let schema = Schema.object([
        "day": Schema.day.described("The Pacific day."),
        "text": Schema.identifier.described("What happened, in 1 to 200 characters."),
    ])
}

struct ChartAnnotationList: Codable, Sendable, SchemaDescribed {
    struct Annotation: Codable, Sendable, SchemaDescribed {
        var id: String
        var day: String
        var kind: String
        var text: String
        /// Empty for what happened without a note.
        var author: String
        var at: Date

        private enum CodingKeys: String, CodingKey {
            case id, day, kind, text, author
            case at = "createdAt"
        }

        init(_ annotation: ListedAnnotation) {
            (id, day, kind) = (annotation.id, annotation.day.description, annotation.kind.rawValue)
            (author, at) = (annotation.author ?? "", annotation.at)
            text = ConsoleLanguage.english.text(of: annotation)
        }

        static let schemaName = "ChartAnnotation"
        static let schema = Schema.object([
            "id": .string, "day": .day,
            "kind": Schema.string.described("note, price, catalog, release, incident; more may follow."),
            "text": .string,
            "author": Schema.string.described("The author of a note; empty for what happened without a note."),
            "createdAt": .instant,
        ])
    }

    var annotations: [Annotation]

    static let schemaName = "ChartAnnotations"
    static let schema = Schema.object(["annotations": .array(of: .of(Annotation.self))])
    static let schemaReferences: [any SchemaDescribed.Type] = [Annotation.self]
}
