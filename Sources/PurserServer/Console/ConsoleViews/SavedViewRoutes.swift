// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// The saved views of the console's pages.
///
/// The views of the team belong to the app. A private view belongs to a member of the team, who is the caller in the
/// console alone: a key neither saves nor lists one.
struct SavedViewFeature: Sendable {
    let random: RandomSource
    let database: any Database

    var routes: [Route] { [listViews, addView, removeView] }

    private var listViews: Route {
        Route(
            method: .get,
            path: "/v1/views",
            name: "listSavedViews",
            summary: "Lists the team's saved views of the console's pages, oldest first.",
            group: .administration,
            access: .backend,
            query: [.init(name: "page", schema: .string(upTo: 200), summary: "The page (default: all pages).")],
            answers: [.json(SavedViewList.self, "The views.")]
        ) { [self] call in
            let app = try call.app.bundleID
            let page = call.text("page")
            let person = call.caller.person
            let views = try await database.read { try $0.savedViews(of: app, seenBy: person) }
                .filter { page == nil || $0.page == page }
            return try .json(SavedViewList(views: views.map(SavedViewList.View.init)))
        }
    }

    private var addView: Route {
        Route(
            method: .post,
            path: "/v1/views",
            name: "addSavedView",
            summary: "Saves a page of the console with its filters under a name.",
            group: .administration,
            access: .backend,
            body: .json(SavedViewRequest.self),
            answers: [.json(SavedViewList.View.self, "The view.", status: 201)]
        ) { [self] call in
            let view = try view(try call.body(SavedViewRequest.self), call)
            let caller = call.caller
            try await database.write { writer in
                switch (view.visibility, caller.person) {
                case (.personal, nil):
                    throw ServiceProblem(.invalidParameter, "A key has no private views. Save the view for the team.")
                case (.personal, let person?):
                    guard try writer.privateViews(of: person).count < SavedView.maximumOfPerson else {
                        throw Self.tooMany("You have", SavedView.maximumOfPerson, "private views")
                    }
                    try writer.upsert(view, as: view.id, in: SavedView.privateRecords[person], now: view.at)
                case (.team, _):
                    try Self.requireTeam(caller)
                    guard try writer.teamViews(of: view.app).count < SavedView.maximumOfApp else {
                        throw Self.tooMany("The team has", SavedView.maximumOfApp, "views of this app")
                    }
                    try writer.upsert(view, as: view.id, in: SavedView.teamRecords[view.app], now: view.at)
                    try writer.record(AuditRecord(call, "saved_view.add", target: view.id, detail: view.name))
                }
            }
            return try .json(SavedViewList.View(view), status: .created)
        }
    }

    /// The view that a request asks to save.
    private func view(_ request: SavedViewRequest, _ call: RequestContext) throws -> SavedView {
        let name = ConsoleRequest.trimmed(request.name)
        guard (1...SavedView.maximumName).contains(name.unicodeScalars.count) else {
            throw ServiceProblem.invalid("name", "1 to \(SavedView.maximumName) characters")
        }
        guard SavedView.page(of: request.page) == request.page else {
            throw ServiceProblem.invalid("page", "a page with saved views, such as /customers or /charts/mrr")
        }
        // Its escapes may make a query longer than the text that was sent.
        let query = SavedView.query(of: request.query)
        guard query.utf8.count <= SavedView.maximumQuery else {
            throw ServiceProblem.invalid("query", "at most \(SavedView.maximumQuery) bytes, escaped")
        }
        return SavedView(
            id: SavedView.id(at: call.now, random: random),
            app: try call.app.bundleID,
            name: name,
            page: request.page,
            query: query,
            visibility: request.visibility,
            author: call.caller.name,
            at: call.now
        )
    }

    private var removeView: Route {
        Route(
            method: .delete,
            path: "/v1/views/{view}",
            name: "removeSavedView",
            summary: "Removes a saved view.",
            group: .administration,
            access: .backend,
            answers: [.empty("It is gone.")]
        ) { [self] call in
            let app = try call.app.bundleID
            let id = try call.path("view")
            let caller = call.caller
            try await database.write { writer in
                if let own = caller.person.map({ SavedView.privateRecords[$0] }),
                    try writer.value(id, in: own)?.app == app
                {
                    try writer.removeRecord(id, in: own)
                    return
                }
                // Another person's private view is not told apart from one that does not exist.
                guard let view = try writer.value(id, in: SavedView.teamRecords[app]) else {
                    throw ServiceProblem.notFound("view")
                }
                try Self.requireTeam(caller)
                try writer.removeRecord(id, in: SavedView.teamRecords[app])
                try writer.record(AuditRecord(call, "saved_view.remove", target: id, detail: view.name))
            }
            return HTTPResponse(status: .noContent)
        }
    }

    private static func requireTeam(_ caller: Caller) throws(ServiceProblem) {
        guard !caller.isViewer else {
            throw ServiceProblem(.forbidden, "The team's views need the role support; yours is viewer.")
        }
    }

    private static func tooMany(_ owner: String, _ count: Int, _ views: String) -> ServiceProblem {
        ServiceProblem(.invalidParameter, "\(owner) \(count) \(views). Remove one first.")
    }
}

struct SavedViewRequest: Codable, Sendable, SchemaDescribed {
    var name: String
    var page: String
    var query: String
    var visibility: SavedView.Visibility

    static let schemaName = "SavedViewRequest"
    static let schema = Schema.object([
        "name": .string(upTo: Int64(SavedView.maximumName)).described("What people call it, in 1 to 60 characters."),
        "page": .string(upTo: 200).described("The page's path in the console, such as `/customers` or `/charts/mrr`."),
        "query": .string(upTo: Int64(SavedView.maximumQuery)).described(
            "The query of the page's address, such as `last=28d&by=product`. The app, the environment and the place in a list are left out."
        ),
        "visibility": .oneOf(SavedView.Visibility.allCases.map(\.rawValue)).described(
            "For the `team`, or `private` to a member of the team in the console."
        ),
    ])
}

struct SavedViewList: Codable, Sendable, SchemaDescribed {
    struct View: Codable, Sendable, SchemaDescribed {
        var id: String
        var name: String
        var page: String
        var query: String
        var visibility: SavedView.Visibility
        var author: String
        var at: Date

        private enum CodingKeys: String, CodingKey {
            case id, name, page, query, visibility, author
            case at = "createdAt"
        }

        init(_ view: SavedView) {
            (id, name, page, query) = (view.id, view.name, view.page, view.query)
            (visibility, author, at) = (view.visibility, view.author, view.at)
        }

        static let schemaName = "SavedView"
        static let schema = Schema.object([
            "id": .string, "name": .string, "page": .string, "query": .string,
            "visibility": .oneOf(SavedView.Visibility.allCases.map(\.rawValue)), "author": .string,
            "createdAt": .instant,
        ])
    }

    var views: [View]

    static let schemaName = "SavedViews"
    static let schema = Schema.object(["views": .array(of: .of(View.self))])
    static let schemaReferences: [any SchemaDescribed.Type] = [View.self]
}
