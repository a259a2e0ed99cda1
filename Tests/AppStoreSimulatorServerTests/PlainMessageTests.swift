// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import Foundation
import HTTPClient
import Testing

@testable import AppStoreSimulatorServer

/// The simulator shows errors as sentences, without types and codes of the program.
@Suite struct PlainMessageTests {
    private struct Unknown: Error {}

    @Test func `an error of the network shows its message`() {
        let error: any Error = HTTPClientError(code: .cannotConnect, message: "Nothing listens on port 9.")
        #expect(error.plainMessage == "Nothing listens on port 9.")
    }

    @Test func `an error of the simulated App Store shows no code`() {
        let error: any Error = SimulatorError(.unknownProduct, "The product gold is not known.")
        #expect(error.plainMessage == "The product gold is not known.")
    }

    @Test func `a record that cannot be decoded shows no Swift type`() {
        let data = Data("[]".utf8)
        #expect(throws: DecodingError.self) { _ = try JSONDecoder().decode([String: Int].self, from: data) }
        let error: any Error = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "Array<Any>"))
        #expect(error.plainMessage == "The history has a record that this version cannot read.")
    }

    @Test func `a cancellation is a stopped simulator`() {
        let error: any Error = CancellationError()
        #expect(error.plainMessage == "The simulator was stopped.")
    }
}
