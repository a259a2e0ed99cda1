// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Routes by segment: a literal wins over a parameter, a parameter over the rest.
struct RouteTree: Sendable {
    typealias Handler = @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// What is at the end of a pattern.
    struct Endpoint: Sendable {
        var pattern: String
        var handler: Handler
    }

    /// A path's handlers with what its parameters matched.
    struct Match: Sendable {
        var endpoints: [HTTPMethod: Endpoint]
        var values: [String: String]
    }

    private struct Node: Sendable {
        var literals: [Substring: Int] = [:]
        var parameter: (name: String, node: Int)?
        var rest: (name: String, node: Int)?
        var endpoints: [HTTPMethod: Endpoint] = [:]
    }

    private var nodes = [Node()]

    /// Adds a route; the last one of the same method and pattern answers.
    mutating func add(_ route: Router.Route) {
        var current = 0
        for segment in RoutePattern(route.pattern).segments {
            let next = Self.child(of: current, for: segment, in: nodes) ?? nodes.count
            if next == nodes.count {
                nodes.append(Node())
                Self.link(current, to: next, for: segment, in: &nodes)
            }
            current = next
        }
        nodes[current].endpoints[route.method] = Endpoint(pattern: route.pattern, handler: route.handler)
    }

    /// Finds a path's handlers; nil when no pattern matches.
    func match(_ path: String) -> Match? {
        guard path.utf8.first == 0x2f else { return nil }
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        return match(segments[...], at: 0)
    }

    private func match(_ segments: ArraySlice<Substring>, at index: Int) -> Match? {
        let node = nodes[index]
        guard let segment = segments.first else {
            return node.endpoints.isEmpty ? nil : Match(endpoints: node.endpoints, values: [:])
        }
        if let next = node.literals[segment], let found = match(segments.dropFirst(), at: next) { return found }
        if let (name, next) = node.parameter, !segment.isEmpty, let value = PercentEncoding.decode(segment),
            var found = match(segments.dropFirst(), at: next)
        {
            found.values[name] = value
            return found
        }
        if let (name, next) = node.rest, let value = PercentEncoding.decode(segments.joined(separator: "/")[...]) {
            return Match(endpoints: nodes[next].endpoints, values: [name: value])
        }
        return nil
    }

    private static func child(of index: Int, for segment: RoutePattern.Segment, in nodes: [Node]) -> Int? {
        switch segment {
        case .literal(let text):
            return nodes[index].literals[text[...]]
        case .parameter(let name):
            guard let known = nodes[index].parameter else { return nil }
            precondition(known.name == name, "one place has two parameter names: \(known.name) and \(name)")
            return known.node
        case .rest(let name):
            guard let known = nodes[index].rest else { return nil }
            precondition(known.name == name, "one place has two parameter names: \(known.name) and \(name)")
            return known.node
        }
    }

    private static func link(_ index: Int, to next: Int, for segment: RoutePattern.Segment, in nodes: inout [Node]) {
        switch segment {
        case .literal(let text): nodes[index].literals[text[...]] = next
        case .parameter(let name): nodes[index].parameter = (name, next)
        case .rest(let name): nodes[index].rest = (name, next)
        }
    }
}
