// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import FoundationEssentials
import HTTPClient
import Persistence
import Synchronization

extension RecordCollection {
    /// Tallies by minute, of each server.
    static let minuteTallies = RecordCollection(rawValue: "tallies-minute")
    /// Tallies by hour, of each server.
    static let hourTallies = RecordCollection(rawValue: "tallies-hour")
}

extension TallyBook.Span {
    var collection: RecordCollection { self == .minute ? .minuteTallies : .hourTallies }

    /// How long the store keeps them, in spans: three hours of minutes, forty days of hours.
    var kept: Int64 { self == .minute ? 180 : 960 }

    /// The name of a server's tally: names sort by time.
    func name(_ number: Int64, server: String) -> String {
        let digits = String(max(0, number))
        return String(repeating: "0", count: max(0, 12 - digits.count)) + digits + " " + server
    }
}

extension PurserService {
    /// The work of watching.
    var monitoringChores: [Chore] {
        [
            Chore(name: "links", interval: .seconds(60)) { [self] in await probeLinks() },
            Chore(name: "alerts", interval: .seconds(30)) { [self] in try await watch() },
        ]
    }

    /// What the program around the service last said of its machine.
    var machine: MachineReading { machineReader.withLock { $0 }() }

    /// Hands in how the machine is looked at.
    package func watchMachine(_ read: @escaping @Sendable () -> MachineReading) {
        machineReader.withLock { $0 = read }
    }

    /// Asks each of Apple's services something small, so that it is known whether the way is open.
    func probeLinks() async {
        await withTaskGroup(of: Void.self) { group in
            for app in configuration.apps {
                let probes = (links[app.bundleID]?.probes ?? [:]).sorted { $0.key.rawValue < $1.key.rawValue }
                for (environment, probe) in probes where app.acceptedEnvironments.contains(environment) {
                    // No transaction has this number: any answer but a refused key shows that all is well.
                    group.addTask { _ = try? await probe.transaction("0") }
                }
                guard let receipts = app.receipts else { continue }
                group.addTask { [self] in await probe(receipts) }
            }
        }
    }

    /// verifyReceipt answers a request without a receipt with a status; any answer shows that it can be reached.
    private func probe(_ receipts: ReceiptVerification) async {
        var request = HTTPClientRequest(
            "GET",
            receipts.productionURL ?? VerifyReceiptClient.productionURL,
            timeout: .seconds(20),
            maximumResponseBytes: 1 << 16
        )
        request.purpose = "probe"
        let name = LinkName(service: "verify-receipt", environment: "any")
        _ = try? await MeasuredTransport(base: transport, name: name, monitors: monitors).send(request)
    }

    /// Writes what was tallied to the store, where every server's tallies meet, and removes what is old.
    func keepTallies() async throws {
        let now = clock()
        let size = try await store.size()
        monitors.book.note(at: now) { $0.level("database bytes", size) }
        let pages = monitors.book.changedPages()
        let records = try pages.map { page in
            StoredRecord(
                collection: page.span.collection,
                name: page.span.name(page.number, server: serverName),
                updatedDate: now,
                body: try ServiceJSON.encode(page.tally)
            )
        }
        let server = serverName
        try await store.write { writer in
            for record in records { try writer.put(record) }
            for span in TallyBook.Span.allCases {
                let first = TallyBook.number(of: now, span) - span.kept
                try writer.removeRecords(span.collection, before: span.name(first, server: server))
            }
        }
        monitors.book.written(pages, now: now)
    }
}
