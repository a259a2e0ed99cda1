// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
    offerSeeds(Material.shared.revocationExchanges().map(\.request))
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = bytes(start, count)
    let material = Material.shared
    let responder = RevocationResponder(authorities: [material.documents.root, material.documents.intermediate])
    check((try? responder.respond(to: Data(input), asOf: material.now) { _ in .good }) != nil, "no answer was made")
    return 0
}
