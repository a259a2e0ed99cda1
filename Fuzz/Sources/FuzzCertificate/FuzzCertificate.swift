// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
    offerSeeds(Material.shared.documents.chain.map(\.der) + Material.shared.receipts.chain.map(\.der))
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = bytes(start, count)
    guard let certificate = try? Certificate(der: Data(input)) else { return 0 }
    _ = (certificate.subject, certificate.issuer, certificate.validity, certificate.serialNumber, certificate.pem)
    _ = try? certificate.publicKey.pem
    check(certificate.der == Data(input), "a certificate changed its bytes")
    return 0
}
