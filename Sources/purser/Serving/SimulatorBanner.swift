// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulatorServer
import Foundation

/// What a starting simulator tells.
enum SimulatorBanner {
    static func print(_ simulator: SimulatorService, listen: ListenAddress, folder: String?, _ terminal: Terminal) {
        let production = address(listen, simulator.productionPort)
        terminal.print("App Store simulator")
        terminal.print("  production         \(production)")
        terminal.print("  sandbox            \(address(listen, simulator.sandboxPort))")
        terminal.print("  controls           \(production)/simulator/v1")
        terminal.print("  root certificate   \(rootPlace(simulator, production: production, folder: folder))")
    }

    static func address(_ listen: ListenAddress, _ port: UInt16?) -> String {
        ListenAddress(host: listen.host, port: port ?? listen.port).reachable
    }

    /// Writes the root beside the data, where `purser verify --root` finds it.
    private static func rootPlace(_ simulator: SimulatorService, production: String, folder: String?) -> String {
        let link = "\(production)/simulator/v1/certificates/root.pem"
        guard let folder else { return link }
        let file = folder + "/root.pem"
        let isWritten = FileManager.default.createFile(atPath: file, contents: Data(simulator.rootCertificate.pem.utf8))
        return isWritten ? file : link
    }
}
