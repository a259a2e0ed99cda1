// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Persistence
import Testing

@testable import PurserServer

/// The files that a team gives to its Prometheus and Grafana.
@Suite struct PrometheusFilesTests {
    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Promtool.root.appending(path: path), encoding: .utf8)
    }

    @Test func `promtool finds nothing to fix in the alert rules and the configuration`() throws {
        let (said, code) = try Promtool.run(["check", "config", "Deployment/prometheus/prometheus.yml"])
        #expect(code == 0, "\(said)")
    }

    @Test func `each rule is raised by the fault it is for, and none on a good day`() throws {
        let (said, code) = try Promtool.run(["test", "rules", "Deployment/prometheus/alerts.test.yml"])
        #expect(code == 0, "\(said)")
        let rules = try Self.text("Deployment/prometheus/alerts.yml").matches(of: /alert: (\w+)/).map { $0.1 }
        let tried = try Self.text("Deployment/prometheus/alerts.test.yml").matches(of: /name: (Purser\w+)\n/).map {
            $0.1
        }
        #expect(Set(rules) == Set(tried))
    }

    @Test func `every question of the dashboard can be asked`() throws {
        let board = try JSONDecoder().decode(
            JSONValue.self,
            from: Data(try Self.text("Deployment/grafana/purser.json").utf8)
        )
        let targets = (board["panels"]?.array ?? []).flatMap { $0["targets"]?.array ?? [] }
        #expect(targets.count > 20)
        let rules = targets.enumerated().map { index, target in
            let question = (target["expr"]?.string ?? "").replacing("$__rate_interval", with: "5m")
            return "- record: question:number_\(index)\n  expr: |\n    \(question)\n"
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "rules-\(UUID()).yml")
        defer { try? FileManager.default.removeItem(at: file) }
        let indented = rules.joined().split(separator: "\n").map { "      \($0)" }.joined(separator: "\n")
        try Data("groups:\n  - name: board\n    rules:\n\(indented)\n".utf8).write(to: file)
        let (said, code) = try Promtool.run(["check", "rules", file.path])
        #expect(code == 0, "\(said)")
    }

    @Test func `rules and dashboard ask for numbers that there are`() async throws {
        let metrics = MetricsRecorder(clock: { TestClock.start }, stopwatch: { .zero })
        let state = DatabaseStatistics(
            at: TestClock.start,
            openOrders: [],
            unclaimed: [:],
            webhooks: [],
            consumptionRequests: .init(),
            databaseBytes: 0
        )
        let families: [any MetricFamily] =
            metrics.families + state.families() + metrics.linkFamilies() + HostMetrics().families()
            + ReplicaStatus.families([ReplicaStatus(name: "db2/purser", age: .zero, isFresh: true)])
        var known: Set<String> = []
        for head in families.map(\.head) {
            known.formUnion(
                head.kind == .histogram ? ["_bucket", "_sum", "_count"].map { head.name + $0 } : [head.name]
            )
        }
        for path in ["Deployment/prometheus/alerts.yml", "Deployment/grafana/purser.json"] {
            let asked = try Self.text(path).matches(of: /\b((?:purser|process)_[a-z_]+)/).map { String($0.1) }
            #expect(!asked.isEmpty)
            for name in Set(asked) { #expect(known.contains(name), "\(path): \(name)") }
        }
    }
}
