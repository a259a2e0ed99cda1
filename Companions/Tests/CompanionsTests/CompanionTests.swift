// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Combine
import CommonCrypto
import CryptoKit
import Network
import ObjectiveC.runtime
import Security
import SwiftUI
import SystemConfiguration
import WidgetKit
import XCTest
import os.log

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

    func testAWatchedObjectIsAPlainProperty() {
        struct Screen {
            @ObservedObject var given: Model
            @StateObject var own = Model()
        }
        let model = Model()
        let screen = Screen(given: model)
        screen.given.count = 3
        screen.own.count = 4
        XCTAssertEqual(model.count, 3)
        XCTAssertEqual(screen.own.count, 4)
    }

    func testReachabilityAnswersAsTheNetworkDoes() throws {
        setenv("NETWORK_PATH", "satisfied", 1)
        defer { unsetenv("NETWORK_PATH") }
        var address = sockaddr_in()
        address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
        address.sin_family = sa_family_t(AF_INET)
        let way = try XCTUnwrap(
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    SCNetworkReachabilityCreateWithAddress(nil, $0)
                }
            }
        )
        var flags: SCNetworkReachabilityFlags = []
        XCTAssertTrue(SCNetworkReachabilityGetFlags(way, &flags))
        XCTAssertEqual(flags, .reachable)
        final class Listener {
            let told = XCTestExpectation(description: "told")
        }
        let listener = Listener()
        var context = SCNetworkReachabilityContext(
            version: 0,
            info: Unmanaged.passUnretained(listener).toOpaque(),
            retain: nil,
            release: nil,
            copyDescription: nil
        )
        let callback: SCNetworkReachabilityCallBack = { _, flags, info in
            guard let info, flags.contains(.reachable) else { return }
            Unmanaged<Listener>.fromOpaque(info).takeUnretainedValue().told.fulfill()
        }
        SCNetworkReachabilitySetCallback(way, callback, &context)
        SCNetworkReachabilitySetDispatchQueue(way, DispatchQueue(label: "reachability"))
        wait(for: [listener.told], timeout: 5)
        SCNetworkReachabilitySetDispatchQueue(way, nil)
        SCNetworkReachabilitySetCallback(way, nil, nil)
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
        os_log("plain")
        os_log("\(1) of \(2, privacy: .public)")
    }

    func testALogTakesItsLevelFirst() {
        os_log(.info, log: .disabled, "plain")
        os_log(.error, log: .disabled, "%{public}@ and %d", "text", 1)
        os_log(.debug, dso: #dsohandle, log: .disabled, "%d", 1)
        os_log(.info, log: .disabled, "\(1) of \(2, privacy: .public)")
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

    func testAFutureGivesItsValueToWhoeverComesNowOrLater() {
        var promise: Future<Int, URLError>.Promise?
        let future = Future<Int, URLError> { promise = $0 }
        var seen: [String] = []
        var bag = Set<AnyCancellable>()
        future.sink(receiveCompletion: { seen.append("\($0)") }, receiveValue: { seen.append("\($0)") }).store(in: &bag)
        XCTAssertEqual(seen, [])
        promise?(.success(7))
        promise?(.failure(URLError(.badURL)))
        XCTAssertEqual(seen, ["7", "finished"])
        future.map { $0 + 1 }.replaceError(with: 0).sink { seen.append("late \($0)") }.store(in: &bag)
        XCTAssertEqual(seen.last, "late 8")
        let broken = Future<Int, URLError> { $0(.failure(URLError(.timedOut))) }
        broken.catch { _ in Just(3).setFailureType(to: URLError.self) }.collect()
            .sink(receiveCompletion: { _ in }, receiveValue: { seen.append("\($0)") }).store(in: &bag)
        XCTAssertEqual(seen.last, "[3]")
    }

    func testStreamsAreJoined() {
        let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<String, Never>())
        var pairs: [String] = []
        var bag = Set<AnyCancellable>()
        left.combineLatest(right).sink { pairs.append("\($0.0)\($0.1)") }.store(in: &bag)
        left.send(1)
        right.send("a")
        left.send(2)
        XCTAssertEqual(pairs, ["1a", "2a"])
        var flat: [Int] = []
        var ended = false
        left.flatMap { Just($0 * 10) }.merge(with: left)
            .sink(receiveCompletion: { _ in ended = true }, receiveValue: { flat.append($0) }).store(in: &bag)
        left.send(4)
        XCTAssertEqual(flat.sorted(), [4, 40])
        left.send(completion: .finished)
        XCTAssertTrue(ended)
        struct Refusal: Error {}
        var outcome = ""
        Just(1).tryMap { _ in throw Refusal() }.mapError { _ in URLError(.cancelled) }
            .sink(receiveCompletion: { outcome = "\($0)" }, receiveValue: { (_: Int) in }).store(in: &bag)
        XCTAssertTrue(outcome.hasPrefix("failure"))
    }

    func testNotificationsAndValuesAreStreams() async {
        let name = Notification.Name("companions")
        var heard = 0
        let subscription = NotificationCenter.default.publisher(for: name).sink { _ in heard += 1 }
        NotificationCenter.default.post(name: name, object: nil)
        subscription.cancel()
        NotificationCenter.default.post(name: name, object: nil)
        XCTAssertEqual(heard, 1)
        var values: [Int] = []
        for await value in Just(5).values { values.append(value) }
        XCTAssertEqual(values, [5])
    }

    func testLongerAndOlderHashes() {
        let abc = Data("abc".utf8)
        func hex(_ bytes: some Sequence<UInt8>) -> String { bytes.map { String(format: "%02x", $0) }.joined() }
        // The examples of FIPS 180-4, RFC 1321 and RFC 4231.
        XCTAssertEqual(hex(Insecure.SHA1.hash(data: abc)), "a9993e364706816aba3e25717850c26c9cd0d89d")
        XCTAssertEqual(hex(Insecure.MD5.hash(data: abc)), "900150983cd24fb0d6963f7d28e17f72")
        XCTAssertEqual(
            hex(SHA512.hash(data: abc)),
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        )
        XCTAssertEqual(
            hex(SHA384.hash(data: abc)),
            "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
        )
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("what do ya want for nothing?".utf8),
            using: SymmetricKey(data: Data("Jefe".utf8))
        )
        XCTAssertEqual(hex(code), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        var function = SHA256()
        function.update(data: Data("a".utf8))
        function.update(data: Data("bc".utf8))
        XCTAssertEqual(function.finalize(), SHA256.hash(data: abc))
        var place = [UInt8](repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH))
        abc.withUnsafeBytes { _ = CC_SHA256($0.baseAddress, CC_LONG(abc.count), &place) }
        XCTAssertEqual(place, Array(SHA256.hash(data: abc)))
        func digits<F: HashFunction>(_ function: F) -> Array<UInt8>.Iterator { function.finalize().makeIterator() }
        XCTAssertEqual(Array(IteratorSequence(digits(function))), place)
        let long = Data(repeating: 0x61, count: 1_000)
        XCTAssertEqual(hex(Insecure.MD5.hash(data: long)), "cabe45dcc9ae5b66ba86600cca6b8ba8")
    }

    private func bytes(_ hex: String) -> Data {
        let digits = Array(hex)
        return Data(
            stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        )
    }

    func testAMessageIsSealedAndOpenedAgain() throws {
        // The example of RFC 8439, 2.8.2.
        let key = SymmetricKey(data: Data(0x80...0x9f))
        let text =
            "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
            + "sunscreen would be it."
        let beside = bytes("50515253c0c1c2c3c4c5c6c7")
        let nonce = try ChaChaPoly.Nonce(data: bytes("070000004041424344454647"))
        let box = try ChaChaPoly.seal(Data(text.utf8), using: key, nonce: nonce, authenticating: beside)
        XCTAssertEqual(box.tag, bytes("1ae10b594f09e26a7e902ecbd0600691"))
        XCTAssertEqual(box.ciphertext.prefix(16), bytes("d31a8d34648e60db7b86afbc53ef7ec2"))
        let again = try ChaChaPoly.SealedBox(combined: box.combined)
        XCTAssertEqual(try ChaChaPoly.open(again, using: key, authenticating: beside), Data(text.utf8))
        var broken = box.combined
        broken[20] ^= 1
        XCTAssertThrowsError(
            try ChaChaPoly.open(ChaChaPoly.SealedBox(combined: broken), using: key, authenticating: beside)
        ) { XCTAssertEqual($0 as? CryptoKitError, .authenticationFailure) }
        XCTAssertThrowsError(try ChaChaPoly.open(again, using: key))
        XCTAssertThrowsError(try ChaChaPoly.seal(Data(), using: SymmetricKey(size: .bits128))) {
            XCTAssertEqual($0 as? CryptoKitError, .incorrectKeySize)
        }
        let empty = try ChaChaPoly.seal(Data(), using: key)
        XCTAssertEqual(try ChaChaPoly.open(empty, using: key), Data())
    }

    func testTwoKeysLeadToOneSecret() throws {
        // The examples of RFC 7748, 5.2, and RFC 5869, A.1.
        let nine = Data([9]) + Data(repeating: 0, count: 31)
        let known = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: nine).publicKey.rawRepresentation
        XCTAssertEqual(known, bytes("422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079"))
        let (alice, bob) = (Curve25519.KeyAgreement.PrivateKey(), Curve25519.KeyAgreement.PrivateKey())
        let secret = try alice.sharedSecretFromKeyAgreement(with: bob.publicKey)
        XCTAssertEqual(secret, try bob.sharedSecretFromKeyAgreement(with: alice.publicKey))
        XCTAssertNotEqual(secret, try alice.sharedSecretFromKeyAgreement(with: alice.publicKey))
        let key = secret.hkdfDerivedSymmetricKey(
            using: SHA256.self,
            salt: Data(),
            sharedInfo: Data(),
            outputByteCount: 32
        )
        XCTAssertEqual(key.bitCount, 256)
        XCTAssertThrowsError(try Curve25519.KeyAgreement.PublicKey(rawRepresentation: Data([1, 2])))
        let derived = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: Data(repeating: 0x0b, count: 22)),
            salt: Data(0x00...0x0c),
            info: Data(0xf0...0xf9),
            outputByteCount: 42
        )
        let expected = "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        XCTAssertEqual(derived, SymmetricKey(data: bytes(expected)))
    }

    func testASignatureIsItsKeysOverItsMessage() throws {
        // The first example of RFC 8032, 7.1.
        let key = try Curve25519.Signing.PrivateKey(
            rawRepresentation: bytes("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
        )
        XCTAssertEqual(
            key.publicKey.rawRepresentation,
            bytes("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
        )
        let signature = try key.signature(for: Data())
        XCTAssertEqual(
            signature,
            bytes(
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                    + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
            )
        )
        XCTAssertTrue(key.publicKey.isValidSignature(signature, for: Data()))
        XCTAssertFalse(key.publicKey.isValidSignature(signature, for: Data([1])))
        XCTAssertFalse(Curve25519.Signing.PrivateKey().publicKey.isValidSignature(signature, for: Data()))
        XCTAssertFalse(key.publicKey.isValidSignature(Data(), for: Data()))
        XCTAssertNoThrow(try P256.Signing.ECDSASignature(rawRepresentation: Data(repeating: 1, count: 64)))
    }

    func testTheKeychainKeepsFindsChangesAndForgets() throws {
        let service = "companions.\(UUID())"
        let item: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service,
            kSecAttrAccount as String: "alice",
            kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlock,
            kSecValueData as String: Data("one".utf8),
        ]
        XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecSuccess)
        XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecDuplicateItem)
        var query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service,
            kSecReturnData as String: kCFBooleanTrue as Any,
            kSecMatchLimit as String: kSecMatchLimitOne,
        ]
        var found: AnyObject?
        XCTAssertEqual(SecItemCopyMatching(query as CFDictionary, &found), errSecSuccess)
        XCTAssertEqual(found as? Data, Data("one".utf8))
        let change = [kSecValueData as String: Data("two".utf8)]
        let which: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: service]
        XCTAssertEqual(SecItemUpdate(which as CFDictionary, change as CFDictionary), errSecSuccess)
        query[kSecReturnAttributes as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitAll
        var all: CFTypeRef?
        XCTAssertEqual(SecItemCopyMatching(query as CFDictionary, &all), errSecSuccess)
        let list = try XCTUnwrap(all as? [[String: Any]])
        XCTAssertEqual(list.first?[kSecAttrAccount as String] as? String, "alice")
        XCTAssertEqual(list.first?[kSecValueData as String] as? Data, Data("two".utf8))
        XCTAssertEqual(SecItemDelete(which as CFDictionary), errSecSuccess)
        XCTAssertEqual(SecItemCopyMatching(query as CFDictionary, &all), errSecItemNotFound)
    }

    func testAMonitorTellsTheWayToTheNetworkOnce() {
        let monitor = NWPathMonitor()
        let told = expectation(description: "path")
        monitor.pathUpdateHandler = { path in
            XCTAssertEqual(path.status == .satisfied, monitor.currentPath.status == .satisfied)
            told.fulfill()
        }
        monitor.start(queue: DispatchQueue(label: "companions.network"))
        wait(for: [told], timeout: 10)
        monitor.cancel()
    }

    func testABindingReadsAndWritesElsewhere() {
        var point = CGPoint(x: 1, y: 2)
        let binding = Binding(get: { point }, set: { point = $0 })
        binding.x.wrappedValue = 5
        XCTAssertEqual(point, CGPoint(x: 5, y: 2))
    }

    func testTheEnvironmentHoldsWhatWasSet() {
        struct PlanKey: EnvironmentKey {
            static let defaultValue = "free"
        }
        var values = EnvironmentValues()
        XCTAssertEqual(values[PlanKey.self], "free")
        values[PlanKey.self] = "pro"
        XCTAssertEqual(values[PlanKey.self], "pro")
        WidgetCenter.shared.reloadAllTimelines()
    }
}
