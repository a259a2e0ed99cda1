// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import HTTPService

/// Apple's host names, by which the two environments are distinguished whatever the port.
enum AppleHosts {
    private static let sandbox: Set<String> = [
        "api.storekit-sandbox.apple.com", "api.storekit-sandbox.itunes.apple.com", "sandbox.itunes.apple.com",
    ]
    private static let production: Set<String> = [
        "api.storekit.apple.com", "api.storekit.itunes.apple.com", "buy.itunes.apple.com",
    ]

    /// Every name under which Apple's servers that are simulated here are known.
    static let all = (sandbox.union(production)).sorted() + ["api.appstoreconnect.apple.com"]

    /// The environment that a request is meant for.
    static func environment(of request: HTTPRequest, port environment: Environment) -> Environment {
        guard let host = request.host else { return environment }
        if sandbox.contains(host) { return .sandbox }
        return production.contains(host) ? .production : environment
    }
}
