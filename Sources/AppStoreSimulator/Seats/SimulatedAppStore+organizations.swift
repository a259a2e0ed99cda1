// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
import FoundationEssentials

/// Organizations, which buy seats in Apple Business or Apple School Manager: the app gets the members' copies only.
extension SimulatedAppStore {
    /// The organizations, in the order in which they were made.
    public var organizationIDs: [CustomerID] {
        customers.filter { !$0.isDeleted && $0.isOrganization == true }.map(\.profile.id)
    }

    mutating func addOrganization(_ profile: CustomerProfile) throws {
        try add(profile)
        customers[customers.count - 1].isOrganization = true
    }

    /// Whether no app ever gets the documents of a customer's purchases of a product: an organization buys outside of it,
    /// and of a bundle the apps get what it brings.
    func isHidden(_ product: ProductID, of customer: Int) -> Bool {
        customers[customer].isOrganization == true || isBundle(product)
    }
}

// MARK: - Groups

extension SimulatedAppStore {
    /// The groups that a customer bought or has a seat in, in an app.
    public func groups(of id: CustomerID, app: BundleID) -> [GroupSnapshot] {
        guard let slot = customerSlots[id] else { return [] }
        let seats = (customers[slot].assignedSubscriptions ?? []).compactMap { seat -> Int? in
            let source = lineages[seat.slot].assignment?.source
            return source.flatMap { lineages[$0].assignedTo?.contains(seat.slot) == true ? $0 : nil }
        }
        var groups: [GroupSnapshot] = []
        for source in customers[slot].subscriptions.map(\.slot) + seats where isGroup(source, of: app) {
            var group = group(of: source)
            guard !groups.contains(where: { $0.id == group.id }) else { continue }
            if group.type == .organization { group.roles = roles(of: slot, in: lineages[source].customer, app: app) }
            groups.append(group)
        }
        return groups
    }

    /// A group of an app; nothing when there is none, or its subscriptions have ended.
    public func group(_ id: CustomerGroupID, app: BundleID, in environment: Environment) -> GroupSnapshot? {
        guard let key = TransactionKey(id.rawValue), let slot = lineageSlots[key], isGroup(slot, of: app),
            customers[lineages[slot].customer].profile.environment == environment
        else { return nil }
        let group = group(of: slot)
        return group.id == id ? group : nil
    }

    private func isGroup(_ slot: Int, of app: BundleID) -> Bool {
        lineages[slot].app == app && lineages[slot].isLive && hasAppleMembers(slot)
    }

    /// The group of a subscription; an organization has one for all its subscriptions of an app.
    private func group(of slot: Int) -> GroupSnapshot {
        let owner = lineages[slot].customer
        let isOrganization = customers[owner].isOrganization == true
        let app = lineages[slot].app
        let sources =
            isOrganization ? customers[owner].subscriptions.map(\.slot).filter { isGroup($0, of: app) } : [slot]
        var ids = isOrganization ? [] : [customers[owner].profile.id]
        for member in sources.flatMap({ members(of: $0).map(\.customer) }) where !ids.contains(member) {
            ids.append(member)
        }
        let key = sources.map { lineages[$0].key }.min() ?? lineages[slot].key
        return GroupSnapshot(
            id: CustomerGroupID(rawValue: String(key)),
            type: isOrganization ? .organization : .consumer,
            owner: customers[owner].profile.id,
            customers: ids
        )
    }

    private func roles(of member: Int, in organization: Int, app: BundleID) -> [CustomerGroupProductRole] {
        customers[organization].subscriptions.map(\.slot).filter { isGroup($0, of: app) }.compactMap { source in
            let copy = (lineages[source].assignedTo ?? []).first { lineages[$0].customer == member }
            return copy.map {
                CustomerGroupProductRole(
                    productId: lineages[source].product,
                    role: lineages[$0].assignment?.role ?? CustomerGroupRole.none
                )
            }
        }
    }

    /// The members who have a seat of a subscription, the oldest first.
    func members(of slot: Int) -> [GroupMemberSnapshot] {
        (lineages[slot].assignedTo ?? []).map { copy in
            GroupMemberSnapshot(
                customer: customers[lineages[copy].customer].profile.id,
                transaction: latest(copy).transactionId,
                role: lineages[copy].assignment?.role,
                endDate: lineages[copy].assignment?.endsWithPeriod == true ? lineages[copy].expires : nil
            )
        }
    }

    /// The customers who are invited to a subscription and have no seat yet.
    func invited(to slot: Int) -> [CustomerID] {
        (lineages[slot].invitations ?? []).map { customers[$0.member].profile.id }
    }
}
