// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// How old an answer may be, as HTTP says it.
///
/// <https://www.rfc-editor.org/rfc/rfc9111#section-5.2.1.1>
enum CacheControl {
    /// The seconds of a request's `Cache-Control: max-age=5`; zero when it says nothing of the kind, or says
    /// `no-cache`.
    static func accepted(_ field: String) -> Int {
        var age = 0
        for part in field.lowercased().split(separator: ",") {
            let parts = part.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\"" } }
            switch parts.first {
            case "no-cache", "no-store": return 0
            case "max-age": age = parts.count == 2 ? max(0, min(86_400, Int(parts[1]) ?? 0)) : 0
            default: break
            }
        }
        return age
    }

    /// What the contract says of an answer's `Age`.
    static let header: JSONValue = [
        "description": "How many seconds old a replica's answer may be; absent when it is as new as can be.",
        "schema": Schema.integer(from: 0, to: 86_400).json,
    ]

    /// The seconds of an answer's `Age`, rounded up; nothing when the answer is as new as can be.
    static func shown(_ age: Duration) -> String? {
        guard age > .zero else { return nil }
        let (seconds, rest) = age.components
        return String(seconds + (rest > 0 ? 1 : 0))
    }
}
