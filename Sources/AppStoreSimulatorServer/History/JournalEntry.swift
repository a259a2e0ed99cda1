// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import FoundationEssentials

/// What was done to the core: enough to do it again.
enum JournalEntry: Codable, Sendable {
    /// A command that succeeded.
    case perform(Command)

    /// The clock was turned to an instant.
    case advance(Date)
}
