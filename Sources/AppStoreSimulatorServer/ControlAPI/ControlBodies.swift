// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import HTTPService

/// Refuses members that a control does not know: a misspelled request that is ignored would look as if it had been
/// granted.
enum ControlBodies {
    /// A route whose body has none but the members that the OpenAPI document names.
    static func strict(_ route: Router.Route) -> Router.Handler {
        let name = ControlOpenAPIDocument.name(of: route)
        guard let known = ControlOpenAPIDocument.members(of: name) else { return route.handler }
        return { request in
            try check(request, against: known)
            return try await route.handler(request)
        }
    }

    /// Refuses what was written and not understood, however deep it stands.
    ///
    /// - Throws: A ``Problem`` that names the member.
    static func check(_ written: JSONValue, wasUnderstoodAs value: some Encodable) throws {
        guard let path = try SettingsPatch.passedOver(of: written, by: value) else { return }
        throw Problem(
            .badRequest,
            code: "unknown-member",
            detail: "Unknown member: '\(path)'. GET shows the members that are set, openapi.json the others too."
        )
    }

    private static func check(_ request: HTTPRequest, against known: Set<String>) throws {
        // What is not a JSON object is the handler's to refuse: it knows what it wants instead.
        guard case .object(let fields)? = try? request.json(JSONValue.self) else { return }
        guard let unknown = fields.keys.filter({ !known.contains($0) }).min() else { return }
        let hint =
            Nearness.nearest(to: unknown, among: known.sorted()).map { "Did you mean \($0)?" }
            ?? "Those there are: \(known.sorted().joined(separator: ", "))."
        throw Problem(.badRequest, code: "unknown-member", detail: "Unknown member: '\(unknown)'. \(hint)")
    }
}
