// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Console
import HTTPService

/// The guide to the console, which the question mark in the bar opens.
struct GuidePages: Sendable {
    let pages: ConsoleFrame

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/guide", .viewer) { call in
                let frame = try await pages.frame(call, isShown: false)
                return pages.show(GuidePage(frame.language).page(in: frame), in: frame)
            }
        ]
    }
}
