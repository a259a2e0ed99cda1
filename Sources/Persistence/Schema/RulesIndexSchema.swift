// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An index of what is about no purchase and no customer: the policies and the products that were in force.
enum RulesIndexSchema {
    static let statements: @Sendable (Dialect) -> [String] = { _ in
        ["CREATE INDEX facts_of_rules ON facts (scope, id) WHERE lineage IS NULL AND customer IS NULL"]
    }
}
