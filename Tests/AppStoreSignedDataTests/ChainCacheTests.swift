// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import TestSupport
import Testing

@Suite struct ChainCacheTests {
    let authority = TestAuthority.shared
    let now = Date(millisecondsSince1970: 1_790_000_000_000)

    private func chain(_ cache: ChainCache, at instant: Date, built: inout Int) throws {
        let certificates = authority.documents.chain
        var count = 0
        _ = try cache.chain(of: certificates, asOf: instant) { () throws(VerificationError) in
            count += 1
            return try CertificateChain(certificates: certificates)
        }
        built += count
    }

    @Test func `a chain is checked once in fifteen minutes`() throws {
        let cache = ChainCache(capacity: 4, lifetime: 900)
        var built = 0
        for seconds in [0.0, 1, 899] { try chain(cache, at: now.addingTimeInterval(seconds), built: &built) }
        #expect(built == 1)
        try chain(cache, at: now.addingTimeInterval(900), built: &built)
        #expect(built == 2)
    }

    @Test func `a clock that went back trusts nothing from its future`() throws {
        let cache = ChainCache(capacity: 4, lifetime: 900)
        var built = 0
        try chain(cache, at: now, built: &built)
        try chain(cache, at: now.addingTimeInterval(-1), built: &built)
        #expect(built == 2)
    }

    @Test func `a chain that fails is not remembered`() throws {
        let cache = ChainCache(capacity: 4, lifetime: 900)
        for _ in 0..<2 {
            #expect(throws: VerificationError.self) {
                try cache.chain(of: authority.documents.chain, asOf: now) { () throws(VerificationError) in
                    throw VerificationError(code: .chainPath, message: "")
                }
            }
        }
        #expect(cache.count == (headers: 0, chains: 0))
    }

    @Test func `the cache stays small however many certificates come`() throws {
        let verifier = try authority.verifier()
        for number in 0..<50 {
            let leaf = try authority.documents.intermediate.issue(
                CertificateTemplate(
                    subject: DistinguishedName(commonName: "Signing \(number)"),
                    serialNumber: UInt64(1000 + number),
                    validity: TestAuthority.validity,
                    extensions: [.endEntity, .signsDocuments, .appStoreSigning]
                ),
                algorithm: .p256
            )
            let chain = [leaf.certificate] + authority.documents.chain.dropFirst()
            let signed = try DocumentSigner(chain: chain, key: leaf.key).sign(Samples.transaction(at: now))
            _ = try verifier.verify(signed, as: TransactionPayload.self, asOf: now)
        }
        #expect(verifier.cache.count == (headers: 32, chains: 32))
    }

    @Test func `a bad signature under good certificates leaves no header behind`() throws {
        let verifier = try authority.verifier()
        let signed = try authority.signer.sign(Samples.transaction(at: now))
        let parts = signed.rawValue.split(separator: ".")
        let header = String(decoding: try #require(Base64URL.decode(parts[0])), as: UTF8.self)
        for number in 0..<100 {
            let padded = header.dropLast() + ",\"junk\":\(number)}"
            let text = "\(Base64URL.encode(Array(padded.utf8))).\(parts[1]).\(parts[2])"
            #expect(
                refusal {
                    _ = try verifier.verify(SignedPayload(rawValue: text), as: TransactionPayload.self, asOf: now)
                }
                    == .signature
            )
        }
        #expect(verifier.cache.count == (headers: 0, chains: 1))
    }

    @Test func `many tasks verify at once, good and bad`() async throws {
        let verifier = try authority.verifier()
        let good = try authority.signer.sign(Samples.transaction(at: now))
        let stray = try authority.signer.sign(Samples.transaction(at: now, bundleID: "com.example.other"))
        let forged = try TestAuthority(name: "Stranger").signer.sign(Samples.transaction(at: now))
        let outcomes = await withTaskGroup(of: VerificationError.Code?.self) { group in
            for number in 0..<600 {
                let signed = [good, stray, forged][number % 3]
                // Every task has its own present, so that entries age while others use them.
                let instant = now.addingTimeInterval(Double(number) * 7)
                group.addTask {
                    refusal { _ = try verifier.verify(signed, as: TransactionPayload.self, asOf: instant) }
                }
            }
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(outcomes == [nil: 200, .bundleID: 200, .trustAnchor: 200])
    }
}
