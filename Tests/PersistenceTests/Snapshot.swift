// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

/// Compares a text with the one that was recorded; with `RECORD_SNAPSHOTS` set it records, and fails so that
/// somebody looks at it.
func expectSnapshot(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures/\(name)")
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
        Issue.record("\(name) was recorded; look at it and run again", sourceLocation: sourceLocation)
        return
    }
    let recorded = try? String(contentsOf: file, encoding: .utf8)
    #expect(recorded == text, "\(name) differs; RECORD_SNAPSHOTS=1 records it again", sourceLocation: sourceLocation)
}
