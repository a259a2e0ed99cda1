// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPService
import StoreKit
import StoreKitTest
import Testing

@testable import PurserClient

/// The page for other frameworks, sent to a server as it is printed.
@Suite(.storeKit) struct OtherFrameworksTests {
    /// A request as the page prints it: method, path, and the body after an empty line.
    fileprivate struct Printed {
        var method: String
        var path: String
        var body: String

        init?(_ block: String) {
            let parts = block.components(separatedBy: "\n\n")
            let pieces = parts[0].components(separatedBy: "\n")
            let first = pieces[0].split(separator: " ").map(String.init)
            guard first.count == 2, first[1].hasPrefix("/v1/") else { return nil }
            (method, path) = (first[0], first[1])
            // A request without headers has its body on the next line.
            body = parts.count > 1 ? parts[1] : pieces.dropFirst().joined(separator: "\n")
        }
    }

    private static func page() throws -> [String] {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/PurserClient/PurserClient.docc/OtherFrameworks.md").standardizedFileURL
        return try String(contentsOf: path, encoding: .utf8)
            .matches(of: /```\n((?:.|\n)*?)\n```/).map { String($0.1) }
    }

    @Test func `the requests on the page for other frameworks buy, verify and report as printed`() async throws {
        let world = try await World()
        let blocks = try Self.page()
        let requests = blocks.compactMap(Printed.init)
        #expect(requests.map(\.path) == ["/v1/orders", "/v1/transactions", "/v1/purchase-failures"])

        let ordered = try await world.say(requests[0].method, requests[0].path, requests[0].filled([:]))
        #expect(ordered.status == .created)
        let order: JSONValue = try ordered.json()
        for key in ["id", "appAccountToken", "state"] { #expect(order[key] != nil, "\(key)") }
        #expect(order["state"] == "created")
        let again: JSONValue = try await world.say(requests[0].method, requests[0].path, requests[0].filled([:])).json()
        #expect(again["id"] == order["id"])

        guard case .string(let id)? = order["id"], case .string(let token)? = order["appAccountToken"] else { return }
        let paid = try await StoreKit2Store().purchase(
            StoreOrder(product: World.beans, token: UUID(uuidString: token), options: PurchaseOptions())
        )
        guard case .paid(let transaction) = paid, case .signed(let document) = transaction.proof else {
            throw StoreKitError.unknown
        }
        let verify = requests[1].filled(["eyJ…": document, "2000000123": transaction.id, "ord_…": id])
        let verified: JSONValue = try await world.say(requests[1].method, requests[1].path, verify).json()
        #expect(verified["state"] == "delivered" || verified["state"] == "accepted")
        #expect(try await world.balance() == 100)

        let finish = try await world.say("POST", "/v1/orders/\(id)/finish", "")
        #expect(finish.status.rawValue < 300)
        #expect(try await world.orders().map(\.state) == ["finished"])
        let reported = try await world.say(requests[2].method, requests[2].path, requests[2].filled([:]))
        #expect(reported.status.rawValue < 300)
    }
}

extension OtherFrameworksTests.Printed {
    /// The body with this shop's product and what else is to be put in.
    fileprivate func filled(_ values: [String: String]) -> String {
        (["gems.100": World.beans].merging(values) { first, _ in first })
            .reduce(body) { $0.replacing($1.key, with: $1.value) }
    }
}
