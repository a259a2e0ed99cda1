// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import TestSupport
import Testing

@testable import purser

/// The completion scripts, as each shell itself reads them.
@Suite struct CompletionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Whether the machine has a shell; `Scripts/setup test` installs all three.
    static func isInstalled(_ shell: CompletionShell) -> Bool {
        ["/bin", "/usr/bin", "/usr/local/bin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(shell.rawValue)")
        }
    }

    /// What a shell offers for a line that ends at the cursor.
    private func completions(of line: String, in shell: CompletionShell) async throws -> Set<String> {
        let terminal = TestTerminal()
        #expect(await terminal.run("completions", shell.rawValue) == 0)
        let script = try folder.write("purser.\(shell)", Data(terminal.output.joined(separator: "\n").utf8))
        let output = try await run(shell, program(line, script, shell))
        return Set(output.split(whereSeparator: \.isNewline).map { $0.split(separator: "\t")[0] }.map(String.init))
    }

    /// The lines for the shell that print what the Tab key would offer.
    private func program(_ line: String, _ script: String, _ shell: CompletionShell) -> String {
        let tokens = line.split(separator: " ", omittingEmptySubsequences: false)
        return switch shell {
        case .bash:
            """
            source '\(script)'
            COMP_WORDS=(\(tokens.map { "'\($0)'" }.joined(separator: " ")))
            COMP_CWORD=\(tokens.count - 1)
            _purser
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        case .fish: "source '\(script)'; complete -C '\(line)'"
        // The functions that would show the candidates print them instead, so that no terminal is needed.
        case .zsh:
            """
            autoload -U compinit && compinit -u -D
            source '\(script)'
            words=(\(tokens.map { "'\($0)'" }.joined(separator: " ")))
            CURRENT=\(tokens.count)
            _describe() { print -rl -- ${commands%%:*} }
            _arguments() {
                local spec name
                for spec in "$@"; do
                    name=${spec#\\*}
                    if [[ $words[CURRENT-1] == ${name%%=*} && $name == --*=*:* ]]; then
                        name=${name##*:}; print -rl -- ${=${name#\\(}%\\)}; return
                    fi
                done
                for spec in "$@"; do
                    case $spec in
                    --*|'*'--*) name=${spec#\\*}; print -r -- ${${name%%\\[*}%=} ;;
                    *:*'('*) name=${spec##*:}; print -rl -- ${=${name#\\(}%\\)} ;;
                    *) print -r -- $spec ;;
                    esac
                done
            }
            _purser
            """
        }
    }

    private func run(_ shell: CompletionShell, _ text: String) async throws -> String {
        let file = try folder.write("try.\(shell)", Data(text.utf8))
        let process = ChildProcess()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = shell == .zsh ? ["zsh", "-f", file] : [shell.rawValue, file]
        process.currentDirectoryURL = folder.url
        process.environment = ["HOME": folder.url.path, "PATH": "/usr/bin:/bin", "TERM": "dumb", "LANG": "C.UTF-8"]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(output)")
        return output
    }

    @Test(arguments: CompletionShell.allCases.filter(isInstalled)) func `a shell completes commands`(
        shell: CompletionShell
    ) async throws {
        let offered = try await completions(of: "purser ", in: shell)
        let commands = Set(Purser.program.commands.map { $0.name } + ["help", "version"])
        #expect(offered.isSuperset(of: commands), "\(offered)")
    }

    @Test(arguments: CompletionShell.allCases.filter(isInstalled)) func `a shell completes options`(
        shell: CompletionShell
    ) async throws {
        let offered = try await completions(of: "purser serve --", in: shell)
        let options = Set(ServeCommand.options.map { "--" + $0.name } + ["--help"])
        #expect(offered.isSuperset(of: options), "\(offered)")
    }

    @Test(arguments: CompletionShell.allCases.filter(isInstalled))
    func `a shell completes the words of an operand`(shell: CompletionShell) async throws {
        #expect(
            try await completions(of: "purser keys ", in: shell).isSuperset(of: ["create", "list", "revoke", "rotate"])
        )
        #expect(try await completions(of: "purser api ", in: shell).isSuperset(of: APICommand.keywords))
    }

    @Test(arguments: CompletionShell.allCases.filter(isInstalled))
    func `a shell completes the words of a value`(shell: CompletionShell) async throws {
        #expect(try await completions(of: "purser serve --log-format ", in: shell) == ["text", "json"])
        #expect(try await completions(of: "purser serve --clock ", in: shell) == ["real", "manual"])
    }

    @Test func `bash completes a file where a value is one`() async throws {
        _ = try folder.write("shop.json5", Data())
        #expect(try await completions(of: "purser serve --config sho", in: .bash) == ["shop.json5"])
    }

    @Test func `bash completes a value behind an equals sign`() async throws {
        let terminal = TestTerminal()
        #expect(await terminal.run("completions", "bash") == 0)
        let script = try folder.write("purser.bash", Data(terminal.output.joined(separator: "\n").utf8))
        let output = try await run(
            .bash,
            """
            source '\(script)'
            COMP_WORDS=(purser serve --log-format = j)
            COMP_CWORD=4
            _purser
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        )
        #expect(output == "json\n")
    }

    @Test func `an unknown shell is refused`() async {
        let terminal = TestTerminal()
        #expect(await terminal.run("completions", "tcsh") == 2)
        #expect(terminal.errors.joined().contains("bash, zsh, fish"))
    }

    @Test func `the words of an operand come from its declaration`() {
        #expect(KeysCommand.keywords == ["list", "create", "revoke", "rotate"])
        #expect(PriceCommand.keywords == ["equalize", "tiers", "points"])
        #expect(SignCommand.keywords == ["token", "promotional-offer", "intro-eligibility"])
        #expect(BackupCommand.keywords.isEmpty)
    }
}
