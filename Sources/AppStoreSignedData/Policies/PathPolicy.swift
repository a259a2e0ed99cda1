// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import COpenSSL

/// The certificates form a path as RFC 5280 has it: signatures, names, key usages, constraints.
///
/// Instants are left to ``ValidityPolicy``, so that the outcome can be kept.
///
/// <https://www.rfc-editor.org/rfc/rfc5280#section-6>
struct PathPolicy: ChainPolicy {
    /// Whether certificates must also have every extension that RFC 5280 asks of an issuer; Apple's have.
    var isStrict = true

    /// Whether signatures with SHA-1 are refused; the chains of old receipts have them.
    var refusesSHA1 = true

    func check(_ certificates: [Certificate]) throws(VerificationError) {
        guard let leaf = certificates.first, let root = certificates.last, certificates.count > 1 else {
            throw VerificationError(code: .chainLength, message: "a path needs a certificate and a root")
        }
        let failure = unsafe Self.verify(
            leaf: leaf.handle.pointer,
            between: certificates.dropFirst().dropLast().map(\.handle),
            root: root.handle.pointer,
            flags: UInt(X509_V_FLAG_NO_CHECK_TIME) | (isStrict ? UInt(X509_V_FLAG_X509_STRICT) : 0),
            level: refusesSHA1 ? 2 : 0
        )
        if let failure {
            throw VerificationError(code: .chainPath, message: "the certificates form no path: \(failure)")
        }
    }

    /// What OpenSSL says against a path, or nothing.
    private static func verify(
        leaf: OpaquePointer,
        between: [CertificateHandle],
        root: OpaquePointer,
        flags: UInt,
        level: Int32
    ) -> String? {
        defer { ERR_clear_error() }
        let stack = unsafe copenssl_X509_stack_new()
        let store = unsafe X509_STORE_new()
        let context = unsafe X509_STORE_CTX_new()
        defer {
            unsafe X509_STORE_CTX_free(context)
            unsafe X509_STORE_free(store)
            unsafe copenssl_X509_stack_free(stack)
        }
        guard unsafe stack != nil, unsafe store != nil, unsafe context != nil else { return "out of memory" }
        for handle in between { unsafe _ = copenssl_X509_stack_push(stack, handle.pointer) }
        guard unsafe X509_STORE_add_cert(store, root) == 1, unsafe X509_STORE_CTX_init(context, store, leaf, stack) == 1
        else { return "the root cannot be used" }
        let parameters = unsafe X509_STORE_CTX_get0_param(context)
        unsafe _ = X509_VERIFY_PARAM_set_flags(parameters, flags)
        unsafe X509_VERIFY_PARAM_set_auth_level(parameters, level)
        unsafe X509_VERIFY_PARAM_set_depth(parameters, Int32(between.count))
        guard unsafe X509_verify_cert(context) == 1 else {
            let code = unsafe X509_STORE_CTX_get_error(context)
            return unsafe String(cString: X509_verify_cert_error_string(Int(code)))
        }
        // The path that was found must be the one that was given, no shorter one.
        let length = unsafe copenssl_X509_stack_count(X509_STORE_CTX_get0_chain(context))
        return Int(length) == between.count + 2 ? nil : "another path was found than the one given"
    }
}
