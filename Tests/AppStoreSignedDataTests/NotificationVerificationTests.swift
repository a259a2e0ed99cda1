// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import TestSupport
import Testing

@Suite struct NotificationVerificationTests {
    let authority = TestAuthority.shared
    let now = Date(millisecondsSince1970: 1_790_000_000_000)

    private func outcome(
        _ payload: NotificationPayload,
        _ nested: SignedDataVerifier.NestedDocuments = .carried,
        environment: Environment = .sandbox
    ) throws -> VerificationError.Code? {
        let signed = try authority.signer.sign(payload)
        let verifier = try authority.verifier(appAppleID: AppAppleID(rawValue: 7), environment: environment) {
            $0.nestedDocuments = nested
        }
        return refusal { _ = try verifier.verifyNotification(signed, asOf: now) }
    }

    @Test(arguments: [SignedDataVerifier.NestedDocuments.carried, .strict])
    func `a nested document of another app or environment is refused`(nested: SignedDataVerifier.NestedDocuments) throws
    {
        let stray = try authority.signer.sign(Samples.transaction(at: now, bundleID: "com.example.other"))
        #expect(try outcome(Samples.notification(at: now, transaction: stray), nested) == .bundleID)
        let production = try authority.signer.sign(Samples.transaction(at: now, environment: .production))
        #expect(try outcome(Samples.notification(at: now, transaction: production), nested) == .environment)
        let renewal = try authority.signer.sign(Samples.renewalInfo(at: now, environment: .production))
        #expect(try outcome(Samples.notification(at: now, renewalInfo: renewal), nested) == .environment)
    }

    @Test func `unclaimed seats may leave out their app, and may not name another`() throws {
        func payload(_ info: UnclaimInfo?) -> NotificationPayload {
            NotificationPayload(
                notificationType: .unclaimSeats,
                notificationUUID: NotificationUUID(rawValue: UUID()),
                signedDate: now,
                unclaimInfo: info
            )
        }
        for environment in [AppStoreTypes.Environment.sandbox, .production] {
            #expect(try outcome(payload(UnclaimInfo(unclaimSeatIds: [])), environment: environment) == nil)
            #expect(try outcome(payload(nil), environment: environment) != nil)
            let other = UnclaimInfo(unclaimSeatIds: [], environment: environment, bundleId: "com.example.other")
            #expect(try outcome(payload(other), environment: environment) == .bundleID)
        }
        let production = UnclaimInfo(unclaimSeatIds: [], environment: .production)
        #expect(try outcome(payload(production)) == .environment)
        let app = UnclaimInfo(unclaimSeatIds: [], appAppleId: AppAppleID(rawValue: 8))
        #expect(try outcome(payload(app), environment: .production) == .appAppleID)
    }

    @Test func `a nested document fits to its notification even when more is expected`() throws {
        let verifier = try SignedDataVerifier(
            .init(
                anchors: authority.anchors,
                apps: [
                    .init(bundleID: "com.example.app", appAppleID: AppAppleID(rawValue: 7)),
                    .init(bundleID: "com.example.other", appAppleID: AppAppleID(rawValue: 8)),
                ],
                environments: [.sandbox, .production]
            )
        )
        let stray = try authority.signer.sign(Samples.transaction(at: now, bundleID: "com.example.other"))
        let other = try authority.signer.sign(Samples.transaction(at: now, environment: .production))
        for inner in [stray, other] {
            let signed = try authority.signer.sign(Samples.notification(at: now, transaction: inner))
            #expect(refusal { _ = try verifier.verifyNotification(signed, asOf: now) } == .nestedDocument)
        }
    }

    @Test func `strict verification refuses a nested document that someone else signed`() throws {
        let stranger = try TestAuthority(name: "Stranger").signer
        let inner = try stranger.sign(Samples.transaction(at: now))
        let payload = Samples.notification(at: now, transaction: inner)
        #expect(try outcome(payload, .strict) == .trustAnchor)
        // The outer signature covers the nested document, and says that Apple sent it.
        #expect(try outcome(payload, .carried) == nil)
    }

    @Test(arguments: ["", "..", "a.b.c", "e30.!!!.AAAA", "e30.e30.AAAA"])
    func `a nested document that is none is refused in every mode`(text: String) throws {
        let payload = Samples.notification(at: now, transaction: SignedPayload(rawValue: text))
        #expect(try outcome(payload, .carried) != nil)
        #expect(try outcome(payload, .strict) != nil)
    }

