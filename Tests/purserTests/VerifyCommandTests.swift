// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import TestSupport
import Testing

@testable import purser

@Suite struct VerifyCommandTests {
    private let folder: TemporaryFolder
    private let root: String

    init() throws {
        folder = try TemporaryFolder()
        root = try folder.write("root.der", TestAuthority.shared.documents.root.certificate.der)
    }

    private static let payload = """
        {"bundleId":"com.example.coffee","environment":"Sandbox","inAppOwnershipType":"PURCHASED","originalPurchaseDate":\
        1700000000000,"originalTransactionId":"2000000000000001","productId":"beans","purchaseDate":1700000000000,\
        "quantity":1,"signedDate":1700000000000,"somethingNew":[1.5],"transactionId":"2000000000000001","type":"Consumable"}
        """

    private func signed(_ payload: String = Self.payload) throws -> String {
        try TestAuthority.shared.signer.sign(Data(payload.utf8)).rawValue
    }

    @Test func `a good transaction is printed with every field that it holds`() async throws {
        let file = try folder.write("good.jws", Data((try signed() + "\n").utf8))
        let terminal = TestTerminal()
        let code = await terminal.run(
            "verify",
            "transaction",
            file,
            "--root",
            root,
            "--bundle-id",
            "com.example.coffee",
            "--environment",
            "Sandbox"
        )
        #expect(terminal.errors == [])
        #expect(code == 0)
        #expect(terminal.output == [Self.payload])
    }

    @Test func `a production document is refused with the option that accepts it`() async throws {
        let payload = Self.payload.replacing("Sandbox", with: "Production")
        let file = try folder.write("production.jws", Data(try signed(payload).utf8))
        let parts = ["verify", "transaction", file, "--root", root, "--bundle-id", "com.example.coffee"]
        let terminal = TestTerminal()
        #expect(await terminal.run(parts) == 1)
        #expect(terminal.errors.joined().contains("Give --app-apple-id N"), "\(terminal.errors)")
        let accepted = TestTerminal()
        #expect(await accepted.run(parts + ["--app-apple-id", "1234567890"]) == 0, "\(accepted.errors)")
    }

    @Test func `with one byte changed it exits with 1 and names what failed`() async throws {
        let good = try signed()
        let payload = try #require(good.split(separator: ".").dropFirst().first)
        let changed = payload.hasPrefix("eyJi") ? "eyJj" + payload.dropFirst(4) : "eyJi" + payload.dropFirst(4)
        let file = try folder.write("bad.jws", Data(good.replacing(payload, with: changed).utf8))
        let terminal = TestTerminal()
        let code = await terminal.run(
            "verify",
            "transaction",
            file,
            "--root",
            root,
            "--bundle-id",
            "com.example.coffee",
            "--environment",
            "Sandbox"
        )
        #expect(code == 1)
        #expect(terminal.output == [])
        #expect(terminal.errors.count == 1)
        #expect(terminal.errors.first?.contains("signature") == true)
    }

    @Test(arguments: [
        (["--bundle-id", "com.example.tea", "--environment", "Sandbox"], "bundle-id"),
        (["--bundle-id", "com.example.coffee", "--environment", "Xcode"], "environment"),
    ])
    func `another app or environment is named`(options: [String], code: String) async throws {
        let file = try folder.write("good.jws", Data(try signed().utf8))
        let terminal = TestTerminal()
        let parts = ["verify", "transaction", file, "--root", root] + options
        #expect(await terminal.run(parts) == 1)
        #expect(terminal.errors.first?.contains(code) == true)
    }

    @Test func `Apple's roots do not vouch for another authority`() async throws {
        let file = try folder.write("good.jws", Data(try signed().utf8))
        let terminal = TestTerminal()
        #expect(await terminal.run("verify", "transaction", file) == 1)
        #expect(terminal.errors.first?.contains("trust-anchor") == true)
    }

    @Test func `a posted notification is read from standard input`() async throws {
        let notification = """
            {"notificationType":"TEST","notificationUUID":"2e4f7f5a-5f0a-4b6b-9d6e-0f1c6a1b2c3d","version":"2.0","signedDate":\
            1700000000000,"data":{"bundleId":"com.example.coffee","environment":"Sandbox"}}
            """
        let posted = #"{"signedPayload":"\#(try signed(notification))"}"#
        let terminal = TestTerminal(input: Data(posted.utf8))
        #expect(await terminal.run("verify", "notification", "-", "--root", root) == 0)
        #expect(terminal.output == [notification])
    }

    @Test func `nothing is checked when nothing is to be checked, and that is said`() async throws {
        let file = try folder.write("good.jws", Data(try signed().utf8))
        let terminal = TestTerminal()
        #expect(await terminal.run("verify", "transaction", file, "--unverified") == 0)
        #expect(terminal.output == [Self.payload])
        #expect(terminal.errors.first?.contains("nothing was checked") == true)
    }

