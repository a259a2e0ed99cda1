// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit
import Testing

@testable import PurserClient

@Suite struct TextTests {
    @Test func `every code has a text of its own in both languages`() {
        let codes = PurserError.Code.all
        #expect(codes.count == 19)
        for language in PurserLanguage.allCases {
            #expect(Set(codes.map { $0.text(in: language) }).count == codes.count)
        }
        for code in codes {
            #expect(code.text(in: .simplifiedChinese).unicodeScalars.contains { $0.value > 0x4E00 }, "\(code)")
            #expect(code.text(in: .english).unicodeScalars.allSatisfy { $0.value < 0x3000 }, "\(code)")
        }
    }

    @Test(arguments: SKError.Code.allCases)
    func `every code of the store has a text in both languages`(code: SKError.Code) throws {
        let texts = try #require(StoreErrorText.texts[code.rawValue])
        #expect(texts.english.hasSuffix("."))
        #expect(texts.chinese.unicodeScalars.contains { $0.value > 0x4E00 })
        #expect(StoreFailure(SKError(code)).code == code.rawValue)
    }

    @Test func `what the store said has its number in front, and its own text is preferred`() throws {
        #expect(Set(StoreErrorText.texts.keys) == Set(SKError.Code.allCases.map(\.rawValue)))
        #expect(StoreErrorText.text(of: 2, in: .simplifiedChinese) == "用户取消了付款请求")
        #expect(StoreErrorText.text(of: 999, in: .english) == StoreErrorText.text(of: 0, in: .english))
        #expect(StoreFailure(SKError(.paymentInvalid)).text == nil)
        let own = SKError(.paymentInvalid, userInfo: [NSLocalizedDescriptionKey: "The card was eaten."])
        #expect(StoreFailure(own).code == 3)
        #expect(StoreFailure(own).text == "The card was eaten.")
        let error = PurserError(.transactionFailed, failure: StoreFailure(own), language: .simplifiedChinese)
        #expect(error.localizedDescription == "3.The card was eaten.")
        let plain = PurserError(.transactionFailed, failure: .canceled, language: .simplifiedChinese)
        #expect(plain.localizedDescription == "2.用户取消了付款请求")
    }

    @Test func `errors of StoreKit 2 have the numbers of the original interface`() {
        let pairs: [(any Error, SKError.Code)] = [
            (StoreKitError.userCancelled, .paymentCancelled),
            (StoreKitError.networkError(URLError(.timedOut)), .cloudServiceNetworkConnectionFailed),
            (StoreKitError.notAvailableInStorefront, .storeProductNotAvailable),
            (StoreKitError.notEntitled, .clientInvalid), (StoreKitError.unknown, .unknown),
            (Product.PurchaseError.purchaseNotAllowed, .paymentNotAllowed),
            (Product.PurchaseError.invalidQuantity, .paymentInvalid),
            (Product.PurchaseError.ineligibleForOffer, .ineligibleForOffer),
            (Product.PurchaseError.invalidOfferSignature, .invalidSignature),
            (URLError(.timedOut), .cloudServiceNetworkConnectionFailed),
        ]
        for (error, code) in pairs { #expect(StoreFailure(error).code == code.rawValue, "\(error)") }
    }

    @Test func `progress has texts in both languages`() {
        let steps: [PurchaseProgress] = [
            .loadingProduct, .ordering, .buying, .verifying, .retrying(2), .recovering, .restoring, .done,
            .restartToRetry,
        ]
        for language in PurserLanguage.allCases {
            #expect(Set(steps.map { $0.text(in: language) }).count == steps.count)
        }
        #expect(PurchaseProgress.recovering.text(in: .english) == "Recovering an unfinished order…")
        #expect(PurchaseProgress.restartToRetry.text(in: .simplifiedChinese) == "请重启应用后再试。")
    }

    @Test func `the system's languages decide`() {
        #expect(PurserLanguage.best(for: ["zh-Hans-CN", "en"]) == .simplifiedChinese)
        #expect(PurserLanguage.best(for: ["zh-Hant-TW"]) == .simplifiedChinese)
        #expect(PurserLanguage.best(for: ["fr-FR", "zh_CN"]) == .simplifiedChinese)
        #expect(PurserLanguage.best(for: ["en-GB"]) == .english)
        #expect(PurserLanguage.best(for: []) == .english)
    }

    @Test(arguments: [
        (
            PurserEnvironment.EnvironmentIndicators(document: "Production", receiptName: "receipt"),
            PurserEnvironment.production
        ),
        (.init(document: "Sandbox", receiptName: "sandboxReceipt", hasProvisioningProfile: true), .sandbox),
        (.init(document: "Sandbox", receiptName: "sandboxReceipt"), .testFlight),
        (.init(document: "Sandbox", receiptName: "receipt"), .sandbox),
        (.init(document: "Xcode", receiptName: "sandboxReceipt"), .xcode),
        (.init(document: "LocalTesting"), .xcode), (.init(isDeviceSimulator: true), .xcode),
        (.init(receiptName: "sandboxReceipt"), .testFlight),
        (.init(receiptName: "sandboxReceipt", hasProvisioningProfile: true), .sandbox),
        (.init(receiptName: "receipt"), .production), (.init(), .production),
    ])
    func `environments are distinguished`(
        signs: PurserEnvironment.EnvironmentIndicators,
        environment: PurserEnvironment
    ) {
        #expect(PurserEnvironment(signs) == environment)
        #expect(environment.isSandbox == (environment != .production))
    }
}
