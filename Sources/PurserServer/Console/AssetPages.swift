// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Console
import FoundationEssentials
import HTTPService

/// The files of the console's pages.
struct AssetPages: Sendable {
    /// Style, script and icon of ours, and Bootstrap and Chart.js as Debian packages them.
    var routes: [ConsoleRoute] {
        [
            asset("console.css", "text/css; charset=utf-8", ConsoleAssets.style),
            asset("console.js", "text/javascript; charset=utf-8", ConsoleAssets.script),
            asset("icon.svg", "image/svg+xml", ConsoleAssets.icon),
            packaged(
                "bootstrap.min.css",
                "/usr/share/bootstrap-html/css",
                "/* Install libjs-bootstrap5. */\n",
                "text/css"
            ),
            packaged(
                "chart.min.js",
                "/usr/share/javascript/chart.js",
                "// Install libjs-chart.js.\n",
                "text/javascript"
            ),
        ]
    }

    private func asset(_ name: String, _ type: String, _ text: String) -> ConsoleRoute {
        ConsoleRoute(.get, "/assets/" + name, nil) { _ in
            HTTPResponse(
                headers: ["Content-Type": type, "Cache-Control": "no-cache"],
                body: .bytes(Data(text.utf8))
            )
        }
    }

    /// A file of a Debian package; when it is absent, the console has its own layout and shows tables for charts.
    private func packaged(_ name: String, _ folder: String, _ rest: String, _ type: String) -> ConsoleRoute {
        let files = StaticFiles(directory: folder, cacheControl: "max-age=86400")
        return ConsoleRoute(.get, "/assets/" + name, nil) { call in
            do {
                return try files.response(for: name, to: call.request)
            } catch is Problem {
                return HTTPResponse(
                    headers: ["Content-Type": type, "Cache-Control": "no-cache"],
                    body: .bytes(Data(rest.utf8))
                )
            }
        }
    }
}
