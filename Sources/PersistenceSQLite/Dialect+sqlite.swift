// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence

extension Dialect {
    /// SQLite: strict tables, those found by their key alone kept in its order.
    static let sqlite = Dialect(
        name: "SQLite",
        integer: "INTEGER",
        text: "TEXT",
        bytes: "BLOB",
        identity: "INTEGER PRIMARY KEY AUTOINCREMENT",
        partitionedIdentity: "INTEGER PRIMARY KEY AUTOINCREMENT",
        partitionedTableEnd: "\n) STRICT",
        tableEnd: " STRICT",
        clusteredTableEnd: " STRICT, WITHOUT ROWID",
        eventPosition: "number",
        skippingLockedRows: "",
        indexesAccounts: "substr(content, 1, 2) <> x'\(CompactContent.orderSteps)'",
        sparesRoundTrips: false
    )
}
