// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// The program's entry.
@main
struct Purser {
    /// Every command, in the order of the help.
    static let program = Program(commands: [
        ServeCommand.self,
        SimulatorCommand.self,
        TriggerCommand.self,
        ListenCommand.self,
        ConformCommand.self,
        DemoCommand.self,
        VerifyCommand.self,
        SignCommand.self,
        APICommand.self,
        MigrateCommand.self,
        BackupCommand.self,
        RestoreCommand.self,
        ArchiveCommand.self,
        PriceCommand.self,
        PayoutsCommand.self,
        WhyCommand.self,
        RebuildCommand.self,
        KeysCommand.self,
        TeamCommand.self,
        BackfillCommand.self,
        MCPCommand.self,
        ForwardingCommand.self,
        ShadowCommand.self,
        ReconcileCommand.self,
        ReportCommand.self,
        DisclosureCommand.self,
        BenchCommand.self,
        DoctorCommand.self,
        HealthCommand.self,
        CompletionsCommand.self,
        DocsCommand.self,
    ])

    static func main() async {
        FileLimit.raise()
        exit(await program.run(Array(CommandLine.arguments.dropFirst()), .standard()))
    }
}
