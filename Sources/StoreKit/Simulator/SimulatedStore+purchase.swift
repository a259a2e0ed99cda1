// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreTypes
import Synchronization

extension SimulatedStore {
    package func purchase(_ order: PurchaseOrder) async throws -> PurchaseOutcome {
        try failIfSimulated(.purchase)
        if let failure = state.withLock({ $0.switches.failure }) {
            if failure == .paymentCancelled { return .cancelled }
            throw SKError(failure)
        }
        return try perform { mutation in try buy(order, at: &mutation, isOwn: true) }
    }

    /// Buys outside the app, as on another device: the app learns of it automatically.
    package func purchaseOutside(_ order: PurchaseOrder) throws -> StoredTransaction? {
        let outcome = try perform { mutation in try buy(order, at: &mutation, isOwn: false) }
        if case .purchased(let stored) = outcome { return stored }
        return nil
    }

    private func buy(_ order: PurchaseOrder, at mutation: inout StoreMutation, isOwn: Bool) throws -> PurchaseOutcome {
        guard let (date, behavior) = order.past else { return try buyNow(order, at: &mutation, isOwn: isOwn) }
        return try inThePast(date, at: &mutation) { mutation in
            let outcome = try buyNow(order, at: &mutation, isOwn: isOwn)
            if behavior == .cancelImmediately, case .purchased = outcome,
                let terms = mutation.state.core.catalog.product(ProductID(rawValue: order.product))?.subscription
            {
                try mutation.grant(.setRenewal(customer, group: terms.group, on: false))
            }
            return outcome
        }
    }

    private func buyNow(_ order: PurchaseOrder, at mutation: inout StoreMutation, isOwn: Bool) throws -> PurchaseOutcome
    {
        let options = try options(of: order, at: mutation)
        let product = ProductID(rawValue: order.product)
        // Only renewals cannot be charged; the purchase itself is.
        let failsRenewals = mutation.state.switches.failsRenewals
        if failsRenewals { try mutation.grant(.changeCustomer(customer, .payment(.works))) }
        let answer = Result {
            if let code = try code(of: order, at: &mutation) {
                return try mutation.grant(.redeem(customer, code: code, options: options), isOwn: isOwn)
            }
            return try mutation.grant(.buy(customer, product: product, options: options), isOwn: isOwn)
        }
        if failsRenewals { try mutation.grant(.changeCustomer(customer, .payment(.fails))) }
        do {
            switch try answer.get() {
            case .purchased(let transaction):
                guard let stored = mutation.stored(transaction) else { throw StoreKitError.unknown }
                return .purchased(stored)
            case .pending(let pending): return mutation.wait(pending, attempt: order.id)
            default: throw StoreKitError.unknown
            }
        } catch let error as SimulatorError {
            throw error.storeKitError
        }
    }

    private func options(of order: PurchaseOrder, at mutation: StoreMutation) throws -> PurchaseOptions {
        var options = PurchaseOptions()
        var signedOffer: (id: String?, signature: String?)
        for option in order.options {
            switch option.choice {
            case .appAccountToken(let token):
                options.appAccountToken = AppAccountToken(rawValue: token)
            case .quantity(let quantity): options.quantity = quantity
            case .simulatesAskToBuy(let simulates): options.simulatesAskToBuy = simulates && !isTestSession
            case .winBackOffer(let offer): options.offer = .winBack(OfferID(rawValue: offer.id ?? ""))
            case .custom(PurchaseOptionValue.signedOfferID, .text(let id)): signedOffer.id = id
            case .custom(PurchaseOptionValue.signedOffer, .text(let signature)): signedOffer.signature = signature
            case .custom(PurchaseOptionValue.introductoryEligibility, .text(let jws)):
                options.introductoryEligibility = try eligibility(jws, product: order.product)
            case .unsignedOffer(let id): options.offer = .promotional(OfferID(rawValue: id), signatureIsValid: true)
            case .billingPlanType(let type): options.billingPlan = BillingPlanType(rawValue: type.rawValue)
            case .seats(let count): options.seats = count
            case .custom(PurchaseOptionValue.advancedCommerce, _):
                throw Self.unsupported("an Advanced Commerce request needs a simulator that runs elsewhere")
            case .custom(let key, _): throw Self.unsupported(PurchaseOptionValue.refusal(ofCustom: key))
            // Seen to elsewhere: by the runtime before and after the purchase, and below.
            case .promotionalOffer, .onStorefrontChange, .codeOffer, .purchaseDate,
                .multiSeatInvitationSheetSuppressed:
                continue
            }
        }
        for case .promotionalOffer(let id, let signature) in order.options.map(\.choice) {
            guard !signature.keyID.isEmpty, !signature.signature.isEmpty else {
                throw Product.PurchaseError.missingOfferParameters
            }
            let isValid = isValid(signature, offer: id, order: order, options: options, asOf: mutation.state.core.now)
            options.offer = .promotional(OfferID(rawValue: id), signatureIsValid: isValid)
        }
        if signedOffer.id != nil || signedOffer.signature != nil {
            options.offer = try offer(signedOffer.id, signature: signedOffer.signature, product: order.product)
        }
        return options
    }

