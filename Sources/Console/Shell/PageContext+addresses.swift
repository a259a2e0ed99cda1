// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import HTML

/// Addresses carry the app and the environment, so that every page can be linked and opened beside another.
extension PageContext {
    /// Whether the page is about purchases without real money.
    var isTest: Bool { scope.environment != "Production" }

    /// The address of a page of the console in this page's app and environment.
    ///
    /// - Parameters:
    ///   - path: The page.
    ///   - query: What else the address holds; values that are absent are left out.
    /// - Returns: The address, not yet spelled for markup.
    package func path(to path: String, _ query: [(name: String, value: String?)] = []) -> String {
        Self.address(path, [("app", scope.app), ("env", scope.environment)] + query)
    }

    /// The same page of another app or environment.
    func path(switchingTo other: Scope) -> String {
        let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
        // Where a list continues is another place elsewhere.
        let own: Set = ["app", "env", "page", "before", "after", "scope"]
        let remaining = parts.dropFirst().joined().split(separator: "&").filter {
            !own.contains(String($0.prefix { $0 != "=" }))
        }
        let address = Self.address(parts.first ?? "/console", [("app", other.app), ("env", other.environment)])
        return ([address] + remaining.map(String.init)).joined(separator: "&")
    }

    /// What a form that asks for a page sends along.
    package var scopeFields: HTML {
        """
        <input type="hidden" name="app" value="\(scope.app)"><input type="hidden" name="env" value="\(scope.environment)">
        """
    }

    private static func address(_ path: String, _ query: [(name: String, value: String?)]) -> String {
        let items = query.compactMap { item in item.value.map { item.name + "=" + HTML.escapeSegment($0) } }
        return items.isEmpty ? path : path + "?" + items.joined(separator: "&")
    }
}
