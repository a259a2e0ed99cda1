// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// A file of the test's own folder.
func fixture(_ name: String, file: String = #filePath) -> String {
    URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/\(name)").path(percentEncoded: false)
}

/// A fixture's text.
func fixtureText(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: fixture(name))), as: UTF8.self)
}

/// Runs a closure with an empty folder that is removed afterward.
func withTemporaryFolder<Result>(_ body: (_ path: String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "purser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path(percentEncoded: false))
}
