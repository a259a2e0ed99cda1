// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

@testable import PurserServer

/// What writes and reads itself as JSON against the ordinary encoder and decoder.
@Suite struct JSONWriterTests {
    /// Every member of an event with a value of its own.
    private static let members: [String: JSONValue] = [
        "id": "evt_1", "type": "subscription.renewed", "app": "com.example.app", "environment": "Production",
        "customer": "alice", "occurredAt": 1_767_225_600_123, "order": "ord_1", "productId": "gold",
        "transactionId": "21",
        "originalTransactionId": "20", "purchaseDate": 1_767_225_600_001, "expiresDate": 1_769_904_000_000,
        "gracePeriodExpiresDate": 1_769_904_000_999, "quantity": 2, "price": -9990, "currency": "USD",
        "refundedAmount": 4995, "revocationPercentage": 50_000,
        "revocationReason": 1, "revocationType": "REFUND_PRORATED", "storefront": "USA",
        "offer": "spring", "offerType": 2, "offerDiscountType": "FREE_TRIAL", "isFamilyShared": true,
        "entitlements": ["gold", "silver"], "reason": "canceled", "reference": "20260220-77",
        "nextProductId": "silver", "previousCustomer": "bob",
        "nextCustomer": "carol", "renewalNumber": 7, "notification": "0b6d8a5e-2f0c-4a39-9f8a-16a2f9f6d111",
        "detail": "DID_RENEW", "succeeded": 5, "failed": 0, "requestIdentifier": "r1", "externalPurchase": "x1",
        "tokenCreated": 1, "tokenExpires": 0, "appTransaction": "704",
        "access": "ended-before", "conversion": "upgrade_1", "durationMilliseconds": 5, "leadTime": "P1DT12H",
        "device": "phone", "isAssigned": true, "seats": 12, "refundedSeats": 3, "invitation": "inv_1",
        "seatClaimId": "9c6f0000-0000-4000-8000-000000000001", "bundleProductId": "everything",
        "billingPeriodNumber": 4, "commitmentExpiresDate": 1, "store": "google-play",
        "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    ]

    private static func event(_ members: [String: JSONValue]) throws -> ServerEvent {
        try ServiceJSON.decode(ServerEvent.self, from: AppStoreJSON.encodeOrdinarily(JSONValue.object(members)))
    }

    @Test func `an event writes itself as the ordinary encoder writes it, whichever members it has`() throws {
        let whole = try Self.event(Self.members)
        #expect(Mirror(reflecting: whole).children.count == Self.members.count)
        #expect(try ServiceJSON.encode(whole) == AppStoreJSON.encodeOrdinarily(whole))
        let needed: Set = ["id", "type", "app", "environment", "occurredAt"]
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let some = Self.members.filter { needed.contains($0.key) || Bool.random(using: &generator) }
            let event = try Self.event(some)
            #expect(try ServiceJSON.encode(event) == AppStoreJSON.encodeOrdinarily(event))
        }
    }

    /// Says which way it was encoded and decoded.
    private struct Probe: DirectJSONEncodable, DirectJSONDecodable {
        enum CodingKeys: String, CodingKey { case ordinary }

        var isDirect: Bool

