// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import StoreKitTest
import Testing

/// What Apple's modules bring along: this file imports the test module alone.
@Suite struct ImportTests {
    @Observable final class ProductList {
        var products: [Product] = []
        var isOpen = false
    }

    @Test func `the test module brings StoreKit, and StoreKit observation`() async {
        let list = ProductList()
        let (received, continuation) = AsyncStream.makeStream(of: Void.self)
        withObservationTracking {
            _ = list.isOpen
        } onChange: {
            continuation.yield()
        }
        // A value that does not change is not reported.
        list.isOpen = true
        continuation.finish()
        var count = 0
        for await _ in received { count += 1 }
        #expect(count == 1)
    }

    @Test func `a localized text is the key where a bundle has none`() {
        let (beans, share, name) = (3, 0.5, "Mocha")
        #expect(String(localized: "Restore failed.") == "Restore failed.")
        #expect(String(localized: "100% \(name), \(beans) beans", comment: "a bag") == "100% Mocha, 3 beans")
        #expect(String(localized: "share", defaultValue: "\(share) of \(name)") == "0.5 of Mocha")
    }

    @Test func `StoreKit brings the small lock, which knows who holds it`() {
        let place = os_unfair_lock_t.allocate(capacity: 1)
        place.initialize(to: os_unfair_lock())
        defer { place.deallocate() }
        os_unfair_lock_assert_not_owner(place)
        os_unfair_lock_lock(place)
        os_unfair_lock_assert_owner(place)
        #expect(!os_unfair_lock_trylock(place))
        os_unfair_lock_unlock(place)
        #expect(os_unfair_lock_trylock(place))
        os_unfair_lock_unlock(place)
    }

    @Test func `what a customer's devices share is kept by its key`() {
        let store = NSUbiquitousKeyValueStore()
        store.set(true, forKey: "isPro")
        store.set(3, forKey: "coins")
        store.set("gold", forKey: "plan")
        store.set(Data([1]), forKey: "receipt")
        #expect(store.synchronize())
        #expect(store.bool(forKey: "isPro") && !store.bool(forKey: "nothing"))
        #expect(store.longLong(forKey: "coins") == 3 && store.double(forKey: "coins") == 3)
        #expect(store.string(forKey: "plan") == "gold" && store.data(forKey: "receipt") == Data([1]))
        store.removeObject(forKey: "plan")
        store.set(nil as String?, forKey: "receipt")
        #expect(Set(store.dictionaryRepresentation.keys) == ["isPro", "coins"])
    }

    @Test func `names of Apple's Foundation that Linux lacks are there`() {
        let process = ProcessInfo.processInfo
        #expect(!process.isiOSAppOnMac && !process.isMacCatalystApp && !process.isLowPowerModeEnabled)
        #expect(URL.documentsDirectory.isFileURL && URL.cachesDirectory != URL.applicationSupportDirectory)
        #expect(URLError(.notConnectedToInternet).networkUnavailableReason == nil)
        let start = DispatchTime(uptimeNanoseconds: 1_000)
        #expect(start.distance(to: DispatchTime(uptimeNanoseconds: 1_250)) == .nanoseconds(250))
        #expect(start.distance(to: DispatchTime(uptimeNanoseconds: 900)) == .nanoseconds(-100))
        #expect(start.distance(to: .distantFuture) == .never)
        let key: NSError.UserInfoKey = "reason"
        #expect(key as String == "reason")
    }

    @MainActor final class Delegate: UIResponder, UIApplicationDelegate {
        private(set) var launches = 0

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            launches += 1
            return true
        }
    }

    @MainActor @Test func `an app's delegate and the controller in front compile and answer`() {
        let delegate = Delegate()
        let received: any UIApplicationDelegate = delegate
        #expect(received.application(.shared, didFinishLaunchingWithOptions: nil) && delegate.launches == 1)
        received.applicationDidBecomeActive(.shared)
        let (front, back) = (UIViewController(), UIViewController())
        let stack = UINavigationController(rootViewController: back)
        stack.viewControllers.append(front)
        #expect(stack.visibleViewController === front && back.navigationController === stack)
        let tabs = UITabBarController()
        #expect(tabs.selectedViewController == nil)
        tabs.viewControllers = [stack, front]
        #expect(tabs.selectedViewController === stack && stack.presentedViewController == nil)
    }
}
