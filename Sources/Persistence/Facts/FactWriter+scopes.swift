// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Commerce

extension FactReader {
    /// The number by which rows name a scope, or nothing when no row does.
    func number(of scope: AppScope) throws -> Int64? {
        if let number = memory.number(of: scope) { return number }
        let number = try first(
            "SELECT id FROM scopes WHERE bundle_id = \(scope.bundleID) AND environment = \(scope.environment)"
        ) { try $0.next(Int64.self) }
        if let number { memory.cache(number, of: scope) }
        return number
    }

    /// The scopes that something was stored for.
    package func scopes() throws -> [AppScope] {
        try rows("SELECT bundle_id, environment FROM scopes ORDER BY bundle_id, environment LIMIT 10000") { row in
            AppScope(bundleID: try row.next(), environment: try row.next())
        }
    }

    /// The scope that a number represents.
    func scope(numbered number: Int64) throws -> AppScope {
        let scope = try first("SELECT bundle_id, environment FROM scopes WHERE id = \(number)") { row in
            AppScope(bundleID: try row.next(), environment: try row.next())
        }
        guard let scope else {
            throw DatabaseError(code: .damaged, message: "a row names scope \(number), which is not there")
        }
        return scope
    }
}

extension FactWriter {
    /// The number by which rows name a scope; it is given when the scope is new.
    func ensureNumber(of scope: AppScope) throws -> Int64 {
        if let number = try number(of: scope) { return number }
        try execute(
            """
            INSERT INTO scopes (bundle_id, environment) VALUES (\(scope.bundleID), \(scope.environment))
            ON CONFLICT (bundle_id, environment) DO NOTHING
            """
        )
        guard let number = try number(of: scope) else {
            throw DatabaseError(code: .conflict, message: "another writer adds the same app; try again")
        }
        return number
    }
}
