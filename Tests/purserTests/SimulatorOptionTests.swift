// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Foundation
import HTTPClient
import Testing

@testable import purser

/// The simulator's options, in the program as it is built.
@Suite struct SimulatorOptionTests {
    private struct Status: Decodable {
        var now: Date
        var seed: String
    }

    private struct Bought: Decodable {
        var transactionId: String
        var transaction: TransactionPayload
    }

    private static func start(_ parts: String...) async throws -> (PurserProcess, String) {
        let simulator = try await PurserProcess(
            ["simulator", "--listen", "127.0.0.1:0"] + parts,
            until: "receipts' root"
        )
        return (simulator, try simulator.line("controls"))
    }

    private static func ask<Answer: Decodable>(
        _ method: String,
        _ url: String,
        _ body: String? = nil
    ) async throws -> Answer {
        let answer = try await CurlTransport().send(
            HTTPClientRequest(
                method,
                url,
                headers: body == nil ? [] : [("Content-Type", "application/json")],
                body: body.map { Data($0.utf8) }
            )
        )
        return try AppStoreJSON.decode(Answer.self, from: answer.body)
    }

    private static func buy(_ product: String, at controls: String) async throws -> Bought {
        try await ask("POST", controls + "/purchases", #"{"customer": "alice", "product": "\#(product)"}"#)
    }

    @Test func `a manual clock stands where it was started until it is turned`() async throws {
        let (simulator, controls) = try await Self.start("--clock", "manual", "--start", "2026-01-20")
        let start = Date(millisecondsSince1970: 1_768_867_200_000)
        let before: Status = try await Self.ask("GET", controls + "/status")
        #expect(before.now == start)
        let turned: Status = try await Self.ask("GET", controls + "/status")
        #expect(turned.now == start)
        let _: JSONValue = try await Self.ask("POST", controls + "/clock/advance", #"{"by": "P1D"}"#)
        let after: Status = try await Self.ask("GET", controls + "/status")
        #expect(after.now == start.addingTimeInterval(86_400))
        #expect(try await simulator.stop() == 0)
    }

    @Test func `the same seed gives the same identifiers, another one others`() async throws {
        var ids: [String] = []
        for seed in ["5", "5", "6"] {
            let (simulator, controls) = try await Self.start("--seed", seed, "--clock", "manual")
            let status: Status = try await Self.ask("GET", controls + "/status")
            #expect(status.seed == seed)
            ids.append(try await Self.buy("coffee.beans.100", at: controls).transactionId)
            #expect(try await simulator.stop() == 0)
        }
        #expect(ids[0] == ids[1])
        #expect(ids[0] != ids[2])
    }

    @Test(arguments: [("sandbox", 300), ("sandbox-1h", 3600), ("testflight", 86_400)] as [(String, TimeInterval)])
    func `a rate says how long a month is`(rate: String, seconds: TimeInterval) async throws {
        let (simulator, controls) = try await Self.start(
            "--renewal-rate",
            rate,
            "--clock",
            "manual",
            "--start",
            "2026-01-20"
        )
        let bought = try await Self.buy("coffee.club.bronze.monthly", at: controls).transaction
        #expect(bought.expiresDate == bought.purchaseDate.addingTimeInterval(seconds))
        #expect(try await simulator.stop() == 0)
    }

    @Test(arguments: [
        (["--clock", "sundial"], "--clock takes real or manual"), (["--start", "yesterday"], "--start takes a day"),
        (["--renewal-rate", "fast"], "--renewal-rate takes"), (["--seed", "many"], "--seed"), (["--tls"], "--data DIR"),
    ])
    func `a value that is not understood is named`(parts: [String], message: String) async {
        let terminal = TestTerminal()
        #expect(await terminal.run(["simulator", "--listen", "127.0.0.1:0"] + parts) != 0)
        #expect(terminal.errors.contains { $0.contains(message) }, "\(terminal.errors)")
    }
}
