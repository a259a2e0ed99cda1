// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

extension FactExtractor {
    /// The facts of what Apple answered about a receipt: for each purchase's transaction history one of what it is now, one of what it
    /// was.
    ///
    /// The latest information is as new as the question. What only the receipt itself holds (purchases that are not
    /// subscriptions) is as old as the receipt: a refund since then does not show in it, and absence proves nothing.
    ///
    /// - Parameters:
    ///   - answer: The answer; one with an error tells nothing.
    ///   - scope: The app and environment that were asked, for an answer that names neither.
    ///   - askedDate: When Apple was asked, for an answer that does not say.
    ///   - digest: The SHA-256 of the answer's bytes.
    /// - Returns: The facts.
    public static func intake(
        of answer: VerifyReceiptResponse,
        scope: AppScope,
        askedDate: Date,
        digest: FactDigest
    ) -> FactBatch {
        guard answer.status.isGood else { return FactBatch() }
        let scope = AppScope(
            bundleID: answer.receipt?.bundleId ?? answer.transactionReceipt?.bid ?? scope.bundleID,
            environment: answer.environment ?? scope.environment
        )
        let asked = answer.receipt?.requestDate ?? askedDate
        let infos = renewalInfos(of: answer)
        let current =
            answer.latestReceiptInfo
            + [answer.transactionReceipt, answer.latestExpiredReceiptInfo].compactMap(\.self)
        let part: ReceiptRecord.Part = answer.style == .transaction ? .transactionReceipt : .latest
        let latest = Dictionary(grouping: current, by: \.originalTransactionId)
        let embedded = Dictionary(grouping: answer.receipt?.inApp ?? [], by: \.originalTransactionId)
        func fact(
            _ lineage: OriginalTransactionID,
            _ part: ReceiptRecord.Part,
            _ entries: [ReceiptTransaction],
            at instant: Date
        ) -> Fact {
            Fact(
                scope: scope,
                kind: .receiptAnswer,
                order: FactOrder(instant: instant, rank: .answered, digest: digest),
                lineage: lineage,
                digest: digest,
                content: .receiptAnswer(
                    ReceiptRecord(
                        part: part,
                        transactions: entries.map(Transaction.init),
                        renewalInfo: part == .embedded ? nil : infos[lineage]
                    )
                )
            )
        }
        let lives = Set(latest.keys).union(embedded.keys).union(infos.keys).sorted()
        let created = answer.receipt?.receiptCreationDate ?? asked
        let facts = lives.flatMap { lineage -> [Fact] in
            let known = latest[lineage] ?? []
            let ids = Set(known.map(\.transactionId))
            // Of older renewals only the receipt still tells when the latest information leaves them out.
            let old = (embedded[lineage] ?? []).filter { !ids.contains($0.transactionId) }
            let isLatest = !known.isEmpty || infos[lineage] != nil
            return (isLatest ? [fact(lineage, part, known, at: asked)] : [])
                + (old.isEmpty ? [] : [fact(lineage, .embedded, old, at: created)])
        }
        return FactBatch(facts: facts)
    }

    /// The fact of a version 1 notification: a witness that no one signed, and no more.
    ///
    /// - Parameters:
    ///   - notification: The notification.
    ///   - scope: The app and environment whose address it came to, for a notification that names neither.
    ///   - receivedDate: When it came.
    ///   - digest: The SHA-256 of its bytes.
    /// - Returns: The fact.
    public static func intake(
        of notification: NotificationV1,
        scope: AppScope,
        receivedDate: Date,
        digest: FactDigest
    ) -> FactBatch {
        let info = notification.latestReceiptInfo ?? notification.latestExpiredReceiptInfo
        let newest = notification.unifiedReceipt?.latestReceiptInfo.first ?? info
        let content = LegacyNotification(
            type: NotificationType(rawValue: notification.notificationType.rawValue),
            originalTransactionID: notification.originalTransactionId ?? newest?.originalTransactionId,
            productID: newest?.productId,
            willAutoRenew: notification.autoRenewStatus,
            autoRenewStatusChangeDate: notification.autoRenewStatusChangeDate,
            autoRenewProductID: notification.autoRenewProductId,
            cancellationDate: notification.cancellationDate ?? newest?.cancellationDate
        )
        let fact = Fact(
            scope: AppScope(
                bundleID: notification.bid ?? scope.bundleID,
                environment: notification.environment ?? scope.environment
            ),
            kind: .legacyNotification,
            order: FactOrder(instant: receivedDate, rank: .reported, digest: digest),
            lineage: content.originalTransactionID,
            digest: digest,
            content: .legacyNotification(content)
        )
        return FactBatch(facts: [fact])
    }

    /// What follows each subscription's period, by its lineage.
    private static func renewalInfos(of answer: VerifyReceiptResponse) -> [OriginalTransactionID: RenewalInfo] {
        var infos: [OriginalTransactionID: RenewalInfo] = [:]
        for pending in answer.pendingRenewalInfo {
            infos[pending.originalTransactionId] = RenewalInfo(
                pending,
                productID: answer.latestReceiptInfo.first { $0.originalTransactionId == pending.originalTransactionId }?
                    .productId
            )
        }
        guard answer.style == .transaction, let status = answer.autoRenewStatus,
            let newest = answer.latestReceiptInfo.first ?? answer.latestExpiredReceiptInfo ?? answer.transactionReceipt
        else { return infos }
        infos[newest.originalTransactionId] = RenewalInfo(
            originalTransactionID: newest.originalTransactionId,
            productID: newest.productId,
            autoRenewProductID: answer.autoRenewProductId,
            willAutoRenew: status == .on,
            expirationIntent: answer.expirationIntent,
            isInBillingRetryPeriod: answer.isInBillingRetryPeriod ?? false
        )
        return infos
    }
}
