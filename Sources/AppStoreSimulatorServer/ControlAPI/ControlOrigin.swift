// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTTPService

/// Keeps other web pages from a developer's simulator: any page can make a browser send requests to this machine.
///
/// - The `Host` must be an address, `localhost`, a name without a dot or under a suffix of private networks, one of
///   Apple's hosts that are simulated here, or a configured name. A page whose own name was pointed at this machine
///   (DNS rebinding) has another.
/// - An `Origin`, which a browser sends with every form and script of another site, must be the same host.
/// - A body must be JSON by its content type, which no form of another site can send.
struct ControlOrigin: Sendable {
    /// Names that are allowed besides.
    var allowedHosts: Set<String>

    private static let privateSuffixes = [".localhost", ".local", ".internal", ".test", ".home.arpa", ".lan"]

    /// The same handler behind the checks.
    func guarded(_ handler: @escaping Router.Handler) -> Router.Handler {
        { request in
            try check(request)
            return try await handler(request)
        }
    }

    private func check(_ request: HTTPRequest) throws {
        if let host = request.host, !isOwn(host) {
            throw Problem(
                .forbidden,
                code: "foreign-host",
                detail: "Unknown Host: '\(host)'. Use an IP address or localhost, or start with --allow-host \(host)."
            )
        }
        if let origin = request.headers["origin"], !isSame(origin, as: request) {
            throw Problem(
                .forbidden,
                code: "foreign-origin",
                detail: "The request comes from a page of another site: '\(origin)'. Use the simulator's own page."
            )
        }
        if request.method != .get, request.method != .head, let site = request.headers["sec-fetch-site"],
            site == "cross-site" || site == "same-site"
        {
            throw Problem(
                .forbidden,
                code: "foreign-origin",
                detail: "The request comes from a page of another site. Use the simulator's own page."
            )
        }
        guard !request.body.isEmpty, request.method != .get, request.method != .head else { return }
        guard let type = request.mediaType, type == "application/json" || type.hasSuffix("+json") else {
            throw Problem(
                .unsupportedMediaType,
                code: "unsupported-media-type",
                detail: "The body's type is '\(request.mediaType ?? "none")'. Send Content-Type: application/json."
            )
        }
    }

    private func isOwn(_ host: String) -> Bool {
        if host.isEmpty || host.hasPrefix("[") || !host.contains(".") { return true }
        if host.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }) { return true }
        return allowedHosts.contains(host) || AppleHosts.all.contains(host)
            || Self.privateSuffixes.contains { host.hasSuffix($0) }
    }

    /// Whether a page's origin is the server that it asks, port included.
    private func isSame(_ origin: String, as request: HTTPRequest) -> Bool {
        guard let start = origin.firstRange(of: "://")?.upperBound, let host = request.headers["host"] else {
            return false
        }
        return origin[start...].lowercased() == host.lowercased()
    }
}
