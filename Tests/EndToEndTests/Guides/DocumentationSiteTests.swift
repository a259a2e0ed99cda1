// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

/// The documentation site, made of the repository's pages and opened in Chromium as files.
@Suite(.serialized) struct DocumentationSiteTests {
    private func run(
        _ script: String,
        in folder: TemporaryFolder,
        _ arguments: [String]
    ) async throws -> (
        text: String, code: Int32
    ) {
        let python =
            ProcessInfo.processInfo.environment["PURSER_PYTHON"]
            ?? Package.root.appending(path: ".venv/bin/python").path
        let path = Package.root.appending(path: "Scripts/" + script).path
        return try await Shell.run(python, [path] + arguments, in: folder.path)
    }

    @Test func `the site has every page, no dead link, a search in both languages and no accessibility violation`()
        async throws
    {
        let folder = try TemporaryFolder()
        let made = try await run("site", in: folder, [folder.path + "/site"])
        #expect(made.code == 0, "\(made.text)")
        let checked = try await run("site-check", in: folder, [folder.path + "/site", "16"])
        #expect(checked.code == 0, "\(checked.text)")
    }
}
