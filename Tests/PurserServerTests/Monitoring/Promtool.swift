// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import TestSupport

/// Prometheus' own checker.
enum Promtool {
    struct Missing: Error, CustomStringConvertible {
        let description = "promtool is not there; run: Scripts/setup test"
    }

    /// The package's root, from this file's place in it.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func program() throws -> URL {
        let unpacked = root.appending(path: ".build/tools/prometheus/usr/bin/promtool")
        let places = [unpacked, URL(filePath: "/usr/bin/promtool"), URL(filePath: "/usr/local/bin/promtool")]
        guard let found = places.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            throw Missing()
        }
        return found
    }

    /// Runs it on some words and an input; answers what it says and its exit code.
    static func run(_ words: [String], input: String = "") throws -> (text: String, code: Int32) {
        let process = ChildProcess()
        process.executableURL = try program()
        process.arguments = words
        process.currentDirectoryURL = root
        let file = FileManager.default.temporaryDirectory.appending(path: "promtool-\(UUID())")
        try Data(input.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let pipe = Pipe()
        process.standardInput = try FileHandle(forReadingFrom: file)
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try process.checkLimit()
        return (text, process.terminationStatus)
    }
}
