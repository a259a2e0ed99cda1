// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// One thing that happens in a simulated world.
///
/// A step names nothing that another step made: customers, products and purchases are picked by number among those that
/// are there. So any of the steps can be left out and the rest still means something, by which a failing run shrinks.
package enum SimulationStep: Hashable, Sendable {
    /// A customer orders, pays and shows the purchase, and any of it may be left out; the salt decides.
    case buy(customer: Int, product: Int, salt: UInt64)
    /// A customer opens the apps, which show the server every transaction that is not done with.
    case launch(customer: Int)
    /// Time passes.
    case pass(seconds: Int)
    /// A customer changes a subscription or how it is paid.
    case subscription(customer: Int, shop: Int, salt: UInt64)
    /// Something becomes of a customer's last purchase: a refund, its reversal, an extension.
    case aftermath(customer: Int, salt: UInt64)
    /// A customer changes the account or the family.
    case account(customer: Int, salt: UInt64)
    /// An operator changes a price or extends everybody's renewals.
    case operate(shop: Int, salt: UInt64)
    /// An instance does the work that continues automatically.
    case work(instance: Int)
    /// An instance is killed; unless it is `alone`, the power goes for all.
    case kill(instance: Int, alone: Bool)
    /// The network loses so many requests and answers in a thousand.
    case network(lost: Int, lostAnswers: Int)
    /// The store fails so many calls in a thousand.
    case store(failed: Int, unanswered: Int, unread: Int)
    /// Apple's interfaces fail, each time in another way.
    case interfaces(salt: UInt64)
    /// The backend refuses the next webhooks.
    case backend(refuses: Int)
    /// A customer's entitlements are read.
    case read(customer: Int)
    /// Somebody sends a version 1 notification that Apple never sent.
    case forge(customer: Int, shop: Int)
    /// Somebody who means no good, or a change that two servers learn of at different times.
    case neighbor(SimulatedNeighbor, customer: Int, salt: UInt64)
    /// Everything works again, everything is recovered, and all books are compared.
    case drain
    /// Everything works again and no one calls recovery: the background jobs alone must complete all work in
    /// time.
    case wait
}

extension SimulationStep {
    /// The steps of a seed.
    ///
    /// - Parameters:
    ///   - seed: The seed.
    ///   - count: The number of steps.
    ///   - neighbors: The neighbors that act; about a third of the steps are theirs. None (default) plans as without
    ///     them.
    ///   - end: What ends the plan: ``settle`` (default) or ``wait``.
    /// - Returns: The steps; the last one is `end`.
    package static func plan(
        seed: UInt64,
        count: Int = 220,
        neighbors: Set<SimulatedNeighbor> = [],
        end: SimulationStep = .drain
    ) -> [SimulationStep] {
        var dice = SimulationRandom(seed: seed)
        let kinds = neighbors.sorted { $0.rawValue < $1.rawValue }
        var steps: [SimulationStep] = []
        for number in 1...max(1, count) {
            if number % 110 == 0 {
                steps.append(end)
            } else if !kinds.isEmpty, dice.happens(35) {
                steps.append(.neighbor(dice.pick(kinds), customer: dice.below(1000), salt: dice.next()))
            } else {
                steps.append(random(&dice))
            }
        }
        if steps.last != end { steps.append(end) }
        return steps
    }

    private static func random(_ dice: inout SimulationRandom) -> SimulationStep {
        let (customer, salt) = (dice.below(1000), dice.next())
        switch dice.below(100) {
        case ..<24: return .buy(customer: customer, product: dice.below(1000), salt: salt)
        case ..<30: return .launch(customer: customer)
        case ..<56: return .pass(seconds: dice.pick([60, 3600, 20_000, 100_000, 300_000, 900_000]))
        case ..<64: return .subscription(customer: customer, shop: dice.below(2), salt: salt)
        case ..<72: return .aftermath(customer: customer, salt: salt)
        case ..<76: return .account(customer: customer, salt: salt)
        case ..<78: return .operate(shop: dice.below(2), salt: salt)
        case ..<82: return .work(instance: dice.below(2))
        case ..<86: return .kill(instance: dice.below(2), alone: dice.happens(50))
        case ..<88: return .network(lost: dice.pick([0, 50, 200]), lostAnswers: dice.pick([0, 50, 100]))
        case ..<90:
            return .store(
                failed: dice.pick([0, 20, 100]),
                unanswered: dice.pick([0, 20]),
                unread: dice.pick([0, 10])
            )
        case ..<92: return .interfaces(salt: salt)
        case ..<93: return .backend(refuses: dice.below(4))
        case ..<96: return .read(customer: customer)
        default: return .forge(customer: customer, shop: dice.below(2))
        }
    }
}
