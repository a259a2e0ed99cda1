// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTML

/// Where a person says who they are.
package struct SignInPage: Sendable {
    /// The language.
    package var language: ConsoleLanguage
    /// The secret that the form sends back.
    package var token: String
    /// Whether the last try failed.
    package var problem: String?
    /// Whether a simulator's root is trusted.
    package var trustsSimulator: Bool
    /// Where to go afterward.
    package var next: String
    /// Whether the password was right and a code is asked for.
    package var asksForCode = false

    /// Makes the page.
    package init(language: ConsoleLanguage, token: String, problem: String?, trustsSimulator: Bool, next: String) {
        self.language = language
        self.token = token
        self.problem = problem
        self.trustsSimulator = trustsSimulator
        self.next = next
    }

    /// The whole document.
    package var document: String {
        let languages = self.language.others.map { other -> HTML in
            """
            <a href="/console/sign-in?language=\(segment: other.rawValue)" lang="\(other.rawValue)">\(other.name)</a>
            """
        }
        let html: HTML = """
            <!doctype html>
            <html lang="\(self.language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(self.language("Sign in")) · Purser</title>
            <link rel="stylesheet" href="/console/assets/bootstrap.min.css">
            <link rel="stylesheet" href="/console/assets/console.css">
            <link rel="icon" href="/console/assets/icon.svg" type="image/svg+xml">
            </head>
            <body>
            \(trustsSimulator ? Self.banner(self.language) : nil)
            <main class="sign-in" id="main">
            <h1>Purser</h1>
            \(problem.map { "<p class=\"notice bad\" role=\"alert\">\($0)</p>" as HTML })
            <form method="post" action="/console/sign-in\(asksForCode ? "/code" : "" as HTML)">
            <input type="hidden" name="token" value="\(token)">
            <input type="hidden" name="next" value="\(next)">
            <input type="hidden" name="language" value="\(self.language.rawValue)">
            \(asksForCode ? codeField : nameFields)
            <button class="btn btn-primary">\(self.language("Sign in"))</button>
            </form>
            <p class="soft">\(asksForCode ? codeHint : firstHint)</p>
            <p>\(languages)</p>
            </main>
            </body>
            </html>

            """
        return html.text
    }

    private var codeHint: String {
        self.language("Lost the device? Enter a recovery code.")
    }

    private var firstHint: String {
        self.language("The first password was printed once when the server started for the first time.")
    }

    private var codeField: HTML {
        """
        <div class="field"><label for="code">\(self.language("Code of your authenticator app"))</label>
        <input class="form-control" id="code" name="code" autocomplete="one-time-code" required maxlength="40" autofocus></div>
        """
    }

    private var nameFields: HTML {
        """
        <div class="field"><label for="name">\(self.language("Name", meaning: "user"))</label>
        <input class="form-control" id="name" name="name" autocomplete="username" required maxlength="100" autofocus></div>
        <div class="field"><label for="password">\(self.language("Password"))</label>
        <input class="form-control" id="password" name="password" type="password" autocomplete="current-password" required maxlength="1000"></div>
        """
    }

    private static func banner(_ language: ConsoleLanguage) -> HTML {
        Components.banner(
            language("A simulator's root is trusted here, not Apple's."),
            label: language("Warning")
        )
    }
}
