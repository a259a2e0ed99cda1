// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The only place of this module that reads the machine's clock.
enum StoreClock {
    /// The present instant.
    static func now() -> Date { Date() }
}
