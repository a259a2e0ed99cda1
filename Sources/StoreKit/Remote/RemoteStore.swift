// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreTypes
package import HTTPClient
import Synchronization

/// The store of a simulator that runs elsewhere, reached over HTTP as one customer.
///
/// What happens without the app asking is found by asking again and again and comparing.
package final class RemoteStore: Sendable {
    struct State {
        var known: DeviceResponse?
        var standings: [UInt64: TransactionFingerprint] = [:]
        var waiting: [String: PendingRemotePurchase] = [:]
        var receive: (@Sendable (StoreEvent) -> Void)?
        var poller: Task<Void, Never>?

        /// Purchases in progress; while there are any, nothing is taken for news.
        var purchases = 0

        /// Counts beginnings and ends of purchases, so that an answer from before one is not taken for news after it.
        var generation = 0

        /// How many questions were asked, and the newest one whose answer was processed: an answer may overtake
        /// another.
        var asked = 0
        var answered = 0
    }

    /// What is compared of a transaction.
    struct TransactionFingerprint: Hashable {
        var isRevoked: Bool
        var isUpgraded: Bool
    }

    /// A purchase of this process that waits.
    struct PendingRemotePurchase {
        var attempt: UUID
        var product: String
    }

    let connection: SimulatorConnection
    let customer: String
    let state = Mutex(State())
    private let verifier: DocumentVerifier
    private let interval: Duration

    /// The device's identifier; a simulator that runs elsewhere ties no document to it.
    package let deviceVerificationID = UUID()

    /// Connects to a simulator.
    ///
    /// - Parameters:
    ///   - address: The simulator's address.
    ///   - customer: The one who buys.
    ///   - root: The root to trust, as PEM or DER; asked of the simulator itself when absent.
    ///   - transport: How to reach it.
    ///   - interval: How long to wait between two questions for news.
    /// - Throws: `StoreKitError` when the simulator does not answer, or an error about the root.
    package init(
        address: String,
        customer: String,
        root: Data?,
        transport: any HTTPTransport,
        interval: Duration
    ) async throws {
        connection = SimulatorConnection(address: address, transport: transport)
        self.customer = customer
        self.interval = interval
        let trusted: Data
        if let root { trusted = root } else { trusted = try await connection.bytes("/certificates/root.cer") }
        let isText = trusted.starts(with: Data("-----BEGIN".utf8))
        let certificate =
            isText ? try Certificate(pem: String(decoding: trusted, as: UTF8.self)) : try Certificate(der: trusted)
        verifier = try DocumentVerifier(anchors: TrustAnchors(certificates: [certificate]), bundleID: nil)
        _ = try await refresh(hasNewInformation: false)
    }

    deinit {
        state.withLock { $0.poller }?.cancel()
    }

    package func check(_ document: String, kind: SignedKind) -> VerificationFault? {
        verifier.fault(of: document, kind: kind)
    }

    package func connect(_ receive: @escaping @Sendable (StoreEvent) -> Void) {
        let interval = interval
        let poller = Task { [weak self] in
            while !Task.isCancelled {
                do {
                    try await Task.sleep(for: interval)
                    guard let self else { return }
                    _ = try await self.refresh(hasNewInformation: true)
                } catch is CancellationError {
                    return
                } catch {
                    StoreLog.warn("news of the simulator could not be read: \(error)")
                }
            }
        }
        state.withLock { state in
            state.receive = receive
            state.poller?.cancel()
            state.poller = poller
        }
    }

    package func disconnect() {
        state.withLock { state in
            state.receive = nil
            state.poller?.cancel()
            state.poller = nil
        }
    }

    /// Polls the simulator and reports what is new.
    func refresh(hasNewInformation: Bool) async throws -> DeviceResponse {
        let (before, number) = state.withLock { state in
            state.asked += 1
            return (state.generation, state.asked)
        }
        let answer: DeviceResponse = try await connection.get("/devices/\(SimulatorConnection.escaped(customer))")
        // An observer that is notified of a transaction may read the receipt at once.
        let receipt =
            hasNewInformation && state.withLock { $0.isNotifiedOfTransactions(in: answer) } ? await newReceipt() : nil
        let (changes, receive) = state.withLock { state -> ([StoreEvent], (@Sendable (StoreEvent) -> Void)?) in
            let isOvertaken = number < state.answered
            let isQuiet = isOvertaken || state.purchases > 0 || state.generation != before
            var changes = hasNewInformation && !isQuiet ? state.updates(in: answer) : []
            // A receipt from before a purchase would take the place of the one with it.
            if let receipt, !isQuiet { changes.insert(.receipt(receipt), at: 0) }
            if !isOvertaken, !isQuiet || !hasNewInformation {
                state.record(answer)
                state.answered = number
            }
            return (changes, state.receive)
        }
        for event in changes { receive?(event) }
        return answer
    }

    private func newReceipt() async -> Data? {
        do {
            return try await receipt()
        } catch {
            StoreLog.warn("the app receipt could not be refreshed: \(error)")
            return nil
        }
    }
}

