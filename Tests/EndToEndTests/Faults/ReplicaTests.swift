// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import Persistence
import PersistencePostgreSQL
import Testing

/// Reads that may be a moment old, with a real standby that follows the database.
@Suite(.serialized) struct ReplicaTests {
    /// A database, its standby, and a store over both that knows the standby to be new enough.
    private func withReplica(
        staleness: Duration,
        _ body: (PostgresDatabase, _ standby: OwnPostgres) async throws -> Void
    ) async throws {
        let primary = try await OwnPostgres()
        let standby = try await OwnPostgres(standbyOf: primary)
        var configuration = PostgresDatabase.Configuration(url: primary.url())
        configuration.connections = 4
        configuration.replicas = [PostgresDatabase.Replica(name: "standby", url: standby.url())]
        configuration.replicaStaleness = staleness
        let store = try await PostgresDatabase(configuration)
        try await until("the standby is new enough") { store.replicas[0].isFresh }
        try await body(store, standby)
        await store.close()
    }

    private func until(_ what: String, _ holds: () async throws -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try await !holds() {
            guard ContinuousClock.now < deadline else { throw Program.Failure(description: "never: \(what)") }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Whom a reader sees; without an age one who must see everything.
    private func customers(_ store: PostgresDatabase, within age: Duration? = nil) async throws -> [String] {
        let body = { @Sendable (reader: any DatabaseReader) in
            try reader.customers(prefix: "", limit: 100).map(\.id.rawValue)
        }
        guard let age else { return try await store.read(body) }
        return try await store.read(within: ReadStaleness(age), body)
    }

    /// Whether a standby answers.
    private func isStandby(_ store: PostgresDatabase, _ tolerance: ReadStaleness?) async throws -> Bool {
        let body = { @Sendable (reader: any DatabaseReader) in
            var answer: Int64 = 0
            try reader.forEach("SELECT CASE WHEN pg_is_in_recovery() THEN 1::bigint ELSE 0 END") {
                answer = try $0.next()
            }
            return answer == 1
        }
        guard let tolerance else { return try await store.read(body) }
        return try await store.read(within: tolerance, body)
    }

    @Test func `only a read that may be a moment old goes to the replica`() async throws {
        try await withReplica(staleness: .seconds(60)) { store, _ async throws in
            #expect(try await !isStandby(store, nil))
            #expect(try await !isStandby(store, ReadStaleness()))
            let tolerance = ReadStaleness(.seconds(60))
            #expect(try await isStandby(store, tolerance))
            #expect(tolerance.age > .zero && tolerance.age < .seconds(60))
            #expect(store.replicas[0].served == 1)
        }
    }

    @Test func `a replica that is stopped is passed over once it is too old`() async throws {
        try await withReplica(staleness: .seconds(2)) { store, standby async throws in
            try await standby.sql("SELECT pg_wal_replay_pause()")
            try await until("it is stopped") {
                try await standby.sql("SELECT pg_get_wal_replay_pause_state()") == "paused"
            }
            try await store.write { try $0.ensureCustomer("anna", now: Date()) }
            let written = ContinuousClock.now
            // No one who asks for everything is shown the past meanwhile, and no one at all for longer than agreed.
            #expect(try await customers(store) == ["anna"])
            var isSeen = false
            try await until("the primary answers") {
                let asked = ContinuousClock.now
                isSeen = try await customers(store, within: .seconds(60)) == ["anna"]
                #expect(isSeen || asked - written < .seconds(2))
                return isSeen
            }
            #expect(!store.replicas[0].isFresh)
            #expect(store.replicas[0].late > 0)
            try await standby.sql("SELECT pg_wal_replay_resume()")
            try await until("it is used again") {
                try await isStandby(store, ReadStaleness(.seconds(60)))
            }
            #expect(try await customers(store, within: .seconds(60)) == ["anna"])
        }
    }

    @Test func `a replica that was promoted is no longer a replica`() async throws {
        try await withReplica(staleness: .seconds(1)) { store, standby async throws in
            try await standby.promote()
            try await store.write { try $0.ensureCustomer("anna", now: Date()) }
            try await until("the primary answers") {
                try await customers(store, within: .seconds(60)) == ["anna"]
            }
            try await until("it is passed over") { !store.replicas[0].isFresh }
        }
    }

    @Test func `a replica that is killed costs no error, and is used again when it is back`() async throws {
        try await withReplica(staleness: .seconds(60)) { store, standby async throws in
            try await store.write { try $0.ensureCustomer("anna", now: Date()) }
            try await standby.kill()
            for _ in 0..<20 {
                #expect(try await customers(store, within: .seconds(60)) == ["anna"])
            }
            #expect(store.replicas[0].failed > 0 || store.replicas[0].late > 0)
            try await standby.start()
            try await until("it is used again") {
                try await isStandby(store, ReadStaleness(.seconds(60)))
            }
        }
    }

    @Test func `whoever wrote reads it at every instance, and a caller who accepts an age gets it`() async throws {
        let primary = try await OwnPostgres()
        let standby = try await OwnPostgres(standbyOf: primary)
        let instance = ServedShop.Instance(
            database: primary.url(),
            environment: ["PURSER_DATABASE_REPLICAS": standby.url(), "PURSER_MAX_REPLICA_STALENESS": "600"]
        )
        let shop = try await ServedShop([instance, instance])
        let path = "/v1/customers/anna/entitlements"
        func entitlements(_ server: Int, _ control: String?) async throws -> (count: Int, age: Int?) {
            var headers = [(name: "Authorization", value: "Bearer " + shop.secretKey)]
            if let control { headers.append((name: "Cache-Control", value: control)) }
            let answer = try await shop.transport.send(
                HTTPClientRequest("GET", shop.servers[server] + path, headers: headers)
            )
            let list = try AppStoreJSON.decode(JSONValue.self, from: answer.body)["entitlements"]?.array ?? []
            return (list.count { $0["isActive"] == .bool(true) }, answer.header("age").flatMap { Int($0) })
        }
        for server in 0..<2 {
            try await until("the replica of \(server) answers") {
                try await entitlements(server, "max-age=600").age != nil
            }
        }
        try await standby.sql("SELECT pg_wal_replay_pause()")
        try await until("it is stopped") {
            try await standby.sql("SELECT pg_get_wal_replay_pause_state()") == "paused"
        }
        let grant = JSONValue.object(["entitlement": .string("pro"), "reason": .string("a gift")])
        _ = try await shop.ask("POST", shop.server + "/v1/customers/anna/grants", grant, key: shop.secretKey)
        for server in 0..<2 {
            #expect(try await entitlements(server, nil) == (1, nil))
            #expect(try await entitlements(server, "max-age=0") == (1, nil))
            let old = try await entitlements(server, "max-age=600")
            #expect(old.count == 0)
            #expect(try #require(old.age) >= 1)
            let metrics = try await shop.transport.send(HTTPClientRequest("GET", shop.servers[server] + "/metrics"))
                .text
            let line = "purser_replica_reads_total{replica=\"127.0.0.1:\(standby.port)/postgres\",outcome=\"served\"} "
            let count = metrics.split(separator: "\n").first { $0.hasPrefix(line) }?.dropFirst(line.count)
            #expect(try #require(count.flatMap { Double($0) }) >= 1)
        }
        // A browser that did something says so until no replica can lack it.
        let form = try await shop.transport.send(
            HTTPClientRequest(
                "POST",
                shop.server + "/console/sign-in",
                headers: [(name: "Content-Type", value: "application/x-www-form-urlencoded")],
                body: Data("name=no one".utf8)
            )
        )
        let cookies = form.headers.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
        #expect(cookies.contains { $0.hasPrefix("purser_console_acted=1; Path=/console; Max-Age=601;") })
    }

    @Test func `the doctor says how far a replica is behind, and which one does not follow`() async throws {
        let primary = try await OwnPostgres()
        let standby = try await OwnPostgres(standbyOf: primary)
        let folder = try TemporaryFolder()
        let arguments = [
            "doctor", "--offline", "--database", primary.url(), "--database-replica", standby.url(),
            "--max-replica-staleness", "60",
        ]
        let settings = ["PURSER_APPS__0__BUNDLE_ID": "com.example.coffee"]
        func replicaLines(_ more: [String] = []) async throws -> [Substring] {
            let purser = try Program.purser.path
            let (text, _) = try await Shell.run(purser, arguments + more, in: folder.path, environment: settings)
            let lines = text.split(separator: "\n")
            return lines.filter { $0.contains(/\ replica |pg_stat_replication/) }
        }
        let name = "127.0.0.1:\(standby.port)/postgres"
        var lines = try await replicaLines()
        #expect(lines.count == 1)
        #expect(lines.first?.wholeMatch(of: /ok +replica +(\S+) is at most \d+ ms behind/)?.1 == name[...])
        try await standby.kill()
        lines = try await replicaLines()
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("warning  replica") == true)
        #expect(lines.first?.contains("\(name) does not follow the database") == true)
        lines = try await replicaLines(["--language", "zh"])
        #expect(lines.first?.hasPrefix("警告") == true && lines.first?.contains(name) == true)
    }

    @Test func `a search in the console asks a replica, and the primary once its browser did something`() async throws {
        let primary = try await OwnPostgres()
        let standby = try await OwnPostgres(standbyOf: primary)
        let shop = try await ServedShop([
            ServedShop.Instance(
                database: primary.url(),
                environment: ["PURSER_DATABASE_REPLICAS": standby.url(), "PURSER_MAX_REPLICA_STALENESS": "600"]
            )
        ])
        let person = try shop.process().consoleSignIn()
        func console(
            _ method: String,
            _ path: String,
            cookies: [String],
            form: String? = nil
        ) async throws -> HTTPClientResponse {
            var headers = [(name: "Cookie", value: cookies.joined(separator: "; "))]
            if form != nil { headers.append((name: "Content-Type", value: "application/x-www-form-urlencoded")) }
            let body = form.map { Data($0.utf8) }
            return try await shop.transport.send(
                HTTPClientRequest(method, shop.server + "/console" + path, headers: headers, body: body)
            )
        }
        func cookies(_ answer: HTTPClientResponse) -> [String] {
            answer.headers.filter { $0.name.lowercased() == "set-cookie" }
                .compactMap { $0.value.split(separator: ";").first.map(String.init) }
        }
        let token = try #require(cookies(try await console("GET", "/sign-in", cookies: [])).first)
        let value = try #require(token.split(separator: "=").last)
        let entry = try await console(
            "POST",
            "/sign-in",
            cookies: [token],
            form: "token=\(value)&name=\(person.name)&password=\(person.password)"
        )
        let session = try #require(cookies(entry).first { $0.hasPrefix("purser_console=") })
        /// Whom a search for "an" finds.
        func found(acted: Bool) async throws -> Set<String> {
            let more = acted ? ["purser_console_acted=1"] : []
            let page = try await console("GET", "/search?q=an", cookies: [session] + more).text
            return Set(["anna", "andy"].filter { page.contains("/console/customers/\($0)") })
        }
        func add(_ customer: String) async throws {
            let body = JSONValue.object(["entitlement": .string("Club"), "reason": .string("a gift")])
            _ = try await shop.ask("POST", shop.server + "/v1/customers/\(customer)/grants", body, key: shop.secretKey)
        }
        try await until("the replica answers") {
            let key = (name: "Authorization", value: "Bearer " + shop.secretKey)
            let headers = [key, (name: "Cache-Control", value: "max-age=600")]
            let url = shop.server + "/v1/customers/anna/entitlements"
            return try await shop.transport.send(HTTPClientRequest("GET", url, headers: headers)).header("age") != nil
        }
        try await add("anna")
        try await until("the replica shows it") { try await found(acted: false) == ["anna"] }
        try await standby.sql("SELECT pg_wal_replay_pause()")
        try await until("it is stopped") {
            try await standby.sql("SELECT pg_get_wal_replay_pause_state()") == "paused"
        }
        try await add("andy")
        #expect(try await found(acted: true) == ["anna", "andy"])
        #expect(try await found(acted: false) == ["anna"])
    }
}
