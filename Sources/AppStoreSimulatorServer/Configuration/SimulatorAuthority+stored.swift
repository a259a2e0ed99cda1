// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreSimulator
public import FoundationEssentials

extension SimulatorAuthority {
    /// The length of a year in seconds.
    static let year: TimeInterval = 365.25 * 86_400

    /// The certificates and keys in a data folder; they are created and written at the first call.
    ///
    /// A simulator with the same data folder signs with them too, so a server under test trusts one root for both.
    ///
    /// - Parameters:
    ///   - folder: The data folder; `nil` creates an authority without writing it.
    ///   - validity: When new certificates are valid.
    ///   - revocationResponder: The OCSP URL that new certificates name.
    /// - Returns: The authority with its private keys.
    /// - Throws: A ``SimulatorServiceError`` for an unusable folder, or a `CryptographyError`.
    public static func stored(
        in folder: String?,
        validity: ClosedRange<Date>,
        revocationResponder: String? = nil
    ) throws -> SimulatorAuthority {
        try SecretFiles.value("authority.json", in: folder) {
            try make(validity: validity, revocationResponder: revocationResponder)
        }
    }
}
