// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulatorServer
import Foundation

/// What a starting simulator tells.
enum SimulatorBanner {
    static func print(_ simulator: SimulatorService, listen: ListenAddress, folder: String?, _ terminal: Terminal) {
        let production = address(listen, simulator.productionPort, isSecure: simulator.speaksTLS)
        terminal.print("App Store simulator")
        terminal.print("  production         \(production)")
        terminal.print("  sandbox            \(address(listen, simulator.sandboxPort, isSecure: simulator.speaksTLS))")
        terminal.print("  controls           \(production)/simulator/v1")
        let roots = places(of: simulator, production: production, folder: folder)
        terminal.print("  root certificate   \(roots[0])")
        terminal.print("  receipts' root     \(roots[1])")
        if simulator.speaksTLS, let folder { terminal.print("  TLS root           \(folder)/tls-root.pem") }
    }

    static func address(_ listen: ListenAddress, _ port: UInt16?, isSecure: Bool = false) -> String {
        let address = ListenAddress(host: listen.host, port: port ?? listen.port).reachable
        return isSecure ? address.replacing("http://", with: "https://") : address
    }

    /// Writes the roots beside the data, where `purser verify --root` finds them.
    private static func places(of simulator: SimulatorService, production: String, folder: String?) -> [String] {
        zip(["root", "receipt-root"], simulator.rootCertificates).map { name, certificate in
            let link = "\(production)/simulator/v1/certificates/\(name).pem"
            guard let folder else { return link }
            let file = "\(folder)/\(name).pem"
            let isWritten = FileManager.default.createFile(atPath: file, contents: Data(certificate.pem.utf8))
            return isWritten ? file : link
        }
    }
}
