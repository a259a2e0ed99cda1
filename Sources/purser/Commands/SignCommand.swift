// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation

/// `purser sign`: makes the signatures that a team's server makes.
enum SignCommand: Command {
    static let name = "sign"
    static let summary = "Create an API token or an offer signature."
    static let operands = "token|promotional-offer|intro-eligibility"

    static let options = [
        Option("key", value: "FILE.p8", "The private key from App Store Connect."),
        Option("key-id", value: "ID", "The key ID."),
        Option("issuer", value: "ID", "The issuer ID, for token, intro-eligibility and JWS offers."),
        Option("bundle-id", value: "ID", "The app (default: none, for a token of the App Store Connect API)."),
        Option("product", value: "ID", "The product, for offers."),
        Option("offer", value: "ID", "The promotional offer."),
        Option("token", value: "UUID", "The customer's appAccountToken, for a promotional offer without --jws."),
        Option("transaction", value: "ID", "Any transaction of the customer, for JWS signatures."),
        Option("eligible", value: "yes|no", "Whether the customer is eligible for the introductory offer."),
        Option("jws", "Sign the promotional offer as a JWS."),
    ]

    static let details = """
        token prints a bearer token that is valid for 15 minutes; promotional-offer prints the JSON for StoreKit,
        or with --jws a JWS; intro-eligibility prints a JWS.

        Example:
          purser sign token --key SubscriptionKey_ABC.p8 --key-id ABC --issuer 57246542-… --bundle-id com.example.coffee
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        guard arguments.operands.count == 1 else {
            throw UsageError("give what to sign: token, promotional-offer or intro-eligibility")
        }
        let now = Date()
        switch arguments.operands[0] {
        case "token": terminal.print(try token(arguments, terminal, now))
        case "promotional-offer": terminal.print(try promotionalOffer(arguments, terminal, now))
        case "intro-eligibility": terminal.print(try eligibility(arguments, terminal, now))
        default: throw UsageError("cannot sign '\(arguments.operands[0])'; use \(operands)")
        }
    }

    private static func token(_ arguments: Arguments, _ terminal: Terminal, _ now: Date) throws -> String {
        let credentials = ServerAPITokenIssuer.Credentials(
            issuerID: try arguments.required("issuer"),
            keyID: try arguments.required("key-id"),
            key: try key(arguments, terminal),
            bundleID: arguments.value("bundle-id").map(BundleID.init(rawValue:))
        )
        return try ServerAPITokenIssuer(credentials).token(asOf: now)
    }

    private static func promotionalOffer(_ arguments: Arguments, _ terminal: Terminal, _ now: Date) throws -> String {
        let product = ProductID(rawValue: try arguments.required("product"))
        let offer = OfferID(rawValue: try arguments.required("offer"))
        if arguments.has("jws") {
            return try requestSigner(arguments, terminal).promotionalOffer(
                productID: product,
                offerID: offer,
                transactionID: arguments.value("transaction"),
                nonce: UUID(),
                asOf: now
            )
        }
        let signer = try PromotionalOfferSigner(
            bundleID: BundleID(rawValue: try arguments.required("bundle-id")),
            keyID: try arguments.required("key-id"),
            key: try key(arguments, terminal)
        )
        let terms = PromotionalOffer(productID: product, offerID: offer, customer: try customer(arguments))
        return String(decoding: try AppStoreJSON.encode(signer.sign(terms, nonce: UUID(), asOf: now)), as: UTF8.self)
    }

    private static func eligibility(_ arguments: Arguments, _ terminal: Terminal, _ now: Date) throws -> String {
        let answer = try arguments.required("eligible")
        guard answer == "yes" || answer == "no" else { throw UsageError("--eligible takes yes or no, not '\(answer)'") }
        return try requestSigner(arguments, terminal).introductoryOfferEligibility(
            productID: ProductID(rawValue: try arguments.required("product")),
            isAllowed: answer == "yes",
            transactionID: try arguments.required("transaction"),
            nonce: UUID(),
            asOf: now
        )
    }

    private static func requestSigner(_ arguments: Arguments, _ terminal: Terminal) throws -> InAppRequestSigner {
        try InAppRequestSigner(
            InAppRequestSigner.Credentials(
                issuerID: try arguments.required("issuer"),
                keyID: try arguments.required("key-id"),
                key: try key(arguments, terminal),
                bundleID: BundleID(rawValue: try arguments.required("bundle-id"))
            )
        )
    }

    private static func customer(_ arguments: Arguments) throws -> PromotionalOffer.Customer {
        guard let text = arguments.value("token") else { return .anyone }
        guard let token = AppAccountToken(text) else { throw UsageError("--token takes a UUID, not '\(text)'") }
        return .accountToken(token)
    }

    private static func key(_ arguments: Arguments, _ terminal: Terminal) throws -> PrivateKey {
        let path = try arguments.required("key")
        do {
            return try PrivateKey(pem: String(decoding: try terminal.read(path), as: UTF8.self))
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure("\(path) does not contain a private key in PEM; use the .p8 file from App Store Connect")
        }
    }
}