    private static let badInput: [([String], Int32)] = [
        (["verify"], 2),
        (["verify", "transaction"], 2),
        (["verify", "poem", "-"], 2),
        (["verify", "transaction", "-", "--environment", "Moon"], 2),
        (["verify", "transaction", "/no/such/file"], 1),
        (["verify", "transaction", "-"], 1),
        (["verify", "transaction", "-", "--root", "/dev/null"], 1),
        (["fly"], 2),
        ([], 2),
    ]

    @Test(arguments: badInput)
    func `bad input gets one clear line`(parts: [String], code: Int32) async throws {
        let terminal = TestTerminal()
        #expect(await terminal.run(parts) == code)
        #expect(terminal.output == [])
        #expect(terminal.errors.count == 1)
    }

    @Test func `a receipt in base64 or binary is checked against the root that is named`() async throws {
        let hierarchy = try CertificateHierarchy.make(.receipts, name: "Receipts", validity: TestAuthority.validity)
        let receipt = AppReceipt(
            receiptType: .productionSandbox,
            appAppleID: nil,
            bundleID: "com.example.coffee",
            applicationVersion: "1.0",
            creationDate: Date(millisecondsSince1970: 1_700_000_000_000)
        )
        let bytes = try ReceiptSigner(hierarchy).sign(receipt)
        let root = try folder.write("receipts.der", hierarchy.root.certificate.der)
        for content in [bytes, Data(bytes.base64EncodedString(options: .lineLength64Characters).utf8)] {
            let file = try folder.write("receipt", content)
            let terminal = TestTerminal()
            #expect(await terminal.run("verify", "receipt", file, "--root", root) == 0)
            #expect(terminal.output.first?.contains("com.example.coffee") == true)
            let stranger = TestTerminal()
            #expect(await stranger.run("verify", "receipt", file, "--root", self.root) == 1)
        }
    }

    @Test(arguments: [[], ["--environment", "Production"]])
    func `a production receipt needs no number of its app`(options: [String]) async throws {
        let hierarchy = try CertificateHierarchy.make(.receipts, name: "Receipts", validity: TestAuthority.validity)
        let receipt = AppReceipt(
            receiptType: .production,
            appAppleID: AppAppleID(rawValue: 1_234_567_890),
            bundleID: "com.example.coffee",
            applicationVersion: "1.0",
            creationDate: Date(millisecondsSince1970: 1_700_000_000_000)
        )
        let root = try folder.write("receipts.der", hierarchy.root.certificate.der)
        let file = try folder.write("receipt", try ReceiptSigner(hierarchy).sign(receipt))
        let parts = ["verify", "receipt", file, "--root", root] + options
        let accepted = TestTerminal()
        #expect(await accepted.run(parts + ["--bundle-id", "com.example.coffee"]) == 0, "\(accepted.errors)")
        let refused = TestTerminal()
        #expect(await refused.run(parts + ["--bundle-id", "com.example.tea"]) == 1)
        #expect(refused.errors.first?.contains("bundle-id") == true)
        let wrong = TestTerminal()
        #expect(await wrong.run(parts + ["--bundle-id", "com.example.coffee", "--app-apple-id", "7"]) == 1)
    }

    @Test func `certificates without an Authority Key Identifier are accepted only where that is chosen`() async throws
    {
        let authority = TestAuthority.shared.documents
        let template = CertificateTemplate(
            subject: DistinguishedName(commonName: "Signer without identifiers"),
            serialNumber: 77,
            validity: TestAuthority.validity,
            extensions: [.endEntity, .signsDocuments, .appStoreSigning]
        )
        let leaf = try authority.intermediate.issueWithoutKeyIdentifiers(template, algorithm: .p256)
        let chain = [leaf, authority.intermediate, authority.root].map(\.certificate)
        let document = try DocumentSigner(chain: chain, key: leaf.key).sign(Data(Self.payload.utf8))
        let file = try folder.write("document.jws", Data(document.rawValue.utf8))
        let strict = TestTerminal()
        #expect(await strict.run("verify", "transaction", file, "--root", root) == 1)
        #expect(strict.errors.first?.contains("--lenient-certificates") == true)
        let lenient = TestTerminal()
        #expect(await lenient.run("verify", "transaction", file, "--root", root, "--lenient-certificates") == 0)
    }

    @Test func `help tells usage, options and an example`() async throws {
        let terminal = TestTerminal()
        #expect(await terminal.run("verify", "--help") == 0)
        let help = terminal.output.joined(separator: "\n")
        for part in ["Usage: purser verify", "--root CERT…", "Example:"] {
            #expect(help.contains(part))
        }
    }
}
