// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService
import SQLite

extension ControlRoutes {
    private struct ScenarioResponse: Encodable {
        struct Step: Encodable {
            var text: PageText
            var expected: [String]
        }

        var id: String
        var title: PageText
        var about: PageText
        var product: ProductID
        var steps: [Step]
    }

    private struct PlayRequest: Decodable {
        /// How many of the steps; all when absent.
        var steps: Int?
    }

    private struct PlayResponse: Encodable {
        struct Step: Encodable {
            var text: PageText
            var now: Date
            var notifications: [String]
            var problems: [String]
        }

        var customer: CustomerID
        var steps: [Step]
        var isMet: Bool
    }

    func addScenarios(to routes: inout Router) {
        routes.on(.get, "/scenarios") { _ in
            let catalog = await engine.catalog
            // What the catalog has no product for is not offered.
            let offered = BuiltInScenario.all.compactMap { scenario -> ScenarioResponse? in
                guard let product = scenario.product(of: catalog) else { return nil }
                return ScenarioResponse(
                    id: scenario.id,
                    title: scenario.title,
                    about: scenario.about,
                    product: product.id,
                    steps: scenario.steps(product).map { .init(text: $0.text, expected: $0.expected) }
                )
            }
            return try .json(["scenarios": offered])
        }
        routes.on(.post, "/scenarios/{scenario}/play") { request in
            let id = try request.parameter("scenario")
            guard let scenario = BuiltInScenario.all.first(where: { $0.id == id }),
                let product = scenario.product(of: await engine.catalog)
            else {
                throw Problem(
                    .notFound,
                    code: "unknown-scenario",
                    detail: "'\(id)' is not a scenario for this catalog. GET /scenarios lists them."
                )
            }
            let body = request.body.isEmpty ? PlayRequest() : try request.json(PlayRequest.self)
            return try await .json(play(scenario, with: product, steps: body.steps ?? .max))
        }
    }

    /// Plays a scenario's first steps by a new customer.
    private func play(
        _ scenario: BuiltInScenario,
        with product: CatalogProduct,
        steps: Int
    ) async throws -> PlayResponse {
        let known = Set(await engine.store.customerIDs.map(\.rawValue))
        // More customers than there are have not all such names.
        let number = (1...known.count + 1).first { !known.contains("\(scenario.id)-\($0)") } ?? 1
        var cast = BuiltInScenario.Cast(
            customer: CustomerID(rawValue: "\(scenario.id)-\(number)"),
            product: product
        )
        let player = ScenarioPlayer(engine: engine, environment: environment)
        var response = PlayResponse(customer: cast.customer, steps: [], isMet: true)
        for step in scenario.steps(product).prefix(max(0, steps)) {
            let before = try await engine.notifications("number > 0", order: "number DESC", limit: 1).first?.number ?? 0
            var names: [String: TransactionID] = [:]
            var result = try await player.process(
                SimulatorScenario.Step(action: step.action(cast), name: "purchase"),
                &names
            )
            cast.transaction = names["purchase"] ?? cast.transaction
            await engine.runUntilIdle()
            // Time passes for all customers; the scenario is about its own.
            result.notifications = try await engine.notifications(
                "number > \(before) AND customer = \(cast.customer.rawValue)",
                limit: 200
            ).map(\.label)
            for label in step.expected where !result.notifications.contains(where: { $0.hasPrefix(label) }) {
                result.problems.append("\(label) is missing")
            }
            response.steps.append(
                PlayResponse.Step(
                    text: step.text,
                    now: result.date,
                    notifications: result.notifications,
                    problems: result.problems
                )
            )
        }
        response.isMet = response.steps.allSatisfy(\.problems.isEmpty)
        return response
    }
}
