// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Whether a customer may have an offer.
struct OfferChecks: Sendable {
    let accounts: EntitlementReader
    let apps: Apps
    let catalog: CatalogCache
    let database: any Database
    let verifiers: DocumentVerifiers

    /// How many pages of an Apple Account's subscriptions are read for one introductory offer; a page has 20
    /// transactions.
    private static let maximumPages = 50

    /// Returns a product of an app's catalog.
    ///
    /// - Throws: `ServiceProblem` when the catalog has no such product.
    func catalogProduct(_ id: ProductID, of app: AppConfiguration, now: Date) async throws -> CatalogProduct {
        guard let product = try await self.catalog.catalog(of: app.bundleID, now: now)[id] else {
            throw ServiceProblem(.unknownProduct, "The catalog has no product \(id); import it first.")
        }
        return product
    }

    /// Checks that a promotional offer may be signed; every signature of one passes here.
    ///
    /// The App Store trusts the signature: an offer that was signed by mistake is sold at its price.
    ///
    /// - Parameters:
    ///   - id: The offer.
    ///   - product: The product of the catalog it belongs to.
    ///   - customer: The customer it is for; `nil` when only the team's backend knows, which then answers for it.
    ///   - scope: The app and environment whose purchases decide.
    ///   - app: The app.
    ///   - now: The current date.
    /// - Returns: Why the customer is eligible.
    /// - Throws: `ServiceProblem` when the catalog has no such promotional offer, or the customer is not eligible.
    @discardableResult
    func permission(
        _ id: OfferID,
        of product: CatalogProduct,
        for customer: CustomerID?,
        in scope: AppScope,
        app: AppConfiguration,
        now: Date
    ) async throws -> OfferEligibility {
        guard let offer = product.offers.first(where: { $0.id == id && $0.type == .promotional }) else {
            throw ServiceProblem(
                .offerRefused,
                "The catalog's \(product.id) has no promotional offer \(id). Use one of the product's promotional offers."
            )
        }
        guard let customer else { return OfferEligibility(isEligible: true, ground: .conditionsMet) }
        let account = try await accounts.account(of: customer, in: scope, app: app, now: now)
        let answer = account.offer(offer, of: product, in: scope, asOf: now)
        guard answer.isEligible else {
            throw ServiceProblem(
                .offerRefused,
                "The customer is not eligible for the offer: \(answer.ground.rawValue)."
            )
        }
        return answer
    }

    /// Checks that an identifier of an Apple Account, which a customer's own app sends, is from the customer's own
    /// purchases.
    ///
    /// The App Store sells a promotional offer to the Apple Account that the signature names. One customer's
    /// eligibility must not buy it for another customer's account.
    ///
    /// - Parameters:
    ///   - identifier: A transaction's identifier or an app transaction's.
    ///   - customer: The customer whom the token proves.
    ///   - scope: The app and environment.
    ///   - app: The app.
    ///   - now: The current date.
    /// - Throws: `ServiceProblem` unless a purchase of the customer has the identifier.
    func requireOwn(
        _ identifier: String,
        of customer: CustomerID,
        in scope: AppScope,
        app: AppConfiguration,
        now: Date
    ) async throws {
        let account = try await accounts.account(of: customer, in: scope, app: app, now: now)
        let own = account.ownedLineages(asOf: now).compactMap { account.history(of: $0) }
            .flatMap { $0.transactions.map(\.transaction) }
        guard own.contains(where: { $0.id.rawValue == identifier || $0.appTransactionID?.rawValue == identifier })
        else {
            throw ServiceProblem(
                .offerRefused,
                "The transaction belongs to another customer. Send a transaction, or the app transaction, of the customer's "
                    + "purchases, or omit it."
            )
        }
    }

