// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import SwiftUI
import Testing
import UIKit

// The compiler adds Swift Testing's overlays of these modules to the imports: without them this file does not compile.
@Suite struct SwiftTestingTests {
    @Test func `a Swift Testing file imports the companions SwiftUI and UIKit`() {
        var name = ""
        let binding = Binding(get: { name }, set: { name = $0 })
        binding.wrappedValue = UIDevice.current.model
        #expect(name == "Linux")
    }
}
