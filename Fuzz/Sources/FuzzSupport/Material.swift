// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreSignedData
public import AppStoreTypes
public import Foundation
import Synchronization

/// Keys, certificates and good specimens for all targets, made when a target starts.
public struct Material: Sendable {
    /// The same in every target.
    public static let shared: Material = {
        do {
            return try Material()
        } catch {
            fatalError("no material: \(error)")
        }
    }()

    /// The present.
    public let now = Date(millisecondsSince1970: 1_790_000_000_000)

    /// What documents are signed with.
    public let documents: CertificateHierarchy

    /// What receipts are signed with.
    public let receipts: CertificateHierarchy

    /// Signs documents.
    public let signer: DocumentSigner

    /// Verifies documents and trusts the roots.
    public let verifier: SignedDataVerifier

    /// Verifies receipts and trusts the roots.
    public let receiptVerifier: ReceiptVerifier

    /// A good transaction.
    public let transaction: SignedPayload

    /// A good app receipt.
    public let appReceipt: Data

    /// A good iOS 6 receipt.
    public let transactionReceipt: Data

    /// A good bearer token, signed with the documents' signing key.
    public let token: String

    private init() throws {
        let years = Date(millisecondsSince1970: 1_577_836_800_000)...Date(millisecondsSince1970: 2_366_841_600_000)
        documents = try CertificateHierarchy.make(
            .documents,
            name: "Fuzz",
            validity: years,
            revocationResponder: "http://o"
        )
        receipts = try CertificateHierarchy.make(.receipts, name: "Fuzz Receipts", validity: years)
        signer = try DocumentSigner(documents)
        var configuration = SignedDataVerifier.Configuration(
            anchors: TrustAnchors(certificates: [documents.root.certificate, receipts.root.certificate]),
            bundleID: "com.example.app",
            environment: .sandbox
        )
        configuration.intermediates = [receipts.intermediate.certificate]
        verifier = try SignedDataVerifier(configuration)
        receiptVerifier = try ReceiptVerifier(configuration)
        let now = Date(millisecondsSince1970: 1_790_000_000_000)
        transaction = try signer.sign(
            TransactionPayload(
                transactionId: "1",
                originalTransactionId: "1",
                bundleId: "com.example.app",
                productId: "gold",
                purchaseDate: now,
                originalPurchaseDate: now,
                quantity: 1,
                type: .consumable,
                inAppOwnershipType: .purchased,
                signedDate: now,
                environment: .sandbox
            )
        )
        token = try ServerAPITokenIssuer(
            .init(issuerID: "issuer", keyID: "KEY", key: documents.leaf.key, bundleID: "com.example.app")
        ).token(asOf: now)
        let receiptSigner = try ReceiptSigner(receipts)
        var receipt = AppReceipt(
            receiptType: .productionSandbox,
            appAppleID: nil,
            bundleID: "com.example.app",
            applicationVersion: "1",
            creationDate: now
        )
        receipt.purchases = [
            AppReceipt.Purchase(
                productID: "gold",
                transactionID: "1",
                purchaseDate: now,
                originalTransactionID: "1",
                originalPurchaseDate: now
            )
        ]
        appReceipt = try receiptSigner.sign(receipt, options: .xcode)
        transactionReceipt = try receiptSigner.sign(
            TransactionReceipt(
                environment: .sandbox,
                fields: ["bid": "com.example.app", "purchase-date-ms": "1790000000000", "product-id": "gold"]
            )
        )
    }
}

extension Material {
    /// The questions that a checker asks about the certificates, and good answers to them.
    public func revocationExchanges() -> [(request: Data, answer: Data)] {
        let responder = RevocationResponder(authorities: [documents.root, documents.intermediate])
        let exchanges = Mutex<[(request: Data, answer: Data)]>([])
        let checker = RevocationChecker(failureMode: .soft) { request in
            let answer = try responder.respond(to: request.body, asOf: now) { _ in .good }
            exchanges.withLock { $0.append((request.body, answer)) }
            return (200, answer)
        }
        wait { _ = try? await verifier.verify(transaction, as: TransactionPayload.self, asOf: now, checking: checker) }
        return exchanges.withLock { $0 }
    }
}

/// Waits for something asynchronous, as a fuzzer's entry point is not.
public func wait(_ body: @escaping @Sendable () async -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task {
        await body()
        done.signal()
    }
    done.wait()
}

/// Runs a body that must hold for an input; a false answer is a finding.
public func check(_ isHandled: Bool, _ what: String) {
    // Unlike a precondition, this also shows its message in a release build.
    if !isHandled { fatalError(what) }
}

/// Writes specimens into the corpus that `FUZZ_SEEDS` names, before the fuzzer reads it; without it, nothing.
///
/// Every start makes new keys, so that the specimens must be of this very process for their signatures to hold.
public func offerSeeds(_ seeds: [Data]) {
    guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return }
    for (number, seed) in seeds.enumerated() {
        let place = URL(filePath: folder).appending(path: "seed-\(number)")
        guard (try? seed.write(to: place)) != nil else { fatalError("cannot write \(place.path())") }
    }
}

/// Whether the long inputs that are made of the seeds run before the fuzzer's own: not when it repeats one that failed.
public let growsSeeds = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] != nil

/// The bytes of an input.
public func bytes(_ start: UnsafePointer<UInt8>, _ count: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: count))
}
