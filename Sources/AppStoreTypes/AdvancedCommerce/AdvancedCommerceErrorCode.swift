// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why the Advanced Commerce API refused a request.
///
/// An open set: a value that Apple adds later is kept as it came. Some numbers mean something else in the App Store Server
/// API, which is why this is a type of its own. Its first three digits are the answer's HTTP status.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/errorcodes>
public struct AdvancedCommerceErrorCode: WireInteger {
    /// The value as Apple writes it.
    public let rawValue: Int

    /// Makes a value from Apple's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The transaction identifier is not acceptable.
    public static let invalidTransactionId = AdvancedCommerceErrorCode(rawValue: 4_000_006)

    /// The storefront is not acceptable.
    public static let invalidStorefront = AdvancedCommerceErrorCode(rawValue: 4_000_028)

    /// The account token is neither a UUID nor empty.
    public static let invalidAppAccountToken = AdvancedCommerceErrorCode(rawValue: 4_000_033)

    /// The currency is not acceptable.
    public static let invalidCurrency = AdvancedCommerceErrorCode(rawValue: 4_000_053)

    /// A modification needs at least one change.
    public static let oneItemNeededInModify = AdvancedCommerceErrorCode(rawValue: 4_000_063)

    /// The request lacks the request info.
    public static let nullRequestInfo = AdvancedCommerceErrorCode(rawValue: 4_000_079)

    /// The request lacks the request reference identifier.
    public static let nullRequestReferenceID = AdvancedCommerceErrorCode(rawValue: 4_000_080)

    /// The request reference identifier is not acceptable.
    public static let invalidRequestReferenceID = AdvancedCommerceErrorCode(rawValue: 4_000_081)

    /// The consistency token is not acceptable.
    public static let invalidConsistencyToken = AdvancedCommerceErrorCode(rawValue: 4_000_082)

    /// The request lacks the version.
    public static let nullVersion = AdvancedCommerceErrorCode(rawValue: 4_000_083)

    /// The version is not one that the API knows.
    public static let unexpectedVersion = AdvancedCommerceErrorCode(rawValue: 4_000_084)

    /// The request lacks the transaction identifier.
    public static let nullTransactionId = AdvancedCommerceErrorCode(rawValue: 4_000_085)

    /// The price is negative.
    public static let negativePrice = AdvancedCommerceErrorCode(rawValue: 4_000_086)

    /// The SKU is too long.
    public static let skuLengthExceeded = AdvancedCommerceErrorCode(rawValue: 4_000_087)

    /// The description is too long.
    public static let descriptionLengthExceeded = AdvancedCommerceErrorCode(rawValue: 4_000_088)

    /// The display name is too long.
    public static let displayNameLengthExceeded = AdvancedCommerceErrorCode(rawValue: 4_000_089)

    /// The prorated price is not acceptable.
    public static let negativeProratedPrice = AdvancedCommerceErrorCode(rawValue: 4_000_091)

    /// The request lacks the offer period.
    public static let nullOfferPeriod = AdvancedCommerceErrorCode(rawValue: 4_000_092)

    /// The request lacks the period count.
    public static let nullPeriodCount = AdvancedCommerceErrorCode(rawValue: 4_000_093)

    /// The count of periods is not positive.
    public static let periodCountNotPositive = AdvancedCommerceErrorCode(rawValue: 4_000_094)

    /// The request lacks the reason.
    public static let nullReason = AdvancedCommerceErrorCode(rawValue: 4_000_095)

    /// The previous transaction identifier is not acceptable.
    public static let invalidPreviousTransactionID = AdvancedCommerceErrorCode(rawValue: 4_000_096)

    /// The request's reference was used before.
    public static let repeatedRequestReferenceId = AdvancedCommerceErrorCode(rawValue: 4_000_097)

    /// The request lacks the currency.
    public static let nullCurrency = AdvancedCommerceErrorCode(rawValue: 4_000_098)

