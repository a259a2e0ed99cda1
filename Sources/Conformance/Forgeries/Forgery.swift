// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A way to make a document that Apple did not sign, or did not sign for this server.
package enum Forgery: String, CaseIterable, Hashable, Sendable {
    /// Another authority signed it, with names like Apple's.
    case wrongRoot
    /// Another authority signed it, and Apple's root is appended to the chain.
    case appendedRoot
    /// Apple's intermediate certificate is in the chain, but its key did not sign the leaf.
    case wrongIntermediate
    /// The intermediate certificate has expired.
    case expiredIntermediate
    /// The leaf was issued under Apple's root for another purpose, such as signing an app.
    case otherPurpose
    /// A single certificate that issued itself, as Xcode uses.
    case selfSigned
    /// The payload was replaced; header and signature are Apple's.
    case changedPayload
    /// The signature was changed.
    case changedSignature
    /// The header says that no signature is needed.
    case noSignature
    /// The header chooses a shared secret, and the secret is the public certificate.
    case sharedSecret
    /// Apple signed it for another app.
    case foreignApp
    /// Apple signed it in the sandbox.
    case sandbox
    /// StoreKit testing signed it.
    case xcode
    /// Apple revoked the certificate; only a server that checks revocation notices.
    case revokedCertificate

    /// What the forger did.
    package var title: ConformanceText {
        switch self {
        case .wrongRoot:
            ConformanceText("its chain leads to another root", "其证书链指向另一个根证书")
        case .appendedRoot:
            ConformanceText("Apple's root is appended to a foreign chain", "在外来证书链后附加了 Apple 的根证书")
        case .wrongIntermediate:
            ConformanceText("its leaf was not signed by the intermediate certificate", "叶证书并非由中间证书签发")
        case .expiredIntermediate:
            ConformanceText("its intermediate certificate has expired", "其中间证书已过期")
        case .otherPurpose:
            ConformanceText(
                "its leaf is Apple's, but without the marker of the App Store",
                "叶证书来自 Apple，但没有 App Store 的标记"
            )
        case .selfSigned:
            ConformanceText("its only certificate issued itself", "唯一的证书是自签名的")
        case .changedPayload:
            ConformanceText("its payload was replaced", "其内容被替换")
        case .changedSignature:
            ConformanceText("its signature was changed", "其签名被更改")
        case .noSignature:
            ConformanceText("its header says alg none", "其头部写明 alg 为 none")
        case .sharedSecret:
            ConformanceText("its header says HS256, with the certificate as the secret", "其头部写明 HS256，以证书作为密钥")
        case .foreignApp:
            ConformanceText("Apple signed it for another app", "Apple 为另一个 App 签署")
        case .sandbox:
            ConformanceText("Apple signed it in the sandbox, where purchases are free", "Apple 在沙盒中签署，沙盒中无人付款")
        case .xcode:
            ConformanceText("StoreKit testing in Xcode signed it", "由 Xcode 的 StoreKit 测试签署")
        case .revokedCertificate:
            ConformanceText("Apple revoked its certificate", "Apple 已吊销其证书")
        }
    }

    /// Whether a server must refuse the app's submission; a sandbox purchase may be stored apart.
    package var mustBeRefused: Bool { self != .sandbox }
}
