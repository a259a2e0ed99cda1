// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// The whole command line: chooses a command, runs it, and turns the result into an exit code.
struct Program: Sendable {
    /// The version that `--version` prints.
    static let version = "0.1.0"

    /// The commands, in the order of the help.
    let commands: [any Command.Type]

    /// Runs the words that follow the program's name.
    ///
    /// - Returns: The exit code: 0, 1 for a failure, 2 for a command line that cannot be understood, 130 after Ctrl-C,
    ///   143 after SIGTERM.
    func run(_ parts: [String], _ terminal: Terminal) async -> Int32 {
        let code = await answer(parts, terminal)
        guard code == 0, let problem = terminal.lost() else { return code }
        terminal.printError("purser: not all could be written to standard output: \(problem)")
        return 1
    }

    private func answer(_ parts: [String], _ terminal: Terminal) async -> Int32 {
        guard let part = parts.first, part != "--help", part != "-h", part != "help" else {
            return help(Array(parts.dropFirst()), asked: !parts.isEmpty, terminal)
        }
        if ["--version", "-v", "version"].contains(part) {
            terminal.print("purser \(Self.version)")
            return 0
        }
        guard let command = commands.first(where: { $0.name == part }) else {
            let names = commands.map { $0.name } + ["help", "version"]
            let begun = part.count > 1 ? names.first { $0.hasPrefix(part) } : nil
            let near = begun ?? Nearness.nearest(to: part, among: names)
            let hint = near.map { " Did you mean '\($0)'?" } ?? ""
            terminal.printError("purser: Unknown command '\(part)'.\(hint) Run 'purser --help' for a list.")
            return 2
        }
        if parts.dropFirst().prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
            terminal.print(command.help(about: Array(parts.dropFirst())) ?? Help.command(command))
            return 0
        }
        return await run(command, Array(parts.dropFirst()), terminal)
    }

    private func run(_ command: any Command.Type, _ parts: [String], _ terminal: Terminal) async -> Int32 {
        do {
            let arguments = try Arguments(parts, options: command.options)
            try await command.run(arguments, terminal)
            return 0
        } catch let error as UsageError {
            terminal.printError("purser \(command.name): \(error.message); see 'purser \(command.name) --help'")
            return 2
        } catch let error as Failure {
            terminal.printError("purser \(command.name): \(error.message)")
            return 1
        } catch let stop as Interruption.Stopped {
            terminal.printError("purser \(command.name): interrupted; \(stop.message)")
            return stop.exitCode
        } catch {
            terminal.printError("purser \(command.name): \(error.plainMessage)")
            return 1
        }
    }

    private func help(_ rest: [String], asked: Bool, _ terminal: Terminal) -> Int32 {
        guard asked else {
            terminal.printError(Help.program(commands))
            return 2
        }
        if let name = rest.first, let command = commands.first(where: { $0.name == name }) {
            terminal.print(command.help(about: Array(rest.dropFirst())) ?? Help.command(command))
        } else {
            terminal.print(Help.program(commands))
        }
        return 0
    }
}
