// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPClient
import Testing

@testable import purser

/// `purser why`, `rebuild` and `backfill`, beside a running server and on a database that has none.
@Suite(.serialized) struct AdministrationCommandTests {
    private static let catalog = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Examples/Catalog.storekit").path

    private func ask(_ url: String, _ body: JSONValue, key: String? = nil) async throws -> JSONValue {
        var headers: [HTTPClientRequest.Header] = [(name: "Content-Type", value: "application/json")]
        if let key { headers.append((name: "Authorization", value: "Bearer " + key)) }
        let request = HTTPClientRequest("POST", url, headers: headers, body: try AppStoreJSON.encode(body))
        let answer = try await CurlTransport().send(request)
        #expect(answer.status < 300, "\(url): \(answer.text)")
        return answer.body.isEmpty ? .null : try AppStoreJSON.decode(JSONValue.self, from: answer.body)
    }

    @Test
    func `an entitlement is explained, everything is compared and old customers come in, with and without a server`()
        async throws
    {
        let folder = try TemporaryFolder()
        let database = "sqlite:\(folder.url.path)/purser.sqlite"
        let server = try await PurserProcess(
            [
                "serve", "--simulator", "--listen", "127.0.0.1:0", "--simulator-listen", "127.0.0.1:0", "--database",
                database, "--catalog", Self.catalog,
            ],
            until: "Ctrl-C stops"
        )
        let url = try server.line("API").replacing("/v1", with: "")
        let key = try server.secretKey()
        let options = ["--server", url, "--key", key]
        let store = try server.line("production") + "/simulator/v1"
        let paid = try await ask(store + "/purchases", ["customer": "alice", "product": "coffee.club.gold.monthly"])
        let transaction = try #require(paid["transactionId"]?.string)

        let list = folder.url.appending(path: "old.csv")
        try Data("# old customers\n\(transaction),alice\n\n999000999\tnobody\n".utf8).write(to: list)
        let backfill = TestTerminal()
        #expect(await backfill.run(["backfill", list.path] + options) == 1, "\(backfill.errors)")
        #expect(backfill.output.contains { $0.hasPrefix("4\t999000999\t") }, "\(backfill.output)")
        #expect(backfill.errors.contains { $0.contains("1 of 2 lines") || $0.contains("1/2") }, "\(backfill.errors)")

        // Mallory's list has alice's purchase, and ben's list has an unclaimed one.
        let other = try await ask(store + "/purchases", ["customer": "ben", "product": "coffee.grinder"])
        let others = try #require(other["transactionId"]?.string)
        try Data("\(transaction),mallory\n\(others),ben\n".utf8).write(to: list)
        let owners = TestTerminal()
        #expect(await owners.run(["backfill", list.path, "--language", "en"] + options) == 0, "\(owners.errors)")
        #expect(owners.output.contains("kept\t\(transaction)\talice\tmallory"), "\(owners.output)")
        #expect(owners.output.contains("kept\t1") && owners.output.contains("assigned\t1"), "\(owners.output)")
        #expect(owners.errors.contains { $0.hasPrefix("purchase \(transaction) stays with alice, not mallory") })
        let inChinese = TestTerminal()
        #expect(await inChinese.run(["backfill", list.path, "--language", "zh-Hans"] + options) == 0)
        #expect(inChinese.errors.contains { $0.contains("仍归 alice") }, "\(inChinese.errors)")
        // A refunded one-time purchase may move, under the default restore policy.
        _ = try await ask(store + "/transactions/\(others)/refund", [:])
        try Data("\(others),carla\n".utf8).write(to: list)
        let moved = TestTerminal()
        #expect(await moved.run(["backfill", list.path, "--json"] + options) == 0, "\(moved.errors)")
        let report = try AppStoreJSON.decode(JSONValue.self, from: Data(moved.output.joined().utf8))
        #expect(report["ownership"]?["moved"]?.integer == 1, "\(moved.output)")
        let owner = report["owners"]?.array?.first
        #expect(owner?["customer"]?.string == "carla" && owner?["previousCustomer"]?.string == "ben", "\(report)")

        let entitlements = try await CurlTransport().send(
            HTTPClientRequest(
                "GET",
                url + "/v1/customers/alice/entitlements",
                headers: [(name: "Authorization", value: "Bearer " + key)]
            )
        )
        let entitlement = try #require(
            try AppStoreJSON.decode(JSONValue.self, from: entitlements.body)["entitlements"]?.array?.first?["id"]?
                .string
        )
        let exported = folder.url.appending(path: "why.json").path
        let why = TestTerminal()
        #expect(await why.run(["why", "alice", entitlement, "--export", exported] + options) == 0, "\(why.errors)")
        #expect(why.output.first?.hasPrefix("alice has '\(entitlement)' at ") == true, "\(why.output)")
        #expect(why.output.contains { $0.contains("sha256:") })
        #expect(try String(contentsOfFile: exported, encoding: .utf8).contains("\"document\":\"ey"))
        let chinese = TestTerminal()
        #expect(
            await chinese.run(["why", "alice", entitlement, "--at", "2001-01-01", "--language", "zh-Hans"] + options)
                == 0
        )
        #expect(chinese.output.first?.contains("没有") == true, "\(chinese.output)")

        let unknown = TestTerminal()
        #expect(await unknown.run(["why", "alice", "coffee club", "--language", "en"] + options) == 1)
        #expect(unknown.errors.joined().contains("Did you mean '\(entitlement)'?"), "\(unknown.errors)")

        let orders = try await CurlTransport().send(
            HTTPClientRequest(
                "GET",
                url + "/v1/customers/alice/orders",
                headers: [(name: "Authorization", value: "Bearer " + key)]
            )
        )
        let order = try #require(
            try AppStoreJSON.decode(JSONValue.self, from: orders.body)["orders"]?.array?.first?["id"]?.string
        )
        let whyOrder = TestTerminal()
        #expect(await whyOrder.run(["why", "--order", order, "--language", "en"] + options) == 0, "\(whyOrder.errors)")
        #expect(whyOrder.output.first?.hasPrefix("delivered at ") == true, "\(whyOrder.output)")
        #expect(whyOrder.output.contains { $0.contains("order.paid") && $0.contains("sha256:") }, "\(whyOrder.output)")
        let whyBalance = TestTerminal()
        #expect(
            await whyBalance.run(["why", "alice", "--balance", "beans", "--language", "zh-Hans"] + options) == 0,
            "\(whyBalance.errors)"
        )
        #expect(whyBalance.output.first?.contains("的余额：") == true, "\(whyBalance.output)")

        let asJSON = TestTerminal()
        #expect(await asJSON.run(["rebuild", "--page-size", "1", "--json"] + options) == 0, "\(asJSON.errors)")
        #expect(asJSON.output.first?.contains(#""differences":[]"#) == true, "\(asJSON.output)")
        #expect(asJSON.errors.contains { $0.hasPrefix("compared 1 of 2 purchases") }, "\(asJSON.errors)")

        let rebuild = TestTerminal()
        #expect(await rebuild.run(["rebuild", "--page-size", "1"] + options) == 0, "\(rebuild.errors)")
        #expect(rebuild.output.contains("differences\t0"), "\(rebuild.output)")
        #expect(rebuild.output.contains("purchases\t2"), "\(rebuild.output)")

        let beside = TestTerminal()
        #expect(await beside.run("rebuild", "--database", database) == 1)
        #expect(beside.errors.joined().contains("another process runs as the server"), "\(beside.errors)")

        server.kill()
        let alone = TestTerminal()
        #expect(await alone.run("rebuild", "--database", database) == 0, "\(alone.errors)")
        #expect(alone.output.contains("purchases\t2"), "\(alone.output)")
        let whyAlone = TestTerminal()
        #expect(
            await whyAlone.run("why", "alice", entitlement, "--database", database, "--json") == 0,
            "\(whyAlone.errors)"
        )
        #expect(whyAlone.output.joined().contains("\"reasons\""))
        let app = "bundleID: 'com.example.coffee', reminders: { beforeRenewal: ['P3D'] }"
        let settings = try folder.write("purser.json5", Data("{ apps: [{ \(app) }] }".utf8))
        let reminded = TestTerminal()
        let parts = ["why", "alice", entitlement, "--database", database, "--config", settings, "--language", "en"]
        #expect(await reminded.run(parts) == 0, "\(reminded.errors)")
        #expect(reminded.output.last?.contains(", P3D before the renewal at ") == true, "\(reminded.output)")
    }

    @Test func `a list of old purchases is read line by line`() throws {
        let receipt = String(repeating: "A", count: 300)
        let file = try BackfillFile(Data("1,anna\r\n2;anna\n\n# later\n\(receipt)\tben\n3\n".utf8))
        #expect(file.entries.map(\.line) == [1, 2, 5, 6])
        #expect(file.batches(from: 1, size: 50).map(\.entries.count) == [2, 1, 1])
        #expect(file.batches(from: 2, size: 1).map(\.customer) == ["anna", "ben", nil])
        #expect(file.entries.map(\.isReceipt) == [false, false, true, false])
        #expect(throws: Failure.self) { try BackfillFile(Data("1,anna,more\n".utf8)) }
    }

    @Test(arguments: [
        ["why", "anna"], ["why", "anna", "club", "--at", "yesterday"], ["backfill"], ["rebuild", "now"],
    ])
    func `what cannot be understood is refused`(parts: [String]) async {
        #expect(await TestTerminal().run(parts + ["--key", "k"]) == 2)
    }
}
