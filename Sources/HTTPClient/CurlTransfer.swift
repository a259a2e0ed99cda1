// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CCurl
import FoundationEssentials

/// One request on its way.
///
/// It is made by the caller, then belongs to the loop's thread until it is finished; the library's callbacks run there.
final class CurlTransfer: @unchecked Sendable {
    let handle: UnsafeMutableRawPointer
    private let request: HTTPClientRequest
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private var headers: [HTTPClientRequest.Header] = []
    private var body = Data()
    private var isTooLarge = false
    /// Whether it was canceled before the loop had begun it; only the loop's thread looks.
    var isCancelled = false

    /// Prepares a request.
    ///
    /// - Throws: An ``HTTPClientError`` when the URL, the method or a header field cannot be sent.
    init(_ request: HTTPClientRequest, configuration: CurlConfiguration) throws {
        guard let handle = curl_easy_init() else {
            throw HTTPClientError(code: .other, message: "The HTTP client library did not start.")
        }
        self.handle = handle
        self.request = request
        try checkText()
        try set(CURLOPT_URL, request.url)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_USERAGENT, configuration.userAgent)
        _ = ccurl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        _ = ccurl_set_long(handle, CURLOPT_NOPROXY, 0)
        try set(CURLOPT_PROXY, "")
        _ = ccurl_set_long(handle, CURLOPT_TIMEOUT_MS, Self.milliseconds(request.timeout))
        _ = ccurl_set_long(
            handle,
            CURLOPT_CONNECTTIMEOUT_MS,
            Self.milliseconds(min(configuration.connectTimeout, request.timeout))
        )
        _ = ccurl_set_long(handle, CURLOPT_FOLLOWLOCATION, request.maximumRedirects > 0 ? 1 : 0)
        _ = ccurl_set_long(handle, CURLOPT_MAXREDIRS, request.maximumRedirects)
        _ = ccurl_set_long(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        _ = ccurl_set_long(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        // Over a connection that was kept the library sends again automatically what was not answered.
        if !request.mayBeRepeated { _ = ccurl_set_long(handle, CURLOPT_FRESH_CONNECT, 1) }
        setMethod()
        setHeaders()
        setCallbacks()
        connect(configuration)
    }

    deinit {
        for list in lists { curl_slist_free_all(list) }
        curl_easy_cleanup(handle)
    }

    /// The result of the request.
    func outcome(_ result: CURLcode) -> Result<HTTPClientResponse, any Error> {
        guard result == CURLE_OK else { return .failure(error(result)) }
        let status = ccurl_get_long(handle, CURLINFO_RESPONSE_CODE)
        return .success(HTTPClientResponse(status: status, headers: headers, body: body))
    }

    private func error(_ result: CURLcode) -> HTTPClientError {
        let code = isTooLarge ? .tooLarge : CurlErrorCodes.code(for: result, hasAnswer: !headers.isEmpty)
        let reason =
            isTooLarge
            ? "the answer has more than \(request.maximumResponseBytes) bytes"
            : String(cString: curl_easy_strerror(result))
        return HTTPClientError(code: code, message: "\(request.method) \(place) failed: \(reason).")
    }

    /// The URL without what may be secret.
    private var place: String {
        let bare = request.url.prefix { $0 != "?" && $0 != "#" }
        guard let at = bare.lastIndex(of: "@") else { return String(bare) }
        return String(bare[bare.index(after: at)...])
    }

    /// Line breaks and zeros would change the message; other schemes than HTTP's are not ours.
    private func checkText() throws {
        let texts =
            [request.method, request.url, request.address ?? ""] + request.headers.flatMap { [$0.name, $0.value] }
        let isSafe = texts.allSatisfy { text in !text.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 } }
        guard isSafe, !request.method.isEmpty, !request.method.contains(" ") else {
            throw HTTPClientError(
                code: .invalidRequest,
                message: "The request to \(place) has a line break where none may be."
            )
        }
        let scheme = request.url.prefix(8).lowercased()
        guard scheme.hasPrefix("http://") || scheme == "https://" else {
            throw HTTPClientError(code: .invalidRequest, message: "The URL \(place) is not one of http or https.")
        }
    }

    private func setMethod() {
        if request.method == "HEAD" {
            _ = ccurl_set_long(handle, CURLOPT_NOBODY, 1)
        } else if let body = request.body {
            _ = ccurl_set_long(handle, CURLOPT_POST, 1)
            _ = ccurl_set_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
            body.withUnsafeBytes { buffer in
                if let bytes = buffer.baseAddress, !body.isEmpty {
                    _ = ccurl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes))
                } else {
                    _ = ccurl_set_string(handle, CURLOPT_COPYPOSTFIELDS, "")
                }
            }
        }
        if request.method != "HEAD" { _ = ccurl_set_string(handle, CURLOPT_CUSTOMREQUEST, request.method) }
    }

    private func setHeaders() {
        var lines = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        // No waiting for "100 Continue", and no content type of the library's choosing.
        lines.append("Expect:")
        if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            lines.append("Content-Type:")
        }
        set(CURLOPT_HTTPHEADER, lines)
    }

    private func connect(_ configuration: CurlConfiguration) {
        if let authorities = configuration.authorities {
            var bytes = Array(authorities.utf8)
            _ = ccurl_set_blob(handle, CURLOPT_CAINFO_BLOB, &bytes, bytes.count)
        }
        if let ciphers = configuration.ciphers { _ = ccurl_set_string(handle, CURLOPT_SSL_CIPHER_LIST, ciphers) }
        if !configuration.resolve.isEmpty {
            set(CURLOPT_RESOLVE, configuration.resolve.map { "\($0.host):\($0.port):\($0.address)" })
        }
        if let address = request.address {
            // An empty host and port represent any.
            set(CURLOPT_CONNECT_TO, ["::" + (address.contains(":") ? "[\(address)]" : address) + ":"])
        } else if !configuration.connectTo.isEmpty {
            set(CURLOPT_CONNECT_TO, configuration.connectTo)
        }
    }

    private func setCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = ccurl_set_pointer(handle, CURLOPT_WRITEDATA, context)
        _ = ccurl_set_pointer(handle, CURLOPT_HEADERDATA, context)
        _ = ccurl_set_callback(handle, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            guard let bytes, let context else { return 0 }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.receive(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
        }
        _ = ccurl_set_callback(handle, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            guard let bytes, let context else { return 0 }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            transfer.receiveHeader(String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self))
            return count
        }
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard body.count + bytes.count <= request.maximumResponseBytes else {
            isTooLarge = true
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    private func receiveHeader(_ line: String) {
        if line.hasPrefix("HTTP/") {
            // An interim answer or a redirect came before: only the last answer's fields count.
            headers = [("", "")]
            return
        }
        if headers.first?.name == "" { headers.removeFirst() }
        guard let colon = line.firstIndex(of: ":") else { return }
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        headers.append((String(line[..<colon]), String(value.prefix { !$0.isNewline })))
    }

    private func set(_ option: CURLoption, _ text: String) throws {
        guard ccurl_set_string(handle, option, text) == CURLE_OK else {
            throw HTTPClientError(code: .invalidRequest, message: "The URL \(place) cannot be asked.")
        }
    }

    private func set(_ option: CURLoption, _ lines: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines { list = curl_slist_append(list, line) ?? list }
        guard let list else { return }
        lists.append(list)
        _ = ccurl_set_list(handle, option, list)
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        let parts = duration.components
        return max(1, Int(parts.seconds) * 1000 + Int(parts.attoseconds / 1_000_000_000_000_000))
    }
}
