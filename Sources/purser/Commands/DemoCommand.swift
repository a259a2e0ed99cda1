// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Persistence

/// `purser demo`: the main story, without a person.
enum DemoCommand: Command {
    static let name = "demo"
    static let summary = "Run an end-to-end purchase and check each step."

    static let options = [
        Option("catalog", value: "FILE.storekit", "The catalog (default: the demo catalog)."),
        Option("inject-fault", value: "FAULT", choices: faults, "\(faultHelp)."),
    ]

    static let details = """
        Server and App Store run in this process, on a virtual clock; no data is stored.
        Prints a line for each step. Exits with 0 only if every check passes.
        """

    private static let faults = DemoFault.allCases.map(\.rawValue)
    private static let faultHelp = "Inject a fault; the checks must then fail: \(faults.joined(separator: ", "))"

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        guard arguments.operands.isEmpty else { throw UsageError("unexpected operand '\(arguments.operands[0])'") }
        let fault = try arguments.value("inject-fault").map { name throws(UsageError) in try DemoFault(named: name) }
        let catalog = try CatalogFile(
            path: arguments.value("catalog"),
            bundleID: nil,
            appAppleID: nil,
            terminal: terminal
        )
        let folder = FileManager.default.temporaryDirectory.appending(path: "purser-demo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let start = Date(millisecondsSince1970: Date().millisecondsSince1970)
        let world = try await DemoEnvironment(catalog: catalog, folder: folder, start: start)
        terminal.print("Paid means delivered, once: a story in which everything goes wrong that can.")
        let outcome = await Result { try await DemoScenario(world, fault: fault, printLine: terminal.print).run() }
        await world.database.close()
        try outcome.get()
        terminal.print("Every check held.")
    }
}
