// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Apple's Python library at the same work.
enum PythonPeer {
    /// Verifies one transaction again and again for two seconds of one core; the chain is checked once a time, for that
    /// library keeps it only while it asks for revocation.
    static let script = """
        import base64, os, time
        from appstoreserverlibrary.models.Environment import Environment
        from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier
        root = base64.b64decode(os.environ["ROOT"])
        signed = os.environ["SIGNED"]
        verifier = SignedDataVerifier([root], False, Environment.SANDBOX, "com.example.benchmark")
        def rate(seconds=2.0):
            start, count = time.thread_time(), 0
            while time.thread_time() - start < seconds:
                verifier.verify_and_decode_signed_transaction(signed)
                count += 1
            return count / (time.thread_time() - start)
        print(f"{rate():9.0f}/s  Apple's Python library, transaction, chain checked each time")
        chain = verifier._chain_verifier
        keep = {}
        plain = chain._verify_chain_without_caching
        def remembered(certificates, perform_online_checks, effective_date):
            key = tuple(certificates)
            if key not in keep:
                keep[key] = plain(certificates, perform_online_checks, effective_date)
            return keep[key]
        chain._verify_chain_without_caching = remembered
        print(f"{rate():9.0f}/s  Apple's Python library, transaction, chain remembered")
        """
}
