// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import Persistence
import PersistencePostgreSQL

/// The servers that are measured: processes of their own, so that their time and memory are theirs alone.
final class BenchServers {
    /// What one moment's counters say.
    struct Reading {
        var cpuSeconds: Double
        var databaseSeconds: Double
        var writtenBytes: Int
    }

    let folder: URL
    let ports: [UInt16]
    let publishableKey: String
    let secretKey: String
    private let processes: [Process]
    private let database: DatabaseAddress?
    private let databaseFolder: String?

    /// Starts servers over one database and waits until they are ready.
    init(
        _ count: Int,
        database: DatabaseAddress?,
        databaseFolder: String?,
        folder: URL,
        appStore: BenchAppStore,
        program: String? = nil
    ) async throws {
        self.folder = folder
        self.database = database
        self.databaseFolder = databaseFolder
        let files = FileManager.default
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(BenchAppStore.catalog.utf8).write(to: folder.appending(path: "Catalog.storekit"))
        try Data(appStore.hierarchy.root.certificate.pem.utf8).write(to: folder.appending(path: "root.pem"))
        try Data(Self.configuration.utf8).write(to: folder.appending(path: "purser.json5"))
        var processes: [Process] = []
        var ports: [UInt16] = []
        do {
            for _ in 0..<count {
                let port = try Self.freePort()
                let process = try Self.launch(port: port, folder: folder, database: database, program)
                processes.append(process)
                ports.append(port)
                try await Self.waitUntilReady(port, process, in: folder)
            }
            let keys = try await Self.keys(in: folder, database)
            for port in ports { try await Self.waitForCatalog(port, key: keys.secretKey) }
            publishableKey = keys.publishableKey
            secretKey = keys.secretKey
        } catch {
            for process in processes { process.terminate() }
            throw error
        }
        self.ports = ports
        self.processes = processes
    }

    /// Stops them in order.
    func stop() async {
        for process in processes { process.terminate() }
        for process in processes {
            while process.isRunning { try? await Task.sleep(for: .milliseconds(20)) }
        }
    }

    /// Has PostgreSQL count what its tables hold, as a database in service has done: its plans follow from that.
    func analyze() async throws {
        guard case .postgres(let url) = database else { return }
        var configuration = PostgresDatabase.Configuration(url: url)
        configuration.connections = 1
        let store = try await PostgresDatabase(configuration)
        try await store.write { try $0.execute("ANALYZE") }
        await store.close()
    }

    /// The time that the servers, and the database's own processes, have worked.
    func reading() -> Reading {
        Reading(
            cpuSeconds: processes.reduce(0) { $0 + ProcessUsage.cpuSeconds(of: Int($1.processIdentifier)) },
            databaseSeconds: databaseFolder.map { ProcessUsage.cpuSecondsOfPostgreSQL(in: $0) } ?? 0,
            writtenBytes: processes.reduce(0) { $0 + ProcessUsage.writtenBytes(of: Int($1.processIdentifier)) }
        )
    }

