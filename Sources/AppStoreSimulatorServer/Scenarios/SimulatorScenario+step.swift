// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreSimulator
public import AppStoreTypes

extension SimulatorScenario {
    /// One step.
    public struct Step: Sendable, Decodable {
        /// What a person wants to know of it.
        public var note: String?

        /// The action.
        public var action: Action

        /// The notifications that follow, in order, and no others; not looked at when absent.
        public var expect: [String]?

        /// The refusal's code.
        public var refuses: String?

        /// What customers may use afterward.
        public var access: [String: [ProductID]]?

        /// The name under which the transaction of a purchase is spoken of later.
        public var name: String?

        /// Makes a step that expects nothing.
        init(action: Action, name: String? = nil) {
            self.action = action
            self.name = name
        }

        private enum CodingKeys: String, CodingKey, CaseIterable {
            case note, expect, refuses, access
            case name = "as"
            case customer, buy, redeem, advance, renewal, payment, refund, requestRefund, consent, price, command
            case family, pending, settings, seats, member, bundle, unbundle, organization
        }

        private struct AnyKey: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        /// Decodes a step; one without an action, with two, or with a word that is none is refused.
        public init(from decoder: any Decoder) throws {
            let all = try decoder.container(keyedBy: AnyKey.self)
            if let stranger = all.allKeys.first(where: { CodingKeys(stringValue: $0.stringValue) == nil }) {
                throw DecodingError.dataCorruptedError(
                    forKey: stranger,
                    in: all,
                    debugDescription: "a step has no \(stranger.stringValue)"
                )
            }
            let container = try decoder.container(keyedBy: CodingKeys.self)
            note = try container.decodeIfPresent(String.self, forKey: .note)
            expect = try container.decodeIfPresent([String].self, forKey: .expect)
            refuses = try container.decodeIfPresent(String.self, forKey: .refuses)
            access = try container.decodeIfPresent([String: [ProductID]].self, forKey: .access)
            name = try container.decodeIfPresent(String.self, forKey: .name)
            let actions = try Self.actions(in: container)
            guard let action = actions.first, actions.count == 1 else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "a step has exactly one action")
                )
            }
            self.action = action
        }

        /// Every action that a step names; one step by step, for the compiler's sake.
        private static func actions(in container: KeyedDecodingContainer<CodingKeys>) throws -> [Action] {
            var actions: [Action] = []
            func read<Request: Decodable>(_ key: CodingKeys, _ make: (Request) -> Action) throws {
                if let request = try container.decodeIfPresent(Request.self, forKey: key) {
                    actions.append(make(request))
                }
            }
            try read(.customer) { Action.customer($0) }
            try read(.buy) { Action.buy($0) }
            try read(.redeem) { Action.redeem($0) }
            try read(.advance) { Action.advance($0) }
            try read(.renewal) { Action.renewal($0) }
            try read(.payment) { Action.payment($0) }
            try read(.refund) { Action.refund($0) }
            try read(.requestRefund) { Action.requestRefund($0) }
            try read(.consent) { Action.consent($0) }
            try read(.price) { Action.price($0) }
            try read(.family) { Action.family($0) }
            try read(.pending) { Action.pending($0) }
            try read(.settings) { Action.settings($0) }
            try read(.seats) { Action.seats($0) }
            try read(.member) { Action.member($0) }
            try read(.bundle) { Action.bundle($0) }
            try read(.unbundle) { Action.unbundle($0) }
            try read(.organization) { Action.organization($0) }
            try read(.command) { Action.command($0) }
            return actions
        }
    }

    /// What a step does.
    public enum Action: Sendable {
        /// An account is made.
        case customer(CustomerProfile.CustomerUpdate)
        /// A customer buys.
        case buy(Purchase)
        /// A customer redeems a code.
        case redeem(Redemption)
        /// Time passes: an ISO 8601 duration.
        case advance(String)
        /// Renewal is turned on or off.
        case renewal(Renewal)
        /// A card works or fails.
        case payment(Payment)
        /// Apple refunds.
        case refund(Refund)
        /// A customer asks for a refund.
        case requestRefund(RefundRequest)
        /// A customer answers a price increase.
        case consent(Consent)
        /// A price changes.
        case price(Price)
        /// A customer joins a family, or leaves it.
        case family(Family)
        /// A parent or the customer decides about a purchase that waits.
        case pending(Pending)
        /// The environment behaves differently from now on, faults among it.
        case settings(JSONValue)
        /// A customer changes how many seats renew.
        case seats(Seats)
        /// A member is invited, accepts, or is removed.
        case member(Member)
        /// Several subscriptions are sold together from now on.
        case bundle(Bundle)
        /// A customer leaves a bundle with the next renewal.
        case unbundle(Unbundling)
        /// An organization is made, which buys seats like a customer.
        case organization(CustomerProfile.CustomerUpdate)
        /// Any command of the core.
        case command(Command)
    }

    /// A purchase.
    public struct Purchase: Sendable, Decodable {
        var customer: CustomerID
        var product: ProductID
        var quantity: Int?
        var seats: Int?
        var billingPlan: BillingPlanType?
        var appAccountToken: AppAccountToken?
    }

    /// A code.
    public struct Redemption: Sendable, Decodable {
        var customer: CustomerID
        var code: String
    }

    /// Renewal, on or off.
    public struct Renewal: Sendable, Decodable {
        var customer: CustomerID
        var group: SubscriptionGroupID
        var on: Bool
    }

    /// A card.
    public struct Payment: Sendable, Decodable {
        var customer: CustomerID
        var works: Bool
    }

    /// A refund of a transaction by its number or the name a step gave it.
    public struct Refund: Sendable, Decodable {
        var transaction: String
        var percentage: Int?
        var cancels: Bool?
        /// How many seats; the whole transaction when absent.
        var seats: Int?
    }

    /// A customer's refund request.
    public struct RefundRequest: Sendable, Decodable {
        var transaction: String
        var reason: ConsumptionRequestReason?
        var inApp: Bool?
    }

    /// How many seats renew.
    public struct Seats: Sendable, Decodable {
        var customer: CustomerID
        var group: SubscriptionGroupID
        var renew: Int
    }

    /// A member of a customer's or an organization's subscription.
    public struct Member: Sendable, Decodable {
        /// What is done about the member.
        enum Change: String, Sendable, Decodable {
            case invite, accept, remove
        }

        var of: CustomerID
        var group: SubscriptionGroupID
        var customer: CustomerID
        var change: Change
        var role: CustomerGroupRole?
    }

    /// How a bundle differs from a suite, whose subscriptions are not sold alone.
    enum BundleKind: String, Sendable, Decodable {
        case bundle, suite

        var type: ProductType { self == .suite ? .subscriptionSuite : .subscriptionBundle }
    }

    /// A bundle that is to be sold; its price is in milliunits.
    public struct Bundle: Sendable, Decodable {
        var product: ProductID
        var kind: BundleKind?
        var milliunits: Int64
        var group: SubscriptionGroupID?
        var members: [ProductID]
        var partners: [PartnerSubscription]?
    }

    /// What a customer keeps of a bundle.
    public struct Unbundling: Sendable, Decodable {
        var customer: CustomerID
        var bundle: ProductID
        var keeping: [ProductID]
    }

    /// An answer to a price increase.
    public struct Consent: Sendable, Decodable {
        var customer: CustomerID
        var group: SubscriptionGroupID
        var agrees: Bool
    }

    /// A family, or none.
    public struct Family: Sendable, Decodable {
        var customer: CustomerID
        var family: FamilyID?
    }

    /// A decision about the oldest purchase that waits.
    public struct Pending: Sendable, Decodable {
        var customer: CustomerID
        var approve: Bool
    }

    /// A new price in thousandths of the base currency's unit.
    public struct Price: Sendable, Decodable {
        var product: ProductID
        var milliunits: Int64
        var preservesExisting: Bool?
    }
}

extension CustomerProfile {
    /// What is said of a customer who is to be made.
    public struct CustomerUpdate: Sendable, Decodable {
        var id: CustomerID
        var storefront: StorefrontCountryCode?
        var asksToBuy: Bool?
    }
}
