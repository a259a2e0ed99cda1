// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// Counts what each client network holds of a server: connections, and requests that have not arrived in full.
///
/// It has an entry for each network with an open connection, so the bound on connections bounds it.
final class AddressQuota: Sendable {
    private struct Held {
        var connections = 0
        var halfSentRequests = 0
    }

    private let connections: Int
    private let halfSentRequests: Int
    private let isExempt: @Sendable (String) -> Bool
    private let held = Mutex<[ClientNetwork: Held]>([:])

    init(_ configuration: HTTPServerConfiguration) {
        connections = configuration.maximumConnectionsPerAddress
        halfSentRequests = configuration.maximumHalfSentRequestsPerAddress
        isExempt = configuration.isExemptFromAddressLimits
    }

    /// Whether what comes from an address is counted.
    func counts(_ address: String?) -> Bool {
        guard connections > 0 || halfSentRequests > 0, let address else { return false }
        return !isExempt(address)
    }

    /// Counts a connection, unless the network has as many as it may.
    func openConnection(from network: ClientNetwork) -> Bool {
        held.withLock { held in
            let open = held[network]?.connections ?? 0
            guard connections == 0 || open < connections else { return false }
            held[network, default: Held()].connections += 1
            return true
        }
    }

    func closeConnection(from network: ClientNetwork) {
        change(network) { $0.connections -= 1 }
    }

    /// Counts a request that has begun to arrive, unless the network has as many as it may.
    func beginRequest(from network: ClientNetwork) -> Bool {
        guard halfSentRequests > 0 else { return true }
        return held.withLock { held in
            let begun = held[network]?.halfSentRequests ?? 0
            guard begun < halfSentRequests else { return false }
            held[network, default: Held()].halfSentRequests += 1
            return true
        }
    }

    /// A counted request has arrived in full, or never will.
    func endRequest(from network: ClientNetwork) {
        guard halfSentRequests > 0 else { return }
        change(network) { $0.halfSentRequests -= 1 }
    }

    private func change(_ network: ClientNetwork, _ change: (inout Held) -> Void) {
        held.withLock { held in
            guard var rest = held[network] else { return }
            change(&rest)
            held[network] = rest.connections > 0 || rest.halfSentRequests > 0 ? rest : nil
        }
    }
}
