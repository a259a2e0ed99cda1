// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Testing

@Suite struct AdvancedCommerceErrorCodeTests {
    private static let known: [(AdvancedCommerceErrorCode, Int, String)] = [
        (.invalidStorefront, 4_000_028, "storefront"), (.invalidCurrency, 4_000_053, "currency"),
        (.repeatedRequestReferenceId, 4_000_097, "requestReferenceId"),
        (.simulateRefundDeclineOnlyInSandbox, 4_000_158, "Sandbox"),
        (.currentSKULengthExceeded, 4_000_170, "currentSKU"),
        (.invalidSignature, 4_000_174, "signature"), (.revokeOnInactiveSubscription, 4_000_186, "revocable"),
        (.productNotOwned, 4_030_013, "own"), (.alreadyRefunded, 4_030_021, "refunded"),
        (.dependentSKUsCannotBeShared, 4_000_192, "shared"), (.dependentSKUsCannotBeChained, 4_000_193, "chained"),
        (.itemCannotBeSpecifiedMultipleTimes, 4_000_194, "repeated"),
        (.priceChangeCannotBeIssuedWhenAlreadyCommunicated, 4_000_205, "communicated"),
        (.invalidPriceForChangeItemInPriceIncrease, 4_000_214, "price increase"),
        (.invalidSKUProvidedMustBeCurrentSKUSetToRenew, 4_000_220, "renew"),
        (.acaPriceIncreaseIsNotCurrentlySupportedInIndia, 4_000_221, "India"),
        (.invalidProratedPriceForChangeItemWithEffectiveLater, 4_000_222, "later"),
        (.freeTrialOfferMustUsePeriodCountOfOne, 4_000_223, "period count"),
        (.migrationNotAllowedWhenPriceIncreaseCommunicated, 4_030_027, "Migration"),
        (.transactionNotRefundable, 4_030_024, "refundable"), (.productNotFound, 4_040_016, "not found"),
    ]

    @Test(arguments: known)
    func `a code has Apple's number, message and status`(code: AdvancedCommerceErrorCode, number: Int, word: String) {
        #expect(code.rawValue == number)
        #expect(code.message?.contains(word) == true)
        #expect(code.httpStatus == number / 10_000)
        #expect(!code.isRetryable)
    }

    @Test func `only limits and failures of Apple's servers may be tried again`() {
        #expect(AdvancedCommerceErrorCode.rateLimitExceeded.isRetryable)
        #expect(AdvancedCommerceErrorCode.generalInternal.isRetryable)
        #expect(AdvancedCommerceErrorCode(rawValue: 4_009_999).message == nil)
    }
}
