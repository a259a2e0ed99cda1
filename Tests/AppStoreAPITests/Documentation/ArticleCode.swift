// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreTypes
import Foundation
import HTTPClient

// The code of the articles, line by line, so that it compiles; `ArticleTests` holds the two against each other.

func typesOpenSet() throws {
    let type = try AppStoreJSON.decode(NotificationType.self, from: Data(#""SOMETHING_NEW""#.utf8))
    print(type == .didRenew, type)
}

func typesDocument(bytes: Data) throws {
    let answer: Document<StatusResponse> = try Document(decoding: bytes)
    for group in answer.data {
        print(group.lastTransactions.map(\.status))
    }
}

func signedTransaction(signed: SignedPayload, now: Date) throws {
    let verifier = try SignedDataVerifier(
        SignedDataVerifier.Configuration(
            anchors: .apple,
            bundleID: "com.example.app",
            appAppleID: AppAppleID(rawValue: 1_234_567_890),
            environment: .production
        )
    )
    let transaction = try verifier.verify(signed, as: TransactionPayload.self, asOf: now)
    print(transaction.payload.productId)
    let notification = try verifier.verifyNotification(signed, asOf: now)
    print(notification.notification.payload.notificationType, notification.transaction?.payload.price ?? 0)
}

func signedReceipt(configuration: SignedDataVerifier.Configuration, receipt: Data) throws {
    switch try ReceiptVerifier(configuration).verify(receipt) {
    case .app(let receipt): print(receipt.payload.purchases.map(\.productID))
    case .transaction(let receipt): print(receipt.payload.productID ?? "none")
    }
}

func signedAnchors(rootFile: Data) throws -> TrustAnchors {
    let anchors = TrustAnchors(certificates: [try Certificate(contentsOf: rootFile)])
    return anchors
}

func signedTokens(contentsOfP8: String, issuer: String, keyID: String, now: Date) throws {
    let key = try PrivateKey(pem: contentsOfP8)
    let tokens = ServerAPITokenIssuer(
        ServerAPITokenIssuer.Credentials(issuerID: issuer, keyID: keyID, key: key, bundleID: "com.example.app")
    )
    let bearer = try tokens.token(asOf: now)
    let offers = try PromotionalOfferSigner(bundleID: "com.example.app", keyID: keyID, key: key)
    let offer = PromotionalOffer(productID: "gold", offerID: "less", customer: .anyone)
    let signature = try offers.sign(offer, nonce: UUID(), asOf: now)
    print(bearer.isEmpty, signature.signature.isEmpty)
}

func apiCall(tokens: ServerAPITokenIssuer) async throws {
    let api = AppStoreServerAPI(
        environment: .production,
        baseURL: "http://127.0.0.1:8081",
        tokens: tokens,
        transport: try CurlTransport(),
        runtime: APIEnvironment(now: { Date() })
    )
    let info = try await api.transaction("2000000000000001")
    print(info.signedTransactionInfo)
}

func apiPages(api: AppStoreServerAPI, id: TransactionID, lastRevision: String?) async throws {
    var pages = api.transactionHistory(for: id, after: lastRevision).makeAsyncIterator()
    while let page = try await pages.next() {
        print(page.signedTransactions.count)
    }
    let revisionToStore = pages.mark
    print(revisionToStore ?? "none")
}

func apiProbe(api: AppStoreServerAPI, sandbox: AppStoreServerAPI, id: TransactionID) async throws {
    let probe = EnvironmentProbe(production: api, sandbox: sandbox)
    let found = try await probe { try await $0.subscriptionStatuses(for: id) }
    print(found.environment, found.answer.data.count)
}

func readmeProgram() throws {
    let verifier = try SignedDataVerifier(
        .init(anchors: .apple, bundleID: "com.example.coffee", environment: .sandbox)
    )
    let signed = SignedPayload(rawValue: String(decoding: FileHandle.standardInput.availableData, as: UTF8.self))
    let transaction = try verifier.verify(signed, as: TransactionPayload.self, asOf: Date())
    print(transaction.payload.productId, transaction.payload.expiresDate ?? "permanently")
}

func readmeProgramInChinese() throws {
    let verifier = try SignedDataVerifier(
        .init(anchors: .apple, bundleID: "com.example.coffee", environment: .sandbox)
    )
    let signed = SignedPayload(rawValue: String(decoding: FileHandle.standardInput.availableData, as: UTF8.self))
    let transaction = try verifier.verify(signed, as: TransactionPayload.self, asOf: Date())
    print(transaction.payload.productId, transaction.payload.expiresDate ?? "永久")
}
