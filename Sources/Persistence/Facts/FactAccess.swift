// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Reads facts, their documents and where they belong.
package protocol FactReader: QueryReader {
    /// What need not be asked for again.
    var memory: TransactionCache { get }
}

/// Writes facts, their documents and where they belong.
package protocol FactWriter: FactReader, QueryWriter {}
