// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce

extension DomainEvent {
    /// The case's name.
    var name: String { String("\(kind)".prefix { $0 != "(" }) }
}
