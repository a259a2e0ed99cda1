// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

@Suite struct SigningTests {
    static let authority = Result {
        try SimulatorAuthority.make(validity: .day(2010, 1, 1) ... .day(2050, 1, 1))
    }

    static func verifier(_ environment: Environment, strict: Bool = false) throws -> SignedDataVerifier {
        try SignedDataVerifier(
            SignedDataVerifier.Configuration(
                anchors: authority.get().documents.anchors,
                bundleID: "com.example.app",
                appAppleID: AppAppleID(rawValue: 1_234_567_890),
                environment: environment
            )
        )
    }

    @Test(arguments: [Environment.production, .sandbox])
    func `a verifier that trusts the simulator's root accepts what it signs`(environment: Environment) throws {
        var store = try Store.withAlice(CustomerProfile(id: "alice", environment: environment))
        let transaction = try store.buy("silver")
        let signing = try SimulatorSigning(try Self.authority.get())
        let verifier = try Self.verifier(environment)
        let now = store.store.now
        let verified = try verifier.verify(signing.sign(transaction), as: TransactionPayload.self, asOf: now)
        #expect(verified.payload == transaction)
        let info = try #require(store.history.renewalInfos.last?.renewalInfo)
        #expect(try verifier.verify(signing.sign(info), as: RenewalInfoPayload.self, asOf: now).payload == info)
        let effect = try #require(store.history.notifications.last)
        let notification = try verifier.verifyNotification(try #require(try signing.sign(effect)), asOf: now)
        #expect(notification.notification.payload.notificationType == .subscribed)
        #expect(notification.transaction?.payload.transactionId == transaction.transactionId)
        #expect(notification.renewalInfo?.payload.autoRenewProductId == "silver")
    }

    @Test func `a verifier that trusts Apple alone refuses what the simulator signs`() throws {
        var store = try Store.withAlice()
        let document = try SimulatorSigning(try Self.authority.get()).sign(try store.buy("coins"))
        let verifier = try SignedDataVerifier(
            SignedDataVerifier.Configuration(
                anchors: .apple,
                bundleID: "com.example.app",
                appAppleID: AppAppleID(rawValue: 1_234_567_890),
                environment: .production
            )
        )
        #expect(throws: VerificationError.self) {
            try verifier.verify(document, as: TransactionPayload.self, asOf: store.store.now)
        }
    }

    @Test func `an authority is the same after saving and loading`() throws {
        let authority = try Self.authority.get()
        let loaded = try AppStoreJSON.decode(SimulatorAuthority.self, from: AppStoreJSON.encode(authority))
        #expect(loaded.documents.chain == authority.documents.chain)
        #expect(loaded.receipts.chain == authority.receipts.chain)
        #expect(loaded.xcode.certificate == authority.xcode.certificate)
    }

    @Test func `both kinds of receipts are signed`() throws {
        var store = try Store.withAlice()
        let transaction = try store.buy("silver.plus")
        let signing = try SimulatorSigning(try Self.authority.get())
        let app = try signing.sign(ReceiptTests.contents(store).appReceipt)
        #expect(try ReceiptVerifier.decodeUnverifiedAppReceipt(app).purchases.count == 1)
        let old = LegacyReceiptFields(transaction, catalog: .sample, device: ReceiptDevice(of: "alice"))
        let single = try signing.sign(old.receipt(in: .production))
        let read = try ReceiptVerifier.decodeUnverifiedTransactionReceipt(single)
        #expect(read.transactionID == transaction.transactionId)
    }

    @Test func `a version 1 notification has no signed form`() throws {
        var settings = SimulatorSettings()
        settings.production.notifications = .version1
        var store = try Store.subscribed(settings: settings)
        let effect = try #require(store.history.notifications.last)
        #expect(try SimulatorSigning(try Self.authority.get()).sign(effect) == nil)
        store.advance(to: .day(2026, 1, 21))
    }
}
