// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials

extension PurserService {
    /// Asks Apple about a receipt and takes the answer in: latest purchases, and what will happen next to each.
    ///
    /// - Returns: Where the receipt is from, and whether Apple said anything that was not known.
    @discardableResult
    func takeAnswer(
        of client: VerifyReceiptClient,
        to receipt: String,
        app: AppConfiguration,
        environment: Environment,
        claimant: Submission.Claimant? = nil,
        source: IntakeSource = .receipt,
        tellsEvents: Bool = true,
        now: Date
    ) async throws -> TakenAnswer {
        let answer = try await ask { try await client.verify(receipt, first: environment) }
        let response = answer.document.body
        guard response.status.isGood else {
            throw response.shouldRetry
                ? ServiceProblem(.appStoreUnavailable, response.status.explanation, retryAfterSeconds: 30)
                : ServiceProblem(.receiptRefused, response.status.explanation, check: .signature)
        }
        guard (response.receipt?.bundleId ?? response.transactionReceipt?.bid) == app.bundleID else {
            throw ServiceProblem(.wrongBundleID, "The receipt is another app's.", check: .bundleID)
        }
        let digest = try FactDigest(sha256Of: Array(answer.document.bytes))
        let intake = ReceiptAnswers(response, asked: now).intake(
            scope: AppScope(bundleID: app.bundleID, environment: answer.environment),
            digest: digest
        )
        let submission = Submission(
            intake: intake,
            source: source,
            claimant: claimant,
            receipt: response.latestReceipt ?? receipt,
            tellsEvents: tellsEvents
        )
        let isNew = try await desk.take(submission, app: app, now: now).isNew
        return TakenAnswer(environment: answer.environment, isNew: isNew)
    }
}

/// What came of Apple's answer about a receipt.
struct TakenAnswer: Hashable, Sendable {
    /// Where the receipt is from, as Apple says.
    var environment: Environment
    /// Whether anything was not known.
    var isNew: Bool
}

/// The facts of what Apple answered about a receipt: one for each purchase's life that it tells of.
struct ReceiptAnswers {
    private let response: VerifyReceiptResponse
    private let asked: Date

    init(_ response: VerifyReceiptResponse, asked: Date) {
        self.response = response
        self.asked = asked
    }

    func intake(scope: AppScope, digest: FactDigest) -> Intake {
        let instant = response.receipt?.requestDate ?? asked
        let lives = Dictionary(grouping: response.allTransactions, by: \.originalTransactionId)
        let facts = lives.sorted { $0.key < $1.key }.map { lineage, entries in
            Fact(
                scope: scope,
                kind: .receiptAnswer,
                order: FactOrder(instant: instant, rank: .answered, digest: digest),
                lineage: lineage,
                digest: digest,
                content: .receiptAnswer(
                    ReceiptAnswer(
                        part: response.receipt == nil ? .transactionReceipt : .latest,
                        transactions: entries.map(Commerce.Transaction.init),
                        renewalInfo: renewalInfo(of: lineage, entries)
                    )
                )
            )
        }
        return Intake(facts: facts)
    }

    private func renewalInfo(
        of lineage: OriginalTransactionID,
        _ entries: [ReceiptTransaction]
    ) -> Commerce.RenewalInfo? {
        if let pending = response.pendingRenewalInfo.first(where: { $0.originalTransactionId == lineage }) {
            return Commerce.RenewalInfo(
                originalTransactionID: lineage,
                productID: pending.productId ?? entries[0].productId,
                autoRenewProductID: pending.autoRenewProductId,
                willAutoRenew: pending.autoRenewStatus.map { $0 == .on },
                expirationIntent: pending.expirationIntent,
                isInBillingRetryPeriod: pending.isInBillingRetryPeriod ?? false,
                gracePeriodExpirationDate: pending.gracePeriodExpiresDate,
                priceIncrease: pending.priceIncreaseStatus ?? pending.priceConsentStatus
            )
        }
        guard response.receipt == nil, let status = response.autoRenewStatus else { return nil }
        return Commerce.RenewalInfo(
            originalTransactionID: lineage,
            productID: entries[0].productId,
            autoRenewProductID: response.autoRenewProductId,
            willAutoRenew: status == .on,
            expirationIntent: response.expirationIntent,
            isInBillingRetryPeriod: response.isInBillingRetryPeriod ?? false
        )
    }
}

extension Commerce.Transaction {
    /// What an entry of Apple's answer about a receipt tells.
    init(_ entry: ReceiptTransaction) {
        let isIntroductory = entry.isTrialPeriod == true || entry.isInIntroOfferPeriod == true
        self.init(
            id: entry.transactionId,
            originalTransactionID: entry.originalTransactionId,
            webOrderLineItemID: entry.webOrderLineItemId,
            productID: entry.productId,
            subscriptionGroupID: entry.subscriptionGroupIdentifier,
            purchaseDate: entry.purchaseDate,
            originalPurchaseDate: entry.originalPurchaseDate,
            expirationDate: entry.expiresDate,
            quantity: Int(entry.quantity ?? 1),
            appAccountToken: entry.appAccountToken,
            ownership: entry.inAppOwnershipType ?? .purchased,
            revocation: entry.cancellationDate.map { Revocation(date: $0, reason: entry.cancellationReason) },
            isUpgraded: entry.isUpgraded ?? false,
            offer: isIntroductory
                ? Offer(type: .introductory, discount: entry.isTrialPeriod == true ? .freeTrial : nil)
                : entry.promotionalOfferId.map { Offer(type: .promotional, id: $0) }
        )
    }
}
