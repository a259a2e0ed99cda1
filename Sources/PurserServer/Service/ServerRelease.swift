// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import Persistence

/// Which program this is, and since when it runs.
package struct ServerRelease: Hashable, Sendable {
    /// The version, as `purser --version` prints it.
    package var version: String
    /// When the service was made, by the clock of people's sessions.
    package var started: Date
    /// The database's name.
    package var database: String
    /// The version of the database's schema.
    package var schema: Int

    init(version: String, started: Date, database: any Database) {
        self.version = version
        self.started = started
        // What no other process changes is a file of ours.
        self.database = database.entitlementVersions == nil ? "PostgreSQL" : "SQLite"
        schema = Migration.all.last?.version ?? 0
    }
}
