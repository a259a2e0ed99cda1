// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

extension Purser {
    /// Warns before the customer pays for something twice.
    func warn(of product: StoreProduct, _ options: PurchaseOptions) async throws {
        guard !options.ignoresConflicts, product.kind != StoreProduct.consumable else { return }
        guard let warning = await conflict(buying: product) else { return }
        emit(.conflictWarned) { ($0.product, $0.text) = (product.id, warning.kind) }
        if let ask = configuration.shouldPurchaseDespiteConflict {
            if await ask(warning) { return }
        }
        throw error(.conflict, conflict: warning)
    }

    private func conflict(buying product: StoreProduct) async -> ConflictWarning? {
        if let server, let customer {
            let environment = await store.environment().documentName
            do {
                let found = try await server.conflicts(of: customer, buying: product.id, environment: environment)
                return found.conflicts.first.map { conflict in
                    let sides = [conflict.keptPurchase?.productID, conflict.redundantPurchase?.productID].compactMap {
                        $0
                    }
                    return ConflictWarning(
                        kind: conflict.kind,
                        entitlement: conflict.entitlement,
                        owned: sides.first { $0 != product.id },
                        wanted: product.id,
                        nextCharge: conflict.nextChargeDate,
                        wantsForLife: conflict.keptPurchase?.productID == product.id,
                        endsByItself: conflict.advice.contains("let-it-expire")
                    )
                }
            } catch {
                // The device's own look is better than none; the server finds the conflict afterward as well.
                configuration.onLog?("the server could not be asked for conflicts: \(error)")
            }
        }
        return await deviceConflict(buying: product)
    }

    /// What the device knows: products of different kinds that give the same entitlement.
    private func deviceConflict(buying product: StoreProduct) async -> ConflictWarning? {
        let map = configuration.entitlementMap
        let wanted = Set(map.entitlements(of: product.id))
        guard !wanted.isEmpty else { return nil }
        for held in await store.held() where held.product != product.id {
            guard let common = map.entitlements(of: held.product).first(where: wanted.contains),
                [product.kind, held.kind].contains(StoreProduct.nonConsumable),
                [product.kind, held.kind].contains(StoreProduct.renewable)
            else { continue }
            var renewal: RenewingSubscription?
            var isKnown = true
            do {
                renewal = try await store.renewingSubscriptions().first { $0.originalTransaction == held.originalID }
            } catch {
                // The warning comes all the same; it only does not promise that the subscription ends.
                isKnown = false
                configuration.onLog?("the store could not be asked for renewals: \(error)")
            }
            return ConflictWarning(
                kind: held.isFamilyShared ? "own-and-family" : "lifetime-and-subscription",
                entitlement: common,
                owned: held.product,
                wanted: product.id,
                nextCharge: renewal?.nextDate,
                wantsForLife: product.kind == StoreProduct.nonConsumable,
                endsByItself: held.kind == StoreProduct.renewable && isKnown && renewal == nil
            )
        }
        return nil
    }
}
