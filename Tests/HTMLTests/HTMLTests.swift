// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTML
import Testing

@Suite struct HTMLTests {
    @Test(arguments: [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("\" onmouseover='x'", "&quot; onmouseover=&#39;x&#39;"), ("a & b &amp; c", "a &amp; b &amp;amp; c"),
        ("汤姆 🙂", "汤姆 🙂"), ("\u{0}", "\u{FFFD}"), ("", ""),
    ])
    func `a text that is put into markup is escaped`(text: String, spelled: String) {
        let html: HTML = "<p title=\"\(text)\">\(text)</p>"
        #expect(html.text == "<p title=\"\(spelled)\">\(spelled)</p>")
        #expect(HTML(text).text == spelled)
    }

    @Test func `markup stays markup, and nothing is escaped twice`() {
        let inner: HTML = "<b>\("a<b")</b>"
        let html: HTML = "<p>\(inner)\([inner, inner])\(nil as HTML?)\(nil as String?)\(3)</p>"
        let bold = "<b>a&lt;b</b>"
        #expect(html.text == "<p>\(bold)\(bold)\(bold)3</p>")
        #expect((inner + inner).text == bold + bold)
        #expect([inner, inner].joined(separator: ", ").text == "\(bold), \(bold)")
    }

    @Test func `markup that is a text needs to be called so`() {
        let text = "<i>"
        #expect(HTML(verbatim: text).text == "<i>")
        #expect(HTML(text).text == "&lt;i&gt;")
        let html: HTML = "\(text)"
        #expect(html.text == "&lt;i&gt;")
    }

    @Test(arguments: [
        ("a/b?c#d", "a%2Fb%3Fc%23d"), ("..", "%2E%2E"), (".", "%2E"), ("a.b", "a.b"),
        ("javascript:x", "javascript%3Ax"),
        ("汤", "%E6%B1%A4"), ("\"'<>", "%22%27%3C%3E"), ("a+b c", "a%2Bb%20c"),
    ])
    func `a segment of a path stays one segment`(text: String, spelled: String) {
        let html: HTML = "/x/\(segment: text)"
        #expect(html.text == "/x/" + spelled)
    }
}
