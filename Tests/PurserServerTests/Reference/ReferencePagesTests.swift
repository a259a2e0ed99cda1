// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import Testing

@testable import PurserServer

/// The reference pages of error codes and metrics are what the code declares.
@Suite struct ReferencePagesTests {
    private static func rows(
        _ meanings: [String: ErrorCodeMeanings.Meaning],
        yes: String,
        no: String
    ) throws -> [String] {
        let codes = try ReferencePage.declared("ProblemCode", in: "Sources/PurserServer/OpenAPI/ProblemCode.swift")
        #expect(codes.count > 40)
        #expect(Set(codes) == Set(meanings.keys))
        return codes.sorted().map { name in
            let code = ProblemCode(rawValue: name)
            let meaning = meanings[name]
            let parts = [
                "`\(name)`", "\(code.status)", code.isTemporary ? yes : no, meaning?.cause ?? "", meaning?.action ?? "",
            ]
            return "| " + parts.map(ReferencePage.cell).joined(separator: " | ") + " |"
        }
    }

    @Test func `the Chinese page of error codes has the same codes`() throws {
        let rows = try Self.rows(ChineseMeanings.codes, yes: "是", no: "否")
        let page = """
            # 错误代码

            由代码生成，并由测试核对。[English](ErrorCodes.md)

            HTTP API 的每个错误都是 JSON（`application/problem+json`），包含 `status`、`code`、`title` 和 `detail`。客户端依据 `code`
            判断。**重试**表示同一请求稍后是否可能成功。

            | 代码 | 状态码 | 重试 | 原因 | 处理 |
            |---|---|---|---|---|
            \(rows.joined(separator: "\n"))

            """
        #expect(
            try ReferencePage(name: "ErrorCodes.zh-CN.md").text(recording: page) == page,
            "run this test with RECORD=1"
        )
    }

    @Test func `the page of error codes is what the code declares`() throws {
        let rows = try Self.rows(ErrorCodeMeanings.all, yes: "yes", no: "no")
        let page = """
            # Error codes

            Generated from the code; a test compares this page. [中文](ErrorCodes.zh-CN.md)

            Every error of the HTTP API is a problem in JSON (`application/problem+json`) with `status`, `code`, `title` and
            `detail`. Clients decide by `code`. **Retry** says whether the same request may succeed later.

            | Code | Status | Retry | Cause | What to do |
            |---|---|---|---|---|
            \(rows.joined(separator: "\n"))

            """
        #expect(try ReferencePage(name: "ErrorCodes.md").text(recording: page) == page, "run this test with RECORD=1")
    }

    @Test func `the page of metrics is what the code declares`() throws {
        let metrics = MetricsRecorder(clock: { TestClock.start }, stopwatch: { .zero })
        let state = DatabaseStatistics(
            at: TestClock.start,
            openOrders: [],
            unclaimed: [:],
            webhooks: [],
            consumptionRequests: .init(),
            databaseBytes: 0
        )
        let replica = ReplicaStatus(name: "replica", age: .zero, isFresh: true)
        let heads =
            (metrics.families + state.families() + metrics.linkFamilies() + HostMetrics().families()
            + ReplicaStatus.families([replica])).map(\.head)
            + [MonitoringRoutesInfo.head, LiveUpdates.streamFamily(0).head]
        let rows = Set(heads).sorted { $0.name < $1.name }.map { head in
            let labels = head.labels.map { "`\($0)`" }.joined(separator: ", ")
            let parts = ["`\(head.name)`", head.kind.rawValue, labels.isEmpty ? "none" : labels, head.help]
            return "| " + parts.map(ReferencePage.cell).joined(separator: " | ") + " |"
        }
        #expect(rows.count > 30)
        let page = """
            # Metrics

            Generated from the code; a test compares this page.

            `GET /metrics` has the metrics in Prometheus's text format, for this machine and its private network; from elsewhere
            it requires a secret key. A histogram has the series `_bucket`, `_sum` and `_count`. A family has at most
            \(MetricSeriesLimit.series) series; Purser counts the rest under `\(MetricSeriesLimit.other)`. A metric without a value
            is absent. `Deployment/prometheus` has alert rules, `Deployment/grafana` a dashboard.

            | Metric | Type | Labels | Meaning |
            |---|---|---|---|
            \(rows.joined(separator: "\n"))

            """
        #expect(try ReferencePage(name: "Metrics.md").text(recording: page) == page, "run this test with RECORD=1")
    }

    @Test func `every metric that the sources name is on the page`() throws {
        let page = try String(
            contentsOf: ReferencePage.root.appending(path: "Documentation/Reference/Metrics.md"),
            encoding: .utf8
        )
        let folder = ReferencePage.root.appending(path: "Sources/PurserServer")
        let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        var seen = 0
        for file in files where file.hasSuffix(".swift") {
            let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            // The console's cookies have names of the same form.
            for match in source.matches(of: /"((?:purser|process)_(?!console)[a-z_]+)"/) {
                #expect(page.contains("| `\(match.1)` |"), "\(match.1)")
                seen += 1
            }
        }
        #expect(seen > 30)
    }
}

/// The family that the route itself adds.
private enum MonitoringRoutesInfo {
    static let head = MetricDescriptor(
        name: "purser_info",
        help: "Always 1; the label shows the trusted roots.",
        kind: .gauge,
        labels: ["trust"]
    )
}
