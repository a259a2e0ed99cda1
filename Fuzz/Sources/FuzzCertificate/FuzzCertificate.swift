// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] { Material.shared.documents.chain.map(\.der) + Material.shared.receipts.chain.map(\.der) }

    static func test(_ input: [UInt8]) {
        guard let certificate = try? Certificate(der: Data(input)) else { return }
        _ = (certificate.subject, certificate.issuer, certificate.validity, certificate.serialNumber, certificate.pem)
        _ = try? certificate.publicKey.pem
        check(certificate.der == Data(input), "a certificate changed its bytes")
    }
}
