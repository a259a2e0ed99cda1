// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import Testing

@testable import purser

@Suite struct SignCommandTests {
    private let folder: TemporaryFolder
    private let key: PrivateKey
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        key = try PrivateKey.generate(.p256)
        path = try folder.write("key.p8", Data(key.pem.utf8))
    }

    @Test func `a token is one that Apple's server would accept`() async throws {
        let terminal = TestTerminal()
        let code = await terminal.run(
            "sign",
            "token",
            "--key",
            path,
            "--key-id",
            "ABC",
            "--issuer",
            "issuer",
            "--bundle-id",
            "com.example.coffee"
        )
        #expect(code == 0)
        let text = try #require(terminal.output.first)
        let token = try ServerAPIToken(verifying: text, asOf: Date()) { $0 == "ABC" ? key.publicKey : nil }
        #expect(token.bundleID == "com.example.coffee")
    }

    @Test func `an offer's signature holds for the customer it was made for`() async throws {
        let token = "11111111-2222-3333-4444-555555555555"
        let terminal = TestTerminal()
        let code = await terminal.run(
            "sign",
            "promotional-offer",
            "--key",
            path,
            "--key-id",
            "ABC",
            "--bundle-id",
            "com.example.coffee",
            "--product",
            "gold",
            "--offer",
            "less",
            "--token",
            token
        )
        #expect(code == 0)
        let json = Data(try #require(terminal.output.first).utf8)
        let signature = try AppStoreJSON.decode(PromotionalOfferSignature.self, from: json)
        let offer = PromotionalOffer(
            productID: "gold",
            offerID: "less",
            customer: .accountToken(try #require(AppAccountToken(token)))
        )
        try signature.verify(offer, bundleID: "com.example.coffee", asOf: Date()) { _ in key.publicKey }
    }

    @Test(arguments: [("yes", true), ("no", false)])
    func `eligibility says yes or no`(answer: String, allowed: Bool) async throws {
        let terminal = TestTerminal()
        let code = await terminal.run(
            "sign",
            "intro-eligibility",
            "--key",
            path,
            "--key-id",
            "ABC",
            "--issuer",
            "issuer",
            "--bundle-id",
            "com.example.coffee",
            "--product",
            "gold",
            "--transaction",
            "1",
            "--eligible",
            answer
        )
        #expect(code == 0)
        let request = try InAppRequest(verifying: try #require(terminal.output.first)) { _ in key.publicKey }
        #expect(request.allowsIntroductoryOffer == allowed)
    }

    private static let badInput: [([String], Int32)] = [
        (["sign"], 2), (["sign", "poem"], 2), (["sign", "token"], 2),
        (["sign", "token", "--key", "/dev/null", "--key-id", "A", "--issuer", "B"], 1),
    ]

    @Test(arguments: badInput)
    func `what is missing is named in one line`(parts: [String], code: Int32) async {
        let terminal = TestTerminal()
        #expect(await terminal.run(parts) == code)
        #expect(terminal.errors.count == 1)
    }
}
