// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// Written as app code commonly is, because that is what must compile; so it keeps none of these rules of the house:
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverForceUnwrap, OmitExplicitReturns, ReplaceForEachWithForLoop, OrderedImports, NeverUseImplicitlyUnwrappedOptionals

// A store of today: Observation, a logger, and everything on the main actor.
import Foundation
import OSLog
import Observation
import StoreKit
import UIKit

@MainActor
@Observable
final class SubscriptionManager {
    enum Tier: Int, Comparable {
        case none, silver, gold

        static func < (lhs: Tier, rhs: Tier) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    private(set) var tier: Tier = .none
    private(set) var willRenew = false
    private(set) var expires: Date?

    @ObservationIgnored private let logger = Logger(subsystem: "com.example.app", category: "Store")
    @ObservationIgnored private var tasks: [Task<Void, Never>] = []
    private let groupID: String

    init(groupID: String) {
        self.groupID = groupID
        tasks.append(
            Task(priority: .background) { [weak self] in
                for await update in Transaction.updates {
                    await self?.handle(update)
                }
            }
        )
        tasks.append(
            Task { [weak self] in
                for await _ in Product.SubscriptionInfo.Status.updates {
                    await self?.refresh()
                }
            }
        )
    }

    func stop() {
        tasks.forEach { $0.cancel() }
        tasks = []
    }

    func handle(_ update: VerificationResult<Transaction>) async {
        guard case .verified(let transaction) = update else {
            logger.error("unverified transaction: \(update.debugDescription, privacy: .private)")
            return
        }
        logger.debug("transaction \(transaction.id) for \(transaction.productID, privacy: .public)")
        await refresh()
        await transaction.finish()
    }

    func refresh() async {
        do {
            let statuses = try await Product.SubscriptionInfo.status(for: groupID)
            var best: Tier = .none
            for status in statuses where status.state == .subscribed || status.state == .inGracePeriod {
                guard case .verified(let renewalInfo) = status.renewalInfo,
                    case .verified(let transaction) = status.transaction
                else { continue }
                best = max(best, transaction.productID.contains("gold") ? .gold : .silver)
                willRenew = renewalInfo.willAutoRenew
                expires = transaction.expirationDate
            }
            tier = best
        } catch {
            logger.error("\(error.localizedDescription)")
        }
    }

    func manageSubscriptions() async throws {
        guard let scene = UIApplication.shared.connectedScenes.first as? UIWindowScene else { return }
        try await AppStore.showManageSubscriptions(in: scene)
    }
}
