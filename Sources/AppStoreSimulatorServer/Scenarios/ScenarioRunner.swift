// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials

/// Takes a scenario's steps on a simulator of its own and compares what happens with what was expected.
public struct ScenarioRunner: Sendable {
    private let scenario: SimulatorScenario
    private let service: SimulatorService
    private let environment: Environment
    private let sends: Bool

    /// Sets up a simulator for a scenario.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - catalog: The products.
    ///   - configure: Changes the simulator's configuration, such as where it sends notifications.
    /// - Throws: A ``SimulatorServiceError``, or what setting up a simulator throws.
    public init(
        _ scenario: SimulatorScenario,
        catalog: Catalog,
        configure: (inout SimulatorConfiguration) -> Void = { _ in }
    ) throws {
        self.scenario = scenario
        environment = scenario.environment ?? .production
        let start = try scenario.start.map { text in
            do { return try Date(text, strategy: .iso8601) } catch {
                throw SimulatorServiceError(
                    .invalidScenario,
                    "The start \(text) is not an instant such as 2026-01-31T00:00:00Z."
                )
            }
        }
        var configuration = SimulatorConfiguration(
            catalog: catalog,
            seed: scenario.seed ?? 1,
            start: start ?? Date(millisecondsSince1970: 1_767_225_600_000)
        )
        if let settings = scenario.settings {
            configuration.settings[environment] = try Self.settings(settings, over: configuration.settings[environment])
        }
        configure(&configuration)
        sends = !configuration.notificationURLs.isEmpty
        service = try SimulatorService(configuration: configuration)
    }

    /// Takes all steps; one that fails does not end the story.
    ///
    /// Where notifications are sent, each step's are answered before the next step.
    ///
    /// - Throws: An error of the database.
    public func run() async throws -> ScenarioReport {
        var report = ScenarioReport(name: scenario.name)
        var names: [String: TransactionID] = [:]
        for step in scenario.steps {
            report.steps.append(try await process(step, &names))
            if sends { await service.runUntilIdle() }
        }
        return report
    }

    private func process(
        _ step: SimulatorScenario.Step,
        _ names: inout [String: TransactionID]
    ) async throws -> ScenarioReport.Step {
        var done = ScenarioReport.Step(
            title: step.note ?? step.action.title,
            date: service.now,
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
            let truth = await service.engine.store.truth(of: CustomerID(rawValue: customer))
            let found = truth.access.map(\.product).sorted()
            if found != products.sorted() {
                done.problems.append(
                    "\(customer) should have \(Self.list(products.map(\.rawValue))), "
                        + "but has \(Self.list(found.map(\.rawValue)))"
                )
            }
        }
        done.date = service.now
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
            return (try await service.engine.advance(to: length.added(to: service.now)).notifications, nil)
        }
        if case .settings(let change) = action {
            let settings = try Self.settings(change, over: await service.engine.settings[environment])
            let outcome = try await service.perform(.configure(environment, settings))
            return (outcome.effects.notifications.map(\.label), nil)
        }
        if case .pending(let request) = action { return try await drain(request) }
        if let newcomer = newcomer(in: action), await service.engine.customer(newcomer) == nil {
            _ = try await service.perform(.addCustomer(CustomerProfile(id: newcomer, environment: environment)))
        }
        let outcome = try await service.perform(try command(for: action, names))
        return (outcome.effects.notifications.map(\.label), outcome.transaction?.transactionId)
    }

    private static func settings(
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
        guard let pending = await service.engine.pendingPurchases(of: request.customer).first else {
            throw SimulatorServiceError(.invalidScenario, "No purchase of \(request.customer) waits.")
        }
        let outcome = try await service.perform(
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
