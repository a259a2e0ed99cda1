// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTTPClient
import Synchronization

/// A store that an environment variable names: it connects when it is first asked for something.
///
/// A simulator that does not answer is tried again with the next question.
final class DeferredStore: StoreBackend {
    private struct State {
        var store: RemoteStore?
        var receive: (@Sendable (StoreEvent) -> Void)?
    }

    private let address: String
    private let customer: String
    private let state = Mutex(State())

    init(address: String, customer: String) {
        self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
        self.customer = customer
    }

    private var connected: RemoteStore? { state.withLock { $0.store } }

    private func store() async throws -> RemoteStore {
        if let connected { return connected }
        let path = ProcessInfo.processInfo.environment["STOREKIT_SIMULATOR_ROOT"]
        let made = try await RemoteStore(
            address: address,
            customer: customer,
            root: try path.map { try Data(contentsOf: URL(fileURLWithPath: $0)) },
            transport: try CurlTransport(),
            interval: .seconds(1)
        )
        let (store, receive) = state.withLock { state in
            let store = state.store ?? made
            state.store = store
            return (store, state.receive)
        }
        if let receive, store === made { store.connect(receive) }
        return store
    }

    var canMakePayments: Bool { connected?.canMakePayments ?? true }
    var deviceVerificationID: UUID { connected?.deviceVerificationID ?? UUID() }
    var knownStorefront: StorefrontRecord? { connected?.knownStorefront }
    var hasReceiptAtHand: Bool { false }

    func check(_ document: String, kind: SignedKind) -> VerificationFault? {
        // Documents come from a store that is connected.
        connected.map { $0.check(document, kind: kind) } ?? .invalidCertificateChain
    }

    func products(_ identifiers: [String]) async throws -> [ProductRecord] {
        try await store().products(identifiers)
    }

    func products(inGroup group: String) async throws -> [ProductRecord] {
        try await store().products(inGroup: group)
    }

    func storefront() async throws -> StorefrontRecord { try await store().storefront() }
    func purchase(_ order: PurchaseOrder) async throws -> PurchaseOutcome { try await store().purchase(order) }

    func redeem(_ code: String, isReturned: Bool) async throws -> PurchaseOutcome? {
        try await store().redeem(code, isReturned: isReturned)
    }

    func history() async throws -> [StoredTransaction] { try await store().history() }
    func statuses() async throws -> [StoredStatus] { try await store().statuses() }

    func isEligibleForIntroOffer(_ groupID: String) async throws -> Bool {
        try await store().isEligibleForIntroOffer(groupID)
    }

    func finish(_ id: UInt64) async throws { try await store().finish(id) }
    func sync() async throws { try await store().sync() }
    func appTransaction() async throws -> String { try await store().appTransaction() }
    func receipt() async throws -> Data { try await store().receipt() }
    func receiptAtHand() throws -> Data? { nil }
    func requestRefund(_ id: UInt64) async throws { try await store().requestRefund(id) }
    func externalPurchaseToken() async throws -> String { try await store().externalPurchaseToken() }
    func showSheet(_ sheet: StoreSheet) async throws { try await store().showSheet(sheet) }

    func connect(_ receive: @escaping @Sendable (StoreEvent) -> Void) {
        state.withLock { $0.receive = receive }
        connected?.connect(receive)
        // News are wanted although no one has asked for anything yet.
        Task {
            do {
                _ = try await self.store()
            } catch {
                StoreLog.warn("the simulator at \(self.address) cannot be reached yet: \(error)")
            }
        }
    }

    func disconnect() {
        state.withLock { $0.receive = nil }
        connected?.disconnect()
    }
}