    @Test func `in production the number of the app counts`() throws {
        for (number, code) in [(7, nil), (8, VerificationError.Code.appAppleID), (nil, .appAppleID)]
            as [(Int64?, VerificationError.Code?)]
        {
            let payload = Samples.notification(
                at: now,
                appAppleID: number.map(AppAppleID.init(rawValue:)),
                environment: .production
            )
            #expect(try outcome(payload, environment: .production) == code)
        }
    }

    @Test func `in the sandbox it does not`() throws {
        #expect(try outcome(Samples.notification(at: now, appAppleID: AppAppleID(rawValue: 8))) == nil)
    }

    @Test func `two apps do not lend each other their numbers`() throws {
        let verifier = try SignedDataVerifier(
            .init(
                anchors: authority.anchors,
                apps: [
                    .init(bundleID: "com.example.app", appAppleID: AppAppleID(rawValue: 7)),
                    .init(bundleID: "com.example.other", appAppleID: AppAppleID(rawValue: 8)),
                ],
                environments: [.production]
            )
        )
        let payload = Samples.notification(at: now, appAppleID: AppAppleID(rawValue: 8), environment: .production)
        let signed = try authority.signer.sign(payload)
        #expect(refusal { _ = try verifier.verifyNotification(signed, asOf: now) } == .appAppleID)
    }

    @Test func `a token notification has the environment of its token`() throws {
        for (identifier, code) in [("SANDBOX_1", nil), ("b2c3", VerificationError.Code.environment)] {
            var payload = Samples.notification(at: now)
            payload.data = nil
            payload.externalPurchaseToken = ExternalPurchaseToken(
                externalPurchaseId: identifier,
                appAppleId: AppAppleID(rawValue: 7),
                bundleId: "com.example.app"
            )
            #expect(try outcome(payload) == code)
        }
    }

    @Test func `a notification about an app download carries it`() throws {
        var payload = Samples.notification(at: now)
        payload.data = nil
        payload.appData = NotificationAppData(
            environment: .sandbox,
            bundleId: "com.example.app",
            signedAppTransactionInfo: try authority.signer.sign(Samples.appTransaction(at: now))
        )
        let signed = try authority.signer.sign(payload)
        let verified = try authority.verifier().verifyNotification(signed, asOf: now)
        #expect(verified.appTransaction?.payload.bundleId == "com.example.app")
    }

    @Test func `a notification about nothing is refused`() throws {
        var payload = Samples.notification(at: now)
        payload.data = nil
        #expect(try outcome(payload) != nil)
    }

    @Test func `an app transaction counts from when its receipt was made`() throws {
        let late = TestAuthority.validity.upperBound.addingTimeInterval(1)
        let verifier = try authority.verifier()
        let good = try authority.signer.sign(Samples.appTransaction(at: now))
        _ = try verifier.verify(good, as: AppTransactionPayload.self, asOf: late)
        let bad = try authority.signer.sign(Samples.appTransaction(at: late))
        #expect(refusal { _ = try verifier.verify(bad, as: AppTransactionPayload.self, asOf: now) } == .validity)
    }

    @Test func `a document of another kind is refused`() throws {
        let signed = try authority.signer.sign(Samples.renewalInfo(at: now))
        let error = #expect(throws: VerificationError.self) {
            try authority.verifier().verify(signed, as: TransactionPayload.self, asOf: now)
        }
        #expect(error?.code == .payload)
        #expect(error?.message.contains("transactionId") == true)
    }

    @Test(arguments: ["", "null", "[]", "{", "{}", "\u{FEFF}{}", "{\"signedDate\":1e999}"])
    func `a signed payload that is not a document is refused`(json: String) throws {
        let signed = try authority.signer.sign(Data(json.utf8))
        let code = refusal { _ = try authority.verifier().verify(signed, as: TransactionPayload.self, asOf: now) }
        #expect(code == .payload)
    }

    @Test func `a rule of one's own is asked last`() throws {
        struct Never: DocumentPolicy {
            func check(_ claims: DocumentClaims) throws(VerificationError) {
                throw VerificationError(code: .init(rawValue: "never"), message: "\(claims.kind)")
            }
        }
        let signed = try authority.signer.sign(Samples.transaction(at: now))
        let verifier = try authority.verifier { $0.additionalPolicies = [Never()] }
        let code = refusal { _ = try verifier.verify(signed, as: TransactionPayload.self, asOf: now) }
        #expect(code?.rawValue == "never")
    }
}
