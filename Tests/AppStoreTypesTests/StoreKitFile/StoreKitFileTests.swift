// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@Suite struct StoreKitFileTests {
    @Test(arguments: ["version2.storekit", "version3.storekit", "version4.storekit", "version5.storekit"])
    func `a file comes back byte for byte, unknown members included`(name: String) throws {
        let contents = try fixture(name)
        let file = try StoreKitFile(contents: contents)
        let written = try file.contents()
        #expect(String(decoding: written, as: UTF8.self) + "\n" == String(decoding: contents, as: UTF8.self))
    }

    @Test func `a file of version 1 lacks later members and keeps all it has`() throws {
        let contents = try fixture("version1.storekit")
        let file = try StoreKitFile(contents: contents)
        #expect(file.version == StoreKitFile.Version(major: 1, minor: 0))
        #expect(file.identifier.isEmpty && file.nonRenewingSubscriptions.isEmpty && file.appPolicies == nil)
        #expect(file.settings == StoreKitFile.Settings())
        #expect(file.products.map(\.productID) == ["com.example.lantern", "com.example.map"])
        let subscription = try #require(file.allSubscriptions.first)
        #expect(subscription.introductoryOffer?.price == 1990)
        #expect(subscription.codeOffers.isEmpty && subscription.billingPlans == nil)
        #expect(try StoreKitFile(contents: file.contents()) == file)
    }

    @Test func `a file of version 3 is one that App Store Connect filled`() throws {
        let file = try StoreKitFile(contents: fixture("version3.storekit"))
        #expect(file.settings.applicationInternalID == "1234567890")
        #expect(file.settings.lastSynchronizedDate == Decimal(string: "712345678.5"))
        #expect(file.settings.storeKitErrors.count == 9)
        #expect(file.nonRenewingSubscriptions.first?.price == 19_900)
        let month = try #require(file.allSubscriptions.first)
        #expect(month.introductoryOffer?.numberOfPeriods == 3)
        #expect(month.adHocOffers.first?.offerID == "back")
        #expect(month.codeOffers.first?.eligibility == [.existing])
        #expect(month.winbackOffers == nil)
    }

    @Test func `a file of version 4 has policies and win-back offers`() throws {
        let file = try StoreKitFile(contents: fixture("version4.storekit"))
        #expect(file.appPolicies?.policies.count == 1)
        #expect(file.identifier == "4B5F6E1C-0D3A-4C7E-9A61-2F1B8D7C4E90")
        #expect(file.settings.storeKitErrors.first?.enabled == true)
        #expect(file.allSubscriptions.first?.winbackOffers == [])
        #expect(file.subscriptionOffersKeyPair?.id == "40000K01")
    }

    @Test func `unknown members are kept where they stood`() throws {
        let file = try StoreKitFile(contents: fixture("version5.storekit"))
        #expect(file.others["futureRoot"]?["deep"]?.array?.count == 4)
        #expect(file.settings.others == ["_futureSwitch": .integer(3)])
        #expect(file.products.last?.others == ["futureMember": .string("kept")])
        let winback = file.allSubscriptions.first?.winbackOffers?.first
        #expect(winback?.others["monthsSinceLastSubscribed"]?["max"]?.integer == 24)
    }

    @Test func `an empty object is a file with every default`() throws {
        let file = try StoreKitFile(contents: Data("{}".utf8))
        #expect(file.version == .newest)
        #expect(file.settings.storefront == "USA")
        #expect(file.settings.locale == "en_US")
        #expect(file.settings.timeRate == 0)
        #expect(file.products.isEmpty && file.subscriptionGroups.isEmpty && file.nonRenewingSubscriptions.isEmpty)
    }

    @Test func `a member of another type is refused by its name`() {
        let error = #expect(throws: DecodingError.self) {
            try StoreKitFile(contents: Data(#"{"products":[{"productID":7}]}"#.utf8))
        }
        #expect(String(describing: error).contains("productID"))
    }

    @Test func `prices are thousandths`() throws {
        let file = try StoreKitFile(contents: fixture("version5.storekit"))
        #expect(file.products.map(\.price) == [990, 29_990])
        let subscription = try #require(file.allSubscriptions.first)
        #expect(subscription.price == 9990)
        #expect(subscription.adHocOffers.first?.price == 4990)
        #expect(subscription.introductoryOffer?.price == 0)
        #expect(subscription.billingPlans?.first?.commitmentPrice == 95_880)
    }

    @Test func `both places of introductory offers are read, none twice`() throws {
        let file = try StoreKitFile(contents: fixture("version5.storekit"))
        var subscription = try #require(file.allSubscriptions.first)
        #expect(subscription.allIntroductoryOffers.map(\.internalID) == ["1A7A0001", "1A7A0002"])
        let offer = try #require(subscription.introductoryOffer)
        subscription.introductoryOffers?.append(offer)
        #expect(subscription.allIntroductoryOffers.count == 2)
    }

    @Test func `a subscription without an introductory offer says null`() throws {
        let subscription = StoreKitFile.Subscription(productID: "com.example.month")
        #expect(try tree(subscription)["introductoryOffer"] == .null)
        #expect(try tree(subscription)["winbackOffers"] == nil)
    }

    @Test func `the file's words map to Apple's`() {
        #expect(StoreKitFile.ItemType.recurringSubscription.productType == .autoRenewableSubscription)
        #expect(StoreKitFile.ItemType.nonRenewingSubscription.productType == .nonRenewingSubscription)
        #expect(StoreKitFile.ItemType.consumable.productType == .consumable)
        #expect(StoreKitFile.ItemType.nonConsumable.productType == .nonConsumable)
        #expect(StoreKitFile.ItemType("Lease").productType == nil)
        #expect(StoreKitFile.PaymentMode.free.offerDiscountType == .freeTrial)
        #expect(StoreKitFile.PaymentMode.payAsYouGo.offerDiscountType == .payAsYouGo)
        #expect(StoreKitFile.PaymentMode.payUpFront.offerDiscountType == .payUpFront)
        #expect(StoreKitFile.PaymentMode("barter").offerDiscountType == nil)
    }

    @Test func `the offers key does not show itself`() {
        let pair = StoreKitFile.OffersKeyPair(id: "ABCDEF12", privateKey: "hidden")
        var dumped = ""
        dump(pair, to: &dumped)
        #expect(!"\(pair) \(String(reflecting: pair)) \(dumped)".contains("hidden"))
    }
}
