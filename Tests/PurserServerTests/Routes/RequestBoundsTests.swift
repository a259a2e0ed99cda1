// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPService
import Testing

@testable import PurserServer

/// What a request may hold is checked before anything is built from it.
@Suite struct RequestBoundsTests {
    /// 1.9 MB of small members.
    private static let crowd = Data("{\((0..<170_000).map { #""m\#($0)":1"# }.joined(separator: ","))}".utf8)

    private func send(
        _ body: Data,
        to path: String,
        at shop: TestShop,
        method: HTTPMethod = .post,
        type: String = "application/json"
    ) async throws -> InProcessClient.Response {
        try await shop.client.send(
            method,
            path,
            headers: ["Authorization": "Bearer \(shop.secretKey)", "Content-Type": type],
            body: body
        )
    }

    @Test(arguments: ["/postPay/ios", "/applePay/receipt", "/applePay/report", "/apple/notifications/production"])
    func `a crowd of members is refused unread where anyone may send one`(path: String) async throws {
        let shop = try await TestShop()
        let answer = try await send(Self.crowd, to: path, at: shop)
        #expect(answer.status == .contentTooLarge && answer.code == "body-too-large")
        let limit = path.hasPrefix("/apple/") ? 6000 : 256
        #expect(answer.text.contains("at least \(limit + 1) members. Send at most \(limit)."), "\(answer.text)")
    }

    @Test func `every route with JSON bounds its members, values and depth, the small ones without a secret key`()
        async throws
    {
        let shop = try await TestShop()
        let deep = Data(String(repeating: "[", count: 100).utf8)
        let wide = Data(("[" + String(repeating: "0,", count: 450_000) + "0]").utf8)
        for route in shop.service.routes {
            guard let body = route.body, body.mediaTypes.contains("application/json") else { continue }
            let path = route.path.replacing("{environment}", with: "production").replacing("{", with: "")
                .replacing("}", with: "")
            let refused = try await send(deep, to: path, at: shop, method: route.method)
            #expect(refused.status == .badRequest && refused.code == "malformed-body", "\(route.name): \(refused.text)")
            let large = try await send(wide, to: path, at: shop, method: route.method)
            #expect(large.status == .contentTooLarge && large.code == "body-too-large", "\(route.name): \(large.text)")
            guard route.access != .backend else { continue }
            let limits = body.limits ?? .app
            #expect(limits.members <= (route.access == .appStore ? 6000 : 256), "\(route.name)")
        }
    }

    @Test func `a number of many digits is refused`() async throws {
        let shop = try await TestShop()
        let digits = String(repeating: "9", count: 65)
        let refused = try await send(Data(#"{"quantity":\#(digits)}"#.utf8), to: "/postPay/ios", at: shop)
        #expect(refused.status == .badRequest && refused.code == "malformed-body")
        #expect(refused.text.contains("number of at least 65 characters"), "\(refused.text)")
    }

    @Test func `a form and an address have bounded fields`() async throws {
        let shop = try await TestShop()
        let fields = Data(String(repeating: "a=1&", count: 500_000).utf8)
        let form = "application/x-www-form-urlencoded"
        for path in ["/postPay/ios", "/console/sign-in"] {
            let refused = try await send(fields, to: path, at: shop, type: form)
            #expect(refused.status == .contentTooLarge, "\(path): \(refused.text)")
        }
        let query = (0..<101).map { "a\($0)=1" }.joined(separator: "&")
        let refused = try await shop.send(.get, "/v1/products?" + query)
        #expect(refused.status == .badRequest && refused.text.contains("at least 101 parameters"), "\(refused.text)")
        #expect(try await shop.client.send(.get, "/console/sign-in?" + query).status == .badRequest)
    }

    @Test func `a version 1 notification with a hundred transactions fits`() throws {
        let transaction = (0..<30).map { #""field\#($0)":"value""# }.joined(separator: ",")
        let list = Array(repeating: "{\(transaction)}", count: 100).joined(separator: ",")
        let pending = Array(repeating: "{\(transaction)}", count: 90).joined(separator: ",")
        let text = #"{"unified_receipt":{"latest_receipt_info":[\#(list)],"pending_renewal_info":[\#(pending)]}}"#
        #expect(JSONLimits.notification.excess(in: Data(text.utf8)) == nil)
    }
}
