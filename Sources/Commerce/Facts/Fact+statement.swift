// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

extension Fact {
    /// Makes the fact of a team's statement about a purchase in another store.
    ///
    /// - Parameters:
    ///   - statement: The statement.
    ///   - date: When the team stated it, by the team's own clock.
    ///   - scope: The app and environment.
    ///   - digest: The SHA-256 of the statement with its date.
    public init(_ statement: StoreStatement, statedOn date: Date, scope: AppScope, digest: FactDigest) {
        self.init(
            scope: scope,
            kind: .storeStatement,
            order: FactOrder(instant: date, rank: .stated, digest: digest),
            lineage: statement.lineage,
            digest: digest,
            content: .storeStatement(statement)
        )
    }
}
