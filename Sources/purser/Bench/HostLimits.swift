// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation

/// What the machine itself can do, measured in the same run.
enum HostLimits {
    /// OpenSSL's own P-256 checks on one core.
    static func openSSL() throws -> BenchResult {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["timeout", "120", "openssl", "speed", "-seconds", "2", "ecdsap256"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus != 124 else { throw Failure("'openssl speed' did not end within 120 seconds") }
        let rate = text.split(separator: "\n").last?.split(separator: " ").last.flatMap { Double($0) }
        return BenchResult("limit: openssl speed ecdsap256, verify", perSecond: rate)
    }

    /// Appends of a page, each made durable.
    static func sync(in folder: URL) throws -> BenchResult {
        let path = folder.appending(path: "sync.bin").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw Failure("cannot write \(path)") }
        defer {
            close(descriptor)
            unlink(path)
        }
        let page = [UInt8](repeating: 7, count: 4096)
        let began = MonotonicTime.now
        var result = LoadResult()
        while MonotonicTime.seconds(since: began) < 1 {
            let from = MonotonicTime.now
            guard write(descriptor, page, page.count) == page.count, fdatasync(descriptor) == 0 else {
                throw Failure("cannot write \(path)")
            }
            result.microseconds.append(UInt32(clamping: (MonotonicTime.now - from) / 1000))
        }
        result.seconds = MonotonicTime.seconds(since: began)
        result.microseconds.sort()
        return BenchResult("limit: 4 KiB appended and synced", result)
    }

    /// Signed transactions verified and decoded by one thread, the chain known.
    static func verification(_ appStore: BenchAppStore, seconds: Double, limit: Double?) throws -> BenchResult {
        let verifier = try SignedDataVerifier(
            SignedDataVerifier.Configuration(
                anchors: appStore.hierarchy.anchors,
                bundleID: BenchAppStore.app,
                appAppleID: AppAppleID(rawValue: Int64(BenchAppStore.appAppleID)),
                environment: .production
            )
        )
        let documents = try (0..<64).map { try appStore.transaction(of: $0, renewal: 1, token: nil) }
        let now = Date()
        _ = try verifier.verify(documents[0], as: TransactionPayload.self, asOf: now)
        var count = 0
        let began = MonotonicTime.now
        // The core's own time, as `openssl speed` counts it: what others do on the machine meanwhile is not measured.
        let worked = MonotonicTime.threadTime
        while MonotonicTime.seconds(since: began) < seconds {
            for document in documents { _ = try verifier.verify(document, as: TransactionPayload.self, asOf: now) }
            count += documents.count
        }
        var row = BenchResult(
            "verify and decode one signed transaction, one core",
            perSecond: Double(count) / (Double(MonotonicTime.threadTime - worked) / 1e9)
        )
        if let limit, let rate = row.perSecond {
            row.note = "\(Int((rate / limit * 100).rounded())) % of openssl speed"
            row.require("80 % of openssl", rate >= 0.8 * limit)
        }
        return row
    }
}
