// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import Foundation
import HTTPService
import PurserServer

/// Looks at the machine that the server runs on.
struct HostMetricsReader: Sendable {
    /// The folder in which the database grows; nothing when it is elsewhere.
    var folder: String?
    /// The certificates that the server shows.
    var certificates: [(name: String, path: String)]
    /// The roots that the command names; those of Apple's are pinned by their fingerprints and known for decades.
    var roots: [HostMetrics.Expiry]
    /// The server, for the requests in progress.
    var requestsInFlight: @Sendable () -> Int
    private let start = Date()

    init(plan: ServerPlan, requestsInFlight: @escaping @Sendable () -> Int) {
        if case .sqlite(let path) = plan.database {
            folder = URL(filePath: path).deletingLastPathComponent().path
        }
        certificates = plan.http.tls.map { [("server", $0.certificateChain)] } ?? []
        roots = plan.roots.map { .init(name: "root \($0.subject)", date: $0.validity.upperBound) }
        self.requestsInFlight = requestsInFlight
    }

    /// What there is to see now; what cannot be seen is left out.
    func read() -> HostMetrics {
        var reading = HostMetrics()
        reading.certificates =
            certificates.compactMap { name, path in
                Self.expiry(path).map { HostMetrics.Expiry(name: name, date: $0) }
            } + roots
        if let folder, let disk = try? FileManager.default.attributesOfFileSystem(forPath: folder) {
            reading.freeBytes = (disk[.systemFreeSize] as? NSNumber)?.int64Value
            reading.totalBytes = (disk[.systemSize] as? NSNumber)?.int64Value
        }
        reading.residentBytes = Self.residentBytes
        reading.processorSeconds = Self.processorSeconds
        reading.openFiles = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count
        reading.startDate = start
        reading.requestsInFlight = self.requestsInFlight()
        return reading
    }

    /// When the first of a file's certificates ends: the chain is good no longer than that.
    static func expiry(_ path: String) -> Date? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        let end = "-----END CERTIFICATE-----"
        return text.components(separatedBy: end).dropLast()
            .compactMap { try? Certificate(contentsOf: Data(($0 + end + "\n").utf8)).validity.upperBound }
            .min()
    }

    private static var residentBytes: Int64? {
        let arguments = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        return arguments.flatMap { $0.count > 1 ? Int64($0[1]) : nil }.map { $0 * Int64(sysconf(Int32(_SC_PAGESIZE))) }
    }

    private static var processorSeconds: Double? {
        var usage = rusage()
        guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return nil }
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        return Double(seconds) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1_000_000
    }
}
