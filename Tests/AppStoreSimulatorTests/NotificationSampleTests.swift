// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

@Suite struct NotificationSampleTests {
    private static let app = CatalogApp(
        bundleID: "com.example.coffee",
        appAppleID: AppAppleID(rawValue: 1),
        name: "Coffee"
    )
    private static let now = Date(millisecondsSince1970: 1_780_000_000_000)

    private func subject(product: ProductID? = nil, environment: Environment = .production) -> SampleSubject {
        SampleSubject(
            catalog: Catalog(apps: [Self.app], products: []),
            app: Self.app,
            product: product,
            environment: environment,
            now: Self.now,
            seed: 1
        )
    }

    @Test func `there is a sample of every type, and none twice`() {
        let labels = NotificationSample.all.map(\.label)
        #expect(Set(labels).count == labels.count)
        #expect(Set(NotificationSample.all.map(\.type)).count == 24)
        #expect(Set(NotificationSample.all.compactMap(\.subtype)).count == 22)
    }

    @Test(arguments: NotificationSample.all)
    func `a sample has exactly the content that its type has at Apple`(sample: NotificationSample) throws {
        let effect = sample.effect(about: subject())
        let payload = try #require(effect.payload())
        let contents = [
            payload.data != nil, payload.summary != nil, payload.externalPurchaseToken != nil, payload.appData != nil,
            payload.unclaimInfo != nil,
        ]
        #expect(contents.count { $0 } == 1)
        #expect(payload.documentBundleID == "com.example.coffee")
        #expect(payload.documentEnvironment == .production)
        #expect(payload.documentAppAppleID?.rawValue == 1)
        #expect((effect.renewalInfo == nil) == (effect.status == nil))
        if let transaction = effect.transaction, let info = effect.renewalInfo {
            #expect(info.originalTransactionId == transaction.originalTransactionId)
            #expect((transaction.expiresDate ?? .distantPast) > transaction.purchaseDate)
        }
    }

    @Test(arguments: [("REFUND", 5), ("REFUND.SEATS", 1), ("DID_FAIL_TO_RENEW", 3), ("EXPIRED.VOLUNTARY", 2)])
    func `the status is the one after the notification`(label: String, status: Int) throws {
        let sample = try #require(NotificationSample.named(label))
        #expect(sample.effect(about: subject()).status?.rawValue == status)
    }

    @Test func `a renewal that failed has ended, and one that expired after retry ended 60 days ago`() throws {
        let failed = try #require(NotificationSample.named("DID_FAIL_TO_RENEW.GRACE_PERIOD"))
        let grace = failed.effect(about: subject())
        #expect(grace.transaction?.expiresDate == Self.now)
        #expect(grace.renewalInfo?.gracePeriodExpiresDate == Self.now.addingTimeInterval(16 * 86_400))
        let expired = try #require(NotificationSample.named("expired.billing_retry"))
        let end = expired.effect(about: subject()).transaction?.expiresDate
        #expect(end == Self.now.addingTimeInterval(-60 * 86_400))
    }

    @Test func `a product that no catalog has is the subject anyway`() throws {
        let renewal = try #require(NotificationSample.named("DID_RENEW"))
        #expect(renewal.effect(about: subject(product: "pro.monthly")).transaction?.productId == "pro.monthly")
        let charge = try #require(NotificationSample.named("ONE_TIME_CHARGE"))
        #expect(charge.effect(about: subject(product: "gems")).transaction?.productId == "gems")
    }

    @Test func `a sandbox sample names no app number`() throws {
        for sample in NotificationSample.all {
            let payload = try #require(sample.effect(about: subject(environment: .sandbox)).payload())
            #expect(payload.documentAppAppleID == nil)
            #expect(payload.documentEnvironment == .sandbox)
        }
    }
}
