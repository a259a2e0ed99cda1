// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CCurl
import Dispatch
import FoundationEssentials

/// Mail over libcurl's SMTP.
///
/// The library waits on a thread of its own, so that a slow server holds no thread of Swift's pool.
public final class CurlMailTransport: MailTransport {
    private let authorities: String?
    private let timeout: Duration
    private let queue = DispatchQueue(label: "purser.mail")

    /// Makes a transport.
    ///
    /// - Parameters:
    ///   - authorities: The certificates that servers may chain to as PEM, instead of the system's.
    ///   - timeout: How long a mail may take.
    public init(authorities: String? = nil, timeout: Duration = .seconds(30)) {
        self.authorities = authorities
        self.timeout = timeout
    }

    /// Hands a mail to a server.
    ///
    /// - Throws: An ``HTTPClientError`` when the server does not take it for every recipient.
    public func send(_ mail: Mail, through server: MailServer) async throws {
        guard mail.isSafe else {
            throw HTTPClientError(
                code: .invalidRequest,
                message: "A mail's address is not an address, or there is none."
            )
        }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            queue.async { [authorities, timeout] in
                continuation.resume(with: Result { try Sending(mail, server, authorities, timeout).perform() })
            }
        }
    }

    /// One mail on its way; it lives on one thread.
    private final class Sending {
        private let handle: UnsafeMutableRawPointer
        private var recipients: UnsafeMutablePointer<curl_slist>?
        private let message: Data
        private var sent = 0
        private let place: String

        init(_ mail: Mail, _ server: MailServer, _ authorities: String?, _ timeout: Duration) throws {
            guard CurlLoop.isInitialised, let handle = curl_easy_init() else {
                throw HTTPClientError(code: .other, message: "The mail library did not start.")
            }
            self.handle = handle
            message = mail.message
            place = server.url
            let scheme = server.url.prefix { $0 != ":" }.lowercased()
            guard scheme == "smtp" || scheme == "smtps" else {
                throw HTTPClientError(code: .invalidRequest, message: "A mail server's URL begins with smtp or smtps.")
            }
            _ = ccurl_set_string(handle, CURLOPT_URL, server.url)
            _ = ccurl_set_string(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
            _ = ccurl_set_string(handle, CURLOPT_PROXY, "")
            _ = ccurl_set_long(handle, CURLOPT_NOSIGNAL, 1)
            _ = ccurl_set_long(handle, CURLOPT_TIMEOUT_MS, max(1, Int(timeout / .milliseconds(1))))
            _ = ccurl_set_long(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
            let encryption = server.requiresTLS ? CURLUSESSL_ALL : CURLUSESSL_TRY
            _ = ccurl_set_long(handle, CURLOPT_USE_SSL, Int(encryption.rawValue))
            if let user = server.user { _ = ccurl_set_string(handle, CURLOPT_USERNAME, user) }
            if let password = server.password { _ = ccurl_set_string(handle, CURLOPT_PASSWORD, password) }
            if let authorities {
                var bytes = Array(authorities.utf8)
                _ = ccurl_set_blob(handle, CURLOPT_CAINFO_BLOB, &bytes, bytes.count)
            }
            _ = ccurl_set_string(handle, CURLOPT_MAIL_FROM, "<\(mail.sender)>")
            for recipient in mail.recipients {
                recipients = curl_slist_append(recipients, "<\(recipient)>") ?? recipients
            }
            _ = ccurl_set_list(handle, CURLOPT_MAIL_RCPT, recipients)
            _ = ccurl_set_long(handle, CURLOPT_UPLOAD, 1)
        }

        deinit {
            curl_slist_free_all(recipients)
            curl_easy_cleanup(handle)
        }

        func perform() throws {
            _ = ccurl_set_pointer(handle, CURLOPT_READDATA, Unmanaged.passUnretained(self).toOpaque())
            _ = ccurl_set_callback(handle, CURLOPT_READFUNCTION) { bytes, size, count, context in
                guard let bytes, let context else { return 0 }
                let sending = Unmanaged<Sending>.fromOpaque(context).takeUnretainedValue()
                return sending.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
            }
            let result = curl_easy_perform(handle)
            guard result != CURLE_OK else { return }
            let code: HTTPClientError.Code =
                result == CURLE_USE_SSL_FAILED ? .tls : CurlErrorCodes.code(for: result, hasAnswer: false)
            let answer = ccurl_get_long(handle, CURLINFO_RESPONSE_CODE)
            let reason = String(cString: curl_easy_strerror(result))
            throw HTTPClientError(
                code: code,
                message: "\(place) did not take the mail: \(reason)" + (answer > 0 ? " (answer \(answer))." : ".")
            )
        }

        private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            let piece = message.dropFirst(sent).prefix(buffer.count)
            buffer.copyBytes(from: piece)
            sent += piece.count
            return piece.count
        }
    }
}
