// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import Testing

@testable import purser

/// `purser api` as a person calls it, with a simulator on loopback in Apple's place.
@Suite struct APICommandTests {
    @Test func `a transaction is printed as Apple sends it, from any environment`() async throws {
        try await APIWorld.with { world in
            let (code, output, errors) = await world.api("transaction", world.transaction)
            #expect(code == 0 && errors.isEmpty)
            #expect(output.count == 1 && output[0].hasPrefix(#"{"signedTransactionInfo":"#))
            let probed = await world.api("transaction", world.sandboxTransaction)
            #expect(probed.code == 0)
            #expect(probed.errors == ["purser api: the sandbox answered"])
            let there = await world.api("transaction", world.sandboxTransaction, "--environment", "production")
            #expect(there.code == 1)
            #expect(there.errors.count == 1 && there.errors[0].contains("4040010"))
        }
    }

    @Test func `signed documents are verified and shown in their place when asked`() async throws {
        try await APIWorld.with { world in
            let shown = await world.api("statuses", world.transaction, "--decode", "--root", world.root)
            #expect(shown.code == 0, "\(shown.errors)")
            let tree = try AppStoreJSON.decode(JSONValue.self, from: Data(try #require(shown.output.first).utf8))
            let item = tree["data"]?.array?.first?["lastTransactions"]?.array?.first
            #expect(item?["signedTransactionInfo"]?["productId"]?.string == "silver")
            #expect(item?["signedRenewalInfo"]?["autoRenewProductId"]?.string == "silver")
            let refused = await world.api("statuses", world.transaction, "--decode")
            #expect(refused.code == 1)
            #expect(refused.errors.count == 1 && refused.errors[0].contains("failed verification"))
        }
    }

    /// Every call that the simulator answers, in an order in which each can succeed.
    private static func purchaseHistory(_ world: APIWorld) throws -> [[String]] {
        let (id, sandbox) = (world.transaction, ["--environment", "sandbox"])
        let uuid = "7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d"
        let message = try world.folder.write("message.json", Data(#"{"header":"Stay","body":"There is more."}"#.utf8))
        let picture = try world.folder.write(
            "p.png",
            Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 1])
        )
        let old = try world.folder.write("old.json", Data(ConsumptionSample.version1.utf8))
        return [
            ["statuses", id, "--status", "1"], ["transaction", id], ["app-transaction", id], ["history", id],
            ["history", id, "--product-type", "auto-renewable", "--sort", "descending", "--revoked", "no"],
            ["history-v1", id, "--from", "2020-01-01"], ["refunds", id], ["refunds-v1", id], ["order", "nothing"],
            ["extend", id, "--days", "7", "--reason", "3"],
            ["mass-extend", "silver", "--days", "1", "--reason", "2", "--request-id", uuid, "--storefront", "USA"],
            ["extension-status", "silver", uuid],
            ["consumption", id, "--consented", "--delivery", "delivered", "--sample", "no", "--preference", "decline"],
            ["consumption-v1", id, "--body", old], ["set-app-account-token", id, uuid], ["finish", id],
            ["test-notification"],
            ["notifications", "--from", "\(Date().millisecondsSince1970 - 3_600_000)", "--failures"],
            ["upload-image", uuid, picture] + sandbox, ["images"] + sandbox,
            ["upload-message", uuid, "--body", message] + sandbox, ["messages"] + sandbox,
            ["set-default-message", "silver", "en-US", uuid] + sandbox,
            ["default-message", "silver", "en-US"] + sandbox,
            ["delete-default-message", "silver", "en-US"] + sandbox, ["delete-message", uuid] + sandbox,
            ["delete-image", uuid] + sandbox, ["set-realtime-url", "https://example.com/now"] + sandbox,
            ["realtime-url"] + sandbox, ["delete-realtime-url"] + sandbox,
            ["verify-receipt", world.receipt, "--password", world.secret],
            ["verify-receipt", world.sandboxReceipt, "--password", world.secret, "--exclude-old"],
        ]
    }

    @Test func `every endpoint that the simulator has is called and answers JSON`() async throws {
        try await APIWorld.with { world in
            for parts in try Self.purchaseHistory(world) {
                let (code, output, errors) = await world.api(parts)
                #expect(code == 0, "\(parts): \(errors)")
                for line in output {
                    #expect((try? AppStoreJSON.decode(JSONValue.self, from: Data(line.utf8))) != nil, "\(parts)")
                }
                #expect(!output.isEmpty, "\(parts) printed nothing")
            }
        }
    }

    @Test func `pages are printed a line each and continue where they stopped`() async throws {
        try await APIWorld.with { world in
            for _ in 1...25 { try await world.buy("coins") }
            let first = await world.api("history", world.transaction, "--pages", "1")
            #expect(first.output.count == 1)
            let page = try AppStoreJSON.decode(HistoryResponse.self, from: Data(try #require(first.output.first).utf8))
            #expect(page.hasMore && page.signedTransactions.count == 20)
            let rest = await world.api("history", world.transaction, "--after", try #require(page.revision))
            #expect(rest.output.count == 1)
            #expect(await world.api("history", world.transaction).output.count == 2)
        }
    }

    @Test func `what Apple refuses and where no one listens is one line and exit 1`() async throws {
        try await APIWorld.with { world in
            let refused = await world.api("extend", world.transaction, "--days", "7", "--request-id", "")
            #expect(refused.code == 1 && refused.output.isEmpty)
            #expect(refused.errors.count == 1 && refused.errors[0].contains("4000011"))
            let report = await world.api("sales-report", "--vendor", "80012345", "--date", "2020-01-01")
            #expect(report.code == 1 && report.errors.count == 1)
            let none = await world.api("transaction", "1", "--url", "http://127.0.0.1:1", "--once")
            #expect(none.code == 1 && none.errors.count == 1)
            let unknownReceipt = try world.folder.write("bad", Data("bm90aGluZw==".utf8))
            let receipt = await world.api("verify-receipt", unknownReceipt)
            #expect(receipt.code == 1 && receipt.errors.count == 1)
        }
    }

    private static let wrong: [[String]] = [
        [], ["poem"], ["transaction"], ["transaction", "1", "2"], ["transaction", "1", "--days", "3"],
        ["statuses", "1", "--status", "often"], ["history", "1", "--from", "yesterday"],
        ["history", "1", "--revoked", "maybe"],
        ["extend", "1"], ["consumption", "1", "--delivery", "delivered", "--sample", "no"],
        ["upload-message", "x", "--body", "-"],
        ["transaction", "1", "--environment", "Xcode"], ["transaction", "1", "--url", "nowhere"],
        ["subscription-groups", "x"],
    ]

    @Test(arguments: wrong)
    func `a wrong command line is reported in one line before anything is sent`(parts: [String]) async throws {
        let folder = try TemporaryFolder()
        let key = try folder.write("key.p8", Data(try PrivateKey.generate(.p256).pem.utf8))
        let terminal = TestTerminal(input: Data(#"{"header":"h","body":"b"}"#.utf8))
        let environment = [
            "PURSER_API_KEY": key, "PURSER_API_KEY_ID": "A", "PURSER_API_ISSUER": "B", "PURSER_API_BUNDLE_ID": "C",
        ]
        #expect(await terminal.run(["api"] + parts, environment: environment) == 2)
        #expect(terminal.errors.count == 1, "\(terminal.errors)")
        #expect(terminal.output.isEmpty)
    }

    @Test func `a body with a wrong member is named and not sent`() async throws {
        let folder = try TemporaryFolder()
        let body = try folder.write("body.json", Data(#"{"storefront":"USA"}"#.utf8))
        let terminal = TestTerminal()
        #expect(await terminal.run("api", "advanced-migrate", "1", "--body", body, "--key", "none") == 1)
        #expect(terminal.errors.count == 1 && terminal.errors[0].contains("member"))
    }

    @Test func `the help lists every endpoint, and each has its own`() async throws {
        let terminal = TestTerminal()
        #expect(await terminal.run("api", "--help") == 0)
        let help = terminal.output.joined(separator: "\n")
        #expect(APICall.all.count == Set(APICall.all.map(\.name)).count)
        for call in APICall.all {
            #expect(help.contains("  \(call.name) "))
            let own = TestTerminal()
            #expect(await own.run("api", call.name, "--help") == 0)
            let text = own.output.joined(separator: "\n")
            #expect(text.contains("Sends: \(call.request)") && text.contains("purser api \(call.name)"))
            for option in call.options { #expect(text.contains("--\(option.name)")) }
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= 130 }, "\(call.name)")
        }
    }
}

/// JSON that is sent.
enum ConsumptionSample {
    static let version1 = """
        {"accountTenure":0,"appAccountToken":"","consumptionStatus":0,"customerConsented":true,"deliveryStatus":0,\
        "lifetimeDollarsPurchased":0,"lifetimeDollarsRefunded":0,"platform":0,"playTime":0,\
        "sampleContentProvided":false,"userStatus":0}
        """
}
