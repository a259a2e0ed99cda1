// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What happens when a customer restores a purchase that another customer has.
public enum RestorePolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// It stays with the customer who has it.
    case retainOwner = "keep"

    /// It goes to the customer who restores, and the previous one is notified.
    case transfer

    /// It goes to the customer who restores unless it gives access to the previous one right now.
    case transferIfLapsed = "transfer-if-lapsed"

    /// Both have it.
    case share
}
