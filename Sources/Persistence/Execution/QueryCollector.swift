// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A reader that runs nothing and notes what it is asked, so that all of it can go to the database in one way.
package final class QueryCollector: DatabaseReader {
    package let dialect: Dialect
    package let memory: TransactionCache
    /// What was asked, in order.
    package private(set) var queries: [Query] = []

    init(dialect: Dialect, memory: TransactionCache) {
        self.dialect = dialect
        self.memory = memory
    }

    /// Notes a query, which answers no row.
    package func forEach(_ query: Query, _ body: (inout Row) throws -> Void) throws {
        queries.append(query)
    }
}

extension DatabaseWriter {
    /// Has the database answer what will be read next, all of it in one way there and back.
    ///
    /// Each query is answered from it when it is run the first time, as long as nothing was written meanwhile. What is
    /// never run was asked in vain, and nothing else comes of it; where a way to the database costs nothing, this does
    /// nothing.
    ///
    /// - Parameter read: Reads what will be read; it is answered nothing.
    /// - Throws: What `read` throws, or `DatabaseError`.
    package func prefetch(_ read: (any DatabaseReader) throws -> Void) throws {
        guard dialect.sparesRoundTrips else { return }
        let collector = QueryCollector(dialect: dialect, memory: memory)
        try read(collector)
        try prefetch(collector.queries)
    }
}