    /// The request lacks the tax code.
    public static let nullTaxCode = AdvancedCommerceErrorCode(rawValue: 4_000_099)

    /// The request lacks the storefront.
    public static let nullStorefront = AdvancedCommerceErrorCode(rawValue: 4_000_100)

    /// The request lacks the items.
    public static let nullItems = AdvancedCommerceErrorCode(rawValue: 4_000_101)

    /// The request lacks the item.
    public static let nullItem = AdvancedCommerceErrorCode(rawValue: 4_000_102)

    /// The request lacks the descriptors.
    public static let nullDescriptors = AdvancedCommerceErrorCode(rawValue: 4_000_103)

    /// The request lacks the period.
    public static let nullPeriod = AdvancedCommerceErrorCode(rawValue: 4_000_104)

    /// The request lacks the SKU.
    public static let nullSKU = AdvancedCommerceErrorCode(rawValue: 4_000_105)

    /// The request lacks the display name.
    public static let nullDisplayName = AdvancedCommerceErrorCode(rawValue: 4_000_106)

    /// The request lacks the description.
    public static let nullDescription = AdvancedCommerceErrorCode(rawValue: 4_000_107)

    /// The request lacks the price.
    public static let nullPrice = AdvancedCommerceErrorCode(rawValue: 4_000_109)

    /// The request lacks the retain billing cycle.
    public static let nullRetainBillingCycle = AdvancedCommerceErrorCode(rawValue: 4_000_110)

    /// The request lacks the effective.
    public static let nullEffective = AdvancedCommerceErrorCode(rawValue: 4_000_111)

    /// The request lacks the SKU of an item to change.
    public static let nullNewSKU = AdvancedCommerceErrorCode(rawValue: 4_000_112)

    /// The previous subscription is not acceptable.
    public static let invalidPreviousSubscription = AdvancedCommerceErrorCode(rawValue: 4_000_113)

    /// The customer has the SKU already.
    public static let productAlreadyExists = AdvancedCommerceErrorCode(rawValue: 4_000_114)

    /// The changes of the product are not acceptable.
    public static let invalidProductChanges = AdvancedCommerceErrorCode(rawValue: 4_000_115)

    /// The product is not a generic one.
    public static let invalidSalable = AdvancedCommerceErrorCode(rawValue: 4_000_116)

    /// The salable duration is not acceptable.
    public static let invalidSalableDuration = AdvancedCommerceErrorCode(rawValue: 4_000_117)

    /// The display name is not acceptable.
    public static let invalidDisplayName = AdvancedCommerceErrorCode(rawValue: 4_000_118)

    /// The description is not acceptable.
    public static let invalidDescription = AdvancedCommerceErrorCode(rawValue: 4_000_119)

    /// The product is not acceptable.
    public static let invalidProduct = AdvancedCommerceErrorCode(rawValue: 4_000_121)

    /// The SKU is not acceptable.
    public static let invalidSKU = AdvancedCommerceErrorCode(rawValue: 4_000_122)

    /// The refund type is not acceptable.
    public static let invalidRefundType = AdvancedCommerceErrorCode(rawValue: 4_000_123)

    /// The refund reason is not acceptable.
    public static let invalidRefundReason = AdvancedCommerceErrorCode(rawValue: 4_000_124)

    /// The change reason is not acceptable.
    public static let invalidChangeReason = AdvancedCommerceErrorCode(rawValue: 4_000_125)

    /// The offer reason is not acceptable.
    public static let invalidOfferReason = AdvancedCommerceErrorCode(rawValue: 4_000_126)

    /// The tax code is not acceptable.
    public static let invalidTaxProductCode = AdvancedCommerceErrorCode(rawValue: 4_000_127)

    /// The offer period is not acceptable.
    public static let invalidOfferPeriod = AdvancedCommerceErrorCode(rawValue: 4_000_128)

    /// The offer period count is not acceptable.
    public static let invalidOfferPeriodCount = AdvancedCommerceErrorCode(rawValue: 4_000_129)

