// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// A document as Apple signed it.
package struct DocumentPage: Sendable {
    /// Its kind.
    package var kind: String
    /// When it was signed, or said.
    package var said: Date
    /// When it came first.
    package var received: Date
    /// Where it came from.
    package var source: String
    /// The SHA-256 of its bytes.
    package var digest: String
    /// The payload, laid out to be read.
    package var payload: String
    /// The certificates' names, the signer first.
    package var certificates: [String]
    /// The document exactly as it came.
    package var text: String?

    /// Makes the page.
    package init(
        kind: String,
        said: Date,
        received: Date,
        source: String,
        digest: String,
        payload: String,
        certificates: [String],
        text: String?
    ) {
        self.kind = kind
        self.said = said
        self.received = received
        self.source = source
        self.digest = digest
        self.payload = payload
        self.certificates = certificates
        self.text = text
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let chain = certificates.map { "<li>\($0)</li>\n" as HTML }
        let whole: HTML =
            text.map { text in
                """
                <details><summary>\(f("Exactly as it came"))</summary>
                <pre tabindex="0" class="document">\(text)</pre></details>
                """
            } ?? "<p class=\"soft\">\(f("No signed text is kept of it."))</p>"
        return Page(
            f.document(kind),
            """
            \(Components.facts([
                (f("Signed"), f.time(said)), (f("Came"), f.time(received)),
                (f("From", meaning: "source"), HTML(f.mover(source))), (f("SHA-256"), Components.code(digest)),
            ]))
            \(chain.isEmpty ? .empty : Components.section(f("Signed by"), "<ol>\(chain)</ol>"))
            \(Components.section(f("What it says"), id: "payload", "<pre tabindex=\"0\">\(payload)</pre>"))
            \(whole)
            """
        )
    }
}
