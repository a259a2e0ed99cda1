// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import PurserServer

/// `purser team`: the people who can sign in to the console, and a new password for one who lost it.
enum TeamCommand: Command {
    static let name = "team"
    static let summary = "List the console's team members; give one a new password."
    static let operands = "list | reset NAME"

    static let options =
        AdministrationTarget.options.filter { ["database", "config"].contains($0.name) } + [
            Option("second-factor-off", "With reset: also turn off the member's second factor.")
        ]

    static let details = """
        Works on the database of a server that does not run (--database), so it needs no password and no key.
        'list' prints a line for each member, with tabs between: name, role, created, second factor on or off.
        'reset' sets a random password, prints it this once, and ends the member's sessions. It also ends the lockout of
        an admin who lost the password or the device with the second factor. The audit log records it.

        Examples:
          purser team reset admin --database sqlite:.purser/purser.sqlite --config purser.json5
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        let parts = arguments.operands
        guard let action = parts.first else { throw UsageError("give list or reset") }
        guard arguments.value("database") != nil else {
            throw UsageError("give --database, such as sqlite:.purser/purser.sqlite")
        }
        switch action {
        case "list":
            guard parts.count == 1 else { throw UsageError("'list' takes no operand, not \(parts.count - 1)") }
            try await AdministrationTarget.withService(arguments, terminal) { service in
                for member in try await service.teamMembers() {
                    let created = Instant.text(Int64(member.created.timeIntervalSince1970 * 1000))
                    terminal.print(
                        "\(member.name)\t\(member.role)\t\(created)\t\(member.hasSecondFactor ? "on" : "off")"
                    )
                }
            }
        case "reset":
            guard parts.count == 2 else { throw UsageError("'reset' takes one operand, not \(parts.count - 1)") }
            try await AdministrationTarget.withService(arguments, terminal) { service in
                let password = try await service.resetTeamMember(
                    parts[1],
                    turnsSecondFactorOff: arguments.has("second-factor-off")
                )
                guard let password else {
                    throw Failure("there is no team member '\(parts[1])'; 'purser team list' lists them")
                }
                terminal.print(password)
                terminal.printError(
                    "\(parts[1]) signs in with this password; it is shown this once. Change it in the console"
                )
            }
        default: throw UsageError("unknown action '\(action)'; use list or reset")
        }
    }
}