    /// The renewal period is not acceptable.
    public static let invalidRenewalPeriod = AdvancedCommerceErrorCode(rawValue: 4_000_130)

    /// The renewal price is not acceptable.
    public static let invalidRenewalPrice = AdvancedCommerceErrorCode(rawValue: 4_000_131)

    /// The amount is not acceptable.
    public static let invalidAmount = AdvancedCommerceErrorCode(rawValue: 4_000_132)

    /// The storefronts differ.
    public static let mismatchedStorefront = AdvancedCommerceErrorCode(rawValue: 4_000_133)

    /// The storefront has no prices.
    public static let missingPricingConfigForStorefront = AdvancedCommerceErrorCode(rawValue: 4_000_134)

    /// The operation is not allowed.
    public static let operationNotAllowed = AdvancedCommerceErrorCode(rawValue: 4_000_135)

    /// The request has too many items.
    public static let moreItemsThanAllowed = AdvancedCommerceErrorCode(rawValue: 4_000_136)

    /// The request has too many offers.
    public static let moreOffersThanAllowed = AdvancedCommerceErrorCode(rawValue: 4_000_137)

    /// Lists of items to add and to change may not be empty.
    public static let emptyAddChangeItems = AdvancedCommerceErrorCode(rawValue: 4_000_139)

    /// A change of period must name every item.
    public static let missingUpdatedItemsWithPeriodChange = AdvancedCommerceErrorCode(rawValue: 4_000_140)

    /// A new period conflicts with keeping the billing cycle.
    public static let periodResetWithRetainBillingCycle = AdvancedCommerceErrorCode(rawValue: 4_000_141)

    /// A change of period at the next cycle conflicts with an addition now.
    public static let periodChangeEffectiveConflict = AdvancedCommerceErrorCode(rawValue: 4_000_142)

    /// One SKU may have one operation.
    public static let multipleOperationsOnSingleSKU = AdvancedCommerceErrorCode(rawValue: 4_000_143)

    /// Items are removed only together with others added or changed.
    public static let removeItemsWithoutAddOrChangeItems = AdvancedCommerceErrorCode(rawValue: 4_000_144)

    /// The item to remove is not part of the subscription.
    public static let removeItemNotFound = AdvancedCommerceErrorCode(rawValue: 4_000_145)

    /// The item to change is not part of the subscription.
    public static let changeItemNotFound = AdvancedCommerceErrorCode(rawValue: 4_000_146)

    /// A period does not fit the subscription's billing cycle.
    public static let misalignedBillingCycle = AdvancedCommerceErrorCode(rawValue: 4_000_147)

    /// A billing cycle cannot begin again with a change that waits.
    public static let billingCycleResetWithEffectiveLater = AdvancedCommerceErrorCode(rawValue: 4_000_148)

    /// A change of period now conflicts with one at the next cycle.
    public static let periodChangeImmediateWithEffectiveAtNextBillingCycle = AdvancedCommerceErrorCode(
        rawValue: 4_000_149
    )

    /// A prorated price and an offer exclude each other.
    public static let multiplePrices = AdvancedCommerceErrorCode(rawValue: 4_000_150)

    /// The prorated price is not acceptable.
    public static let invalidProratedPrice = AdvancedCommerceErrorCode(rawValue: 4_000_151)

    /// The offer costs more than the item's price.
    public static let invalidOfferPrice = AdvancedCommerceErrorCode(rawValue: 4_000_152)

    /// The amount of the refund is missing or not acceptable.
    public static let nullRefundAmount = AdvancedCommerceErrorCode(rawValue: 4_000_153)

    /// The refund amount is negative.
    public static let negativeRefundAmount = AdvancedCommerceErrorCode(rawValue: 4_000_154)

    /// Only a custom refund names an amount.
    public static let refundAmountWithoutCustom = AdvancedCommerceErrorCode(rawValue: 4_000_155)

    /// The request lacks the refund reason.
    public static let nullRefundReason = AdvancedCommerceErrorCode(rawValue: 4_000_156)

