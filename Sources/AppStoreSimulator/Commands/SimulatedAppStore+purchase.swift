// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// A customer buys: refused, pending, or done at once.
    mutating func buy(
        _ customer: Int,
        _ id: ProductID,
        _ options: PurchaseOptions,
        code: CodeOffer? = nil,
        oneTimeCode: OneTimeCodeOffer? = nil
    ) throws -> Outcome.Answer {
        let product = try product(id)
        try checkSale(of: product, to: customer, options)
        let profile = customers[customer].profile
        if profile.asksToBuy || options.simulatesAskToBuy {
            return pend(customer, id, options, .askToBuy, code: code, oneTimeCode: oneTimeCode)
        }
        if profile.interruptsPurchases {
            return pend(customer, id, options, .interrupted, code: code, oneTimeCode: oneTimeCode)
        }
        return try buyNow(customer, product, options, code: code, oneTimeCode: oneTimeCode)
    }

    /// A purchase that nothing holds back any more.
    mutating func buyNow(
        _ customer: Int,
        _ product: Int,
        _ options: PurchaseOptions,
        code: CodeOffer? = nil,
        oneTimeCode: OneTimeCodeOffer? = nil
    ) throws -> Outcome.Answer {
        var options = options
        if chance.happens(perMille: faults(of: customer).missingTokenPerMille) {
            options.appAccountToken = nil
            options.applicationUsername = nil
        }
        if catalog.products[product].type == .autoRenewableSubscription {
            return try subscribe(customer, product, options, code: code)
        }
        if catalog.products[product].bundle != nil { return try subscribeToBundle(customer, product, options) }
        return try buyOnce(customer, product, options, code: oneTimeCode)
    }

    private func checkSale(of product: Int, to customer: Int, _ options: PurchaseOptions) throws {
        let profile = customers[customer].profile
        let item = catalog.products[product]
        guard profile.allowsPurchases else {
            throw SimulatorError(.purchaseNotAllowed, "Purchases are not allowed on the account \"\(profile.id)\".")
        }
        guard item.isForSale, item.isApproved || profile.environment != .production,
            !item.unavailableStorefronts.contains(profile.storefront)
        else {
            throw SimulatorError(.productUnavailable, "\"\(item.id)\" is not for sale in \(profile.storefront).")
        }
        guard customers[customer].isOrganization != true || options.seats != nil else {
            throw SimulatorError(.invalidQuantity, "An organization buys seats; say how many it is to have.")
        }
        if item.type != .autoRenewableSubscription { try checkSingle(item, options) }
        let isCounted = item.type == .consumable || item.type == .nonRenewingSubscription
        guard (1...(isCounted ? 10 : 1)).contains(options.quantity) else {
            throw SimulatorError(
                .invalidQuantity,
                "A quantity of \(options.quantity) is not allowed: 1 to 10 for consumables and non-renewing"
                    + " subscriptions, otherwise 1."
            )
        }
    }

    /// Refuses what only a subscription has.
    private func checkSingle(_ item: CatalogProduct, _ options: PurchaseOptions) throws {
        guard options.seats == nil else {
            throw SimulatorError(.invalidQuantity, "\"\(item.id)\" is not sold by seats.")
        }
        guard options.billingPlan != .monthly else {
            throw SimulatorError(.productUnavailable, "\"\(item.id)\" is not sold with monthly billing.")
        }
        guard options.offer == nil, options.introductoryEligibility == nil else {
            throw SimulatorError(.invalidOfferIdentifier, "\"\(item.id)\" has offers for codes only.")
        }
    }

    /// A purchase of a product that does not renew.
    private mutating func buyOnce(
        _ customer: Int,
        _ product: Int,
        _ options: PurchaseOptions,
        code: OneTimeCodeOffer?
    ) throws -> Outcome.Answer {
        let item = catalog.products[product]
        if item.type == .nonConsumable, let owned = ownedNonConsumable(customer, item.id) {
            guard code == nil else {
                throw SimulatorError(.ineligibleForOffer, "The customer has \"\(item.id)\" already.")
            }
            return .purchased(owned)
        }
        let storefront = storefront(of: customer)
        let price = catalog.price(code?.price ?? item.price, in: storefront) * Int64(options.quantity)
        try charge(customer, price)
        let profile = customers[customer].profile
        let key = identities.transaction(in: profile.environment)
        let transaction = TransactionPayload(
            transactionId: TransactionID(key),
            originalTransactionId: OriginalTransactionID(key),
            bundleId: item.bundleID,
            productId: item.id,
            purchaseDate: now,
            originalPurchaseDate: now,
            quantity: options.quantity,
            type: item.type,
            appAccountToken: options.token,
            inAppOwnershipType: .purchased,
            signedDate: signedDate(in: profile.environment),
            offerType: code.map { _ in .offerCode },
            offerIdentifier: code?.id,
            offerDiscountType: code.map { _ in .oneTime },
            environment: profile.environment,
            storefront: storefront.countryCode,
            storefrontId: storefront.id,
            transactionReason: .purchase,
            currency: storefront.currency,
            price: price,
            appTransactionId: appTransactionID(of: customer, app: item.bundleID)
        )
        store(transaction, customer: customer)
        recordSale(transaction, customer: customer)
        notify(.boughtOnce, transaction: transaction, customer: customer)
        share(transaction, of: customer)
        troubleAfter(transaction, customer: customer)
        return .purchased(transaction)
    }

    /// Keeps a purchase that does not renew, and drops those that nothing acts upon any more.
    mutating func store(_ transaction: TransactionPayload, customer: Int) {
        let window = now.addingTimeInterval(
            -Double(settings[customers[customer].profile.environment].refunds.windowDays) * 86_400
        )
        let isOver: (TransactionPayload) -> Bool = { $0.type != .nonConsumable && $0.purchaseDate < window }
        for old in customers[customer].purchases where isOver(old) {
            remove(old.transactionId)
        }
        customers[customer].purchases.removeAll(where: isOver)
        customers[customer].purchases.append(transaction)
        if let key = transaction.transactionId.key { places[key] = .customer(customer) }
        publish(transaction, customer: customer)
        grantAccess(transaction, customer: customer, until: nil)
    }

    private func ownedNonConsumable(_ customer: Int, _ id: ProductID) -> TransactionPayload? {
        customers[customer].purchases.last { $0.productId == id && $0.revocationDate == nil }
    }
}
