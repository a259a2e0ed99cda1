// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension AdvancedCommerceErrorCode {
    /// Apple's message for the code, or nothing when it is not known here.
    public var message: String? { Self.messages[self] }

    /// The HTTP status that comes with it: the code's first three digits.
    public var httpStatus: Int { rawValue / 10_000 }

    /// Whether the same request may succeed later: rate limits and failures of Apple's servers.
    public var isRetryable: Bool { httpStatus == 429 || (500...599).contains(httpStatus) }

    private static let messages: [AdvancedCommerceErrorCode: String] = [
        .invalidTransactionId: "The transactionId is invalid.",
        .invalidStorefront: "The storefront value is invalid.",
        .invalidAppAccountToken: "The appAccountToken field must contain a valid UUID or an empty string.",
        .invalidCurrency: "The currency value is invalid.",
        .oneItemNeededInModify: "At least one type of change must be provided in a modify subscription request.",
        .nullRequestInfo: "The required field, requestInfo, is missing.",
        .nullRequestReferenceID: "The required field, requestReferenceId, is missing.",
        .invalidRequestReferenceID: "The requestReferenceId value is invalid.",
        .invalidConsistencyToken: "The consistencyToken value is invalid.",
        .nullVersion: "The required field, version, is missing.",
        .unexpectedVersion: "The value of version is invalid.",
        .nullTransactionId: "The required field, transactionId, is missing.",
        .negativePrice: "The price field must contain a positive number.",
        .skuLengthExceeded: "Exceeds the maximum length of the SKU field.",
        .descriptionLengthExceeded: "Exceeds the maximum length of the description field.",
        .displayNameLengthExceeded: "Exceeds the maximum length of the displayName field.",
        .negativeProratedPrice: "Exceeds the maximum length of the price field.",
        .nullOfferPeriod: "The required field, offer period, is missing.",
        .nullPeriodCount: "The required field, periodCount, is missing.",
        .periodCountNotPositive: "Period count must be a positive number.",
        .nullReason: "The required field, reason, is missing.",
        .invalidPreviousTransactionID: "Previous original transaction id is invalid.",
        .repeatedRequestReferenceId: "The requestReferenceId was repeated.",
        .nullCurrency: "The required field, currency, is missing.",
        .nullTaxCode: "The required field, taxCode, is missing.",
        .nullStorefront: "The required field, storefront, is missing.",
        .nullItems: "The required field, items, is missing.",
        .nullItem: "The required field, item, is missing.",
        .nullDescriptors: "The required field, descriptors, is missing.",
        .nullPeriod: "The required field, period, is missing.",
        .nullSKU: "The required field, SKU, is missing.",
        .nullDisplayName: "The required field, displayName, is missing.",
        .nullDescription: "The required field, description, is missing.",
        .nullPrice: "The required field, price, is missing.",
        .nullRetainBillingCycle: "The required field, retainBillingCycle, is missing.",
        .nullEffective: "The required field, effective, is missing.",
        .nullNewSKU: "The required field, SKU in changeItems, is missing.",
        .invalidPreviousSubscription: "The previous subscription targeted is invalid.",
        .productAlreadyExists: "Provided SKU is already owned.",
        .invalidProductChanges: "Product changes are invalid.",
        .invalidSalable: "The targeted salable isn't configured as a generic salable.",
        .invalidSalableDuration: "The salable duration is invalid.",
        .invalidDisplayName: "The displayName is invalid.",
        .invalidDescription: "The description is invalid.",
        .invalidProduct: "The requested product to change doesn't exist.",
        .invalidSKU: "The SKU was invalid.",
        .invalidRefundType: "The refundType is invalid.",
        .invalidRefundReason: "The refundReason is invalid.",
        .invalidChangeReason: "The change reason is invalid.",
        .invalidOfferReason: "The offer reason is invalid.",
        .invalidTaxProductCode: "The taxCode is invalid.",
        .invalidOfferPeriod: "The offer period is invalid.",
        .invalidOfferPeriodCount: "The offer periodCount is invalid.",
        .invalidRenewalPeriod: "The renewal period is invalid.",
        .invalidRenewalPrice: "The renewal price is invalid.",
        .invalidAmount: "The amount is invalid.",
        .mismatchedStorefront: "The storefronts mismatch.",
        .missingPricingConfigForStorefront: "Pricing isn't configured for the storefront.",
        .operationNotAllowed: "The operation isn't allowed.",
        .moreItemsThanAllowed: "More items were provided than allowed.",
        .moreOffersThanAllowed: "More offers were provided than allowed.",
        .emptyAddChangeItems: "The addItems and changeItems entries cannot be empty.",
        .missingUpdatedItemsWithPeriodChange: "All items must be updated on a period change.",
        .periodResetWithRetainBillingCycle: "Period reset conflicts with retaining billing cycle.",
        .periodChangeEffectiveConflict:
            "A period change at next cycle conflicts with addition at the current period.",
        .multipleOperationsOnSingleSKU: "Multiple operations on a single SKU isn't allowed.",
        .removeItemsWithoutAddOrChangeItems: "The removeItems object was present without addItems or changeItems.",
        .removeItemNotFound: "A product in removeItems wasn't found for the given subscription.",
        .changeItemNotFound: "The targeted item in changeItems wasn't found.",
        .misalignedBillingCycle:
            "The request contains a billing period that doesn't align with the subscription's billing"
            + " cycle.",
        .billingCycleResetWithEffectiveLater: "Bill cycle reset with effective later.",
        .periodChangeImmediateWithEffectiveAtNextBillingCycle: "Period change immediately with effective later.",
        .multiplePrices: "Prorated price and offer price are mutually exclusive.",
        .invalidProratedPrice: "The prorated price was invalid.",
        .invalidOfferPrice: "The subscription offer price is higher than the regular subscription price.",
        .nullRefundAmount: "The refundAmount value is invalid.",
        .negativeRefundAmount: "The refundAmount must be a positive number.",
        .refundAmountWithoutCustom: "Can't provide the refund amount because the refundType isn't CUSTOM.",
        .nullRefundReason: "The required field, refundReason, is missing.",
        .nullRefundType: "The required field, refundType, is missing.",
        .simulateRefundDeclineOnlyInSandbox: "The type SIMULATE_REFUND_DECLINE is only valid in Sandbox.",
        .nullRefundRisking: "The required field, refundRiskingPreference, is missing.",
        .atLeastOneItem: "When included, provide at least one item in items.",
        .atLeastOneOfDisplayNameOrDescription: "Provide either the displayName or a description.",
        .nullTargetProductID: "The required field, targetProductID, is missing.",
        .invalidTargetProductID: "The targetProductID value is invalid.",
        .removalAllNotAllowed:
            "The active subscription must contain at least one item and cannot be completely empty.",
        .nullCurrentSKU: "The required field, currentSKU, is missing.",
        .currentSKULengthExceeded: "Exceeds the maximum length of the currentSKU field.",
        .nullAdvancedCommerceData: "The required field, advancedCommerceData, was null.",
        .invalidOperation: "The operation is invalid.",
        .malformedPayload: "The payload is malformed.",
        .invalidSignature: "The signature is invalid.",
        .subscriptionAlreadyMigrated: "The subscription was already migrated.",
        .offerPreventsItemMidCycleChange: "An existing offer prevents changes to the item mid-cycle.",
        .priceChangeNotSupportedThroughModifyItems:
            "Changing the price isn't supported as part of a modify items request.",
        .itemLimitExceeded: "The number of items in subscription exceeds the limit.",
        .pendingChangesMismatch:
            "Pending subscription changes must specify a renewalItem, and if there are no pending"
            + " changes, a renewalItem cannot be specified.",
        .pendingRefund: "The transaction has pending refunds.",
        .proratedOnlyLatestTransaction:
            "Only requests against the latest transaction can have a PRORATED refundType value.",
        .partialSimulateRefundDecline:
            "If one item has a refundReason value of SIMULATE_REFUND_DECLINE, all items must have a"
            + " refundReason value of SIMULATE_REFUND_DECLINE.",
        .revokeOnInactiveSubscription: "Only active subscriptions are revocable.",
        .dependentSKUsCannotBeShared: "Invalid request. dependentSKUs can't be shared between multiple SKUs.",
        .dependentSKUsCannotBeChained: "Invalid request. dependentSKUs can't be chained.",
        .itemCannotBeSpecifiedMultipleTimes: "The same SKU can't be repeated in this request.",
        .priceChangeCannotBeIssuedWhenAlreadyCommunicated:
            "A price change can't be issued when the price increase has already been communicated.",
        .invalidPriceForChangeItemInPriceIncrease:
            "Price provided for a changed item with an offer while subject to a price increase was invalid.",
        .invalidSKUProvidedMustBeCurrentSKUSetToRenew:
            "SKU values provided in request must be a SKU that will renew.",
        .acaPriceIncreaseIsNotCurrentlySupportedInIndia: "A price increase isn't currently supported in India.",
        .invalidProratedPriceForChangeItemWithEffectiveLater:
            "Prorated price should not be present for change items with type effective later.",
        .freeTrialOfferMustUsePeriodCountOfOne:
            "The subscription offer configuration is invalid. Free trial offers must use a period count of 1.",
        .unauthorized: "Unauthorized.",
        .subscriptionDoesNotExist: "The subscription doesn't exist.",
        .subscriptionAlreadyExists: "The subscription already exists.",
        .subscriptionNotEligible: "The subscription isn't eligible for the requested changes.",
        .subscriptionAlreadyActive:
            "The subscription is already active, and cannot be reactivated or renewed at this time.",
        .productNotOwned: "The customer doesn't own the product.",
        .inactiveACASub: "The subscription is not active.",
        .insufficientFunds: "Insufficient funds for refund.",
        .alreadyRefunded: "The transaction was already refunded.",
        .storefrontChange: "The storefront changed.",
        .productNotEligible: "The product isn't eligible for the requested operation.",
        .transactionNotRefundable: "The transaction is not refundable.",
        .transactionCannotBeRefundedContactSupport:
            "The transaction can't be refunded; customer can contact Apple Support for assistance.",
        .migrationNotAllowedWhenPriceIncreaseCommunicated:
            "Migration isn't allowed because a price increase was already communicated to the customer.",
        .transactionIdNotFound: "Transaction id not found.",
        .productNotFound: "Product not found.",
        .rateLimitExceeded: "Rate limit exceeded.",
        .generalInternal: "An unknown error occurred.",
        .generalInternalRetryable: "An unknown error occurred. Please try again.",
    ]
}
