// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Remembers checked certificates for a while, so that each document costs one signature check.
///
/// Chains are kept by their certificates' fingerprints; headers are kept only once a signature below them was good, so
/// no one but a trusted signer can fill the cache. Both are bounded in number and in age. When the certificates hold is
/// kept with them and checked with each document's own instant.
package final class ChainCache: Sendable {
    private struct State {
        var headers: [TrustedHeader] = []
        var chains: [[UInt8]: (chain: CertificateChain, checkedAt: Date)] = [:]
    }

    private let state = Mutex(State())
    private let capacity: Int
    private let lifetime: TimeInterval

    package init(capacity: Int, lifetime: TimeInterval) {
        self.capacity = max(1, capacity)
        self.lifetime = lifetime
    }

    /// The checked header that a document begins with.
    func header(of text: UnsafeRawBufferPointer, asOf now: Date) -> TrustedHeader? {
        state.withLock { state in
            guard let index = state.headers.firstIndex(where: { unsafe $0.begins(text) }) else { return nil }
            guard isFresh(state.headers[index].checkedAt, asOf: now) else {
                state.headers.remove(at: index)
                return nil
            }
            return state.headers[index]
        }
    }

    func store(_ header: TrustedHeader) {
        state.withLock { state in
            state.headers.removeAll { $0.prefix == header.prefix }
            if state.headers.count >= capacity { state.headers.removeFirst() }
            state.headers.append(header)
        }
    }

    /// The checked chain of the certificates, from the cache or made again.
    package func chain(
        of certificates: [Certificate],
        asOf now: Date,
        make: () throws(VerificationError) -> CertificateChain
    ) throws(VerificationError) -> (chain: CertificateChain, checkedAt: Date) {
        let key = certificates.flatMap(\.sha256)
        if let known = state.withLock({ $0.chains[key] }), isFresh(known.checkedAt, asOf: now) { return known }
        let chain = try make()
        state.withLock { state in
            if state.chains.count >= capacity {
                let oldest = state.chains.min { $0.value.checkedAt < $1.value.checkedAt }
                if let oldest { state.chains[oldest.key] = nil }
            }
            state.chains[key] = (chain, now)
        }
        return (chain, now)
    }

    /// The certificates that were read before; trusted or not is not said.
    var certificates: [Certificate] { state.withLock { $0.chains.values.flatMap(\.chain.certificates) } }

    /// How many headers and chains are kept.
    package var count: (headers: Int, chains: Int) { state.withLock { ($0.headers.count, $0.chains.count) } }

    private func isFresh(_ checkedAt: Date, asOf now: Date) -> Bool {
        checkedAt <= now && now.timeIntervalSince(checkedAt) < lifetime
    }
}

extension TrustedHeader {
    /// Whether a document begins with this header.
    fileprivate func begins(_ text: UnsafeRawBufferPointer) -> Bool {
        guard text.count > prefix.count, let start = text.baseAddress else { return false }
        return unsafe memcmp(start, prefix, prefix.count) == 0
    }
}
