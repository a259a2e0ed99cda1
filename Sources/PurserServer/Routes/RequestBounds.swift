// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPService

/// Bounds what a request may hold before anything is built from it.
///
/// The size of a body says little about its cost: 1.9 MB of small members cost a decoder a second. A caller without a secret
/// key sends few values.
enum RequestBounds {
    /// How many parameters an address may have.
    static let parameters = 100

    /// How many fields a form of the console may have.
    static let formFields = 1000

    /// How large a catalog may be that the server itself imports: more than 10,000 products.
    static let catalogBytes = 32 << 20

    /// Checks the address and the body against a route's limits.
    ///
    /// - Throws: A `ServiceProblem` that says what there is too much of, and the limit.
    static func check(_ request: HTTPRequest, for route: Route) throws(ServiceProblem) {
        try check(request.query)
        guard let body = route.body, body.mediaTypes.contains("application/json") else { return }
        let limits = body.limits ?? (route.access == .backend ? .backend : .app)
        if request.mediaType == "application/x-www-form-urlencoded" {
            try checkForm(request.body, limit: limits.members)
        } else if let excess = limits.excess(in: request.body) {
            throw problem(excess)
        }
    }

    /// Checks how many parameters an address has.
    static func check(_ query: HTTPQuery) throws(ServiceProblem) {
        guard hasMore(than: parameters, query.rawValue.utf8) else { return }
        throw ServiceProblem(
            .invalidParameter,
            "The address has at least \(parameters + 1) parameters. Send at most \(parameters)."
        )
    }

    /// Checks how many fields a form has.
    static func checkForm(_ body: Data, limit: Int) throws(ServiceProblem) {
        guard body.withUnsafeBytes({ hasMore(than: limit, $0) }) else { return }
        throw ServiceProblem(.bodyTooLarge, "The form has at least \(limit + 1) fields. Send at most \(limit).")
    }

    private static func problem(_ excess: JSONLimits.Excess) -> ServiceProblem {
        let text = "The body is refused: \(excess)"
        return switch excess.measure {
        case .members, .values, .stringBytes: ServiceProblem(.bodyTooLarge, text)
        case .depth, .numberBytes, .encoding: ServiceProblem(.malformedBody, text)
        }
    }

    /// Whether there are more parts than a number, as far as that must be counted.
    private static func hasMore(than limit: Int, _ bytes: some Sequence<UInt8>) -> Bool {
        var parts = 1
        for byte in bytes where byte == UInt8(ascii: "&") {
            parts += 1
            if parts > limit { return true }
        }
        return false
    }
}

extension JSONLimits {
    /// A request of an app, of a customer or without a key.
    ///
    /// The contract bounds each text.
    static let app = JSONLimits(depth: 12, members: 256, values: 512)

    /// A notification of the App Store; one of version 1 has 100 transactions of some 30 members.
    static let notification = JSONLimits(depth: 12, members: 6000, values: 8000)

    /// A request with a secret key; the longest lists have 10,000 elements.
    static let backend = JSONLimits(depth: 32, members: 5000, values: 25_000)

    /// A catalog, a product with its prices and offers, or a StoreKit file, with a secret key.
    static let catalog = JSONLimits(depth: 64, members: 200_000, values: 400_000)
}