        func write(to json: inout JSONWriter) { json.member("direct", "yes") }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("yes", forKey: .ordinary)
        }
        init(_ object: JSONReader) throws {
            let text: String = try object.required(object.text("direct"))
            isDirect = text == "yes"
        }
        init(from decoder: any Decoder) throws { isDirect = false }
    }

    @Test func `what writes and reads itself takes no detour by an encoder or a decoder`() throws {
        let written = Data(#"{"direct":"yes"}"#.utf8)
        for probe in [
            try ServiceJSON.decode(Probe.self, from: written), try AppStoreJSON.decode(Probe.self, from: written),
        ] {
            #expect(probe.isDirect)
            #expect(try ServiceJSON.encode(probe) == written)
            #expect(try AppStoreJSON.encode(probe) == written)
        }
        #expect(try ServiceJSON.decode(Probe.self, from: Data(#"{"ordinary":"yes"}"#.utf8)).isDirect == false)
    }

    @Test func `an event, an entitlement and a purchase's state are written without an encoder`() throws {
        #expect(JSONWriter.bytes(of: try Self.event(Self.members)) != nil)
        #expect(JSONWriter.bytes(of: CachedEntitlement(Self.answer(.max), spans: [], asOf: .distantPast)) != nil)
    }

    @Test(arguments: ["quote\"d", "back\\slash", "新しい", "line\nbreak", "\u{7F}", "a/b", ""])
    func `a text that needs care is written as the ordinary encoder writes it`(text: String) throws {
        var event = try Self.event(Self.members)
        event.reason = text
        #expect(try ServiceJSON.encode(event) == AppStoreJSON.encodeOrdinarily(event))
        var right = CachedEntitlement(Self.answer(0), spans: [], asOf: .distantPast)
        right.answer.reason.note = text
        let bytes = try ServiceJSON.encode(right)
        #expect(try bytes == AppStoreJSON.encodeOrdinarily(right))
        #expect(try ServiceJSON.decode(CachedEntitlement.self, from: bytes) == right)
    }

    private static func evidence(_ number: UInt8) throws -> [Evidence] {
        let digest = try FactDigest(sha256Of: [number])
        let instant = Date(millisecondsSince1970: 1_767_225_600_000 + Int64(number))
        return [
            Evidence(
                kind: .transaction,
                order: FactOrder(instant: instant, rank: .signed, digest: digest),
                digest: digest
            ),
            Evidence(kind: .command, order: FactOrder(instant: instant, sequence: Int64(number)), digest: digest),
        ]
    }

    /// An answer with those optional members whose bits are set.
    private static func answer(_ bits: Int) -> EntitlementDecision {
        func has(_ bit: Int) -> Bool { bits & 1 << bit != 0 }
        let date = Date(millisecondsSince1970: 1_767_225_600_000 - Int64(bits))
        let reason = Reason(
            rule: .paidPeriod,
            startDate: has(0) ? date : nil,
            endDate: has(1) ? date : nil,
            scope: has(2) ? AppScope(bundleID: "com.example.app", environment: .sandbox) : nil,
            lineage: has(3) ? "20" : nil,
            transactionID: has(4) ? "21" : nil,
            productID: has(5) ? "gold" : nil,
            ownership: has(6) ? .familyShared : nil,
            grant: has(7) ? "grant" : nil,
            invitation: has(7) ? "inv_1" : nil,
            invitedBy: has(8) ? "purchaser" : nil,
            seatClaim: has(9) ? SeatClaimID("9c6f0000-0000-4000-8000-000000000001") : nil,
            conversion: has(8) ? "conversion" : nil,
            note: has(9) ? "because" : nil,
            evidence: (try? evidence(UInt8(bits & 255))) ?? []
        )
        return EntitlementDecision(
            entitlement: "gold",
            asOf: date,
            isActive: has(0),
            startDate: has(1) ? date : nil,
            endDate: has(2) ? date : nil,
            willRenew: has(3),
            isRenewalPending: has(4),
            reason: reason,
            otherReasons: has(5) ? [reason, Reason(rule: .expired)] : []
        )
    }

    @Test func `a stored right writes and reads itself as the ordinary coders do`() throws {
        for bits in 0..<1024 {
            var right = CachedEntitlement(Self.answer(bits), spans: [], asOf: .distantPast)
            right.validUntil = bits % 3 == 0 ? nil : Date(timeIntervalSince1970: 5)
            let bytes = try ServiceJSON.encode(right)
            #expect(try bytes == AppStoreJSON.encodeOrdinarily(right))
            #expect(try ServiceJSON.decode(CachedEntitlement.self, from: bytes) == right)
        }
    }

    @Test func `a purchase's state writes and reads itself as the ordinary coders do`() throws {
        let members: [String: JSONValue] = [
            "phase": "inGracePeriod", "product": "gold", "transaction": "21", "expires": 1_767_225_600_001,
            "willAutoRenew": false, "nextProduct": "silver", "rule": "paid-period",
        ]
        for left in members.keys where left != "phase" {
            let some = members.filter { $0.key != left }
            let json = try AppStoreJSON.encodeOrdinarily(JSONValue.object(some))
            let state = try AppStoreJSON.decodeOrdinarily(ReportedLineageState.self, from: json)
            #expect(try ServiceJSON.decode(ReportedLineageState.self, from: json) == state)
            #expect(try ServiceJSON.encode(state) == json)
        }
        #expect(throws: DecodingError.self) {
            try ServiceJSON.decode(ReportedLineageState.self, from: Data(#"{"phase":"?"}"#.utf8))
        }
    }

    @Test func `what is kept of an order writes and reads itself as the ordinary coders do`() throws {
        let items = OrderedCustomPrice(
            name: "a sword",
            price: Money(milliunits: 4500, currency: "USD"),
            charged: Money(milliunits: 4990, currency: "USD"),
            currency: "gems",
            credit: 49,
            terms: "USA 100 1 *"
        )
        var details = OrderDetails(origin: .app, price: Money(milliunits: -1, currency: "JPY"), customPrice: items)
        (details.failureCode, details.failureText, details.mergedInto) = ("2", "it was \"canceled\"", "ord_9")
        var others = OrderDetails(origin: .outside, device: "iPad", isProven: true)
        (others.mismatchedOrder, others.failureText) = ("ord_8", "取消")
        others.traceParent = TraceParent(header: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
        try #require(others.traceParent != nil)
        for details in [
            details, others, OrderDetails(origin: .renewal), OrderDetails(origin: .family, customPrice: items),
        ] {
            let json = try ServiceJSON.encode(details)
            #expect(try json == AppStoreJSON.encodeOrdinarily(details))
            #expect(try ServiceJSON.decode(OrderDetails.self, from: json) == details)
            #expect(try AppStoreJSON.decodeOrdinarily(OrderDetails.self, from: json) == details)
        }
    }
}
