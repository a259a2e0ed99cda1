// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A route's path: literal segments, `{name}` for one segment, and at the end `{name...}` for the rest.
struct RoutePattern: Sendable {
    enum Segment: Hashable, Sendable {
        case literal(String)
        case parameter(String)
        case rest(String)
    }

    let segments: [Segment]

    /// Reads a pattern.
    ///
    /// - Precondition: It begins with a slash, and `{name...}` stands only at the end: a route is a constant of the
    ///   program, so a wrong one is found by the first test that builds the router.
    init(_ pattern: String) {
        precondition(pattern.hasPrefix("/"), "the route \(pattern) does not begin with a slash")
        let parts = pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        segments = parts.enumerated().map { index, part in
            guard part.hasPrefix("{"), part.hasSuffix("}") else { return .literal(String(part)) }
            let name = part.dropFirst().dropLast()
            guard name.hasSuffix("...") else { return .parameter(String(name)) }
            precondition(index == parts.count - 1, "the route \(pattern) continues after \(part)")
            return .rest(String(name.dropLast(3)))
        }
    }
}
