// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTTPService

/// The web page: the transaction manager, where a person does by buttons what programs do by the controls.
///
/// Scripts and styles come from here alone, none is in the markup.
struct PageRoutes: Sendable {
    /// Bootstrap as Debian packages it; the page has its own layout when the package is absent.
    private let bootstrap = StaticFiles(directory: "/usr/share/bootstrap-html/css", cacheControl: "max-age=86400")

    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    /// Adds the routes.
    func add(to router: inout Router) {
        router.on(.get, "/") { _ in Self.respond(PageMarkup.text, "text/html; charset=utf-8") }
        let files = [
            ("page.css", PageStyle.text, "text/css; charset=utf-8"),
            ("words.js", PageStrings.text, "text/javascript; charset=utf-8"),
            ("page.js", PageScript.text, "text/javascript; charset=utf-8"),
            ("operator.js", PageOperator.text, "text/javascript; charset=utf-8"),
            ("scenarios.js", PageScenarios.text, "text/javascript; charset=utf-8"),
            ("groups.js", PageGroups.text, "text/javascript; charset=utf-8"),
        ]
        for (name, text, type) in files {
            router.on(.get, "/simulator/page/\(name)") { _ in Self.respond(text, type) }
        }
        router.on(.get, "/simulator/page/bootstrap.min.css") { request in
            do {
                return try bootstrap.response(for: "bootstrap.min.css", to: request)
            } catch is Problem {
                return Self.respond("/* Install libjs-bootstrap5 for Bootstrap's styles. */\n", "text/css")
            }
        }
        router.on(.get, "/favicon.ico") { _ in HTTPResponse(status: .noContent) }
    }

    private static func respond(_ text: String, _ type: String) -> HTTPResponse {
        HTTPResponse(
            headers: [
                "Content-Type": type, "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff",
                "Referrer-Policy": "no-referrer", "Cache-Control": "no-cache",
            ],
            body: .bytes(Data(text.utf8))
        )
    }
}
