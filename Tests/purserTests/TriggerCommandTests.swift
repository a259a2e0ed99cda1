// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Foundation
import HTTPService
import TestSupport
import Testing

@testable import purser

@Suite struct TriggerCommandTests {
    private let folder: TemporaryFolder
    private let data: String

    init() throws {
        folder = try TemporaryFolder()
        data = folder.url.appending(path: "keys").path
    }

    private func labels(_ recorder: RequestRecorder) -> [String] {
        recorder.requests.compactMap { NotificationLine(body: $0.body)?.label }
    }

    @Test(arguments: ["Sandbox", "Production"])
    func `Apple's library accepts every type and subtype, and every document inside`(environment: String) async throws {
        let recorder = try RequestRecorder()
        let terminal = TestTerminal()
        let code = await terminal.run(
            "trigger",
            "all",
            "--to",
            recorder.url,
            "--environment",
            environment,
            "--data",
            data
        )
        await recorder.stop()
        #expect(code == 0, "\(terminal.errors)")
        let root = try Data(contentsOf: folder.url.appending(path: "keys/root.der"))
        let output = try await Python().run(
            "triggered_notifications.py",
            [
                "root": root.base64EncodedString(), "environment": environment, "bundle": "com.example.coffee",
                "app": "1234567890",
                "bodies": String(decoding: try JSONEncoder().encode(recorder.bodies), as: UTF8.self),
            ]
        )
        #expect(output.status == 0, "\(output.text)")
        let accepted = output.text.split(separator: "\n").map(String.init)
        #expect(accepted == NotificationSample.all.map(\.label), "\(output.text)")
        #expect(recorder.requests.allSatisfy { $0.headers["Content-Type"] == "application/json" })
        #expect(terminal.output.allSatisfy { $0.hasPrefix("200  ") })
    }

    @Test(arguments: [
        ("renewals", ["SUBSCRIBED.INITIAL_BUY", "DID_RENEW", "DID_RENEW", "DID_RENEW"]),
        ("cancel", ["SUBSCRIBED.INITIAL_BUY", "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED", "EXPIRED.VOLUNTARY"]),
        (
            "resubscribe",
            [
                "SUBSCRIBED.INITIAL_BUY", "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED", "EXPIRED.VOLUNTARY",
                "SUBSCRIBED.RESUBSCRIBE",
            ]
        ),
        (
            "grace-recovered",
            ["SUBSCRIBED.INITIAL_BUY", "DID_FAIL_TO_RENEW.GRACE_PERIOD", "DID_RENEW.BILLING_RECOVERY"]
        ),
        (
            "billing-retry-lost",
            [
                "SUBSCRIBED.INITIAL_BUY", "DID_FAIL_TO_RENEW.GRACE_PERIOD", "GRACE_PERIOD_EXPIRED",
                "EXPIRED.BILLING_RETRY",
            ]
        ),
        ("refund", ["ONE_TIME_CHARGE", "CONSUMPTION_REQUEST", "REFUND"]),
        ("family", ["ONE_TIME_CHARGE", "ONE_TIME_CHARGE", "REVOKE"]),
    ])
    func `a history is sent in order and ends today`(name: String, expected: [String]) async throws {
        let recorder = try RequestRecorder()
        let terminal = TestTerminal()
        let code = await terminal.run("trigger", "--scenario", name, "--to", recorder.url, "--data", data)
        await recorder.stop()
        #expect(code == 0, "\(terminal.errors) \(terminal.output)")
        #expect(labels(recorder) == expected)
        let dates = recorder.requests.compactMap { NotificationLine(body: $0.body)?.payload.signedDate }
        #expect(dates == dates.sorted())
        #expect((dates.last ?? .distantFuture) < Date().addingTimeInterval(7 * 86_400))
        #expect(TriggerHistory.all.contains { $0.name == name })
    }

    @Test func `a scenario file's notifications are sent as its steps say`() async throws {
        let recorder = try RequestRecorder()
        let examples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Examples").path
        let code = await TestTerminal().run(
            "trigger",
            "--scenario",
            examples + "/Lapse.scenario.json5",
            "--to",
            recorder.url,
            "--data",
            data
        )
        await recorder.stop()
        #expect(code == 0)
        #expect(labels(recorder).last == "SUBSCRIBED.RESUBSCRIBE")
    }

