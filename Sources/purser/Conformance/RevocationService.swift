// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import Foundation
import HTTPService

/// The OCSP responder of the certificates that sign a run's documents.
///
/// Only the root must be known to the server beforehand: the certificates below it are issued for each run.
struct RevocationService: Sendable {
    /// The authority whose documents are good.
    let authority: SimulatorAuthority
    /// The hierarchy whose leaf is revoked.
    let revoked: CertificateHierarchy
    private let server: HTTPServer

    /// The serial number of the revoked leaf.
    private static let revokedSerial: UInt64 = 99

    /// Starts the responder on this machine and issues certificates that name it.
    ///
    /// - Throws: A `CryptographyError`, or an `HTTPServerError`.
    init(root authority: SimulatorAuthority) throws {
        let documents = authority.documents
        let box = ResponderBox()
        var router = Router()
        router.on(.post, "/ocsp") { request in try box.respond(request.body) }
        router.on(.get, "/ocsp/{request...}") { request in
            guard let body = Data(base64Encoded: try request.parameter("request")) else {
                throw Problem(.badRequest, detail: "The request is not base64.")
            }
            return try box.respond(body)
        }
        server = HTTPServer(configuration: HTTPServerConfiguration(), router: router)
        try server.start()
        let responder = CertificateExtension.revocationResponder(url: "http://127.0.0.1:\(server.port ?? 0)/ocsp")
        let validity = documents.leaf.certificate.validity
        func template(_ name: String, _ number: UInt64, _ extensions: [CertificateExtension]) -> CertificateTemplate {
            CertificateTemplate(
                subject: DistinguishedName(commonName: name, organization: "Simulated App Store", country: "US"),
                serialNumber: number,
                validity: validity,
                extensions: extensions + [responder]
            )
        }
        let intermediate = try documents.root.issue(
            template(
                "Developer Relations",
                2,
                [.authority(pathLength: 0), .signsCertificates, .worldwideDeveloperRelations]
            ),
            algorithm: .p384
        )
        func leaf(_ number: UInt64) throws -> CertificateHierarchy {
            CertificateHierarchy(
                root: documents.root,
                intermediate: intermediate,
                leaf: try intermediate.issue(
                    template("App Store Signing", number, [.endEntity, .signsDocuments, .appStoreSigning]),
                    algorithm: .p256
                )
            )
        }
        self.authority = SimulatorAuthority(
            documents: try leaf(3),
            receipts: authority.receipts,
            xcode: authority.xcode
        )
        revoked = try leaf(Self.revokedSerial)
        box.use(RevocationResponder(authorities: [documents.root, intermediate])) { number in
            number == [UInt8(Self.revokedSerial)] ? .revoked(Date().addingTimeInterval(-86_400)) : .good
        }
    }

    /// Stops the responder.
    func stop() async {
        await server.shutdown(within: .zero)
    }
}
