// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService

extension ServerAPIRoutes {
    private struct StatusAnswer: Encodable {
        struct Group: Encodable {
            var subscriptionGroupIdentifier: SubscriptionGroupID
            var lastTransactions: [Item]
        }

        struct Item: Encodable {
            var status: SubscriptionStatus
            var originalTransactionId: OriginalTransactionID
            var signedTransactionInfo: SignedPayload
            var signedRenewalInfo: SignedPayload
        }

        var environment: Environment
        var bundleId: BundleID
        var appAppleId: AppAppleID?
        var data: [Group]
    }

    func subscriptionStatuses(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let wanted = try request.query.values("status").map { text in
            guard let number = Int(text), (1...5).contains(number) else { throw ServerAPIError.invalidStatus }
            return SubscriptionStatus(rawValue: number)
        }
        let customer = try await customer(try request.parameter("id"), for: caller)
        var groups: [StatusAnswer.Group] = []
        for snapshot in await engine.subscriptions(of: customer) {
            guard snapshot.transaction.bundleId == caller.app,
                wanted.isEmpty || wanted.contains(snapshot.status)
            else { continue }
            let item = StatusAnswer.Item(
                status: snapshot.status,
                originalTransactionId: snapshot.transaction.originalTransactionId,
                signedTransactionInfo: try signing.sign(snapshot.transaction),
                signedRenewalInfo: try signing.sign(snapshot.renewalInfo)
            )
            if let index = groups.firstIndex(where: { $0.subscriptionGroupIdentifier == snapshot.group }) {
                groups[index].lastTransactions.append(item)
            } else {
                groups.append(.init(subscriptionGroupIdentifier: snapshot.group, lastTransactions: [item]))
            }
        }
        return try .apple(
            StatusAnswer(
                environment: caller.environment,
                bundleId: caller.app,
                appAppleId: await appAppleID(for: caller),
                data: groups
            )
        )
    }
}
