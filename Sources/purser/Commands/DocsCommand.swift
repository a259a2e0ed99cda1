// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// `purser docs`: the pages that are made from the program's own declarations.
enum DocsCommand: Command {
    static let name = "docs"
    static let summary = "Write the man pages or a reference page of this version."
    static let operands = "man DIR | cli"

    static let details = """
        'man DIR' writes a page for the program and one for each command to DIR, which must exist.
        'cli' prints the reference of the command line in Markdown.

        Example:
          purser docs man /usr/local/share/man/man1
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        let parts = arguments.operands
        switch parts.first {
        case "man" where parts.count == 2: try writeManual(to: parts[1], terminal)
        case "cli" where parts.count == 1: terminal.print(CommandReference.page(Purser.program.commands))
        default: throw UsageError("give 'man DIR' or 'cli'")
        }
    }

    private static func writeManual(to folder: String, _ terminal: Terminal) throws {
        let commands = Purser.program.commands
        let pages = [ManualPage.program(commands)] + commands.map(ManualPage.command)
        for page in pages {
            try terminal.write(Data(page.text.utf8), to: folder + "/" + page.fileName)
        }
        terminal.printError("\(counted(pages.count, "page")) written to \(folder)")
    }
}