    /// A promotional offer that the app's server signed as a JWS.
    private func offer(_ id: String?, signature: String?, product: String) throws -> PurchaseOptions.Offer {
        guard let id, let signature else { throw Product.PurchaseError.missingOfferParameters }
        let offer = OfferID(rawValue: id)
        if StoreKitSimulator.checksOfferSignatures {
            let jws = Data(base64Encoded: signature).map { String(decoding: $0, as: UTF8.self) } ?? ""
            let check = OfferSignatureCheck(key: offersKey, bundleID: bundleID)
            // Not `invalidOfferSignature`: see ``StoreKitSimulator/checksOfferSignatures``.
            guard check.isValid(jws: jws, product: ProductID(rawValue: product), offer: offer) else {
                throw StoreKitError.unknown
            }
        }
        return .promotional(offer, signatureIsValid: true)
    }

    private static func unsupported(_ reason: String) -> StoreKitError {
        StoreLog.warn("a purchase is refused: \(reason)")
        return .unsupported
    }

    /// What the app's server signed about the introductory offer.
    ///
    /// The configuration file does not hold the key of such texts, so what they say is taken on its word.
    private func eligibility(_ jws: String, product: String) throws -> Bool {
        struct Claims: Decodable {
            var aud: String
            var productId: String
            var allowIntroductoryOffer: Bool
        }
        guard let payload = SignedBytes(jws: jws)?.payload,
            let claims = try? AppStoreJSON.decode(Claims.self, from: payload),
            claims.aud == InAppRequest.Purpose.introductoryOfferEligibility.rawValue, claims.productId == product
        else { throw Product.PurchaseError.invalidOfferSignature }
        return claims.allowIntroductoryOffer
    }

    /// Whether an offer's signature in the first format is good.
    private func isValid(
        _ signature: Product.SubscriptionOffer.Signature,
        offer: String,
        order: PurchaseOrder,
        options: PurchaseOptions,
        asOf now: Date
    ) -> Bool {
        guard StoreKitSimulator.checksOfferSignatures else { return true }
        let purchaser = options.appAccountToken.map(PromotionalOffer.Customer.accountToken) ?? .anyone
        let signed = PromotionalOffer(
            productID: ProductID(rawValue: order.product),
            offerID: OfferID(rawValue: offer),
            customer: purchaser
        )
        return OfferSignatureCheck(key: offersKey, bundleID: bundleID).isValid(signature, offer: signed, asOf: now)
    }
}

extension StoreMutation {
    /// Keeps a purchase that waits under the name of the attempt and a number for tests.
    mutating func wait(_ pending: PendingPurchase, attempt: UUID) -> PurchaseOutcome {
        state.attempts[pending.id] = attempt
        // No number is given twice, whatever a test deletes.
        defer { state.nextPendingNumber += 1 }
        state.pendingNumbers[state.nextPendingNumber] = PendingPurchaseNumber(
            id: pending.id,
            product: pending.product,
            date: pending.date,
            reason: pending.reason
        )
        return pending.reason == .askToBuy ? .deferred : .interrupted
    }
}

extension SimulatorError {
    /// What StoreKit throws for it.
    var storeKitError: any Error {
        switch code {
        case .unknownProduct, .productUnavailable: Product.PurchaseError.productUnavailable
        case .purchaseNotAllowed, .accountDeleted: Product.PurchaseError.purchaseNotAllowed
        case .invalidQuantity: Product.PurchaseError.invalidQuantity
        case .invalidOfferIdentifier: Product.PurchaseError.invalidOfferIdentifier
        case .invalidSignature: Product.PurchaseError.invalidOfferSignature
        case .missingSignature: Product.PurchaseError.missingOfferParameters
        case .ineligibleForOffer, .codeNotRedeemable: Product.PurchaseError.ineligibleForOffer
        default: StoreKitError.systemError(self)
        }
    }
}
