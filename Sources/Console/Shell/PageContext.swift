// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// What all pages need to know: who looks, in which language, at which app.
package struct PageContext: Sendable {
    /// An app and an environment that can be chosen.
    package struct Scope: Hashable, Sendable {
        /// The app's bundle id.
        package var app: String
        /// The app's name.
        package var name: String
        /// The environment.
        package var environment: String

        /// Names a scope.
        package init(app: String, name: String, environment: String) {
            self.app = app
            self.name = name
            self.environment = environment
        }

        /// The scope as forms send it.
        package var value: String { app + " " + environment }

        /// Reads what a form sent.
        package static func parts(of value: String) -> (app: String, environment: String)? {
            let parts = value.split(separator: " ", maxSplits: 1)
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
    }

    /// The program that serves the pages.
    package struct Release: Hashable, Sendable {
        /// Its version.
        package var version: String
        /// Since when it runs.
        package var started: Date
        /// For how many seconds.
        package var uptime: TimeInterval
        /// The database's name.
        package var database: String
        /// The version of the database's schema.
        package var schema: Int

        /// Makes a value.
        package init(version: String, started: Date, uptime: TimeInterval, database: String, schema: Int) {
            self.version = version
            self.started = started
            self.uptime = uptime
            self.database = database
            self.schema = schema
        }
    }

    /// What is said about the last act.
    package struct FlashMessage: Hashable, Sendable, Codable {
        /// The text.
        package var text: String
        /// Whether it did not go well.
        package var isBad: Bool

        /// Makes a notice.
        package init(_ text: String, isBad: Bool = false) {
            self.text = text
            self.isBad = isBad
        }
    }

    /// The language.
    package var language: ConsoleLanguage
    /// Who is signed in.
    package var user: String
    /// What that person may do.
    package var role: ConsoleRole
    /// The secret that forms send back.
    package var csrf: String
    /// The scopes to choose from.
    package var scopes: [Scope]
    /// The scope that lists and figures are of.
    package var scope: Scope
    /// Whether a simulator's root is trusted instead of Apple's.
    package var trustsSimulator: Bool
    /// What is said about the last act.
    package var notice: FlashMessage?
    /// The instant of the page.
    package var now: Date
    /// The page's own path and query, to come back to.
    package var path: String
    /// How much needs a look at places of the navigation.
    package var counts: [Page.NavigationItem: Int] = [:]
    /// The saved views of the page, where it can have some.
    package var savedViews: SavedViewBar?
    /// The program that serves the page; nothing before someone is signed in.
    package var release: Release?

    /// Makes a frame.
    package init(
        language: ConsoleLanguage,
        user: String,
        role: ConsoleRole,
        csrf: String,
        scopes: [Scope],
        scope: Scope,
        trustsSimulator: Bool,
        notice: FlashMessage? = nil,
        now: Date,
        path: String
    ) {
        self.language = language
        self.user = user
        self.role = role
        self.csrf = csrf
        self.scopes = scopes
        self.scope = scope
        self.trustsSimulator = trustsSimulator
        self.notice = notice
        self.now = now
        self.path = path
    }

    /// The text in the frame's language.
    package func callAsFunction(_ text: ConsoleText, meaning: String? = nil) -> String {
        language(text, meaning: meaning)
    }

    /// Whether the person may act as a role may.
    package func may(_ needed: ConsoleRole) -> Bool { role >= needed }
}
