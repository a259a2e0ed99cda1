// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import COpenSSL

#if os(Linux)
/// Keeps OpenSSL from freeing its tables when the process exits.
///
/// By itself it frees them in a handler of `exit`, while the threads of Dispatch, libcurl and libpq still verify, sign
/// and speak TLS with them: such a process ends with signal 11 after all its work is done. The system takes the memory
/// back anyway.
///
/// <https://docs.openssl.org/3.0/man3/OPENSSL_init_crypto/>
private func prepareOpenSSL() {
    _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
}

/// The loader calls it before `main`: only OpenSSL's first caller in the process can decide this, and that may be
/// libcurl or libpq, which do not ask us.
@section(".init_array") @used
private let preparation: @convention(c) () -> Void = prepareOpenSSL
#endif
