// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Entitlements are found by when time alone changes them, such as a grant that runs out.
enum DueEntitlementSchema {
    static let statements: @Sendable (Dialect) -> [String] = { d in
        [
            "ALTER TABLE entitlements ADD COLUMN due \(d.integer)",
            // Of what is stored it is not known what gives it: it is looked at once at its end.
            "UPDATE entitlements SET due = \(d.jsonNumber("body", "validUntil"))",
            "CREATE INDEX entitlements_due ON entitlements (due) WHERE due IS NOT NULL",
        ]
    }
}
