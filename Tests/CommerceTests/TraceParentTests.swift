// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Testing

@Suite struct TraceParentTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let span = "b7ad6b7169203331"

    @Test(arguments: [("01", true), ("00", false), ("03", true), ("fe", false), ("10", false)])
    func `a header is read with its trace, its parent and whether it is recorded`(flags: String, isSampled: Bool) throws
    {
        let parent = try #require(TraceParent(header: "00-\(Self.trace)-\(Self.span)-\(flags)"))
        #expect(parent.trace == Self.trace && parent.span == Self.span && parent.isSampled == isSampled)
        #expect(parent.rawValue == "00-\(Self.trace)-\(Self.span)-\(isSampled ? "01" : "00")")
    }

    @Test(arguments: ["", "-more"])
    func `a later version is read as far as this one goes`(rest: String) throws {
        let parent = try #require(TraceParent(header: "cc-\(Self.trace)-\(Self.span)-01" + rest))
        #expect(parent.rawValue == "00-\(Self.trace)-\(Self.span)-01")
    }

    @Test(arguments: [(200, true), (201, false)])
    func `a header has at most 200 bytes`(length: Int, isRead: Bool) {
        let header = "cc-\(Self.trace)-\(Self.span)-01-"
        let rest = String(repeating: "a", count: length - header.utf8.count)
        #expect((TraceParent(header: header + rest) != nil) == isRead)
    }

    @Test func `a stored value without a part has none`() {
        let parent = TraceParent(rawValue: "00")
        #expect(parent.trace.isEmpty && parent.span.isEmpty && !parent.isSampled)
    }

    @Test(arguments: [
        "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-1", "00-\(trace)-\(span)-01-more",
        "00-\(trace)-\(span)-01x", "cc-\(trace)-\(span)-01more", "ff-\(trace)-\(span)-01",
        "00-\(trace.uppercased())-\(span)-01", "00-\(trace)-\(span)-0g", "0-0\(trace)-\(span)-01",
        "00-00000000000000000000000000000000-\(span)-01", "00-\(trace)-0000000000000000-01",
        "00_\(trace)_\(span)_01", "00-\(trace)\u{e9}-\(span)-01",
        "cc-\(trace)-\(span)-01-" + String(repeating: "a", count: 200),
    ])
    func `an invalid header is not a trace`(header: String) {
        #expect(TraceParent(header: header) == nil)
    }
}
