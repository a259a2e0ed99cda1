// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation

/// The keys that sign triggered notifications, with the root certificate on disk.
struct TriggerKeys: Sendable {
    /// The folder that `purser trigger` and `purser listen` use when no other is given.
    static let defaultFolder = ".purser/app-store"

    let authority: SimulatorAuthority
    let signing: SimulatorSigning

    /// Reads the keys of a folder, or creates them and writes the root certificate.
    init(folder: String, now: Date, _ terminal: Terminal) throws {
        // Histories may begin years ago: a document's chain must be valid on the document's date.
        let validity = Date(millisecondsSince1970: 1_199_145_600_000)...now.addingTimeInterval(30 * 365 * 86_400)
        do {
            authority = try SimulatorAuthority.stored(in: folder, validity: validity)
        } catch let error as SimulatorServiceError {
            throw Failure(error.message)
        }
        signing = try SimulatorSigning(authority)
        let root = authority.documents.root.certificate
        try terminal.write(Data(root.pem.utf8), to: folder + "/root.pem")
        try terminal.write(root.der, to: folder + "/root.der")
        terminal.printError("root certificate: \(folder)/root.pem")
    }
}
