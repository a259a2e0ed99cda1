// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService

extension ControlRoutes {
    private struct SaveRequest: Decodable {
        var name: String
    }

    func addState(to routes: inout Router) {
        routes.on(.post, "/save") { request in
            try await engine.save(as: try request.json(SaveRequest.self).name)
            return HTTPResponse(status: .noContent)
        }
        routes.on(.post, "/load") { request in
            try await engine.load(try request.json(SaveRequest.self).name)
            return HTTPResponse(status: .noContent)
        }
        routes.on(.post, "/reset") { _ in
            try await engine.reset()
            return HTTPResponse(status: .noContent)
        }
        routes.on(.get, "/faults") { _ in try await .json(engine.faults) }
        routes.on(.put, "/faults") { request in
            let faults = try request.json(ServiceFaults.self)
            try ControlBodies.check(try request.json(JSONValue.self), wasUnderstoodAs: faults)
            try await engine.setFaults(faults)
            return try await .json(engine.faults)
        }
        // Everything that the core can do, in its own spelling, for clients that speak it.
        routes.on(.post, "/commands") { request in try await perform(try request.json(Command.self)) }
    }
}
