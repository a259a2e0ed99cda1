// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import Testing

extension LoggedRequest {
    static func sample(
        _ id: String,
        app: BundleID? = "com.example.app",
        status: Int = 200,
        customer: CustomerID? = nil
    ) -> LoggedRequest {
        LoggedRequest(
            request: id,
            app: app,
            instant: .second(1),
            method: "GET",
            route: "/v1/products",
            status: status,
            microseconds: 1200,
            caller: "key key_1",
            customer: customer,
            address: "192.0.2.1",
            problem: status < 400 ? nil : "not-found"
        )
    }
}

@Suite struct RequestLogConformanceTests {
    @Test(arguments: StoreDriver.allCases)
    func `the log has the newest requests, up to its limit`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            for start in stride(from: 0, to: 40, by: 20) {
                let batch = (start..<(start + 20)).map { LoggedRequest.sample("r\($0)") }
                try await store.write { writer in
                    try writer.append(batch)
                    try writer.trimRequestLog(keeping: 25, ofStrangers: 1)
                }
            }
            let found = try await store.read { try $0.loggedRequests(RequestFilter(), limit: 100) }
            #expect(found.map(\.request.request) == (15..<40).reversed().map { "r\($0)" })
            #expect(found.first?.request == .sample("r39"))
            let number = try #require(found.dropFirst(9).first?.number)
            let older = try await store.read { try $0.loggedRequests(RequestFilter(), before: number, limit: 2) }
            #expect(older.map(\.request.request) == ["r29", "r28"])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `strangers' requests have a limit of their own and displace no others`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await store.write { writer in
                try writer.append((0..<10).map { LoggedRequest.sample("own\($0)") })
                for start in stride(from: 0, to: 100, by: 20) {
                    let batch = (start..<(start + 20)).map { number in
                        var request = LoggedRequest.sample("stranger\(number)", app: nil, status: 404)
                        request.caller = LoggedRequest.stranger
                        request.count = Int64(number)
                        return request
                    }
                    try writer.append(batch)
                    try writer.trimRequestLog(keeping: 10, ofStrangers: 5)
                }
            }
            let found = try await store.read { try $0.loggedRequests(RequestFilter(), limit: 500) }.map(\.request)
            #expect(
                found.map(\.request) == (95..<100).reversed().map { "stranger\($0)" }
                    + (0..<10).reversed().map { "own\($0)" }
            )
            #expect(found.first?.count == 99 && found.last?.count == 1)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `requests are found by each of their properties`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await store.write { writer in
                try writer.append(
                    [.sample("a"), .sample("b", status: 404), .sample("c", app: "other"), .sample("d", app: nil)]
                )
            }
            let app: BundleID = "com.example.app"
            let cases: [(RequestFilter, [String])] = [
                (RequestFilter(app: app), ["b", "a"]),
                (RequestFilter(app: app, includesUnknown: true), ["d", "b", "a"]),
                (RequestFilter(app: app, request: "b"), ["b"]), (RequestFilter(app: app, request: "c"), []),
                (RequestFilter(statuses: 400...499), ["b"]), (RequestFilter(route: "/v1/orders"), []),
                (RequestFilter(caller: "key key_1", since: .second(1), until: .second(2)), ["d", "c", "b", "a"]),
                (RequestFilter(until: .second(1)), []), (RequestFilter(caller: "app"), []),
            ]
            for (filter, expected) in cases {
                let found = try await store.read { try $0.loggedRequests(filter, limit: 10) }
                #expect(found.map(\.request.request) == expected, "\(filter)")
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `the requests that name a customer are removed, and no others`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await store.write { writer in
                try writer.append([.sample("a", customer: "anna"), .sample("b", customer: "bob")])
            }
            try await store.write { try $0.removeLoggedRequests(of: "anna") }
            let left = try await store.read { try $0.loggedRequests(RequestFilter(), limit: 10) }
            #expect(left.map(\.request.request) == ["b"])
        }
    }
}
