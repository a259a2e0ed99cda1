// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Synchronization

/// A PostgreSQL server of a test's own, which syncs its writes and may be killed.
///
/// It listens on a port of the loopback that only those reach who know its password.
final class OwnPostgres: Sendable {
    let folder: TemporaryFolder
    let port: Int
    private let data: String
    private let settings: [String]
    private let addresses: [String]
    private let running: Mutex<Program?>

    static let password = "secret"

    /// Makes a cluster, or a standby of another one, and starts it.
    init(
        settings: [String] = [],
        addresses: [String] = ["127.0.0.1"],
        standbyOf primary: OwnPostgres? = nil
    ) async throws {
        folder = try TemporaryFolder()
        data = folder.path + "/data"
        port = try FreePort.find()
        (self.settings, self.addresses) = (settings, addresses)
        running = Mutex(nil)
        try Data(Self.password.utf8).write(to: URL(filePath: folder.path + "/password"))
        if let owner = Self.owner {
            _ = try await run("/bin/chown", ["-R", owner, folder.path], asOwner: false)
        }
        if let primary {
            let place = "host=127.0.0.1 port=\(primary.port) user=purser password=\(Self.password)"
            // -R writes whom to follow; the name is the one that the primary waits for.
            try await run(
                try Self.program("pg_basebackup"),
                ["-D", data, "-d", place + " application_name=standby", "-R", "--checkpoint=fast", "--no-sync"]
            )
        } else {
            let arguments = ["-D", data, "-U", "purser", "-A", "scram-sha-256", "--pwfile", folder.path + "/password"]
            try await run(try Self.program("initdb"), arguments + ["-E", "UTF8", "--locale=C", "--no-sync"])
            // Whoever comes over another of its addresses needs the password, too.
            let rules = try FileHandle(forWritingTo: URL(filePath: data + "/pg_hba.conf"))
            try rules.seekToEnd()
            try rules.write(contentsOf: Data("\nhost all all samenet scram-sha-256\n".utf8))
            try rules.close()
        }
        try await start()
    }

    /// Whatever is left of it goes with the test.
    deinit {
        killNow()
    }

    /// Where it is, for `--database`; other hosts may be given that are tried when it is not the one that writes.
    func url(_ others: [OwnPostgres] = [], host: String = "127.0.0.1", port: Int? = nil) -> String {
        let hosts = (["\(host):\(port ?? self.port)"] + others.map { "127.0.0.1:\($0.port)" }).joined(separator: ",")
        let which = others.isEmpty ? "" : "?target_session_attrs=read-write"
        return "postgres://purser:\(Self.password)@\(hosts)/postgres\(which)"
    }

    /// Starts it over what it has, however it ended.
    func start() async throws {
        let arguments = [
            "-D", data, "-p", "\(port)", "-k", folder.path, "-c",
            "listen_addresses=" + addresses.joined(separator: ","),
        ]
        let next = try await Program(
            arguments + ["-c", "max_connections=100", "-c", "fsync=on"] + settings.flatMap { ["-c", $0] },
            in: folder.path,
            until: "database system is ready to accept",
            executable: URL(filePath: try Self.program("postgres")),
            wrapper: Self.wrapper
        )
        running.withLock { $0 = next }
    }

    /// Ends all its processes at once, without a chance to finish anything.
    func kill() async throws {
        let children = killNow()
        let deadline = ContinuousClock.now + .seconds(30)
        while children.contains(where: Self.isAlive) {
            guard ContinuousClock.now < deadline else { throw Program.Failure(description: "PostgreSQL does not die") }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    @discardableResult
    private func killNow() -> [Int32] {
        guard let program = running.withLock({ $0 }), program.isRunning else { return [] }
        let children = Self.children(of: program.number)
        program.kill()
        for child in children { _ = Foundation.kill(child, SIGKILL) }
        return children
    }

    /// Makes a standby the one that writes.
    func promote() async throws {
        try await sql("SELECT pg_promote(true, 60)")
    }

    /// Runs a statement and answers what it says.
    @discardableResult
    func sql(_ statement: String) async throws -> String {
        let arguments = ["-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", url(), "-c", statement]
        return try await run(try Self.program("psql"), arguments).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    // MARK: - Its programs

    @discardableResult
    private func run(_ program: String, _ arguments: [String], asOwner: Bool = true) async throws -> String {
        let line = (asOwner ? Self.wrapper : []) + [program] + arguments
        // The owner may not be let into the folder where the log is kept.
        let (text, code) = try await Shell.run(line[0], Array(line.dropFirst()), in: folder.path)
        guard code == 0 else { throw Program.Failure(description: "\(line.joined(separator: " ")): \(text)") }
        return text
    }

    /// PostgreSQL refuses to run as root; then an unprivileged user owns the cluster.
    private static let owner: String? = {
        guard geteuid() == 0 else { return nil }
        return getpwnam("postgres") == nil ? "nobody" : "postgres"  // lint: term, the system account
    }()

    private static var wrapper: [String] {
        guard let owner, let entry = getpwnam(owner) else { return [] }
        return ["/usr/bin/setpriv", "--reuid=\(owner)", "--regid=\(entry.pointee.pw_gid)", "--clear-groups"]
    }

    /// PostgreSQL as `Scripts/setup test` unpacks it where it is not installed: a copy of it for an owner who may not
    /// be let into the folder that it is in.
    private static let unpacked = Result { () throws -> (usr: String, copy: TemporaryFolder?) in
        let usr = Package.root.path + "/.build/tools/postgresql/usr"
        guard owner != nil, FileManager.default.fileExists(atPath: usr) else { return (usr, nil) }
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: usr, toPath: folder.path + "/usr")
        return (folder.path + "/usr", folder)
    }

    /// Where PostgreSQL's programs are: installed, or unpacked by `Scripts/setup test`.
    private static func program(_ name: String) throws -> String {
        let installed = FileManager.default.fileExists(atPath: "/usr/lib/postgresql")
        let folders = try installed ? ["/usr/lib/postgresql"] : [unpacked.get().usr + "/lib/postgresql"]
        for folder in folders {
            let versions = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for version in versions.sorted().reversed() {
                let path = "\(folder)/\(version)/bin/\(name)"
                if FileManager.default.isExecutableFile(atPath: path) { return path }
            }
        }
        throw Program.Failure(description: "PostgreSQL's \(name) is not there; run: Scripts/setup test")
    }

    private static func children(of parent: Int32) -> [Int32] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap(Int32.init).filter { stat(of: $0)?.parent == parent }
    }

    private static func isAlive(_ number: Int32) -> Bool {
        stat(of: number).map { $0.state != "Z" } ?? false
    }

    /// A process's state and parent, which follow its name in parentheses.
    private static func stat(of number: Int32) -> (state: Substring, parent: Int32)? {
        guard let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 1, let parent = Int32(fields[1]) else { return nil }
        return (fields[0], parent)
    }
}
