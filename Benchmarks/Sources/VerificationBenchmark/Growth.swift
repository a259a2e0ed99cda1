// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import CLibCrypto
import Foundation

/// Whether anything grows with the number of different documents that a verifier has seen.
enum Growth {
    /// Bytes that are allocated and not freed.
    private static func live() -> Int { Int(mallinfo2().uordblks) }

    /// Verifies documents that all differ.
    private static func verify(_ numbers: Range<Int>, _ verifier: SignedDataVerifier, _ material: Material) throws {
        let signer = try DocumentSigner(material.hierarchy)
        for number in numbers {
            let json = Material.transaction.replacing("2000000123456789", with: String(2_000_000_200_000_000 + number))
            let signed = try signer.sign(Data(json.utf8))
            _ = try verifier.verify(signed, as: TransactionPayload.self, asOf: material.now)
        }
    }

    /// The bytes that are in use after a few and after many documents.
    static func measure(_ material: Material, few: Int = 1000, many: Int = 20_000) throws -> (few: Int, many: Int) {
        let verifier = try SignedDataVerifier(material.configuration)
        try verify(0..<few, verifier, material)
        let before = live()
        try verify(few..<many, verifier, material)
        return (before, live())
    }
}