    /// How large the database is, in bytes.
    func databaseBytes() async throws -> Int64 {
        let path: String
        switch database {
        case .postgres(let url):
            var configuration = PostgresDatabase.Configuration(url: url)
            configuration.connections = 1
            let store = try await PostgresDatabase(configuration)
            let size = try await store.size()
            await store.close()
            return size
        case .sqlite(let file): path = file
        case nil: path = folder.appending(path: ".purser/purser.sqlite").path
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.size] as? NSNumber)?.int64Value ?? 0
    }

    /// The most memory that any server had resident, in bytes.
    var peakResidentBytes: Int {
        processes.map { ProcessUsage.peakResidentBytes(of: Int($0.processIdentifier)) }.max() ?? 0
    }

    /// The memory that the largest server has resident, in bytes.
    var residentBytes: Int {
        processes.map { ProcessUsage.residentBytes(of: Int($0.processIdentifier)) }.max() ?? 0
    }

    private static var configuration: String {
        """
        { apps: [{ bundleID: "\(BenchAppStore.app)", appAppleID: \(BenchAppStore.appAppleID),
            requiresCustomerTokens: "never" }],
          requestsPerSecond: 1000000, requestBurst: 1000000, connectionsPerAddress: 0,
          halfSentRequestsPerAddress: 0, allowsPrivateWebhookTargets: true }
        """
    }

    private static func launch(
        port: UInt16,
        folder: URL,
        database: DatabaseAddress?,
        _ program: String?
    ) throws -> Process {
        let process = Process()
        process.executableURL =
            program.map { URL(filePath: $0) } ?? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.currentDirectoryURL = folder
        let place: String
        switch database {
        case .postgres(let url): place = url
        case .sqlite(let path): place = "sqlite:" + path
        case nil: place = "sqlite:" + folder.appending(path: ".purser/purser.sqlite").path
        }
        process.arguments = [
            "serve", "--config", "purser.json5", "--root", "root.pem", "--catalog", "Catalog.storekit",
            "--bundle-id", BenchAppStore.app.rawValue, "--app-apple-id", String(BenchAppStore.appAppleID),
            "--listen", "127.0.0.1:\(port)", "--database", place,
        ]
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PURSER_") }
        environment["TZ"] = "UTC"
        process.environment = environment
        process.standardOutput = FileHandle.nullDevice
        let log = log(of: port, in: folder)
        try Data().write(to: log)
        process.standardError = try FileHandle(forWritingTo: log)
        try process.run()
        return process
    }

    private static func log(of port: UInt16, in folder: URL) -> URL { folder.appending(path: "server-\(port).log") }

    private static func waitUntilReady(_ port: UInt16, _ process: Process, in folder: URL) async throws {
        for _ in 0..<600 {
            guard process.isRunning else {
                // The folder goes with the measurement: its reason must be printed now.
                let text = (try? String(contentsOf: log(of: port, in: folder), encoding: .utf8)) ?? ""
                let reason = text.split(separator: "\n").last ?? "its log is empty"
                throw Failure("the measured server ended at once: \(reason)")
            }
            if let connection = try? LoadConnection(port: port),
                let answer = try? connection.exchange(RequestBytes.get("/readyz")), answer.status == 200
            {
                return
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw Failure("the measured server was not ready within 30 seconds")
    }

    /// The keys that the first server made; they are written after it is ready.
    private static func keys(in folder: URL, _ database: DatabaseAddress?) async throws -> KeyFile {
        var place = folder.appending(path: ".purser/keys.json")
        if case .sqlite(let path) = database {
            place = URL(filePath: path).deletingLastPathComponent().appending(path: "keys.json")
        }
        for _ in 0..<200 {
            if let bytes = try? Data(contentsOf: place), let keys = try? JSONDecoder().decode(KeyFile.self, from: bytes)
            {
                return keys
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw Failure("the measured server created no keys; its database must be empty")
    }

    /// The first server imports the catalog after it made the keys.
    private static func waitForCatalog(_ port: UInt16, key: String) async throws {
        let connection = try LoadConnection(port: port)
        for _ in 0..<200 {
            let answer = try connection.exchange(RequestBytes.get("/v1/products", key: key))
            if String(decoding: answer.body, as: UTF8.self).contains(BenchAppStore.product) { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw Failure("the measured server imported no catalog")
    }

    /// A port that no one uses now.
    static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw Failure("no port is free") }
        return UInt16(bigEndian: address.sin_port)
    }
}

/// What Linux says about processes.
enum ProcessUsage {
    /// The processor time of a process so far.
    static func cpuSeconds(of process: Int) -> Double {
        guard let fields = fields(of: process) else { return 0 }
        return Double(fields[11] + fields[12]) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The processor time of a PostgreSQL server's processes so far, those that have ended included.
    static func cpuSecondsOfPostgreSQL(in folder: String) -> Double {
        guard let text = try? String(contentsOfFile: folder + "/postmaster.pid", encoding: .utf8),
            let parent = text.split(separator: "\n").first.flatMap({ Int($0) }), let own = fields(of: parent)
        else { return 0 }
        var ticks = own[11] + own[12] + own[13] + own[14]
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let process = Int(name), let fields = fields(of: process), fields[1] == parent else { continue }
            ticks += fields[11] + fields[12]
        }
        return Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    static func residentBytes(of process: Int) -> Int { status("VmRSS:", of: process) }

    /// What a process has had written to disk.
    static func writtenBytes(of process: Int) -> Int {
        let text = (try? String(contentsOfFile: "/proc/\(process)/io", encoding: .utf8)) ?? ""
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("write_bytes:") }) else { return 0 }
        return line.split(separator: " ").last.flatMap { Int($0) } ?? 0
    }

    static func peakResidentBytes(of process: Int) -> Int { status("VmHWM:", of: process) }

    private static func status(_ name: String, of process: Int) -> Int {
        let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else { return 0 }
        return (line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0)
            << 10
    }

    /// The numbers of `/proc/PID/stat` after the name: the state's place is zero.
    private static func fields(of process: Int) -> [Int]? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ").map { Int($0) ?? 0 }
        return fields.count > 15 ? fields : nil
    }
}
