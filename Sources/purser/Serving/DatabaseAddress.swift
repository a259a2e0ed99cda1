// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// Where everything is kept, as `--database` names it.
enum DatabaseAddress: Hashable, Sendable, CustomStringConvertible {
    /// An SQLite database in a file.
    case sqlite(path: String)

    /// A PostgreSQL database.
    case postgres(url: String)

    /// Reads `sqlite:PATH` or `postgres://…`.
    init(_ text: String, option: String = "database") throws(UsageError) {
        if text.hasPrefix("sqlite:"), text.count > 7 {
            self = .sqlite(path: String(text.dropFirst(7)))
        } else if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            self = .postgres(url: text)
        } else {
            throw UsageError("--\(option) takes sqlite:PATH or postgres://USER@HOST/NAME, not '\(Self.shown(text))'")
        }
    }

    /// The address without a password, fit for logs.
    var description: String {
        switch self {
        case .sqlite(let path): "sqlite:\(path)"
        case .postgres(let url): Self.shown(url)
        }
    }

    /// Where a PostgreSQL database is, without who asks and how.
    static func place(of url: String) -> String {
        let rest = url.range(of: "://").map { url[$0.upperBound...] } ?? url[...]
        let hosts = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
        return String(hosts.prefix { $0 != "?" })
    }

    private static func shown(_ url: String) -> String {
        guard let scheme = url.range(of: "://"), let at = url[scheme.upperBound...].lastIndex(of: "@") else {
            return url
        }
        let user = url[scheme.upperBound..<at].prefix { $0 != ":" }
        return String(url[..<scheme.upperBound] + user + url[at...])
    }
}
