// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CCurl

/// What the library's result codes mean to a caller.
enum CurlErrorCodes {
    /// The kind of failure; it matters whether the peer had begun to answer.
    static func code(for result: CURLcode, hasAnswer: Bool) -> HTTPClientError.Code {
        switch result {
        case CURLE_URL_MALFORMAT: .invalidRequest
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .cannotResolve
        case CURLE_COULDNT_CONNECT: .cannotConnect
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_GOT_NOTHING: .noResponse
        case CURLE_PARTIAL_FILE, CURLE_HTTP2_STREAM: .prematureClose
        case CURLE_RECV_ERROR: hasAnswer ? .prematureClose : .connectionBroken
        case CURLE_SEND_ERROR: .connectionBroken
        case CURLE_TOO_MANY_REDIRECTS: .tooManyRedirects
        // The URL's scheme was checked before: this is an answer without a status line, or a redirect elsewhere.
        case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_BAD_CONTENT_ENCODING, CURLE_UNSUPPORTED_PROTOCOL:
            .invalidResponse
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_INVALIDCERTSTATUS:
            .tls
        default: .other
        }
    }
}