    /// The request lacks the refund type.
    public static let nullRefundType = AdvancedCommerceErrorCode(rawValue: 4_000_157)

    /// Only the sandbox simulates a declined refund.
    public static let simulateRefundDeclineOnlyInSandbox = AdvancedCommerceErrorCode(rawValue: 4_000_158)

    /// The request lacks the preference about the risk of a refund.
    public static let nullRefundRisking = AdvancedCommerceErrorCode(rawValue: 4_000_159)

    /// A list of items that is there may not be empty.
    public static let atLeastOneItem = AdvancedCommerceErrorCode(rawValue: 4_000_160)

    /// One of display name and description is needed.
    public static let atLeastOneOfDisplayNameOrDescription = AdvancedCommerceErrorCode(rawValue: 4_000_165)

    /// The request lacks the target product identifier.
    public static let nullTargetProductID = AdvancedCommerceErrorCode(rawValue: 4_000_166)

    /// The target product identifier is not acceptable.
    public static let invalidTargetProductID = AdvancedCommerceErrorCode(rawValue: 4_000_167)

    /// A subscription must keep at least one item.
    public static let removalAllNotAllowed = AdvancedCommerceErrorCode(rawValue: 4_000_168)

    /// The request lacks the current SKU.
    public static let nullCurrentSKU = AdvancedCommerceErrorCode(rawValue: 4_000_169)

    /// The current SKU is too long.
    public static let currentSKULengthExceeded = AdvancedCommerceErrorCode(rawValue: 4_000_170)

    /// The request lacks its Advanced Commerce data.
    public static let nullAdvancedCommerceData = AdvancedCommerceErrorCode(rawValue: 4_000_171)

    /// The operation is not acceptable.
    public static let invalidOperation = AdvancedCommerceErrorCode(rawValue: 4_000_172)

    /// The request cannot be read.
    public static let malformedPayload = AdvancedCommerceErrorCode(rawValue: 4_000_173)

    /// The signature is not acceptable.
    public static let invalidSignature = AdvancedCommerceErrorCode(rawValue: 4_000_174)

    /// The subscription was migrated before.
    public static let subscriptionAlreadyMigrated = AdvancedCommerceErrorCode(rawValue: 4_000_176)

    /// An offer keeps the item from changing within the cycle.
    public static let offerPreventsItemMidCycleChange = AdvancedCommerceErrorCode(rawValue: 4_000_177)

    /// A modification cannot change a price.
    public static let priceChangeNotSupportedThroughModifyItems = AdvancedCommerceErrorCode(rawValue: 4_000_178)

    /// The subscription has too many items.
    public static let itemLimitExceeded = AdvancedCommerceErrorCode(rawValue: 4_000_179)

    /// A renewal item is needed exactly when a change is pending.
    public static let pendingChangesMismatch = AdvancedCommerceErrorCode(rawValue: 4_000_180)

    /// The transaction waits for a refund.
    public static let pendingRefund = AdvancedCommerceErrorCode(rawValue: 4_000_181)

    /// Only the latest transaction can have a prorated refund.
    public static let proratedOnlyLatestTransaction = AdvancedCommerceErrorCode(rawValue: 4_000_182)

    /// Either all items simulate a declined refund or none.
    public static let partialSimulateRefundDecline = AdvancedCommerceErrorCode(rawValue: 4_000_184)

    /// Only an active subscription can be revoked.
    public static let revokeOnInactiveSubscription = AdvancedCommerceErrorCode(rawValue: 4_000_186)

    /// Several SKUs cannot have the same dependent SKU.
    public static let dependentSKUsCannotBeShared = AdvancedCommerceErrorCode(rawValue: 4_000_192)

    /// A dependent SKU cannot have dependent SKUs.
    public static let dependentSKUsCannotBeChained = AdvancedCommerceErrorCode(rawValue: 4_000_193)

    /// A request names each SKU once.
    public static let itemCannotBeSpecifiedMultipleTimes = AdvancedCommerceErrorCode(rawValue: 4_000_194)

