// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

/// schemathesis, an independent reader of /openapi.json, asks a running server everything that the document allows and
/// much that it forbids, as each kind of caller.
///
/// PURSER_CONTRACT_EXAMPLES is how many requests it invents for each operation.
@Suite(.serialized) struct ContractFuzzTests {
    private enum Role: String {
        case nobody, app, customer, backend
    }

    private static let checks = [
        "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance",
        "response_headers_conformance",
    ].joined(separator: ",")

    @Test func `no request of schemathesis gets a 5xx or an answer that the contract does not describe`() async throws {
        let tool = try schemathesis()
        let folder = try TemporaryFolder()
        let server = try await Program(
            [
                "serve", "--simulator", "--listen", "127.0.0.1:0", "--simulator-listen", "127.0.0.1:0", "--database",
                "sqlite:\(folder.path)/purser.sqlite", "--catalog", ServedShop.catalog,
            ],
            in: folder.path,
            until: "Ctrl-C stops"
        )
        let url = try server.value(after: "API").replacing("/v1", with: "")
        let examples = Package.number("PURSER_CONTRACT_EXAMPLES", or: 1)
        let customer = try await customerToken(url, try server.secretKey())
        let keys: [Role: String] = [
            .app: try server.value(after: "publishable key"), .customer: customer,
            .backend: try server.secretKey(),
        ]
        let invented = examples > 1 ? "examples,fuzzing" : "fuzzing"
        // Each row is asked beside the other; what the document's limits lead to takes as long as all that is invented.
        let talks: [[(role: Role, phases: String)]] = [
            [(.backend, "coverage")],
            [(.backend, invented), (.nobody, invented), (.app, invented), (.customer, invented)],
            examples > 1 ? [(.nobody, "coverage"), (.app, "coverage"), (.customer, "coverage")] : [],
        ]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for talk in talks {
                group.addTask {
                    for (role, phases) in talk {
                        var parts = Self.arguments(phases, url, examples: examples)
                        if let key = keys[role] { parts += ["--header", "Authorization: Bearer \(key)"] }
                        let limit: Duration = .seconds(examples > 1 ? 14_400 : 1800)
                        let (text, code) = try await Shell.run(tool, parts, in: folder.path, within: limit)
                        #expect(code == 0, "as \(role.rawValue), \(phases): \(Self.findings(text))")
                        #expect(server.isRunning, "the server ended: \(server.text.suffix(2000))")
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func arguments(_ phases: String, _ url: String, examples: Int) -> [String] {
        [
            "run", url + "/openapi.json", "--checks", checks, "--seed", "1", "--max-examples", "\(examples)",
            "--phases",
            phases, "--continue-on-failure", "--suppress-health-check", "all", "--no-color", "--request-timeout", "120",
            "--warnings", "off",
            // Its answer lasts as long as a request asks for, an hour at most, and has tests of its own.
            "--exclude-operation-id", "streamEntitlementUpdates",
        ]
    }

    /// The tool that `Scripts/setup test` installs.
    private func schemathesis() throws -> String {
        let path = Package.root.appending(path: ".venv/bin/schemathesis").path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw Program.Failure(description: "schemathesis is missing; run: Scripts/setup test")
        }
        return path
    }

    private func customerToken(_ url: String, _ secret: String) async throws -> String {
        let parts = ["-sS", "-X", "POST", "-H", "Authorization: Bearer " + secret, url + "/v1/customers/alice/tokens"]
        let answer = try await Shell.run("/usr/bin/curl", parts, in: FileManager.default.temporaryDirectory.path)
        let body = try AppStoreJSON.decode(JSONValue.self, from: Data(answer.text.utf8))
        return try #require(body["token"]?.string)
    }

    /// The part of its report about failures.
    private static func findings(_ report: String) -> String {
        let start = report.range(of: "FAILURES")?.lowerBound ?? report.range(of: "ERRORS")?.lowerBound
        return String(report[(start ?? report.startIndex)...].prefix(6000))
    }
}
