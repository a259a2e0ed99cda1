// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Entitlements are found by when a reminder about them is due.
enum ReminderSchema {
    static let statements: @Sendable (Dialect) -> [String] = { d in
        [
            "ALTER TABLE entitlements ADD COLUMN reminder \(d.integer)",
            "CREATE INDEX entitlements_reminder ON entitlements (reminder) WHERE reminder IS NOT NULL",
        ]
    }
}
