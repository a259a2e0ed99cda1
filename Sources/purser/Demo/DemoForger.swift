// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation

/// Signs with certificates that look like Apple's and lead to no one's root.
enum DemoForger {
    /// A document with this payload, in base64url, under a stranger's signature.
    static func sign(payload: String) throws -> String {
        guard let bytes = Base64URL.decode(payload) else { throw Failure("the payload is not base64url") }
        let year = 365.0 * 86_400
        let now = Date()
        let stranger = try CertificateHierarchy.make(
            .documents,
            name: "Stranger",
            validity: now.addingTimeInterval(-year)...now.addingTimeInterval(year)
        )
        return try DocumentSigner(stranger).sign(Data(bytes)).rawValue
    }
}
