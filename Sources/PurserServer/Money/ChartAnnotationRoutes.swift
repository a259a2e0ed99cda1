// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// The dated notes on the charts.
struct ChartAnnotationFeature: Sendable {
    let random: RandomSource
    let database: any Database

    var routes: [Route] { [listAnnotations, addAnnotation, removeAnnotation] }

    private var listAnnotations: Route {
        Route(
            method: .get,
            path: "/v1/charts/annotations",
            name: "listChartAnnotations",
            summary: "Lists the dated notes on the charts, oldest day first.",
            group: .money,
            access: .backend,
            query: [
                .init(name: "from", schema: .day, summary: "The first Pacific day (default: no limit)."),
                .init(name: "until", schema: .day, summary: "The last Pacific day (default: no limit)."),
            ],
            answers: [.json(ChartAnnotationList.self, "The notes.")]
        ) { [self] call in
            let app = try call.app.bundleID
            let (from, until) = (call.text("from"), call.text("until"))
            for (name, text) in [("from", from), ("until", until)] where text.map({ CivilDay($0) == nil }) ?? false {
                throw ServiceProblem.invalid(name, "a day like 2026-11-21")
            }
            let notes = try await database.read { try $0.chartAnnotations(of: app) }.filter {
                $0.day >= from ?? "" && $0.day <= until ?? "9999-12-31"
            }
            return try .json(ChartAnnotationList(annotations: notes.map(ChartAnnotationList.Annotation.init)))
        }
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
            return try .json(ChartAnnotationList.Annotation(note), status: .created)
        }
    }

    private var removeAnnotation: Route {
        Route(
            method: .delete,
            path: "/v1/charts/annotations/{annotation}",
            name: "removeChartAnnotation",
            summary: "Removes a dated note from the charts.",
            group: .money,
            access: .backend,
            answers: [.empty("It is gone.")]
        ) { [self] call in
            let app = try call.app.bundleID
            let id = try call.path("annotation")
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
        var text: String
        var author: String
        var at: Date

        private enum CodingKeys: String, CodingKey {
            case id, day, text, author
            case at = "createdAt"
        }

        init(_ note: ChartAnnotation) {
            (id, day, text, author, at) = (note.id, note.day, note.text, note.author, note.at)
        }

        static let schemaName = "ChartAnnotation"
        static let schema = Schema.object([
            "id": .string, "day": .day, "text": .string, "author": .string, "createdAt": .instant,
        ])
    }

    var annotations: [Annotation]

    static let schemaName = "ChartAnnotations"
    static let schema = Schema.object(["annotations": .array(of: .of(Annotation.self))])
    static let schemaReferences: [any SchemaDescribed.Type] = [Annotation.self]
}
