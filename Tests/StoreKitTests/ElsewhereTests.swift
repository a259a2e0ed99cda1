// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import StoreKit
import StoreKitTest
import Testing

/// Names of StoreKit that purchase code mentions and that show something Linux cannot.
@Suite(.storeKit) struct ElsewhereTests {
    @MainActor private final class Listener: NSObject, SKOverlayDelegate, SKStoreProductViewControllerDelegate {
        var error: (any Error)?

        func storeOverlayDidFailToLoad(_ overlay: SKOverlay, error: any Error) { self.error = error }
    }

    @MainActor @Test func `a recommended app cannot be shown, and its delegate hears so`() {
        let listener = Listener()
        let overlay = SKOverlay(configuration: SKOverlay.AppConfiguration(appIdentifier: "1", position: .bottom))
        overlay.delegate = listener
        overlay.present(in: UIWindowScene())
        #expect((listener.error as? SKError)?.code == .unsupportedPlatform)
    }

    @MainActor @Test func `a page of the App Store cannot be loaded, and says so`() {
        let listener = Listener()
        let page = SKStoreProductViewController()
        page.delegate = listener
        page.loadProduct(withParameters: [SKStoreProductParameterITunesItemIdentifier: 1]) { isLoaded, error in
            #expect(!isLoaded)
            listener.error = error
        }
        #expect((listener.error as? SKError)?.code == .storeProductNotAvailable)
    }

    @Test func `the customer's music is denied, and the storefront's number told`() async throws {
        let session = try Shop.session()
        let music = SKCloudServiceController()
        #expect(await SKCloudServiceController.requestAuthorization() == .denied)
        await #expect(throws: SKError.self) { try await music.requestCapabilities() }
        let number = await withCheckedContinuation { continuation in
            music.requestStorefrontIdentifier { number, _ in continuation.resume(returning: number) }
        }
        #expect(number == (await Storefront.current)?.id)
        #expect(number != nil)
        withExtendedLifetime(session) {}
    }
}
