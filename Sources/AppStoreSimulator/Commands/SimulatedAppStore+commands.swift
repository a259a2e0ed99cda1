// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// Carries out a command; whatever can be refused is refused before anything changes.
    mutating func carryOut(_ command: Command) throws -> Outcome.Answer {
        switch command {
        case .addCustomer(let profile): try add(profile)
        case .changeCustomer(let id, let change): try self.change(try slot(of: id), change)
        case .download(let id, let app): try download(try slot(of: id), app)
        case .buy(let id, let product, let options): return try buy(try slot(of: id), product, options)
        case .completePending(let id): return try completePending(id)
        case .cancelPending(let id): try cancelPending(id)
        case .setRenewal(let id, let group, let on): try setRenewal(try ownSubscription(id, group), on: on)
        case .refund(let id, let decision, let cancels): try refund(id, decision, cancels: cancels)
        case .requestTestNotification(let app, let environment): return try sendTest(app, environment)
        case .configure(let environment, let settings): self.settings[environment] = settings
        case .finish(let id): effects.finished.append(id)
        default:
            throw SimulatorError(.invalidCommand, "This command is not known yet.")
        }
        return .done
    }

    func slot(of id: CustomerID) throws -> Int {
        guard let slot = customerSlots[id] else {
            throw SimulatorError(.unknownCustomer, "There is no customer \"\(id)\"; add the customer first.")
        }
        guard !customers[slot].isDeleted else {
            throw SimulatorError(.accountDeleted, "The account of \"\(id)\" was deleted.")
        }
        return slot
    }

    /// The slot of a customer's own subscription of a group.
    func ownSubscription(_ id: CustomerID, _ group: SubscriptionGroupID) throws -> Int {
        guard let slot = customers[try slot(of: id)].subscription(of: group) else {
            throw SimulatorError(.invalidState, "\"\(id)\" has no subscription of the group \(group).")
        }
        return slot
    }

    func product(_ id: ProductID) throws -> Int {
        guard let slot = productSlots[id] else {
            throw SimulatorError(.unknownProduct, "The catalogue has no product \"\(id)\".")
        }
        return slot
    }

    private mutating func sendTest(_ app: BundleID, _ environment: Environment) throws -> Outcome.Answer {
        guard catalog.app(app) != nil else {
            throw SimulatorError(.unknownApp, "The catalogue has no app \"\(app)\".")
        }
        deliver(emptyNotification(app: app, environment: environment), as: .version2(.test, nil))
        return .testNotification(effects.notifications[effects.notifications.count - 1].uuid)
    }
}
