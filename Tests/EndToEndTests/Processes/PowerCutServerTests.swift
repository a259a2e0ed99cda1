// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Foundation
import HTTPService
import PersistenceSQLite
import Synchronization
import TestSupport
import Testing

@testable import AppStoreSimulatorServer
@testable import PurserServer

/// The power goes while customers buy; what the disk had not been made to write is lost.
@Suite struct PowerCutServerTests {
    /// What a cut left, and what the server had acknowledged before it.
    private struct Cut: Sendable {
        var image: FaultyDisk.Image
        var acknowledged: [String: TransactionPayload]
    }

    private struct Record: Sendable {
        var acknowledged: [String: TransactionPayload] = [:]
        var cuts: [Cut] = []
    }

    /// Writes down what happens while many do.
    private final class Recorder: Sendable {
        let record = Mutex(Record())
        private let dice: Mutex<Dice>

        init(seed: UInt64) {
            dice = Mutex(Dice(seed: seed))
        }

        /// Whether the power goes at this call of the disk.
        func isCut() -> Bool {
            dice.withLock { $0.happens(4) }
        }

        func cut(_ image: FaultyDisk.Image) {
            record.withLock { record in
                guard record.cuts.count < 8 else { return }
                record.cuts.append(Cut(image: image, acknowledged: record.acknowledged))
            }
        }

        func acknowledge(_ order: String, _ bought: TransactionPayload) {
            record.withLock { $0.acknowledged[order] = bought }
        }
    }

    @Test(arguments: [1, 2, 3])
    func `a power cut loses nothing that was acknowledged, and nothing is delivered twice afterward`(
        seed: UInt64
    )
        async throws
    {
        let disk = FaultyDisk(seed: seed)
        let town = try await Town(seed: seed, fileSystem: disk.name)
        let record = try await shop(in: town, over: disk, seed: seed)
        #expect(record.cuts.count >= 3, "seed \(seed): \(record.cuts.count) cuts")
        for cut in record.cuts {
            let wrong = try await wake(town, cut, everything: record.acknowledged)
            #expect(wrong.isEmpty, "seed \(seed), after \(cut.acknowledged.count) purchases: \(wrong)")
        }
    }

    /// Customers order, pay and show while cuts are taken at random calls of the disk.
    private func shop(in town: Town, over disk: FaultyDisk, seed: UInt64) async throws -> Record {
        let recorder = Recorder(seed: seed)
        disk.cut(when: { _ in recorder.isCut() }, { recorder.cut($0) })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in ["anna", "ben", "cora"] {
                let customer = try await town.welcome(name)
                group.addTask { try await Self.buy(as: customer, in: town, recorder) }
            }
            try await group.waitForAll()
        }
        disk.cut(when: { _ in false }, { _ in })
        return recorder.record.withLock(\.self)
    }

    private static func buy(
        as customer: AppStoreSimulator.CustomerID,
        in town: Town,
        _ recorder: Recorder
    ) async throws {
        for _ in 1...6 {
            let order = try await town.order(Town.beans, for: customer.rawValue)
            let options = PurchaseOptions(appAccountToken: AppAccountToken(order.appAccountToken))
            let outcome = try await town.appStore.perform(.buy(customer, product: Town.beans, options: options))
            guard let bought = outcome.transaction else { continue }
            let answer = try await town.show(bought, by: customer.rawValue)
            guard answer.status == .ok else { throw Unexpected("delivered", answer) }
            recorder.acknowledge(order.id, bought)
        }
    }

    /// Starts a server over what a cut left, looks for all that was acknowledged, and lets the apps show everything
    /// again.
    private func wake(_ town: Town, _ cut: Cut, everything: [String: TransactionPayload]) async throws -> [String] {
        let folder = try TemporaryFolder()
        for (path, bytes) in cut.image {
            let name = URL(filePath: path).lastPathComponent
            try Data(bytes).write(to: URL(filePath: folder.path).appending(path: name))
        }
        let database = SQLiteDatabase.Configuration(path: folder.path + "/purser.sqlite")
        let (server, store, keys) = try await Town.server(
            town.appStore,
            town.network,
            town.clock,
            database,
            keys: town.keys
        )
        let client = InProcessClient(server.router())
        var wrong: [String] = []
        for (order, bought) in cut.acknowledged {
            let answer = try await town.ask(.get, "/v1/orders/\(order)", asBackend: true, of: client, keys: keys)
            let stored = try? answer.json(OrderBody.self)
            if stored?.state != "delivered" || stored?.transaction != bought.transactionId {
                wrong.append("order \(order) was acknowledged and is \(answer.text)")
            }
        }
        for bought in everything.values {
            let document = JSONValue.string(try town.signing.sign(bought).rawValue)
            let request = JSONValue.object(["customer": .string("whoever"), "signedTransaction": document])
            _ = try await town.ask(.post, "/v1/transactions", request, of: client, keys: keys)
        }
        let page = try await town.ask(.get, "/v1/events?limit=500", asBackend: true, of: client, keys: keys)
        let received = try page.json(EventPage.self).events.map(\.event).filter { $0.type == .orderDelivered }
        if received.count != everything.count || Set(received.map(\.transaction)).count != received.count {
            wrong.append("\(everything.count) purchases were delivered \(received.count) times")
        }
        await store.close()
        return wrong
    }
}
