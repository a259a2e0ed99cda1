// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import Foundation

extension SimulatedSystem {
    /// The App Store's certificates, which all worlds of a process share.
    ///
    /// They are Apple's but for the curve of the upper two: a check by P-384 takes ten times as long as one by P-256,
    /// and time jumps so far between steps that each chain is checked again.
    static let authority = Result {
        let validity = start.addingTimeInterval(-9e7)...start.addingTimeInterval(9e8)
        let fast = try SimulatorAuthority.make(validity: validity)
        func template(_ name: String, _ number: UInt64, _ extensions: [CertificateExtension]) -> CertificateTemplate {
            CertificateTemplate(
                subject: DistinguishedName(commonName: name, organization: "Simulation", country: "US"),
                serialNumber: number,
                validity: validity,
                extensions: extensions
            )
        }
        let root = try CertifiedKey.selfSigned(
            template("Root", 1, [.authority(pathLength: nil), .signsCertificates]),
            key: .generate(.p256)
        )
        let intermediate = try root.issue(
            template(
                "Developer Relations",
                2,
                [.authority(pathLength: 0), .signsCertificates, .worldwideDeveloperRelations]
            ),
            algorithm: .p256
        )
        let leaf = try intermediate.issue(
            template("App Store Signing", 3, [.endEntity, .signsDocuments, .appStoreSigning]),
            algorithm: .p256
        )
        return SimulatorAuthority(
            documents: CertificateHierarchy(root: root, intermediate: intermediate, leaf: leaf),
            receipts: fast.receipts,
            xcode: fast.xcode
        )
    }
}
