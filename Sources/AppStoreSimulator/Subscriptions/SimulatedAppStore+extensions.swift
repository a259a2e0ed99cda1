// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// The operator's request to extend all subscriptions of a product.
public struct MassExtension: Hashable, Sendable, Codable {
    /// The request, as the operator named it.
    public var request: String
    /// The product.
    public var product: ProductID
    /// The environment.
    public var environment: Environment
    /// By how many days.
    public var days: Int
    /// Why: a number of Apple's list.
    public var reason: Int
    /// The storefronts it is limited to.
    public var storefronts: [StorefrontCountryCode]?
    /// When it was done; absent while the App Store works on it.
    public var completeDate: Date?
    /// How many were extended.
    public var succeededCount: Int64 = 0
    /// How many were not.
    public var failedCount: Int64 = 0

    /// Makes a request.
    public init(
        request: String,
        product: ProductID,
        environment: Environment,
        days: Int,
        reason: Int,
        storefronts: [StorefrontCountryCode]? = nil
    ) {
        self.request = request
        self.product = product
        self.environment = environment
        self.days = days
        self.reason = reason
        self.storefronts = storefronts
    }
}

extension MassExtension {
    /// The key of the request: the operator's identifier, one product and one environment.
    fileprivate var key: String { "\(environment) \(product) \(request)" }
}

extension SimulatedAppStore {
    /// For how long a request that was worked off is known, in seconds: as long as an extension counts.
    private static let massExtensionMemory = 365.0 * 86_400

    /// The state of an extension of many renewal dates, or nothing when there is no such request.
    public func massExtension(
        request: String,
        product: ProductID,
        in environment: Environment
    ) -> MassExtension? {
        // By what it says and not by its key, which was another one before.
        massExtensions.values.first {
            $0.request == request && $0.product == product && $0.environment == environment
        }
    }

    /// The operator extends one subscription.
    mutating func extend(_ id: OriginalTransactionID, days: Int) throws -> Outcome.Answer {
        guard (1...90).contains(days) else {
            throw SimulatorError(.invalidCommand, "A renewal date is extended by 1 to 90 days, not \(days).")
        }
        guard let key = id.key, let slot = lineageSlots[key] else {
            throw SimulatorError(.unknownTransaction, "There is no subscription \(id).")
        }
        try checkExtension(slot)
        extend(slot, days: days)
        return .extended(
            effectiveDate: lineages[slot].expires,
            webOrderLineItemID: latest(slot).webOrderLineItemId
        )
    }

    private func checkExtension(_ slot: Int) throws {
        let lineage = lineages[slot]
        guard !lineage.isAssigned else {
            throw SimulatorError(.extensionOfAssignedSubscription, "A member's seat is extended with its buyer's.")
        }
        guard lineage.bundle == nil else {
            throw SimulatorError(.extensionIneligible, "A bundle's subscription is extended with the bundle.")
        }
        guard !lineage.isShared else {
            throw SimulatorError(.extensionOfSharedSubscription, "A shared subscription is extended with its buyer's.")
        }
        guard lineage.phase == .active, lineage.paidPeriods > 0, lineage.runningOffer?.isFree != true else {
            throw SimulatorError(.extensionIneligible, "Only an active subscription outside a free offer is extended.")
        }
        let year = now.addingTimeInterval(-365 * 86_400)
        guard customers[lineage.customer].extensions.count(where: { $0 > year }) < 2 else {
            throw SimulatorError(.extensionLimit, "The customer's subscription was extended twice within a year.")
        }
    }

    private mutating func extend(_ slot: Int, days: Int) {
        let owner = lineages[slot].customer
        let seconds = Double(rate(of: owner).scaled(days: days))
        let end = lineages[slot].expires.addingTimeInterval(seconds)
        let year = now.addingTimeInterval(-365 * 86_400)
        customers[owner].extensions.removeAll { $0 <= year }
        customers[owner].extensions.append(now)
        lineages[slot].chargeDate = lineages[slot].chargeDate.addingTimeInterval(seconds)
        lineages[slot].anchorDay = end.civil.day.day
        lineages[slot].wasExtended = true
        moveEnd(slot, to: end)
        notify(.extended, slot: slot)
        plan(slot)
    }

    /// Lets the period at hand end at another instant.
    mutating func moveEnd(_ slot: Int, to end: Date) {
        let places = periodPlaces(slot)
        lineages[slot].expires = end
        lineages[slot].moveService(to: end)
        for place in places {
            lineages[slot].transactions[place].expiresDate = end
            let moved = lineages[slot].transactions[place]
            publish(moved, customer: lineages[slot].customer)
            guard moved.revocationDate == nil || lineages[slot].seats == nil else { continue }
            grantAccess(moved, customer: lineages[slot].customer, until: end)
        }
    }

    /// The operator asks for an extension of many; the App Store answers at once and works it off a little later.
    mutating func begin(_ request: MassExtension) throws {
        guard (1...90).contains(request.days) else {
            throw SimulatorError(.invalidCommand, "A renewal date is extended by 1 to 90 days, not \(request.days).")
        }
        let memory = now.addingTimeInterval(-Self.massExtensionMemory)
        massExtensions = massExtensions.filter { $0.value.completeDate.map { $0 > memory } ?? true }
        let known = massExtension(request: request.request, product: request.product, in: request.environment)
        guard known == nil else { return }
        massExtensions[request.key] = request
        queue.insert(.massExtension(request.key), at: now.addingTimeInterval(60).millisecondsSince1970)
    }

    /// Extends every subscription of the request, notifies the server of each, and sends the summary.
    mutating func processExtension(_ key: String) {
        guard var request = massExtensions[key] else { return }
        for slot in lineages.indices where lineages[slot].product == request.product {
            let lineage = lineages[slot]
            let profile = customers[lineage.customer].profile
            guard !lineage.isShared, lineage.isLive || lineage.phase == .retry,
                profile.environment == request.environment,
                request.storefronts?.contains(profile.storefront) ?? true
            else { continue }
            do {
                try checkExtension(slot)
                extend(slot, days: request.days)
                request.succeededCount += 1
            } catch {
                request.failedCount += 1
                notify(.extensionFailed, slot: slot)
            }
        }
        request.completeDate = now
        massExtensions[key] = request
        sumUp(request)
    }

    private mutating func sumUp(_ request: MassExtension) {
        guard let product = productSlots[request.product], settings[request.environment].notifications == .version2
        else {
            return
        }
        let app = catalog.products[product].bundleID
        var notification = emptyNotification(app: app, environment: request.environment)
        notification.summary = NotificationSummary(
            environment: request.environment,
            appAppleId: notification.appAppleID,
            bundleId: app,
            productId: request.product,
            requestIdentifier: request.request,
            storefrontCountryCodes: request.storefronts,
            succeededCount: request.succeededCount,
            failedCount: request.failedCount
        )
        deliver(notification, as: .version2(.renewalExtension, .summary))
    }
}
