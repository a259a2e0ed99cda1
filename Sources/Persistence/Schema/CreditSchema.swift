// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Each delivery keeps what it credited: the catalog may say something else later.
enum CreditSchema {
    static let statements: @Sendable (Dialect) -> [String] = { dialect in
        [
            "ALTER TABLE deliveries ADD COLUMN credit_account \(dialect.text)",
            "ALTER TABLE deliveries ADD COLUMN credit_amount \(dialect.integer)",
        ]
    }
}
