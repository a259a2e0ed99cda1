// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Sends requests to handlers by method and path.
///
/// A path that matches with another method is answered 405 with `Allow`, none 404; HEAD is served by GET's handler and
/// OPTIONS answers with what is allowed, unless a route says otherwise.
public struct Router: Sendable {
    /// Answers a request.
    public typealias Handler = @Sendable (_ request: HTTPRequest) async throws -> HTTPResponse

    /// Stands around every handler: it may answer itself, change the request, or change the answer.
    public typealias Middleware = @Sendable (_ request: HTTPRequest, _ next: Handler) async throws -> HTTPResponse

    /// One route.
    public struct Route: Sendable {
        /// The method.
        public var method: HTTPMethod

        /// The path with its parameters.
        public var pattern: String

        /// What answers.
        public var handler: Handler

        /// Makes a route.
        public init(method: HTTPMethod, pattern: String, handler: @escaping Handler) {
            self.method = method
            self.pattern = pattern
            self.handler = handler
        }
    }

    /// Told of errors that no client is notified of in full.
    public var reportsError: @Sendable (_ request: HTTPRequest, _ error: any Error) -> Void = { _, _ in }

    /// The routes, in the order they were added.
    public private(set) var routes: [Route] = []

    private var middleware: [Middleware] = []
    private var tree = RouteTree()

    /// Makes a router and lets a closure fill it.
    public init(_ build: (inout Router) -> Void = { _ in }) {
        build(&self)
    }

    /// Adds a route.
    ///
    /// A pattern is a path such as `/v1/orders/{id}`; `{name...}` at its end takes the rest, slashes included.
    public mutating func on(_ method: HTTPMethod, _ pattern: String, _ handler: @escaping Handler) {
        let layers = middleware
        let layered = layers.reversed().reduce(handler) { next, layer in
            { request in try await layer(request, next) }
        }
        let route = Route(method: method, pattern: pattern, handler: layered)
        routes.append(route)
        tree.add(route)
    }

    /// Adds a layer around every route that is added after it.
    public mutating func use(_ layer: @escaping Middleware) {
        middleware.append(layer)
    }

    /// Adds another router's routes under a prefix.
    public mutating func mount(_ other: Router, at prefix: String = "") {
        for route in other.routes { on(route.method, prefix + route.pattern, route.handler) }
    }

    /// Answers a request; a thrown error becomes the problem that describes it.
    public func respond(to request: HTTPRequest) async -> HTTPResponse {
        guard let match = tree.match(request.path) else {
            return .problem(Problem(.notFound, detail: "Nothing is at \(request.path)."))
        }
        guard let endpoint = match.endpoints[request.method] ?? fallback(for: request.method, in: match) else {
            return refusal(of: request, in: match)
        }
        var request = request
        request.pathParameters = match.values
        do {
            return try await endpoint.handler(request)
        } catch {
            return response(to: error, from: request)
        }
    }

    /// The pattern that a path matches, for logs and measurements that must not have one row per id.
    public func pattern(of request: HTTPRequest) -> String? {
        guard let match = tree.match(request.path) else { return nil }
        return (match.endpoints[request.method] ?? fallback(for: request.method, in: match))?.pattern
    }

    private func fallback(for method: HTTPMethod, in match: RouteTree.Match) -> RouteTree.Endpoint? {
        method == .head ? match.endpoints[.get] : nil
    }

    private func refusal(of request: HTTPRequest, in match: RouteTree.Match) -> HTTPResponse {
        var allowed = Set(match.endpoints.keys.map(\.rawValue))
        allowed.insert("OPTIONS")
        if allowed.contains("GET") { allowed.insert("HEAD") }
        let allow = allowed.sorted().joined(separator: ", ")
        if request.method == .options {
            return HTTPResponse(status: .noContent, headers: ["Allow": allow])
        }
        return .problem(
            Problem(
                .methodNotAllowed,
                detail: "\(request.path) takes \(allow), not \(request.method).",
                headers: ["Allow": allow]
            )
        )
    }

    private func response(to error: any Error, from request: HTTPRequest) -> HTTPResponse {
        switch error {
        case let problem as Problem:
            if problem.status.rawValue >= 500 { reportsError(request, error) }
            return .problem(problem)
        case let error as any ProblemConvertible:
            let problem = error.problem
            if problem.status.rawValue >= 500 { reportsError(request, error) }
            return .problem(problem)
        default:
            reportsError(request, error)
            return .problem(
                Problem(
                    .internalServerError,
                    code: "internal",
                    detail: "The server failed. Its log has the reason under the request id \(request.id)."
                )
            )
        }
    }
}
