// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation

/// `purser verify`: checks one document of Apple's and prints what it says.
enum VerifyCommand: Command {
    static let name = "verify"
    static let summary = "Verify a signed document or receipt and print its contents."
    static let operands = "transaction|renewal-info|notification|app-transaction|receipt FILE|-"

    static let options = [
        Option("root", value: "CERT", repeats: true, "Trust this root certificate (DER or PEM) instead of Apple's."),
        Option("bundle-id", value: "ID", "The expected bundle ID."),
        Option("app-apple-id", value: "N", "The app's Apple ID in the App Store, for production documents."),
        Option(
            "environment",
            value: "ENV",
            choices: ["Sandbox", "Production", "Xcode", "LocalTesting"],
            "The expected environment: Sandbox, Production, Xcode or LocalTesting."
        ),
        Option("strict", "Also verify the signatures of the documents inside a notification."),
        Option(
            "lenient-certificates",
            "Accept certificates without the extensions that RFC 5280 requires, such as an Authority Key Identifier."
        ),
        Option("unverified", "Print the contents without verification."),
    ]

    static let details = """
        FILE is the document as Apple sends it: three base64url segments, or a notification's JSON with
        "signedPayload"; a receipt is base64 or binary. '-' reads standard input.
        Apple's certificates have every extension that RFC 5280 requires; so do the simulator's. Apple's libraries for Node,
        Java and Swift accept certificates without them, its library for Python does not: --lenient-certificates chooses.
        Prints the payload as JSON and exits with 0, or prints the violated rule and exits with 1.

        Example:
          purser verify transaction purchase.jws --root root.pem --bundle-id com.example.coffee --environment Sandbox
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        guard arguments.operands.count == 2 else {
            throw UsageError("give the kind of document and one FILE, or '-' for standard input")
        }
        let kind = DocumentKind(rawValue: arguments.operands[0])
        let bytes = try terminal.read(arguments.operands[1])
        let settings = try VerifySettings(arguments, terminal)
        do {
            switch kind {
            case .transaction: try check(TransactionPayload.self, bytes, settings, terminal)
            case .renewalInfo: try check(RenewalInfoPayload.self, bytes, settings, terminal)
            case .appTransaction: try check(AppTransactionPayload.self, bytes, settings, terminal)
            case .notification: try checkNotification(bytes, settings, terminal)
            case .receipt: try ReceiptCheck.run(bytes, settings, terminal)
            default:
                throw UsageError("'\(kind.rawValue)' is not a document kind; use \(operands.split(separator: " ")[0])")
            }
        } catch let error as VerificationError {
            throw Failure("\(error.plainMessage)\(settings.advice(on: error).map { ". " + $0 } ?? "")")
        }
    }

    private static func check<Document: SignedDocument>(
        _ type: Document.Type,
        _ bytes: Data,
        _ settings: VerifySettings,
        _ terminal: Terminal
    ) throws {
        let signed = try SignedInput.payload(in: bytes)
        if settings.isUnverified {
            try SignedInput.printUnverified(signed, terminal)
        } else {
            let verified = try settings.verifier().verify(signed, as: type, asOf: settings.now)
            try SignedInput.print(verified.signedPayload, terminal)
        }
    }

    private static func checkNotification(_ bytes: Data, _ settings: VerifySettings, _ terminal: Terminal) throws {
        let signed = try SignedInput.payload(in: bytes)
        if settings.isUnverified {
            try SignedInput.printUnverified(signed, terminal)
        } else {
            let verified = try settings.verifier().verifyNotification(signed, asOf: settings.now)
            try SignedInput.print(verified.notification.signedPayload, terminal)
        }
    }
}
