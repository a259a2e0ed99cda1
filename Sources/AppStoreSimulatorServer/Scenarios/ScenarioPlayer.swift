// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials

/// Takes the steps of a scenario on a simulator.
struct ScenarioPlayer: Sendable {
    let engine: SimulatorEngine
    /// The environment of customers who are not made by a step of their own.
    let environment: Environment

    /// Takes a step, and compares what happens with what the step expects.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - names: The transactions by the names that steps gave them.
    /// - Returns: The result of the step.
    /// - Throws: An error of the database.
    func process(
        _ step: SimulatorScenario.Step,
        _ names: inout [String: TransactionID]
    ) async throws -> ScenarioReport.Step {
        var done = ScenarioReport.Step(
            title: step.note ?? step.action.title,
            date: engine.present.value,
            notifications: [],
            problems: []
        )
        do {
            let (labels, transaction) = try await perform(step.action, names)
            done.notifications = labels
            if let name = step.name { names[name] = transaction }
            if let code = step.refuses { done.problems.append("it should have been refused: \(code)") }
        } catch let error as SimulatorError {
            if error.code.rawValue != step.refuses { done.problems.append("refused: \(error)") }
        } catch let error as SimulatorServiceError {
            if error.code.rawValue != step.refuses { done.problems.append(error.message) }
        }
        if let expected = step.expect, expected != done.notifications {
            done.problems.append(
                "expected \(Self.list(expected)), but \(Self.list(done.notifications)) came"
            )
        }
        for (customer, products) in (step.access ?? [:]).sorted(by: { $0.key < $1.key }) {
            let truth = await engine.store.truth(of: CustomerID(rawValue: customer))
            let found = truth.access.map(\.product).sorted()
            if found != products.sorted() {
                done.problems.append(
                    "\(customer) should have \(Self.list(products.map(\.rawValue))), "
                        + "but has \(Self.list(found.map(\.rawValue)))"
                )
            }
        }
        done.date = engine.present.value
        return done
    }

    private static func list(_ items: [String]) -> String {
        items.isEmpty ? "nothing" : items.joined(separator: ", ")
    }

    private func perform(
        _ action: SimulatorScenario.Action,
        _ names: [String: TransactionID]
    ) async throws -> ([String], TransactionID?) {
        if case .advance(let text) = action {
            guard let length = TimeSpan(text) else {
                throw SimulatorServiceError(.invalidScenario, "\(text) is not a length such as P1M.")
            }
            return (try await engine.advance(to: length.added(to: engine.present.value)).notifications, nil)
        }
        if case .settings(let change) = action {
            let settings = try Self.settings(change, over: await engine.settings[environment])
            let outcome = try await engine.perform(.configure(environment, settings))
            return (outcome.effects.notifications.map(\.label), nil)
        }
        if case .pending(let request) = action { return try await drain(request) }
        if let newcomer = newcomer(in: action), await engine.customer(newcomer) == nil {
            _ = try await engine.perform(.addCustomer(CustomerProfile(id: newcomer, environment: environment)))
        }
        let outcome = try await engine.perform(try command(for: action, names))
        return (outcome.effects.notifications.map(\.label), outcome.transaction?.transactionId)
    }

    static func settings(
        _ change: JSONValue,
        over current: EnvironmentSettings
    ) throws -> EnvironmentSettings {
        do {
            let settings = try SettingsPatch.apply(change, to: current)
            try settings.checkNumbers()
            return settings
        } catch let error as DecodingError {
            throw SimulatorServiceError(.invalidScenario, "The settings are not understood: \(error).")
        } catch let error as SimulatorError {
            throw SimulatorServiceError(.invalidScenario, error.message)
        }
    }

    /// Approves or declines the oldest purchase of a customer that waits.
    private func drain(_ request: SimulatorScenario.Pending) async throws -> ([String], TransactionID?) {
        guard let pending = await engine.pendingPurchases(of: request.customer).first else {
            throw SimulatorServiceError(.invalidScenario, "No purchase of \(request.customer) waits.")
        }
        let outcome = try await engine.perform(
            request.approve ? .completePending(pending.id) : .cancelPending(pending.id)
        )
        return (outcome.effects.notifications.map(\.label), outcome.transaction?.transactionId)
    }