    @Test func `notifications about one purchase name the product and customer that were given`() async throws {
        let recorder = try RequestRecorder()
        let token = "5f1c0de0-0000-4000-8000-000000000001"
        let code = await TestTerminal().run(
            "trigger",
            "SUBSCRIBED.INITIAL_BUY",
            "did_renew",
            "--to",
            recorder.url,
            "--data",
            data,
            "--bundle-id",
            "com.example.tea",
            "--product",
            "tea.monthly",
            "--token",
            token,
            "--original-transaction",
            "2000000000000042"
        )
        await recorder.stop()
        #expect(code == 0)
        #expect(labels(recorder) == ["SUBSCRIBED.INITIAL_BUY", "DID_RENEW"])
        for request in recorder.requests {
            let data = try #require(NotificationLine(body: request.body)?.payload.data)
            let line = try #require(data.signedTransactionInfo)
            let payload = try #require(line.rawValue.split(separator: ".").dropFirst().first)
            let text = String(payload).replacing("-", with: "+").replacing("_", with: "/")
            let bytes = try #require(
                Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))
            )
            let transaction = try TransactionPayload.decode(bytes)
            #expect(transaction.bundleId == "com.example.tea" && transaction.productId == "tea.monthly")
            #expect(transaction.originalTransactionId == "2000000000000042")
            #expect(transaction.appAccountToken?.description == token)
        }
    }

    @Test func `a response without success fails the command, and so does no response`() async throws {
        let recorder = try RequestRecorder(status: 500)
        let refused = TestTerminal()
        #expect(await refused.run("trigger", "TEST", "REFUND", "--to", recorder.url, "--data", data) == 1)
        #expect(refused.output.allSatisfy { $0.hasPrefix("500  ") })
        #expect(refused.errors.last == "purser trigger: 2 of 2 attempts failed")
        await recorder.stop()
        let unreachable = TestTerminal()
        #expect(await unreachable.run("trigger", "TEST", "--to", recorder.url, "--data", data) == 1)
        #expect(unreachable.output.first?.hasPrefix("---  TEST") == true)
    }

    @Test func `the root is written once and stays`() async throws {
        let first = TestTerminal()
        #expect(await first.run("trigger", "TEST", "--print", "--data", data) == 0)
        let root = try Data(contentsOf: folder.url.appending(path: "keys/root.pem"))
        #expect(await TestTerminal().run("trigger", "TEST", "--print", "--data", data) == 0)
        #expect(try Data(contentsOf: folder.url.appending(path: "keys/root.pem")) == root)
        let body = try #require(first.output.first)
        let checked = TestTerminal(input: Data(body.utf8))
        let code = await checked.run("verify", "notification", "-", "--root", data + "/root.pem")
        #expect(code == 0, "\(checked.errors)")
    }

    @Test(arguments: [
        (["DID_RENW", "--print"], "did you mean 'DID_RENEW'?"),
        (["SUBSCRIBED", "--print"], "SUBSCRIBED.INITIAL_BUY, SUBSCRIBED.RESUBSCRIBE"),
        (["--print"], "give a notification type"),
        (["TEST"], "--to is needed"),
        (["TEST", "--to", "coffee"], "--to takes an address"),
        (["TEST", "--print", "--token", "anna"], "--token takes a UUID"),
        (["TEST", "--print", "--environment", "Xcode"], "--environment takes"),
        (["TEST", "--print", "--scenario", "renewals"], "not both"),
        (["--print", "--scenario", "renewals", "--product", "x"], "--product is for single notifications"),
    ])
    func `a mistake is named`(parts: [String], message: String) async {
        let terminal = TestTerminal()
        #expect(await terminal.run(["trigger"] + parts + ["--data", data]) == 2)
        #expect(terminal.errors.last?.contains(message) == true, "\(terminal.errors)")
    }

    @Test func `the list has every type and every history`() async {
        let terminal = TestTerminal()
        #expect(await terminal.run("trigger", "--list") == 0)
        #expect(terminal.output.count == NotificationSample.all.count + TriggerHistory.all.count)
    }

    @Test func `the first notification arrives within ten seconds of a new machine's first run`() async throws {
        let recorder = try RequestRecorder()
        let begin = ContinuousClock.now
        let process = try await PurserProcess(
            ["trigger", "TEST", "--to", recorder.url, "--data", data],
            until: "200  "
        )
        #expect(ContinuousClock.now - begin < .seconds(10))
        process.kill()
        await recorder.stop()
    }
}
