// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// Carries out a command; whatever can be refused is refused before anything changes.
    mutating func execute(_ command: Command) throws -> Outcome.Answer {
        switch command {
        case .addCustomer(let profile): try add(profile)
        case .addOrganization(let profile): try addOrganization(profile)
        case .changeCustomer(let id, let change): try self.change(try slot(of: id), change)
        case .deleteAccount(let id): deleteAccount(try slot(of: id))
        case .clearHistory(let id): try clearHistory(try slot(of: id))
        case .forget(let id): try removePurchase(id)
        case .download(let id, let app): try download(try slot(of: id), app)
        case .joinFamily(let id, let family): try join(try slot(of: id), family)
        case .leaveFamily(let id): leaveFamily(try slot(of: id))
        case .rescindConsent(let id, let app): try rescindConsent(try slot(of: id), app)
        case .buy(let id, let product, let options): return try buy(try slot(of: id), product, options)
        case .orderAdvancedCommerce(let id, let product, let order):
            return try self.order(try slot(of: id), product, order)
        case .redeem(let id, let code, let options): return try redeem(try slot(of: id), code, options)
        case .completePending(let id): return try completePending(id)
        case .cancelPending(let id): try cancelPending(id)
        case .restore(let id, let app): return try restore(try slot(of: id), app)
        case .finish(let id): effects.finished.append(id)
        case .setRenewal(let id, let group, let on): try setRenewal(try ownSubscription(id, group), on: on)
        case .answerPriceIncrease(let id, let group, let agrees):
            try respondToPriceIncrease(try ownSubscription(id, group), agrees: agrees)
        case .forceRenewal(let id, let group): try forceRenewal(try ownSubscription(id, group))
        case .expire(let id, let group): try expire(try ownSubscription(id, group))
        case .setRenewalSeats(let id, let group, let seats):
            try setRenewalSeats(try ownSubscription(id, group), seats)
        case .refundSeats(let id, let seats): try refundSeats(id, seats)
        case .inviteMember, .acceptInvitation, .removeMember: return try executeMembership(command)
        case .unbundle(let id, let bundle, let remaining): try unbundle(try slot(of: id), bundle, keeping: remaining)
        case .requestRefund, .refund, .decideRefund, .reverseRefund, .sendConsumption: try executeRefund(command)
        default: return try executeOperator(command)
        }
        return .done
    }

    private mutating func executeMembership(_ command: Command) throws -> Outcome.Answer {
        switch command {
        case .inviteMember(let id, let group, let member, let role):
            return try invite(try slot(of: member), to: try ownSubscription(id, group), role: role)
        case .acceptInvitation(let member, let id, let group):
            return try acceptInvitation(try slot(of: member), to: try ownSubscription(id, group))
        case .removeMember(let id, let group, let member):
            try removeMember(try knownSlot(of: member), from: try ownSubscription(id, group))
            return .done
        default: return .done
        }
    }

    private mutating func executeRefund(_ command: Command) throws {
        switch command {
        case .requestRefund(let id, let reason, let inApp): try requestRefund(id, reason, inApp: inApp)
        case .refund(let id, let decision, let cancels): try refund(id, decision, cancels: cancels)
        case .decideRefund(let id, let decision): try decideRefund(id.key ?? 0, as: decision)
        case .reverseRefund(let id): try reverseRefund(id)
        case .sendConsumption(let id, let information): try receive(information, about: id)
        default: break
        }
    }

    private mutating func executeOperator(_ command: Command) throws -> Outcome.Answer {
        switch command {
        case .addBundle(let bundle): try sell(bundle)
        case .setForSale(let id, let isForSale): catalog.products[try product(id)].isForSale = isForSale
        case .setApproved(let id, let isApproved): catalog.products[try product(id)].isApproved = isApproved
        case .changePrice(let id, let price, let preserves):
            changePrice(try product(id), price, preservesExisting: preserves)
        case .addOfferCode(let code, let product, let offer, let redemptions):
            try addOfferCode(code, product, offer, redemptions: redemptions)
        case .extendRenewal(let id, let days, _, _): return try extend(id, days: days)
        case .extendAllRenewals(let request): try begin(request)
        case .claimSeat(let id, let request, let download):
            return try claimSeat(id, request: request, appTransactionID: download)
        case .unclaimSeat(let id, let claim): try unclaimSeat(id, claim)
        case .associateSeat(let id, let claim, let download): try associateSeat(id, claim, download)
        case .setAppAccountToken(let id, let token): try setToken(token, of: id)
        case .requestTestNotification(let app, let environment): return try sendTest(app, environment)
        case .configure(let environment, let settings): self.settings[environment] = settings
        case .beginExternalPurchase(let id, let app): return try beginExternalPurchase(try slot(of: id), app)
        case .reportExternalPurchase(let token): try reportExternalPurchase(token)
        case .changeAdvancedCommerce(let id, let change): try self.change(id, change)
        case .setGeneric(let id, let isGeneric): catalog.products[try product(id)].isGeneric = isGeneric
        default: throw SimulatorError(.invalidCommand, "The command is not one of an operator.")
        }
        return .done
    }

    /// The slot of a customer, also of one whose account was deleted.
    private func knownSlot(of id: CustomerID) throws -> Int {
        guard let slot = customerSlots[id] else {
            throw SimulatorError(.unknownCustomer, "There is no customer \"\(id)\"; add the customer first.")
        }
        return slot
    }

    func slot(of id: CustomerID) throws -> Int {
        let slot = try knownSlot(of: id)
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
            throw SimulatorError(.unknownProduct, "The catalog has no product \"\(id)\".")
        }
        return slot
    }

    private mutating func sendTest(_ app: BundleID, _ environment: Environment) throws -> Outcome.Answer {
        guard catalog.app(app) != nil else {
            throw SimulatorError(.unknownApp, "The catalog has no app \"\(app)\".")
        }
        deliver(emptyNotification(app: app, environment: environment), as: .version2(.test, nil))
        return .testNotification(effects.notifications[effects.notifications.count - 1].uuid)
    }
}
