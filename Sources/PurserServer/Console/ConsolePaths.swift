// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTML
import HTTPService
import Persistence

/// The addresses of pages that others name.
enum ConsolePaths {
    /// The address of a purchase's page.
    static func path(of key: LineageKey) -> String {
        let scope = key.scope.bundleID.rawValue + " " + key.scope.environment.rawValue
        return "/console/purchases/\(HTML.escapeSegment(key.lineage.rawValue))?scope=\(HTML.escapeSegment(scope))"
    }

    /// The address of a document's page.
    static func path(ofDocument key: FactKey, in scope: AppScope) -> String {
        let value = scope.bundleID.rawValue + " " + scope.environment.rawValue
        return "/console/documents/\(key.hexadecimal)?scope=\(HTML.escapeSegment(value))"
    }
}
