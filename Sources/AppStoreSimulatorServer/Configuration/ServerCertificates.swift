// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import FoundationEssentials
import HTTPService

/// The certificates with which the simulator's ports speak TLS under Apple's host names.
///
/// A machine or a network namespace where those names lead here, and this root is trusted, has an App Store of its own:
/// clients that know no address but Apple's need not be changed.
struct ServerCertificates: Codable {
    private var root: String
    private var chain: String
    private var key: String

    /// Apple's names, for any of which the certificate is good.
    static let names = AppleHosts.all + ["localhost"]

    private static let lifetime = 730 * 86_400.0

    /// Makes a root and a certificate that hold from an instant on.
    init(asOf now: Date) throws {
        let validity = now.addingTimeInterval(-86_400)...now.addingTimeInterval(Self.lifetime)
        func template(_ name: String, _ number: UInt64, _ extensions: [CertificateExtension]) -> CertificateTemplate {
            CertificateTemplate(
                subject: DistinguishedName(
                    commonName: name,
                    organization: "Simulated App Store",
                    country: "US"
                ),
                serialNumber: number,
                validity: validity,
                extensions: extensions
            )
        }
        let authority = try CertifiedKey.selfSigned(
            template("Simulated App Store TLS Root", 200, [.authority(pathLength: 0), .signsCertificates]),
            key: .generate(.p256)
        )
        let server = try authority.issue(
            template(
                "Simulated App Store",
                UInt64(now.timeIntervalSince1970),
                [
                    .endEntity, .signsDocuments, .authenticatesServers,
                    .names(Self.names, addresses: [[127, 0, 0, 1]]),
                ]
            ),
            algorithm: .p256
        )
        root = authority.certificate.pem
        chain = server.certificate.pem + authority.certificate.pem
        key = try server.key.pem
    }

    /// Writes the files that a server reads, and the root that its clients trust: `tls-root.pem`.
    ///
    /// - Throws: A ``SimulatorServiceError`` when the folder cannot be written.
    func write(to folder: String) throws -> HTTPServerConfiguration.TLSFiles {
        let files = [("tls-root.pem", root, 0o644), ("tls-chain.pem", chain, 0o644), ("tls-key.pem", key, 0o600)]
        for (name, text, permissions) in files {
            let isWritten = FileManager.default.createFile(
                atPath: "\(folder)/\(name)",
                contents: Data(text.utf8),
                attributes: [.posixPermissions: permissions]
            )
            guard isWritten else {
                throw SimulatorServiceError(
                    .unusableData,
                    "Cannot write \(folder)/\(name). Choose a folder that may be written."
                )
            }
        }
        return HTTPServerConfiguration.TLSFiles(
            certificateChain: "\(folder)/tls-chain.pem",
            privateKey: "\(folder)/tls-key.pem"
        )
    }
}

extension SimulatorConfiguration {
    /// The files with which the ports speak TLS; nothing when they do not.
    ///
    /// - Throws: A ``SimulatorServiceError`` without a data folder, or a `CryptographyError`.
    func tlsFiles() throws -> HTTPServerConfiguration.TLSFiles? {
        guard let date = tlsDate else { return nil }
        guard let dataDirectory else {
            throw SimulatorServiceError(
                .unusableData,
                "TLS needs a folder for its certificate. Start with --data DIR."
            )
        }
        return try SecretFiles.value("tls.json", in: dataDirectory) { try ServerCertificates(asOf: date) }
            .write(to: dataDirectory)
    }
}
