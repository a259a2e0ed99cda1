// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService

/// The simulator's own interface under `/simulator/v1`: what a tester does and sees.
struct ControlRoutes: Sendable {
    let engine: SimulatorEngine
    let signing: SimulatorSigning
    let authority: SimulatorAuthority
    let keys: [ServerAPIKey]
    let signatures: OfferSignatures
    /// The environment of the port, where a request does not name one.
    let environment: Environment
    /// Host names by which the controls may be asked besides the usual ones.
    var allowedHosts: Set<String> = []

    /// Adds the routes.
    func add(to router: inout Router) {
        var routes = Router()
        routes.use(ControlErrors.translate)
        addStatus(to: &routes)
        addCustomers(to: &routes)
        addPurchases(to: &routes)
        addTransactions(to: &routes)
        addReceipts(to: &routes)
        addSubscriptions(to: &routes)
        addGroups(to: &routes)
        addClock(to: &routes)
        addNotifications(to: &routes)
        addCertificates(to: &routes)
        addState(to: &routes)
        addDevice(to: &routes)
        addRetention(to: &routes)
        addProducts(to: &routes)
        addScenarios(to: &routes)
        let described = routes.routes
        routes.on(.get, "/openapi.json") { _ in
            let document = Router.Route(method: .get, pattern: "/openapi.json") { _ in HTTPResponse() }
            return try .json(ControlOpenAPIDocument.make(of: described + [document]))
        }
        let origin = ControlOrigin(allowedHosts: allowedHosts)
        for route in routes.routes {
            router.on(route.method, "/simulator/v1" + route.pattern, origin.guarded(ControlBodies.strict(route)))
        }
    }

    /// The environment that a query names, or the port's.
    func environment(of request: HTTPRequest) throws -> Environment {
        guard let text = request.query["environment"] else { return environment }
        return try Self.environment(named: text)
    }

    static func environment(named text: String) throws -> Environment {
        switch text.lowercased() {
        case "production": .production
        case "sandbox": .sandbox
        case "xcode": .xcode
        default: throw Problem(.badRequest, detail: "The environment is Production, Sandbox or Xcode, not \(text).")
        }
    }
}
