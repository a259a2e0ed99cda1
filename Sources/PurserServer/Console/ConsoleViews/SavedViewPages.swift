// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// Saves and removes views, through the same routes as the API.
struct SavedViewPages: Sendable {
    let actions: ConsoleActions
    let pages: ConsoleFrame

    var routes: [ConsoleRoute] {
        [
            // A viewer has private views; the route asks for more where a view is the team's. Saving one changes
            // nothing else and can be undone, so the form has no tick.
            actions.perform("save-view", .viewer, isConfirmed: false, save),
            actions.perform("remove-view", .viewer, remove),
        ]
    }

    private func save(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let name = try call.field("name")
        try await actions.perform(
            "addSavedView",
            body: .object([
                "name": .string(name),
                "page": .string(try call.field("page", upTo: 200)),
                "query": .string(call.form["query"] ?? ""),
                "visibility": .string(try call.field("visibility", upTo: 20)),
            ]),
            in: try pages.scope(call.form["scope"]),
            call,
            visitor
        )
        return visitor.session.language("The view “\(name)” is saved.")
    }

    private func remove(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        try await actions.perform(
            "removeSavedView",
            path: ["view": try call.field("view", upTo: 100)],
            in: try pages.scope(call.form["scope"]),
            call,
            visitor
        )
        return visitor.session.language("The view was removed.")
    }
}

extension ConsoleFrame {
    /// The views above a page; nothing where a page has none.
    func savedViews(_ call: ConsoleRequest, _ visitor: SignedInUser, in scope: AppScope) async throws -> SavedViewBar? {
        let root = "/console"
        guard call.request.method == .get, call.request.path.hasPrefix(root),
            let page = SavedView.page(of: String(call.request.path.dropFirst(root.count)))
        else { return nil }
        let query = call.request.query.rawValue
        let views = try await database.read(within: call.tolerance) {
            try $0.savedViews(of: scope.bundleID, seenBy: visitor.user.name)
        }
        return SavedViewBar(
            page: page,
            query: SavedView.query(of: query),
            views: views.filter { $0.page == page }.map { view in
                SavedViewBar.View(
                    id: view.id,
                    name: view.name,
                    query: view.query,
                    author: view.author,
                    isForTeam: view.visibility == .team,
                    isCurrent: view.isShown(by: query)
                )
            }
        )
    }
}
