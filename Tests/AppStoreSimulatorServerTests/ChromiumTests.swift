// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import Testing

/// The page as a browser shows it.
@Suite struct ChromiumTests {
    private func shown(_ simulated: SimulatedService, language: String) async throws -> String {
        try await simulated.service.start()
        let page = try await Chromium.show(
            "http://127.0.0.1:\(simulated.service.productionPort ?? 0)/#alice",
            language: language
        )
        try await simulated.service.stop()
        return page
    }

    @Test(arguments: [("en-GB", "Turn renewal off", "active"), ("zh-CN", "关闭续订", "有效")])
    func `a browser shows a customer's purchases in its language`(
        language: String,
        button: String,
        state: String
    ) async throws {
        let simulated = try SimulatedService()
        try await simulated.buy("silver")
        let coins = try await simulated.buy("coins").transactionId
        let page = try await shown(simulated, language: language)
        #expect(page.contains(coins.rawValue))
        #expect(page.contains("SUBSCRIBED.INITIAL_BUY"))
        #expect(page.contains(button))
        #expect(page.contains(">\(state)</span>"))
    }
}

/// Runs Debian's Chromium without a window.
enum Chromium {
    struct Missing: Error, CustomStringConvertible {
        let description = "no Chromium to show the page in; run: Scripts/setup test"
    }

    private static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The page's markup after its scripts have run.
    static func show(_ url: String, language: String) async throws -> String {
        guard let path else { throw Missing() }
        return await withCheckedContinuation { continuation in
            DispatchQueue(label: "chromium").async {
                let process = Process()
                let output = Pipe()
                process.executableURL = URL(filePath: path)
                process.arguments = [
                    "--headless=new", "--no-sandbox", "--disable-gpu", "--lang=\(language)",
                    "--accept-lang=\(language)", "--virtual-time-budget=4000", "--dump-dom", url,
                ]
                process.standardOutput = output
                process.standardError = FileHandle.nullDevice
                do { try process.run() } catch { return continuation.resume(returning: "\(error)") }
                let text = output.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                continuation.resume(returning: String(decoding: text, as: UTF8.self))
            }
        }
    }
}
