// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Serves the described routes: finds out who calls, holds the limits, and turns failures into problems.
struct APIRouter: Sendable {
    var routes: [Route]
    var authenticator: Authenticator
    var limiter: RateLimiter
    var addresses: ClientAddress
    var maximumBodyBytes: Int
    var clock: @Sendable () -> Date
    var metrics: MetricsRecorder
    var spans: SpanRecorder
    /// Where requests are logged; nowhere for whoever has the database at hand.
    var requestLog: RequestLog?
    /// Where it is noted which customers were asked for.
    var visits: CustomerVisits?

    func router(reportsError: @escaping @Sendable (HTTPRequest, any Error) -> Void) -> Router {
        var router = Router()
        router.reportsError = reportsError
        for route in routes {
            let contract = RequestContract(route)
            router.on(route.method, route.path) { request in
                let span = Self.watched.contains(route.path) ? nil : spans.begin(below: request.traceParent)
                let trace = RequestTrace(parent: span ?? request.traceParent)
                return try await measure(route, request, span, trace) {
                    try await respond(to: request, with: route, contract, trace)
                }
            }
        }
        return router
    }

    /// Measures how a route does, whatever comes of it.
    private func measure(
        _ route: Route,
        _ request: HTTPRequest,
        _ span: TraceParent?,
        _ trace: RequestTrace,
        _ work: () async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        let start = metrics.stopwatch()
        let now = clock()
        func record(_ status: HTTPStatus, problem: String? = nil) {
            let seconds = metrics.seconds(since: start)
            metrics.recordRequest(route, status: status.rawValue, seconds: seconds)
            if let span {
                spans.record(
                    .request(to: route, request, span, from: now, seconds: seconds, status: status.rawValue, problem)
                )
            }
            guard let requestLog, !Self.watched.contains(route.path) else { return }
            let caller = trace.caller
            // What Apple signed has no key.
            let isApples = route.access == .appStore && status.rawValue < 400
            let customer = caller?.provenCustomer?.rawValue ?? trace.customer
            requestLog.record(
                LoggedRequest(
                    request: request.id,
                    app: caller?.app?.bundleID,
                    instant: now,
                    method: request.method.rawValue,
                    route: route.path,
                    status: status.rawValue,
                    microseconds: Int64(seconds * 1_000_000),
                    caller: isApples ? "App Store" : caller?.name ?? LoggedRequest.stranger,
                    customer: customer.map { CustomerID(rawValue: $0) },
                    address: addresses.resolve(request),
                    problem: problem,
                    trace: trace.parent?.trace
                )
            )
        }
        do {
            let response = try await work()
            record(response.status)
            return response
        } catch {
            let status = (error as? any ProblemConvertible)?.problem.status ?? (error as? Problem)?.status
            record(status ?? .internalServerError, problem: (error as? ServiceProblem)?.code.rawValue)
            throw error
        }
    }

    private func respond(
        to request: HTTPRequest,
        with route: Route,
        _ contract: RequestContract,
        _ trace: RequestTrace
    ) async throws -> HTTPResponse {
        let now = clock()
        // The server's own import of a catalog does not come over the network, which has its own bound.
        let isCatalog = route.body?.limits == .catalog
        let maximum = isCatalog ? max(maximumBodyBytes, RequestBounds.catalogBytes) : maximumBodyBytes
        guard request.body.count <= maximum else {
            throw ServiceProblem(.bodyTooLarge, "The body is larger than \(maximum) bytes.")
        }
        let address = addresses.resolve(request)
        do {
            let caller = try await caller(of: request, for: route, address: address, now: now)
            trace.set(caller)
            try limit(caller, of: route, now: now)
            try RequestBounds.check(request, for: route)
            try NullCharacterCheck.check(request, mayBePacked: route.body?.mayBePacked ?? false)
            try contract.check(request)
            let resolved = try await authenticator.resolvingAlias(request)
            trace.set(customer: resolved.pathParameters["customer"])
            let call = RequestContext(
                request: resolved,
                caller: caller,
                now: now,
                acceptsCacheControl: route.acceptsCacheControl,
                traceParent: trace.parent,
                authenticate: { [authenticator] now in
                    try await authenticator.caller(of: request, for: route.access, address: address, now: now)
                }
            )
            var response = try await route.handler(call)
            if let visits, response.status.rawValue < 400, let scope = try? call.scope() {
                visits.note(resolved, of: caller, to: route, in: scope, now: now)
            }
            if let age = CacheControl.shown(call.tolerance.age) { response.headers["Age"] = age }
            return response
        } catch let error as DatabaseError {
            throw error.serviceProblem
        }
    }

    /// Finds out who calls; failing to say so counts against the address, so that keys cannot be guessed at leisure.
    private func caller(
        of request: HTTPRequest,
        for route: Route,
        address: String,
        now: Date
    ) async throws -> Caller {
        do {
            return try await authenticator.caller(of: request, for: route.access, address: address, now: now)
        } catch let problem as ServiceProblem where problem.code == .unauthenticated && !address.isEmpty {
            try allow(ClientAddress.networkPrefix(of: address), now: now)
            throw problem
        }
    }

    /// Apps and strangers are limited by network, backends by key; the App Store only by the store's own capacity.
    private func limit(_ caller: Caller, of route: Route, now: Date) throws {
        guard route.access != .appStore, !caller.address.isEmpty || caller.isBackend else { return }
        let name = caller.isBackend ? caller.name : ClientAddress.networkPrefix(of: caller.address)
        // A flood of requests from a network must not blind what watches the server from there, nor the other way
        // round.
        try allow(Self.watched.contains(route.path) ? "watch " + name : name, now: now)
    }

    /// The routes that machines ask to see how the server is; they have buckets of their own.
    private static let watched: Set<String> = ["/healthz", "/readyz", "/metrics"]

    private func allow(_ name: String, now: Date) throws {
        guard let wait = limiter.allow(name, now: now) else { return }
        throw ServiceProblem(.tooManyRequests, "Too many requests; wait and send it again.", retryAfterSeconds: wait)
    }
}
