// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import Dispatch
import Foundation
import Testing

/// What OpenSSL does when a process exits while others still use it.
@Suite(.serialized) struct ExitTests {
    /// Without the preparation about every third such process ends with signal 11.
    @Test(arguments: 0..<12) func `a process ends well while threads sign and verify`(_: Int) async {
        await #expect(processExitsWith: .exitCode(0)) {
            let message = Array("message".utf8)
            let begun = DispatchSemaphore(value: 0)
            for _ in 0..<8 {
                DispatchQueue(label: "verifying").async {
                    while true {
                        guard let key = try? PrivateKey.generate(.p256),
                            let signature = try? key.signature(for: message),
                            key.publicKey.isValidSignature(signature, for: message)
                        else { continue }
                        begun.signal()
                    }
                }
            }
            for _ in 0..<32 { begun.wait() }
            exit(0)
        }
    }
}
