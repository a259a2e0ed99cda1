// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPClient
import PurserServer

/// `purser doctor`: what is missing before Apple and customers can use the server.
enum DoctorCommand: Command {
    static let name = "doctor"
    static let summary = "Check the configuration, keys, connectivity and launch checklist."

    static let options = [
        Option("config", value: "FILE", "The server's configuration."),
        Option("database", value: "URL", "sqlite:PATH or postgres://… (default: sqlite:.purser/purser.sqlite)."),
        Option("url", value: "URL", "The server's public address (default: the configuration's publicURL)."),
        Option("tls-certificate", value: "FILE.pem", "The server's certificate, to check its expiration."),
        Option("ca-certificate", value: "FILE.pem", "Trust this certificate authority instead of the system's."),
        ReplicaAddresses.options[0], ReplicaAddresses.options[1],
        Option("offline", "Use no network."),
        Option("test-notification", "Request a test notification for each URL and wait until it arrives."),
        Option("json", "Print JSON."),
        Option("language", value: "en|zh", "The language (default: the terminal's)."),
    ]

    static let details = """
        Prints a line for each check, and how to fix a fault.
        Exit codes: 0 no fault (there can be warnings), 1 a fault, 2 invalid command line.

        Example:
          purser doctor --config /etc/purser/purser.json5 --test-notification
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        guard arguments.operands.isEmpty else { throw UsageError("unexpected operand '\(arguments.operands[0])'") }
        let language = try language(arguments, terminal)
        let findings = try await examine(arguments, terminal)
        if arguments.has("json") {
            terminal.print(try json(findings, language))
        } else {
            for finding in findings { terminal.print(line(finding, language)) }
        }
        let faults = findings.count { $0.level == .fault }
        let warnings = findings.count { $0.level == .warning }
        guard faults == 0 else {
            throw Failure(
                language == .english
                    ? "\(counted(faults, "fault")), \(counted(warnings, "warning"))" : "\(faults) 项错误，\(warnings) 项警告"
            )
        }
        terminal.printError(
            language == .english ? "no fault; \(counted(warnings, "warning"))" : "没有错误；\(warnings) 项警告"
        )
    }

    private static func language(_ arguments: Arguments, _ terminal: Terminal) throws -> DoctorLanguage {
        if let part = arguments.value("language") {
            guard let language = DoctorLanguage(rawValue: part) else {
                throw UsageError("--language takes en or zh, not '\(part)'")
            }
            return language
        }
        let system = terminal.environment["LC_ALL"] ?? terminal.environment["LANG"] ?? ""
        return system.hasPrefix("zh") ? .chinese : .english
    }

    /// Looks at everything; what needs the configuration waits for it.
    private static func examine(_ arguments: Arguments, _ terminal: Terminal) async throws -> [Diagnostic] {
        let configuration: ServiceConfiguration
        do {
            guard let read = try ConfigurationFile.read(arguments.value("config"), terminal) else {
                throw Failure("no configuration; give --config FILE")
            }
            configuration = read
        } catch let failure as Failure {
            return [
                .fault(
                    "configuration",
                    LocalizedText(failure.message, failure.message),
                    fix: LocalizedText(
                        "give --config FILE; Deployment/purser.json5 is a beginning",
                        "请用 --config FILE 指定配置；可从 Deployment/purser.json5 开始"
                    )
                )
            ]
        }
        let authorities = try arguments.value("ca-certificate").map {
            String(decoding: try terminal.read($0), as: UTF8.self)
        }
        let doctor = Doctor(
            configuration: configuration,
            publicURL: arguments.value("url") ?? configuration.publicURL,
            authorities: authorities,
            isOffline: arguments.has("offline"),
            now: { Date() }
        )
        var findings = doctor.configured()
        let database = try arguments.database(terminal)
        findings += await doctor.database(database, try ReplicaAddresses(arguments, terminal, of: database))
        if let path = arguments.value("tls-certificate") { findings.append(doctor.certificate(path)) }
        if !arguments.has("offline") {
            findings += try await doctor.apple()
            findings += try await doctor.addresses()
            findings += try await doctor.telemetry()
            if arguments.has("test-notification") { findings += try await doctor.testNotifications() }
        }
        return findings + doctor.checklist()
    }

    private static func line(_ finding: Diagnostic, _ language: DoctorLanguage) -> String {
        let parts: [Diagnostic.Level: LocalizedText] = [
            .ok: LocalizedText("ok", "正常"), .warning: LocalizedText("warning", "警告"),
            .fault: LocalizedText("fault", "错误"),
        ]
        let level = parts[finding.level]?[language] ?? ""
        let head = "\(level.padded(to: 9))\(finding.topic.padded(to: 22))\(finding.text[language])"
        guard let fix = finding.fix else { return head }
        return head + "\n" + String(repeating: " ", count: 9) + (language == .english ? "fix: " : "处理：")
            + fix[language]
    }

    private static func json(_ findings: [Diagnostic], _ language: DoctorLanguage) throws -> String {
        let list = findings.map { finding in
            var members: [String: JSONValue] = [
                "level": .string(finding.level.rawValue), "topic": .string(finding.topic),
                "text": .string(finding.text[language]),
            ]
            if let fix = finding.fix { members["fix"] = .string(fix[language]) }
            return JSONValue.object(members)
        }
        return String(decoding: try AppStoreJSON.encode(JSONValue.object(["findings": .array(list)])), as: UTF8.self)
    }
}