    /// Decides whether an introductory offer may be signed: once per subscription group, for the customer **and** for
    /// the Apple Account that pays.
    ///
    /// The signature overrides the App Store's own check, and one Apple Account can pay for any number of the app's
    /// accounts. So the account's history decides too, whichever customer its purchases belong to: what this server
    /// stored of the transaction, and what Apple says when that shows no introduction.
    ///
    /// <https://developer.apple.com/documentation/storekit/generating-jws-to-sign-app-store-requests>
    ///
    /// - Parameters:
    ///   - product: The subscription.
    ///   - customer: The customer.
    ///   - transaction: A transaction or app transaction of the Apple Account.
    ///   - scope: The app and environment.
    ///   - app: The app.
    ///   - now: The current date.
    /// - Returns: The answer.
    /// - Throws: `ServiceProblem` when the product is not a subscription, Apple does not know the transaction or cannot
    ///   be asked.
    func introduction(
        to product: CatalogProduct,
        for customer: CustomerID,
        paidThrough transaction: String,
        in scope: AppScope,
        app: AppConfiguration,
        now: Date
    ) async throws -> OfferEligibility {
        guard let group = product.groupID else {
            throw ServiceProblem(
                .offerRefused,
                "\(product.id) is not an auto-renewable subscription with a group, so it has no introductory offer."
            )
        }
        let account = try await accounts.account(of: customer, in: scope, app: app, now: now)
        let own = account.introductoryOffer(of: group, in: scope, asOf: now)
        guard own.isEligible else { return own }
        let catalog = try await self.catalog.catalog(of: app.bundleID, now: now)
        func isIntroduction(_ found: Commerce.Transaction) -> Bool {
            let known = found.subscriptionGroupID ?? catalog[found.productID]?.groupID
            return known == group && found.offer?.type == .introductory
        }
        let used = OfferEligibility(isEligible: false, ground: .alreadyIntroduced)
        if try await storedTransactions(around: transaction, in: scope).contains(where: isIntroduction) { return used }
        return try await applesTransactions(of: transaction, in: scope, app: app, now: now, contain: isIntroduction)
            ? used : own
    }

    /// All stored transactions of the purchase that a transaction belongs to, whichever customer owns it.
    private func storedTransactions(
        around transaction: String,
        in scope: AppScope
    ) async throws -> [Commerce.Transaction] {
        try await database.read { reader in
            let lineage =
                try reader.lineage(of: TransactionID(rawValue: transaction), in: scope)
                ?? OriginalTransactionID(rawValue: transaction)
            return try reader.lifeFacts(of: lineage, in: scope).compactMap { stored in
                guard case .transaction(let transaction) = stored.fact.content else { return nil }
                return transaction.isSale ? transaction : nil
            }
        }
    }

    /// Whether Apple's list of an Apple Account's subscriptions has such a transaction.
    private func applesTransactions(
        of transaction: String,
        in scope: AppScope,
        app: AppConfiguration,
        now: Date,
        contain isWanted: (Commerce.Transaction) -> Bool
    ) async throws -> Bool {
        let api = try apps.link(app)[scope.environment]
        let filter = TransactionHistoryRequest(productTypes: [.autoRenewable], sort: .ascending)
        var pages = 0
        do {
            for try await page in api.transactionHistory(for: TransactionID(rawValue: transaction), matching: filter) {
                for signed in page.body.signedTransactions {
                    let verified = try verifiers.transaction(signed, app: app.bundleID, now: now)
                    guard verified.payload.inAppOwnershipType.isSale else { continue }
                    if isWanted(Commerce.Transaction(verified.payload)) { return true }
                }
                pages += 1
                guard pages < Self.maximumPages else {
                    throw ServiceProblem(
                        .offerRefused,
                        "The Apple Account has more than \(Self.maximumPages * 20) subscription transactions: a history this "
                            + "long is not searched for an introductory offer."
                    )
                }
            }
            return false
        } catch let error as AppStoreAPIError where error.isAboutNoPurchase {
            try await requireDownload(transaction, api)
            return false
        } catch let error as AppStoreAPIError {
            throw error.isRetryable
                ? ServiceProblem(.appStoreUnavailable, error.message, retryAfterSeconds: 30)
                : ServiceProblem(.appStoreRefused, error.message)
        }
    }

    /// Accepts the app transaction of an Apple Account that has bought nothing, and refuses an identifier that names
    /// no one.
    private func requireDownload(_ id: String, _ api: AppStoreServerAPI) async throws {
        do {
            _ = try await api.appTransaction(for: AppTransactionID(rawValue: id))
        } catch let error as AppStoreAPIError where !error.isRetryable {
            throw ServiceProblem(
                .offerRefused,
                "Neither this server nor Apple knows the transaction, so it is unknown whether its Apple Account had an "
                    + "introductory offer. Send a transaction of the Apple Account that pays."
            )
        } catch let error as AppStoreAPIError {
            throw ServiceProblem(.appStoreUnavailable, error.message, retryAfterSeconds: 30)
        }
    }
}
