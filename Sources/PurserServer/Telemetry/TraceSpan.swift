// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials

/// A piece of work within a trace, from its start to its end.
struct TraceSpan: Hashable, Sendable {
    /// Which side of a request it is; the numbers are those of the protocol.
    enum Kind: Int64, Sendable {
        case server = 2
        case client = 3
    }

    enum Value: Hashable, Sendable {
        case text(String)
        case number(Int64)
    }

    var name: String
    var kind: Kind
    /// Its place: the trace, and its own identifier.
    var context: TraceParent
    /// The identifier of the span that it is a part of.
    var parent: String?
    var start: Date
    var seconds: Double
    var attributes: [String: Value]
    var isError: Bool
}
