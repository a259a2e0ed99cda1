// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTML

/// Something that could not be done or is not there, and the way on.
package struct ErrorPage: Sendable {
    /// The title.
    package var title: String
    /// What happened and how to fix it.
    package var text: String
    /// The status of the answer.
    package var status: Int
    /// The request, by which the log finds it.
    package var request: String
    /// The way on.
    package var back: Link

    /// Makes the page.
    package init(title: String, text: String, status: Int, request: String, back: Link) {
        self.title = title
        self.text = text
        self.status = status
        self.request = request
        self.back = back
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        var page = Page(
            title,
            """
            <p class="notice bad" role="alert">\(text)</p>
            <p>\(back.html)</p>
            <p class="soft">\(f("Status", meaning: "HTTP")) \(status) · \(f("Request")) \(Components.code(request))</p>
            """
        )
        page.badges = Components.badge(String(status), .plain)
        return page
    }

    /// The whole document for someone who is not signed in: without the navigation.
    package static func document(
        _ text: String,
        status: Int,
        request: String,
        in language: ConsoleLanguage
    ) -> String {
        let title = status == 404 ? language("That is not here") : language("That could not be done")
        let html: HTML = """
            <!doctype html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title) · Purser</title>
            <link rel="stylesheet" href="/console/assets/bootstrap.min.css">
            <link rel="stylesheet" href="/console/assets/console.css">
            <link rel="icon" href="/console/assets/icon.svg" type="image/svg+xml">
            </head>
            <body>
            <main class="sign-in" id="main">
            <h1>\(title)</h1>
            <p>\(text)</p>
            <p><a class="btn btn-primary" href="/console">\(language("Open the console"))</a></p>
            <p class="soft">\(language("Status", meaning: "HTTP")) \(status) · \(language("Request")) \(request)</p>
            </main>
            </body>
            </html>

            """
        return html.text
    }
}