    /// The customer knows of a price increase already.
    public static let priceChangeCannotBeIssuedWhenAlreadyCommunicated = AdvancedCommerceErrorCode(rawValue: 4_000_205)

    /// The price of a changed item with an offer does not fit its price increase.
    public static let invalidPriceForChangeItemInPriceIncrease = AdvancedCommerceErrorCode(rawValue: 4_000_214)

    /// The SKU is not one that will renew.
    public static let invalidSKUProvidedMustBeCurrentSKUSetToRenew = AdvancedCommerceErrorCode(rawValue: 4_000_220)

    /// India has no price increases of Advanced Commerce.
    public static let acaPriceIncreaseIsNotCurrentlySupportedInIndia = AdvancedCommerceErrorCode(rawValue: 4_000_221)

    /// A change that waits has no prorated price.
    public static let invalidProratedPriceForChangeItemWithEffectiveLater = AdvancedCommerceErrorCode(
        rawValue: 4_000_222
    )

    /// A free trial has one period.
    public static let freeTrialOfferMustUsePeriodCountOfOne = AdvancedCommerceErrorCode(rawValue: 4_000_223)

    /// The bearer token is not accepted.
    public static let unauthorized = AdvancedCommerceErrorCode(rawValue: 4_010_000)

    /// There is no such subscription.
    public static let subscriptionDoesNotExist = AdvancedCommerceErrorCode(rawValue: 4_030_008)

    /// The subscription exists already.
    public static let subscriptionAlreadyExists = AdvancedCommerceErrorCode(rawValue: 4_030_009)

    /// The subscription is not eligible for the changes.
    public static let subscriptionNotEligible = AdvancedCommerceErrorCode(rawValue: 4_030_010)

    /// The subscription is active already.
    public static let subscriptionAlreadyActive = AdvancedCommerceErrorCode(rawValue: 4_030_011)

    /// The customer does not have the product.
    public static let productNotOwned = AdvancedCommerceErrorCode(rawValue: 4_030_013)

    /// The subscription is not active.
    public static let inactiveACASub = AdvancedCommerceErrorCode(rawValue: 4_030_015)

    /// What is left of the payment is less than the refund.
    public static let insufficientFunds = AdvancedCommerceErrorCode(rawValue: 4_030_020)

    /// The transaction has its refund already.
    public static let alreadyRefunded = AdvancedCommerceErrorCode(rawValue: 4_030_021)

    /// The customer has moved to another storefront.
    public static let storefrontChange = AdvancedCommerceErrorCode(rawValue: 4_030_022)

    /// The product is not eligible for the operation.
    public static let productNotEligible = AdvancedCommerceErrorCode(rawValue: 4_030_023)

    /// The transaction cannot be refunded.
    public static let transactionNotRefundable = AdvancedCommerceErrorCode(rawValue: 4_030_024)

    /// Only Apple Support can help with a refund.
    public static let transactionCannotBeRefundedContactSupport = AdvancedCommerceErrorCode(rawValue: 4_030_025)

    /// The customer knows of a price increase already, so that the subscription cannot migrate.
    public static let migrationNotAllowedWhenPriceIncreaseCommunicated = AdvancedCommerceErrorCode(rawValue: 4_030_027)

    /// There is no such transaction.
    public static let transactionIdNotFound = AdvancedCommerceErrorCode(rawValue: 4_040_010)

    /// There is no such product.
    public static let productNotFound = AdvancedCommerceErrorCode(rawValue: 4_040_016)

    /// Too many requests.
    public static let rateLimitExceeded = AdvancedCommerceErrorCode(rawValue: 4_290_000)

    /// Apple's servers failed.
    public static let generalInternal = AdvancedCommerceErrorCode(rawValue: 5_000_000)

    /// Apple's servers failed; the same request may succeed later.
    public static let generalInternalRetryable = AdvancedCommerceErrorCode(rawValue: 5_000_001)
}
