// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Commerce

extension CustomerReader {
    /// Whether a search by any part of a customer's identifier leads to the customer.
    ///
    /// - Throws: `DatabaseError`.
    package func isSearchable(_ customer: CustomerID) throws -> Bool {
        let parts = CustomerSearchIndex.parts(of: customer.rawValue.asciiLowercased, upTo: 32)
        guard !parts.isEmpty, let query = dialect.customerSearch.lookUp?(customer, parts) else { return true }
        return try first(query) { try $0.next(Int64.self) } != nil
    }
}

extension CustomerWriter {
    /// Builds the index of the parts of customers' identifiers again.
    ///
    /// - Throws: `DatabaseError`.
    package func rebuildCustomerSearch() throws {
        for statement in dialect.customerSearch.rebuilding { try execute(statement) }
    }
}
