// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Runs queries: what every reader is built on.
package protocol QueryReader {
    /// How the database at hand differs from the others.
    var dialect: Dialect { get }

    /// Runs a query and hands over each row in turn.
    ///
    /// - Throws: `DatabaseError`, or what the body throws.
    func forEach(_ query: Query, _ body: (inout Row) throws -> Void) throws
}

/// Runs statements: what every writer is built on.
package protocol QueryWriter: QueryReader {
    /// Runs a statement.
    ///
    /// - Returns: How many rows it inserted, changed or deleted.
    /// - Throws: `DatabaseError`; then the body must fail too, for some databases undo everything at once.
    @discardableResult
    func execute(_ query: Query) throws -> Int

    /// Runs a statement whose outcome no one waits for here: a driver may send it together with the next one.
    ///
    /// When it fails, whatever is run next fails, at the latest the commit.
    ///
    /// - Throws: `DatabaseError`.
    func post(_ query: Query) throws
}

extension QueryWriter {
    /// Runs the statement at once.
    package func post(_ query: Query) throws {
        _ = try execute(query)
    }
}
