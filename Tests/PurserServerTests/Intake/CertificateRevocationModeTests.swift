// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPClient
import HTTPService
import Testing

@testable import PurserServer

/// The tests' certificates name no one to ask, so that what cannot be known shows how each choice takes it.
@Suite struct CertificateRevocationModeTests {
    @Test(arguments: [(CertificateRevocationMode.off, true), (.soft, true), (.hard, false)])
    func `whether certificates were withdrawn is asked by choice`(
        choice: CertificateRevocationMode,
        isTaken: Bool
    ) async throws {
        let shop = try await TestShop { $0.certificateRevocation = choice }
        let answer = try await shop.verify(.purchase(TestShop.grinder), customer: "anna")
        #expect((answer.status == 200) == isTaken, "\(answer.text)")
        if !isTaken { #expect(answer.check == "certificate-chain") }
        let bought = TransactionPayload.purchase(TestShop.beans, id: "2000")
        let notified = try await shop.notify(.about(.oneTimeCharge, nil, bought))
        #expect((notified.status == 200) == isTaken, "\(notified.text)")
    }
}
