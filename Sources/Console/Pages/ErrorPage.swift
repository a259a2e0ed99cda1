// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTML

/// Something that could not be done, and the way back.
package struct ErrorPage: Sendable {
    /// The title.
    package var title: String
    /// What happened and how to fix it.
    package var text: String
    /// The way back.
    package var back: Link

    /// Makes the page.
    package init(title: String, text: String, back: Link) {
        self.title = title
        self.text = text
        self.back = back
    }

    /// The page.
    package var page: Page {
        Page(title, "<p class=\"notice bad\" role=\"alert\">\(text)</p>\n<p>\(back.html)</p>")
    }
}
