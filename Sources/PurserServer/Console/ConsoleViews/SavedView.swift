// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// A page of the console with its filters, under a name.
///
/// Only the query of the address is stored: a range such as the last 28 days stays relative.
struct SavedView: Hashable, Sendable, Codable {
    /// The persons who see a view.
    enum Visibility: String, Hashable, Sendable, Codable, CaseIterable {
        /// The author alone.
        case personal = "private"
        case team
    }

    /// Begins with the date, so that the views' order is that of their identifiers.
    var id: String
    var app: BundleID
    var name: String
    /// The page's path in the console, such as `/customers`.
    var page: String
    var query: String
    var visibility: Visibility
    var author: String
    var at: Date

    /// How many views of the team an app has at most.
    static let maximumOfApp = 200
    /// How many private views a person has at most, in all apps.
    static let maximumOfPerson = 50
    /// How many characters a name has at most.
    static let maximumName = 60
    /// How many bytes a query has at most.
    static let maximumQuery = 2000

    /// The team's views of each app.
    static let teamRecords = OwnedRecordStore<BundleID, String, SavedView>("team-views")

    /// The private views of each person: no one reads those of another.
    static let privateRecords = OwnedRecordStore<String, String, SavedView>("private-views")

    /// A new identifier.
    static func id(at date: Date, random: RandomSource) -> String {
        let digits = String(max(0, date.millisecondsSince1970), radix: 16)
        return "view_" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits + random.hexadecimal(8)
    }
}

extension SavedView {
    private static let lists: Set = ["/customers", "/not-renewing", "/events", "/requests"]
    private static let charts = Set(
        (ConsoleChart.allCases.map(\.rawValue) + ["retention", "cohorts", "lifetime-value"]).map { "/charts/" + $0 }
    )
    /// The app and the environment are those of whoever opens the view, and the place in a list is another one later.
    private static let unsaved: Set = ["app", "env", "scope", "after", "before", "page"]

    /// The page of a path in the console; `nil` when it has no saved views.
    static func page(of path: String) -> String? {
        // The first chart has a shorter address, too.
        let page = path == "/charts" ? "/charts/" + ConsoleChart.mrr.rawValue : path
        return lists.contains(page) || charts.contains(page) ? page : nil
    }

    /// The part of an address's query that a view stores.
    static func query(of text: String) -> String {
        // A form also sends its empty fields.
        let items = HTTPQuery(rawValue: text).items.filter { !unsaved.contains($0.name) && !$0.value.isEmpty }
        return HTTPQuery(items).rawValue
    }

    /// Whether the view is what an address's query shows, in whatever order.
    func isShown(by text: String) -> Bool {
        func parts(_ query: String) -> [Substring] { query.split(separator: "&").sorted() }
        return parts(query) == parts(Self.query(of: text))
    }
}

extension DatabaseReader {
    /// The team's views of an app, the oldest first.
    func teamViews(of app: BundleID) throws -> [SavedView] {
        try values(in: SavedView.teamRecords[app], limit: SavedView.maximumOfApp)
    }

    /// A person's private views in all apps, the oldest first.
    func privateViews(of person: String) throws -> [SavedView] {
        try values(in: SavedView.privateRecords[person], limit: SavedView.maximumOfPerson)
    }

    /// The views of an app that a person sees: the person's own, then the team's.
    func savedViews(of app: BundleID, seenBy person: String?) throws -> [SavedView] {
        let own = try person.map { try privateViews(of: $0) } ?? []
        return try own.filter { $0.app == app } + teamViews(of: app)
    }
}

extension DatabaseWriter {
    /// Removes a person's private views, so that a later person of the same name has none of them.
    func removePrivateViews(of person: String) throws {
        for view in try privateViews(of: person) {
            try removeRecord(view.id, in: SavedView.privateRecords[person])
        }
    }
}
