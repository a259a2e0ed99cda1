// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Combine
import CryptoKit
import ObjectiveC
import SwiftUI
import XCTest
import os

final class CompanionTests: XCTestCase {
    final class Model: ObservableObject {
        @Published var count = 0
        @Published var name = ""
        @AppStorage("companions.flag") var flag = false
    }

    func testPublishedValuesAreSentBeforeTheyAreStored() {
        let model = Model()
        var seen: [Int] = []
        var stored: [Int] = []
        var bag = Set<AnyCancellable>()
        model.$count.dropFirst().sink {
            seen.append($0)
            stored.append(model.count)
        }.store(in: &bag)
        model.count = 1
        model.count = 2
        XCTAssertEqual(seen, [1, 2])
        XCTAssertEqual(stored, [0, 1])
        bag.removeAll()
        model.count = 3
        XCTAssertEqual(seen, [1, 2])
    }

    func testObjectsSayThatTheyChange() {
        let model = Model()
        var changes = 0
        let subscription = model.objectWillChange.sink { changes += 1 }
        model.count += 1
        model.name = "a"
        XCTAssertEqual(changes, 2)
        subscription.cancel()
        model.name = "b"
        XCTAssertEqual(changes, 2)
    }

    func testSubjectsAndOperators() {
        let subject = PassthroughSubject<Int, Never>()
        var seen: [String] = []
        let subscription = subject.filter { $0 > 1 }.removeDuplicates().map { "\($0)" }.eraseToAnyPublisher()
            .sink(receiveCompletion: { _ in seen.append("end") }, receiveValue: { seen.append($0) })
        for value in [1, 2, 2, 3] { subject.send(value) }
        subject.send(completion: .finished)
        subject.send(4)
        XCTAssertEqual(seen, ["2", "3", "end"])
        subscription.cancel()
        let current = CurrentValueSubject<Int, Never>(7)
        var values: [Int] = []
        let other = current.sink { values.append($0) }
        current.value = 8
        XCTAssertEqual(values, [7, 8])
        other.cancel()
    }

    func testHashes() {
        let digest = SHA256.hash(data: Data("abc".utf8))
        let text = digest.map { String(format: "%02x", $0) }.joined()
        XCTAssertEqual(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        let empty = SHA256.hash(data: Data()).map { String(format: "%02x", $0) }.joined()
        XCTAssertEqual(empty, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    func testLocksAndLogs() {
        let lock = OSAllocatedUnfairLock(initialState: 0)
        DispatchQueue.concurrentPerform(iterations: 100) { _ in lock.withLock { $0 += 1 } }
        XCTAssertEqual(lock.withLock { $0 }, 100)
        Logger(subsystem: "companions", category: "test").debug("hidden \(1, privacy: .private)")
        os_log("%{public}@ and %d", log: .disabled, type: .info, "text", 1)
    }

    func testAssociatedObjectsLiveAsLongAsTheirObject() {
        var key: UInt8 = 0
        let owner = NSObject()
        weak var value: NSObject?
        withUnsafePointer(to: &key) { key in
            let tied = NSObject()
            value = tied
            objc_setAssociatedObject(owner, key, tied, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
            XCTAssertTrue(objc_getAssociatedObject(owner, key) as? NSObject === tied)
            objc_setAssociatedObject(owner, key, nil, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
        }
        XCTAssertNil(value)
    }
}