extension RemoteStore.State {
    /// Keeps an answer as what the app knows.
    mutating func record(_ answer: DeviceResponse) {
        known = answer
        for purchase in answer.transactions {
            guard let transaction = Transaction(document: purchase.signedTransactionInfo) else { continue }
            standings[transaction.id] = RemoteStore.TransactionFingerprint(transaction)
        }
    }

    /// Keeps what the app has just bought as known to it: who bought it learns of it by the purchase itself.
    mutating func record(bought document: String) {
        guard let transaction = Transaction(document: document) else { return }
        standings[transaction.id] = RemoteStore.TransactionFingerprint(transaction)
    }

    /// Whether an answer has transactions that somebody is to be notified of.
    func isNotifiedOfTransactions(in answer: DeviceResponse) -> Bool {
        guard receive != nil, purchases == 0 else { return false }
        var copy = self
        return copy.updates(in: answer).contains { if case .transaction = $0 { true } else { false } }
    }

    /// What an answer says that the app does not know.
    mutating func updates(in answer: DeviceResponse) -> [StoreEvent] {
        var changes: [StoreEvent] = []
        var completed = waiting.filter { !answer.pending.contains($0.key) }
        for purchase in answer.transactions {
            guard let transaction = Transaction(document: purchase.signedTransactionInfo) else { continue }
            let old = standings[transaction.id]
            guard old != RemoteStore.TransactionFingerprint(transaction) else { continue }
            var cause: StoreEvent.Cause = transaction.reason == .renewal ? .renewal : .purchase
            if old != nil { cause = .change }
            if old == nil, let done = completed.first(where: { $0.value.product == transaction.productID }) {
                cause = .completed(done.value.attempt)
                completed[done.key] = nil
                waiting[done.key] = nil
            }
            let stored = StoredTransaction(
                document: purchase.signedTransactionInfo,
                isFinished: purchase.isFinished
            )
            changes.append(.transaction(stored, cause))
        }
        for (id, declined) in completed {
            waiting[id] = nil
            changes.append(.declined(declined.attempt))
        }
        if let known, known.storefront != answer.storefront { changes.append(.storefront(answer.record)) }
        // A group may have several: the customer's own one, and one that the family shares.
        let old = Set(known?.subscriptions.map(\.substance) ?? [])
        for subscription in answer.subscriptions where !old.contains(subscription.substance) {
            changes.append(.status(subscription.stored))
        }
        return changes
    }
}

extension RemoteStore.TransactionFingerprint {
    fileprivate init(_ transaction: Transaction) {
        self.init(isRevoked: transaction.revocationDate != nil, isUpgraded: transaction.isUpgraded)
    }
}

extension DeviceResponse.Subscription {
    var stored: StoredStatus {
        StoredStatus(
            groupID: group,
            state: status,
            transaction: signedTransactionInfo,
            renewalInfo: signedRenewalInfo
        )
    }

    /// What makes two answers about a subscription different: signatures and their instants do not.
    fileprivate var substance: [String] {
        let transaction = Transaction(document: signedTransactionInfo)
        let renewal = SignedBytes(jws: signedRenewalInfo).flatMap(Product.SubscriptionInfo.RenewalInfo.init(signed:))
        return [
            "\(group)", "\(transaction?.originalID ?? 0)", "\(status)", "\(transaction?.id ?? 0)",
            "\(String(describing: transaction?.revocationDate))",
            "\(renewal?.willAutoRenew ?? false)", "\(renewal?.autoRenewPreference ?? "")",
            "\(renewal?.priceIncreaseStatus ?? .noIncreasePending)", "\(renewal?.isInBillingRetry ?? false)",
        ]
    }
}

extension Transaction {
    /// Reads a document without checking it.
    fileprivate init?(document: String) {
        guard let signed = SignedBytes(jws: document) else { return nil }
        self.init(signed: signed)
    }
}
