// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
    offerSeeds(
        [try? Material.shared.documents.leaf.key.pem, try? Material.shared.receipts.leaf.key.pem].compactMap {
            $0.map { Data($0.utf8) }
        }
    )
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = bytes(start, count)
    let text = String(decoding: input, as: UTF8.self)
    _ = try? PrivateKey(pem: text)
    _ = try? PublicKey(pem: text)
    _ = try? PublicKey(subjectPublicKeyInfo: Data(input))
    return 0
}
