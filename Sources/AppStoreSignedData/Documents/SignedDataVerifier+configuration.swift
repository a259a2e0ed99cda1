// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

extension SignedDataVerifier {
    /// What a verifier trusts and expects.
    public struct Configuration: Sendable {
        /// The trusted roots.
        public var anchors: TrustAnchors

        /// The apps whose documents are accepted, or nothing for every app.
        public var apps: [App]?

        /// The environments whose documents are accepted, or nothing for every environment.
        public var environments: Set<Environment>?

        /// At which instant the certificates must hold.
        public var effectiveInstant: EffectiveInstant = .signing

        /// How documents within a notification are verified.
        public var nestedDocuments: NestedDocuments = .carried

        /// Whether certificates must have every extension that RFC 5280 asks of an issuer, as Apple's have.
        public var requiresStrictCertificates = true

        /// The longest document that is looked at, in bytes.
        public var maximumByteCount = 1 << 20

        /// For how long checked certificates are remembered, in seconds; at most 15 minutes.
        public var chainLifetime: TimeInterval = 15 * 60

        /// The longest receipt that is looked at, in bytes; one with many purchases is long.
        public var maximumReceiptByteCount = 8 << 20

        /// Whether receipts signed with SHA-1 are accepted, as Apple made them until 2023.
        public var acceptsSHA1Receipts = true

        /// Authorities below the roots, for iOS 6 receipts, which carry only their signing certificate.
        public var intermediates: [Certificate] = []

        /// Rules of your own, checked after the others.
        public var additionalPolicies: [any DocumentPolicy] = []

        /// Expects documents of one app from one environment.
        public init(
            anchors: TrustAnchors,
            bundleID: BundleID,
            appAppleID: AppAppleID? = nil,
            environment: Environment
        ) {
            self.init(
                anchors: anchors,
                apps: [App(bundleID: bundleID, appAppleID: appAppleID)],
                environments: [environment]
            )
        }

        /// Expects documents of some apps from some environments; nothing instead of a list accepts all.
        public init(anchors: TrustAnchors, apps: [App]?, environments: Set<Environment>?) {
            self.anchors = anchors
            self.apps = apps
            self.environments = environments
        }
    }

    /// An app whose documents are accepted.
    public struct App: Hashable, Sendable {
        /// The app.
        public var bundleID: BundleID

        /// Its number in the App Store; production documents are accepted only with it.
        public var appAppleID: AppAppleID?

        /// Names an app.
        public init(bundleID: BundleID, appAppleID: AppAppleID? = nil) {
            self.bundleID = bundleID
            self.appAppleID = appAppleID
        }
    }

    /// At which instant the certificates of a document must hold.
    public enum EffectiveInstant: Hashable, Sendable {
        /// When the document says it was signed, so that an old document stays good when its certificates end.
        case signing

        /// The present, as Apple's libraries have it while they check for revocation.
        case present

        func instant(of claims: DocumentClaims, asOf now: Date) -> Date {
            self == .signing ? claims.effectiveDate ?? now : now
        }
    }

    /// How documents within a notification are verified.
    public enum NestedDocuments: Hashable, Sendable {
        /// The notification's signature covers them byte for byte and carries their trust; their claims are checked.
        case carried

        /// Each one's own signature is verified too, and one that fails refuses the notification.
        case strict
    }
}

extension SignedDataVerifier.Configuration {
    func documentPolicies() throws -> [any DocumentPolicy] {
        var policies: [any DocumentPolicy] = []
        if let environments { policies.append(EnvironmentPolicy(expected: environments)) }
        if let apps {
            policies.append(BundleIDPolicy(expected: Set(apps.map(\.bundleID))))
            let numbers = apps.compactMap { app in app.appAppleID.map { (app.bundleID, $0) } }
            if environments?.contains(.production) != false, numbers.count != apps.count {
                throw VerificationError(
                    code: .configuration,
                    message: "production documents name their app by number too: give each app's Apple ID, "
                        + "or expect no documents of production"
                )
            }
            policies.append(AppAppleIDPolicy(expected: Dictionary(numbers) { first, _ in first }))
        }
        return policies + additionalPolicies
    }
}
