// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPClient

/// `purser trigger`: sends a signed notification, or a whole history, to any server.
enum TriggerCommand: Command {
    static let name = "trigger"
    static let summary = "Send signed App Store notifications to any server."
    static let operands = "TYPE[.SUBTYPE]…|all"
    static let keywords = ["all"] + NotificationSample.all.map(\.label)

    static let options = [
        Option("to", value: "URL", "The URL that receives the notifications, as App Store Connect's setting."),
        Option(
            "scenario",
            value: "NAME|FILE",
            "Send a whole history: \(TriggerHistory.names), or a scenario file in JSON5."
        ),
        Option("list", "List every type and subtype, and every history."),
        Option("print", "Print the request bodies instead of sending them."),
        Option("catalog", value: "FILE.storekit", "The products (default: the demo's catalog)."),
        Option("bundle-id", value: "ID", "The app (default: com.example.coffee)."),
        Option("app-apple-id", value: "N", "The app's number in the App Store (default: 1234567890)."),
        Option("product", value: "ID", "The product; one that the catalog lacks is used too."),
        Option("token", value: "UUID", "The customer's appAccountToken (default: none)."),
        Option("original-transaction", value: "ID", "The purchase, to send several notifications about it."),
        Option("transaction", value: "ID", "The transaction (default: a new one)."),
        Option(
            "environment",
            value: "NAME",
            choices: ["Sandbox", "Production"],
            "Sandbox or Production (default: Sandbox)."
        ),
        Option("data", value: "DIR", "The folder with the signing keys (default: .purser/app-store)."),
    ]

    static let details = """
        Every notification and every document inside it is signed as Apple signs them, under a root of its own. The first
        run writes the keys and the root certificate: DIR/root.pem and DIR/root.der. Trust that root in the server under test only.
        'purser serve --root DIR/root.pem' and 'purser simulator --data DIR' use the same root. No account is required.
        A line for each notification shows the status of the response. The exit code is 0 if every response was 200 to 206.

        Examples:
          purser trigger DID_RENEW.BILLING_RECOVERY --to http://127.0.0.1:3000/apple
          purser trigger all --to http://127.0.0.1:3000/apple --bundle-id com.example.app --product pro.monthly
          purser trigger --scenario grace-recovered --to http://127.0.0.1:3000/apple
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        try await run(arguments, terminal, now: Date(), transport: nil)
    }

    /// Runs the command at a date, over a transport.
    static func run(
        _ arguments: Arguments,
        _ terminal: Terminal,
        now: Date,
        transport: (any HTTPTransport)?
    ) async throws {
        if arguments.has("list") { return list(terminal) }
        let sender = try TriggerSender(arguments, terminal, transport: transport)
        let keys = try TriggerKeys(folder: arguments.value("data") ?? TriggerKeys.defaultFolder, now: now, terminal)
        if let scenario = arguments.value("scenario") {
            guard arguments.operands.isEmpty else { throw UsageError("give TYPE or --scenario, not both") }
            try await TriggerHistory.send(scenario, arguments, terminal, keys: keys, sender: sender, now: now)
        } else {
            let samples = try chosen(arguments.operands)
            let catalog = try CatalogFile(arguments, terminal).catalog()
            for sample in samples {
                let subject = try subject(arguments, catalog: catalog, now: now)
                try await sender.send(sample.effect(about: subject), signing: keys.signing)
            }
        }
        try sender.check()
    }

    private static func list(_ terminal: Terminal) {
        let width = NotificationSample.all.map(\.label.count).max() ?? 0
        for sample in NotificationSample.all {
            terminal.print(sample.label.padding(toLength: width + 2, withPad: " ", startingAt: 0) + sample.summary)
        }
        for history in TriggerHistory.all {
            let name = "--scenario \(history.name)".padding(toLength: width + 2, withPad: " ", startingAt: 0)
            terminal.print(name + history.summary)
        }
    }

    private static func chosen(_ labels: [String]) throws -> [NotificationSample] {
        guard !labels.isEmpty else {
            throw UsageError("give a notification type such as DID_RENEW, 'all', or --scenario; --list shows all")
        }
        if labels == ["all"] { return NotificationSample.all }
        return try labels.map { label in
            if let sample = NotificationSample.named(label) { return sample }
            let same = NotificationSample.all.filter { $0.type.rawValue == label.uppercased() }.map(\.label)
            guard same.isEmpty else {
                throw UsageError("Apple sends no '\(label)' without a subtype; use \(same.joined(separator: ", "))")
            }
            let near = Nearness.nearest(to: label.uppercased(), among: NotificationSample.all.map(\.label))
            throw UsageError("unknown notification '\(label)'" + (near.map { "; did you mean '\($0)'?" } ?? ""))
        }
    }

    private static func subject(_ arguments: Arguments, catalog: Catalog, now: Date) throws -> SampleSubject {
        let app = catalog.apps[0]
        var subject = SampleSubject(
            catalog: catalog,
            app: app,
            product: arguments.value("product").map(ProductID.init(rawValue:)),
            environment: try environment(arguments),
            now: now,
            seed: .random(in: 0 ... .max)
        )
        if let text = arguments.value("token") {
            guard let token = AppAccountToken(text) else { throw UsageError("--token takes a UUID, not '\(text)'") }
            subject.appAccountToken = token
        }
        subject.originalTransactionID = arguments.value("original-transaction").map(
            OriginalTransactionID.init(rawValue:)
        )
        subject.transactionID = arguments.value("transaction").map(TransactionID.init(rawValue:))
        return subject
    }

    /// The environment that the options name.
    static func environment(_ arguments: Arguments) throws -> AppStoreTypes.Environment {
        switch arguments.value("environment")?.lowercased() {
        case nil, "sandbox": return .sandbox
        case "production": return .production
        default:
            throw UsageError(
                "--environment takes Sandbox or Production, not '\(arguments.value("environment") ?? "")'"
            )
        }
    }
}
