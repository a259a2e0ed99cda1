// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreTypes
import Conformance
import Foundation
import Synchronization

/// Runs rows against a server and compares its answers with the App Store's books.
struct ConformanceRunner: Sendable {
    let server: ConformanceServer
    let catalog: ConformanceCatalog
    let script: ConformanceScript
    let verdict: ConformanceVerdict
    let seed: UInt64

    /// Prepares a run.
    ///
    /// - Throws: A `CryptographyError` when OpenSSL fails.
    init(
        _ server: ConformanceServer,
        authority: SimulatorAuthority,
        revoked: CertificateHierarchy?,
        seed: UInt64
    ) throws {
        self.server = server
        self.seed = seed
        let adapter = server.adapter
        catalog = adapter.catalog
        script = try ConformanceScript(authority, catalog: catalog, revoked: revoked)
        var names: [ConformanceProduct: [String]] = [:]
        for product in ConformanceProduct.allCases {
            names[product] = adapter.entitlementNames[product] ?? [catalog.id(product).rawValue]
        }
        verdict = ConformanceVerdict(
            names: names,
            comparesEnds: adapter.entitlements.expires != nil,
            kinds: adapter.events.map { Set($0.types.values) } ?? []
        )
    }

    /// Runs rows, several at a time; those that kill the server run alone, at the end.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - width: How many run at a time.
    ///   - interruption: Ends the run between two rows.
    ///   - done: Receives the number of finished rows.
    /// - Returns: The results, in the order of the rows.
    func run(
        _ rows: [ConformanceRow],
        width: Int,
        interruption: Interruption,
        done: @escaping @Sendable (Int) -> Void
    ) async -> [ConformanceResult] {
        let crashing = rows.filter { $0.fault == .crash }
        let others = rows.filter { $0.fault != .crash }
        var results: [ConformanceResult] = []
        await withTaskGroup(of: (Int, ConformanceResult).self) { group in
            var found: [Int: ConformanceResult] = [:]
            var next = 0
            func start() {
                guard next < others.count, !interruption.isRequested else { return }
                let number = next
                next += 1
                group.addTask { (number, await run(others[number])) }
            }
            for _ in 0..<max(1, width) { start() }
            while let (number, result) = await group.next() {
                found[number] = result
                done(found.count)
                start()
            }
            results = found.sorted { $0.key < $1.key }.map(\.value)
        }
        for row in crashing where !interruption.isRequested {
            results.append(await run(row))
            done(results.count)
        }
        return results
    }

    /// Runs one row.
    func run(_ row: ConformanceRow) async -> ConformanceResult {
        let begin = ContinuousClock.now
        func result(_ problems: [String], skipped: String? = nil) -> ConformanceResult {
            let seconds = (ContinuousClock.now - begin) / .seconds(1)
            return ConformanceResult(row, problems: problems, skipped: skipped, seconds: seconds)
        }
        guard let scenario = ConformanceReport.scenarios[row.scenario] else {
            return result(["the scenario is unknown"])
        }
        if let reason = skip(scenario, row.fault) { return result([], skipped: reason) }
        do {
            let end = Date(millisecondsSince1970: Date().millisecondsSince1970)
            let play = try ConformancePlay(
                scenario,
                catalog: catalog,
                seed: row.seed(seed),
                endingAt: end,
                skew: row.fault.skew
            )
            var problems: [String] = []
            for action in try script.actions(of: play, under: row.fault) {
                problems += try await carryOut(action, play)
            }
            if server.adapter.events != nil { problems += try await eventProblems(of: play, row.fault) }
            return result(problems.uniqued)
        } catch let error as ConformanceServer.Unanswered {
            return result([error.message])
        } catch let error as Failure {
            return result([error.message])
        } catch {
            return result([error.plainMessage])
        }
    }

    private func skip(_ scenario: ConformanceScenario, _ fault: ConformanceFault) -> String? {
        if fault == .crash, !server.canRestart { return "the adapter has no restart command" }
        if scenario.checksRevocation, !server.adapter.checksRevocation { return "the server does not check revocation" }
        for product in scenario.products.sorted(by: { $0.rawValue < $1.rawValue }) {
            if case .some(.none) = server.adapter.products[product] {
                return "the server does not sell \(product.rawValue)"
            }
        }
        return nil
    }

    private func carryOut(_ action: ConformanceAction, _ play: ConformancePlay) async throws -> [String] {
        switch action {
        case .restart: try await server.crash()
        case .submit(let customer, let document, let answer):
            let status = try await server.submit(
                document,
                customer: play.name(of: customer),
                token: token(customer, play)
            )
            switch answer {
            case .accepted where !(200..<300).contains(status):
                return ["the app of \(customer) got \(status) for a genuine transaction"]
            case .refused where (200..<300).contains(status):
                return ["the app of \(customer) got \(status) for a forged transaction"]
            default: return status >= 500 ? ["the app of \(customer) got \(status)"] : []
            }
        case .notify(let document, let isGenuine):
            let status = try await server.notify(document)
            // Apple repeats a notification until one of these arrives.
            if isGenuine, !(200...206).contains(status) { return ["Apple got \(status) for a notification"] }
        case .check(let date, let expected, let isFinal):
            guard isFinal || server.adapter.entitlements.readsAnyInstant else { return [] }
            return try await retried { try await entitlementProblems(at: date, expected, play) }
        }
        return []
    }

    private func token(_ customer: String, _ play: ConformancePlay) -> String {
        play.tokens[customer]?.description ?? ""
    }

    private func entitlementProblems(
        at date: Date,
        _ expected: [String: ConformancePlay.ExpectedEntitlements],
        _ play: ConformancePlay
    ) async throws -> [String] {
        var problems: [String] = []
        for (customer, wanted) in expected.sorted(by: { $0.key < $1.key }) {
            let answered = try await server.entitlements(
                of: play.name(of: customer),
                token: token(customer, play),
                at: date
            )
            problems += verdict.problems(customer, expected: wanted, answered: answered)
                .map { "\(ConformanceVerdict.text(date)): \($0)" }
        }
        return problems
    }

    private func eventProblems(of play: ConformancePlay, _ fault: ConformanceFault) async throws -> [String] {
        let customers = play.customers.map { (name: play.name(of: $0), token: token($0, play)) }
        return try await retried {
            verdict.problems(of: play, under: fault, answered: try await server.events(of: customers))
        }
    }

    /// Asks until nothing is wrong, for as long as the adapter lets the server process.
    private func retried(_ ask: () async throws -> [String]) async throws -> [String] {
        let deadline = ContinuousClock.now + .seconds(server.adapter.processingSeconds)
        while true {
            let problems = try await ask()
            if problems.isEmpty || ContinuousClock.now >= deadline { return problems }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}

extension [String] {
    /// Each element once, in order.
    fileprivate var uniqued: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
