// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Foundation
import Persistence
import Testing

@Suite struct ReportConformanceTests {
    private static func subject(_ period: String, kind: String = "SALES") -> ReportSubject {
        ReportSubject(vendor: "80000001", kind: kind, frequency: "DAILY", period: period)
    }

    private static func digest(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }

    @discardableResult
    private static func put(
        _ store: any Database,
        _ period: String,
        digest byte: UInt8,
        rows: [[String]],
        kind: String = "SALES"
    ) async throws -> (id: Int64, hasNewInformation: Bool) {
        try await store.write { writer in
            try writer.upsert(
                subject(period, kind: kind),
                digest: digest(byte),
                layout: Data(#"{"columns":["SKU","Units"]}"#.utf8),
                rows: rows,
                now: .second(Int(byte))
            )
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a report is kept with every row, and the same text again changes nothing`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            let rows = [["gold", "2"], ["silver", ""], ["", "-1", "more"]]
            let first = try await Self.put(store, "2026-11-01", digest: 1, rows: rows)
            let again = try await Self.put(store, "2026-11-01", digest: 1, rows: rows)
            #expect(first.hasNewInformation && !again.hasNewInformation && first.id == again.id)
            try await store.read { reader throws in
                let report = try #require(try reader.report(first.id))
                #expect(report.subject == Self.subject("2026-11-01") && report.rowCount == 3)
                #expect(report.receivedDate == .second(1) && !report.isSuperseded)
                #expect(String(decoding: report.layout, as: UTF8.self).contains("Units"))
                let stored = try reader.rows(ofReport: first.id, limit: 10)
                #expect(stored.map(\.cells) == rows && stored.map(\.number) == [1, 2, 3])
                #expect(try reader.rows(ofReport: first.id, after: 1, limit: 1).map(\.number) == [2])
                #expect(try reader.report(99) == nil)
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `another text about the same day takes its place and the first is kept`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let old = try await Self.put(store, "2026-11-01", digest: 1, rows: [["gold", "2"]])
            let new = try await Self.put(store, "2026-11-01", digest: 2, rows: [["gold", "3"]])
            #expect(new.hasNewInformation && new.id != old.id)
            try await store.read { reader throws in
                let current = try reader.reports("SALES", frequency: "DAILY", in: "2026-11-01"..."2026-11-01")
                #expect(current.map(\.id) == [new.id])
                let all = try reader.reports(about: Self.subject("2026-11-01"))
                #expect(all.map(\.isSuperseded) == [true, false])
                #expect(try reader.rows(ofReport: old.id, limit: 10).map(\.cells) == [["gold", "2"]])
            }
            let back = try await Self.put(store, "2026-11-01", digest: 1, rows: [["gold", "2"]])
            #expect(back.hasNewInformation && back.id == old.id)
            let current = try await store.read {
                try $0.reports("SALES", frequency: "DAILY", in: "2026-11-01"..."2026-11-01")
            }
            #expect(current.map(\.id) == [old.id])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `reports are found by kind and time, and listed from the newest`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            for (place, period) in ["2026-11-03", "2026-11-01", "2026-11-02"].enumerated() {
                try await Self.put(store, period, digest: UInt8(place), rows: [])
            }
            try await Self.put(store, "2026-11-02", digest: 9, rows: [], kind: "SUBSCRIPTION_EVENT")
            try await store.read { reader throws in
                let found = try reader.reports("SALES", frequency: "DAILY", in: "2026-11-01"..."2026-11-02")
                #expect(found.map(\.subject.period) == ["2026-11-01", "2026-11-02"])
                let none = try reader.reports(
                    "SALES",
                    frequency: "DAILY",
                    in: "2026-11-01"..."2026-11-02",
                    vendor: "other"
                )
                #expect(none == [])
                let listed = try reader.reports(limit: 2)
                #expect(listed.map(\.subject.kind) == ["SUBSCRIPTION_EVENT", "SALES"])
                let older = try reader.reports(before: listed[1].id, kind: "SALES", limit: 10)
                #expect(older.map(\.subject.period) == ["2026-11-01", "2026-11-03"])
            }
        }
    }
}
