// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPClient

extension Doctor {
    /// Whether Apple would send notifications to the server's two addresses.
    ///
    /// <https://developer.apple.com/documentation/appstoreservernotifications/enabling-app-store-server-notifications>
    func addresses() async throws -> [Diagnostic] {
        guard let publicURL else {
            return [
                .warning(
                    "address",
                    LocalizedText("the server's public address is not known", "未知服务器的公网地址"),
                    fix: LocalizedText("set publicURL, or give --url", "请设置 publicURL，或使用 --url")
                )
            ]
        }
        let base = publicURL.hasSuffix("/") ? String(publicURL.dropLast()) : publicURL
        guard let parts = URLComponents(string: base), let host = parts.host, !host.isEmpty else {
            return [
                .fault(
                    "address",
                    LocalizedText("'\(base)' is not an address", "“\(base)”不是有效地址"),
                    fix: LocalizedText("write https://HOST", "请写成 https://HOST")
                )
            ]
        }
        if let fault = rule(parts) { return [fault] }
        var findings: [Diagnostic] = []
        // The list holds for TLS 1.2; of 1.3 every cipher keeps its secret.
        var configuration = CurlConfiguration(authorities: authorities)
        configuration.ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20:ECDHE+AES"
        let transport = try CurlTransport(configuration: configuration)
        for environment in ["production", "sandbox"] {
            findings.append(await address("\(base)/apple/notifications/\(environment)", environment, transport))
        }
        transport.shutdown()
        return findings
    }

    /// What Apple wants of an address before it connects.
    private func rule(_ parts: URLComponents) -> Diagnostic? {
        guard parts.scheme == "https" else {
            return .fault(
                "address",
                LocalizedText("Apple sends to https only, not to \(parts.scheme ?? "")", "Apple 只向 https 地址发送通知"),
                fix: LocalizedText(
                    "give the server --tls-certificate and --tls-key, or put a proxy with TLS before it",
                    "请使用 --tls-certificate 与 --tls-key，或在前面放置支持 TLS 的代理"
                )
            )
        }
        guard let port = parts.port, port != 443, port < 1024 else { return nil }
        return .fault(
            "address",
            LocalizedText(
                "Apple sends to port 443 and to those from 1024 on, not to \(port)",
                "Apple 只向 443 或 1024 及以上端口发送，不支持 \(port)"
            ),
            fix: LocalizedText("listen on 443", "请监听 443 端口")
        )
    }

    private func address(_ url: String, _ environment: String, _ transport: CurlTransport) async -> Diagnostic {
        let topic = "address \(environment)"
        do {
            let answer = try await transport.send(
                HTTPClientRequest(
                    "POST",
                    url,
                    headers: [("Content-Type", "application/json")],
                    body: Data("{}".utf8),
                    timeout: .seconds(20)
                )
            )
            // Purser rejects a notification without content with its own message.
            guard answer.status == 400, answer.header("Content-Type")?.hasPrefix("application/problem+json") == true
            else {
                return .fault(
                    topic,
                    LocalizedText(
                        "something else answers there: HTTP \(answer.status)",
                        "该地址由其他服务应答：HTTP \(answer.status)"
                    ),
                    fix: LocalizedText(
                        "let the proxy pass /apple/notifications on, without redirects",
                        "请让代理转发 /apple/notifications，且不要重定向"
                    )
                )
            }
            return .ok(topic, LocalizedText("TLS, chain and port are what Apple wants", "TLS、证书链与端口符合 Apple 要求"))
        } catch let error as HTTPClientError where error.code == .tls {
            return .fault(
                topic,
                LocalizedText("Apple would not connect: \(error)", "Apple 无法建立连接：\(error)"),
                fix: LocalizedText(
                    "TLS 1.2 or later, ciphers with forward secrecy, a certificate for the name with its whole chain",
                    "需要 TLS 1.2 以上、前向保密的加密套件，以及与域名匹配且完整的证书链"
                )
            )
        } catch {
            return .fault(
                topic,
                LocalizedText("\(error)", "\(error)"),
                fix: LocalizedText(
                    "let Apple's 17.0.0.0/8 reach it: name server, firewall, port",
                    "请允许 Apple 的 17.0.0.0/8 访问：检查 DNS、防火墙与端口"
                )
            )
        }
    }
}
