// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Persistence
import Testing

@Suite struct DocumentConformanceTests {
    /// A signed document's text with a header as large as three certificates make it.
    static func signed(_ payload: String, number: UInt64, header: String = "header") -> String {
        var generator = SeededGenerator(seed: number)
        let signature = Data((0..<64).map { _ in UInt8.random(in: 0...255, using: &generator) })
        let certificates = String(repeating: header, count: 900)
        return [Data(certificates.utf8), Data(payload.utf8), signature].map(base64URL).joined(separator: ".")
    }

    static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    static let transaction = signed(
        #"{"transactionId":"2000000123456789","originalTransactionId":"2000000123456789","productId":"com.example.pro"}"#,
        number: 1
    )

    static let renewal = signed(
        #"{"originalTransactionId":"2000000123456789","autoRenewStatus":1,"note":"déjà vu 日本"}"#,
        number: 2
    )

    static let notification = signed(
        #"{"notificationType":"DID_RENEW","data":{"signedTransactionInfo":"\#(transaction)","#
            + #""signedRenewalInfo":"\#(renewal)","status":1}}"#,
        number: 3
    )

    /// Seats, a bundle, unclaimed seats, and members that no one knows.
    static let seats = signed(
        #"{"transactionId":"2","inAppOwnershipType":"ASSIGNED","quantity":8,"price":9240,"multiSeatInfo":{"#
            + #""invitationManagement":"DEVELOPER","priceTiers":[{"price":7990,"quantity":3},{"price":9990,"#
            + #""quantity":5}],"revokedSeatQuantity":3,"seatNames":["a"]},"additionalTransactionReason":"#
            + #""SEAT_ADDITION","bundleSubscriptionGroupId":"21","bundleProductId":"all","willUnbundle":false}"#,
        number: 12
    )

    static let unclaim = signed(
        #"{"notificationType":"UNCLAIM_SEATS","unclaimInfo":{"unclaimSeatIds":["9c6f"],"appleKnows":{"x":[1]}}}"#,
        number: 13
    )

    static let texts = [
        seats, unclaim, signed(#"{"data":{"signedTransactionInfo":"\#(seats)"}}"#, number: 14),
        "", "plain", "a.b.c", "{\"json\": true}", transaction, renewal, notification,
        notification + "x", notification + ".", "." + notification, transaction + "=",
        signed("not json \u{1} with the mark", number: 4), signed("\"\"\"", number: 5),
        signed("\"\(transaction)", number: 6), signed("\"\(transaction).\"", number: 7),
        signed(signed(signed(signed(notification, number: 11), number: 10), number: 9), number: 8),
        String(repeating: "MIIT", count: 20_000),
    ]

    @Test(arguments: StoreDriver.allCases, texts)
    func `every document comes back byte by byte`(driver: StoreDriver, text: String) async throws {
        try await driver.withStore { store async throws in
            let number = try await store.write { try $0.ensureDocument(Data(text.utf8)) }
            #expect(try await store.read { try $0.document(number) } == Data(text.utf8))
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a document that stands inside another is the same one`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let numbers = try await store.write { writer in
                try [Self.notification, Self.transaction, Self.notification, Self.renewal, Self.transaction].map {
                    try writer.ensureDocument(Data($0.utf8))
                }
            }
            #expect(numbers[0] == numbers[2] && numbers[1] == numbers[4])
            #expect(numbers[1] < numbers[0] && numbers[3] < numbers[0])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `what is signed one after another stands side by side in the index`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            // Two seconds apart, and only a part of the signature behind.
            let texts = (0..<20).map { index in
                Self.signed(
                    #"{"expiresDate":99,"signedDate":\#(1_767_225_600_000 + index * 2_000),"last":"déjà"}"#,
                    number: UInt64(100 + index)
                )
            }
            let numbers = try await store.write { writer in
                try texts.map { try writer.ensureDocument(Data($0.utf8)) }
            }
            let inOrder = try await store.read { reader in
                var found: [Int64] = []
                try reader.forEach("SELECT id FROM documents ORDER BY lookup") { found.append(try $0.next()) }
                return found
            }
            #expect(inOrder == numbers)
            // They are found again, by a transaction that remembers none of them.
            #expect(try await store.write { try $0.ensureDocument(Data(texts[7].utf8)) } == numbers[7])
        }
    }

    @Test(arguments: [
        "", "\"signedDate\":", "{\"signedDate\":}", "{\"signedDate\":99999999999999999999}", "signedDate\":1",
    ])
    func `a document whose date cannot be read is kept like any other`(payload: String) async throws {
        try await StoreDriver.sqlite.withStore { store async throws in
            let text = Data(Self.signed(payload, number: 9).utf8)
            let number = try await store.write { try $0.ensureDocument(text) }
            #expect(try await store.read { try $0.document(number) } == text)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `documents with the same signature but other bytes are kept apart`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let texts = [
                Self.signed("one", number: 1), Self.signed("two", number: 1),
                Self.signed("one", number: 1, header: "another"),
            ]
            let numbers = try await store.write { writer in
                try texts.map { try writer.ensureDocument(Data($0.utf8)) }
            }
            #expect(Set(numbers).count == 3)
            for (number, text) in zip(numbers, texts) {
                #expect(try await store.read { try $0.document(number) } == Data(text.utf8))
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `random bytes come back whatever they are`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let letters = Array("ab.\"-_=\u{1}{}é".utf8)
        let documents = (0..<200).map { _ in
            Data(
                (0..<Int.random(in: 0..<300, using: &generator)).map { _ in letters.randomElement(using: &generator)! }
            )
        }
        try await StoreDriver.sqlite.withStore { store async throws in
            let numbers = try await store.write { writer in try documents.map { try writer.ensureDocument($0) } }
            for (number, document) in zip(numbers, documents) {
                #expect(try await store.read { try $0.document(number) } == document, "seed \(seed)")
            }
        }
    }
}
