// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPService
import Testing

@testable import PurserServer

/// Every operation of the API against every kind of caller, with objects that exist.
@Suite struct ObjectAccessTests {
    private static let rows = Dictionary(AccessRow.all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    @Test func `every operation has a row in the access table, and every row an operation`() async throws {
        let routes = try await TestShop().service.routes.map(\.name)
        #expect(Set(routes).subtracting(Self.rows.keys).sorted() == [], "add them to AccessTable.swift")
        #expect(Set(Self.rows.keys).subtracting(routes).sorted() == [])
        #expect(AccessRow.all.count == Self.rows.count)
    }

    @Test func `every caller is answered as the access table says, and learns nothing of the victim from a refusal`()
        async throws
    {
        let world = try await AccessWorld.make()
        var cells = 0
        for route in world.shop.service.routes {
            let row = try #require(Self.rows[route.name], "\(route.name)")
            for caller in AccessCaller.allCases {
                let expected = row.answer(to: caller)
                guard expected.isRefusal || route.method == .get else { continue }
                cells += 1
                let answer = try await world.send(row, route, as: caller)
                let cell = "\(row.name) for \(caller.rawValue)"
                #expect(
                    expected.fits(answer.status.rawValue, reached: row.reached),
                    "\(cell): \(answer.status.rawValue) instead of \(expected.rawValue): \(answer.text.prefix(300))"
                )
                guard expected != .sees else { continue }
                // The log repeats what its reader asked for, and has no one else's requests.
                if route.name == "listRequests", answer.status == .ok {
                    let page: RequestLogPage = try answer.json()
                    #expect(
                        Set(page.requests.map(\.caller)).subtracting(["app"]).count == 1,
                        "\(cell): \(page.requests.map(\.caller))"
                    )
                    continue
                }
                let leaks = try world.leaks(answer, row, route)
                #expect(leaks.isEmpty, "\(cell) names \(leaks): \(answer.text.prefix(600))")
            }
        }
        #expect(cells > 500)
    }

    @Test func `a refused request stores nothing`() async throws {
        let world = try await AccessWorld.make()
        var before = try await world.shop.database.dump()
        #expect(before.count > 100)
        for route in world.shop.service.routes {
            let row = try #require(Self.rows[route.name])
            for caller in AccessCaller.allCases {
                let expected = row.answer(to: caller)
                guard expected.isRefusal || row.storesNothing && expected == .own else { continue }
                _ = try await world.send(row, route, as: caller)
            }
            let after = try await world.shop.database.dump()
            let changes = Set(after).symmetricDifference(before)
            #expect(changes.isEmpty, "\(row.name): \(changes.prefix(5))")
            before = after
        }
    }

    @Test func `whoever may change something does, and reads nothing of another app's doing so`() async throws {
        let world = try await AccessWorld.make()
        for route in world.shop.service.routes where route.method != .get {
            let row = try #require(Self.rows[route.name])
            for caller in AccessCaller.allCases where !row.answer(to: caller).isRefusal {
                let expected = row.answer(to: caller)
                let copy = try await world.copy()
                let answer = try await world.send(row, route, as: caller, to: copy.client)
                await copy.remove()
                let cell = "\(row.name) for \(caller.rawValue)"
                #expect(
                    expected.fits(answer.status.rawValue, reached: row.reached),
                    "\(cell): \(answer.status.rawValue) instead of \(expected.rawValue): \(answer.text.prefix(300))"
                )
                guard expected != .sees else { continue }
                let leaks = try world.leaks(answer, row, route)
                #expect(leaks.isEmpty, "\(cell) names \(leaks): \(answer.text.prefix(600))")
            }
        }
    }
}