    /// A customer who buys for the first time needs no step of their own.
    private func newcomer(in action: SimulatorScenario.Action) -> CustomerID? {
        switch action {
        case .buy(let purchase): purchase.customer
        case .redeem(let redemption): redemption.customer
        case .member(let member): member.customer
        default: nil
        }
    }

    private func command(
        for action: SimulatorScenario.Action,
        _ names: [String: TransactionID]
    ) throws -> Command {
        func transaction(_ text: String) -> TransactionID { names[text] ?? TransactionID(rawValue: text) }
        switch action {
        case .customer(let request):
            return .addCustomer(
                CustomerProfile(
                    id: request.id,
                    environment: environment,
                    storefront: request.storefront ?? "USA",
                    asksToBuy: request.asksToBuy ?? false
                )
            )
        case .buy(let request):
            let options = PurchaseOptions(
                quantity: request.quantity ?? 1,
                seats: request.seats,
                billingPlan: request.billingPlan,
                appAccountToken: request.appAccountToken
            )
            return .buy(request.customer, product: request.product, options: options)
        case .redeem(let request): return .redeem(request.customer, code: request.code, options: PurchaseOptions())
        case .renewal(let request): return .setRenewal(request.customer, group: request.group, on: request.on)
        case .payment(let request): return .changeCustomer(request.customer, .payment(request.works ? .works : .fails))
        case .refund(let request):
            if let seats = request.seats { return .refundSeats(transaction(request.transaction), seats: seats) }
            let decision = request.percentage.map { RefundDecision.prorated(.other, percentage: $0) } ?? .full(.other)
            return .refund(transaction(request.transaction), decision: decision, cancels: request.cancels ?? false)
        case .requestRefund(let request):
            return .requestRefund(
                transaction(request.transaction),
                reason: request.reason ?? .unintendedPurchase,
                inApp: request.inApp ?? true
            )
        case .consent(let request):
            return .answerPriceIncrease(request.customer, group: request.group, agrees: request.agrees)
        case .price(let request):
            return .changePrice(
                request.product,
                PriceList(base: request.milliunits),
                preservesExisting: request.preservesExisting ?? false
            )
        case .family(let request):
            return request.family.map { .joinFamily(request.customer, $0) } ?? .leaveFamily(request.customer)
        case .seats, .member, .bundle, .unbundle, .organization: return try groupCommand(for: action)
        case .command(let command): return command
        case .advance, .settings, .pending:
            throw SimulatorServiceError(.invalidScenario, "The step is not a command of the store.")
        }
    }

    private func groupCommand(for action: SimulatorScenario.Action) throws -> Command {
        switch action {
        case .seats(let request): return .setRenewalSeats(request.customer, group: request.group, seats: request.renew)
        case .member(let request):
            let (owner, group, member) = (request.of, request.group, request.customer)
            switch request.change {
            case .invite: return .inviteMember(owner, group: group, member: member, role: request.role)
            case .accept: return .acceptInvitation(member, from: owner, group: group)
            case .remove: return .removeMember(owner, group: group, member: member)
            }
        case .bundle(let request):
            return .addBundle(
                BundleDefinition(
                    id: request.product,
                    type: request.kind?.type ?? .subscriptionBundle,
                    price: request.milliunits,
                    group: request.group,
                    members: request.members,
                    partners: request.partners
                )
            )
        case .unbundle(let request):
            return .unbundle(request.customer, bundle: request.bundle, keeping: request.keeping)
        case .organization(let request):
            return .addOrganization(
                CustomerProfile(id: request.id, environment: environment, storefront: request.storefront ?? "USA")
            )
        default: throw SimulatorServiceError(.invalidScenario, "The step is not one about a group.")
        }
    }
}
