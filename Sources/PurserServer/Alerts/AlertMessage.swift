// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials
import HTTPClient

/// What a channel is sent, in the shape that it understands.
struct AlertMessage: Sendable {
    var transitions: [AlertTransition]
    var server: String?
    var now: Date

    /// How many faults a message names; the rest is counted.
    private static let maximumLength = 12

    init(_ changes: [AlertTransition], server: String?, now: Date) {
        self.transitions = changes.sorted {
            ($0.severity == .critical ? 0 : 1, $0.rule) < ($1.severity == .critical ? 0 : 1, $1.rule)
        }
        self.server = server
        self.now = now
    }

    func subject(_ language: AlertChannel.Language) -> String {
        let first = transitions.first.map { language == .english ? $0.english : $0.chinese } ?? ""
        let more = transitions.count > 1 ? " (+\(transitions.count - 1))" : ""
        return "[Purser] \(transitions.first.map { Self.label($0, language) } ?? "") \(first)\(more)"
    }

    func text(_ language: AlertChannel.Language) -> String {
        var lines = transitions.prefix(Self.maximumLength).map { line($0, language) }
        if transitions.count > Self.maximumLength {
            let rest = transitions.count - Self.maximumLength
            lines.append(
                language == .english ? "… and \(rest) more: GET /v1/alerts" : "……还有 \(rest) 条，请看 GET /v1/alerts"
            )
        }
        if let server { lines.append(server) }
        return lines.joined(separator: "\n")
    }

    private func line(_ changes: AlertTransition, _ language: AlertChannel.Language) -> String {
        let what = language == .english ? changes.english : changes.chinese
        var line = "\(Self.label(changes, language)) \(what) [\(changes.rule)]"
        if let value = changes.value, let limit = changes.limit, changes.kind != .resolved {
            line += language == .english ? " \(value), limit \(limit)" : " \(value)，阈值 \(limit)"
        }
        let since = Self.time(changes.raisedAt ?? changes.at)
        let at = Self.time(changes.at)
        switch (changes.kind, language) {
        case (.resolved, .english): line += " \(since) – \(at)"
        case (.resolved, .chinese): line += " \(since) 至 \(at)"
        case (_, .english): line += " since \(since)"
        case (_, .chinese): line += " 自 \(since)"
        }
        return line
    }

    private static func label(_ changes: AlertTransition, _ language: AlertChannel.Language) -> String {
        switch (changes.kind, changes.severity, language) {
        case (.test, _, .english): "🔔 TEST"
        case (.test, _, .chinese): "🔔 测试"
        case (.resolved, _, .english): "✅ RESOLVED"
        case (.resolved, _, .chinese): "✅ 已恢复"
        case (.lasts, _, .english): "⏳ STILL"
        case (.lasts, _, .chinese): "⏳ 仍未恢复"
        case (.raised, .critical, .english): "🔴 CRITICAL"
        case (.raised, .critical, .chinese): "🔴 严重"
        case (.raised, .warning, .english): "🟠 WARNING"
        case (.raised, .warning, .chinese): "🟠 警告"
        }
    }

    private static func time(_ instant: Date) -> String {
        let minutes = Int((instant.timeIntervalSince1970 / 60).rounded(.down)) % 1440
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minutes / 60)):\(two(minutes % 60)) UTC"
    }
}

extension AlertMessage {
    /// The request that notifies a channel.
    func request(to channel: AlertChannel) throws -> HTTPClientRequest {
        let text = text(channel.language ?? .english)
        var url = channel.url ?? ""
        let body: JSONValue
        switch channel.kind {
        case .webhook, .email: body = plain(text)
        case .slack: body = ["text": .string(text)]
        case .feishu: body = Self.feishu(text, secret: channel.secret, now: now)
        case .dingtalk:
            body = ["msgtype": "text", "text": ["content": .string(text)]]
            if let secret = channel.secret { url += Self.dingtalkSignature(secret, now: now, url: url) }
        case .wecom: body = ["msgtype": "text", "text": ["content": .string(Self.cut(text, to: 2048))]]
        }
        let bytes = try ServiceJSON.encode(body)
        var headers: [HTTPClientRequest.Header] = [("Content-Type", "application/json; charset=utf-8")]
        if channel.kind == .webhook, let secret = channel.secret {
            headers.append((WebhookSignature.header, WebhookSignature.value(body: bytes, secrets: [secret], at: now)))
        }
        return HTTPClientRequest(
            "POST",
            url,
            headers: headers,
            body: bytes,
            timeout: .seconds(15),
            maximumResponseBytes: 1 << 16
        )
    }

    /// What is wrong with a place's answer, or nothing.
    static func fault(in response: HTTPClientResponse, of kind: AlertChannel.Kind) -> String? {
        guard (200..<300).contains(response.status) else { return "HTTP \(response.status)" }
        // These robots answer 200 to what they refuse.
        let names: [AlertChannel.Kind: [String]] = [
            .feishu: ["code", "StatusCode"], .dingtalk: ["errcode"], .wecom: ["errcode"],
        ]
        guard let names = names[kind] else { return nil }
        guard let answer = try? ServiceJSON.decode(JSONValue.self, from: response.body) else { return "no JSON" }
        for name in names {
            if case .integer(let code) = answer[name], code != 0 { return "\(name) \(code)" }
        }
        return nil
    }

    private func plain(_ text: String) -> JSONValue {
        let alerts = transitions.map { changes in
            JSONValue.object([
                "rule": .string(changes.rule), "state": .string(changes.kind.rawValue),
                "severity": .string(changes.severity.rawValue), "at": .integer(changes.at.millisecondsSince1970),
                "value": changes.value.map(JSONValue.string) ?? .null,
                "limit": changes.limit.map(JSONValue.string) ?? .null,
                "text": ["en": .string(changes.english), "zh-Hans": .string(changes.chinese)],
            ])
        }
        return ["alerts": .array(alerts), "text": .string(text), "server": server.map(JSONValue.string) ?? .null]
    }

    /// What Feishu's robots take, signed when there is a secret.
    ///
    /// <https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot>
    private static func feishu(_ text: String, secret: String?, now: Date) -> JSONValue {
        let body: JSONValue = ["msg_type": "text", "content": ["text": .string(text)]]
        guard let secret else { return body }
        let seconds = String(now.millisecondsSince1970 / 1000)
        let code = HMACSHA256.code(for: [UInt8](), key: Array("\(seconds)\n\(secret)".utf8))
        return body.with("timestamp", .string(seconds)).with("sign", .string(Data(code).base64EncodedString()))
    }

    /// What DingTalk's robots want to see in the address.
    ///
    /// <https://open.dingtalk.com/document/robots/customize-robot-security-settings>
    private static func dingtalkSignature(_ secret: String, now: Date, url: String) -> String {
        let milliseconds = String(now.millisecondsSince1970)
        let code = HMACSHA256.code(for: Array("\(milliseconds)\n\(secret)".utf8), key: Array(secret.utf8))
        let sign = Data(code).base64EncodedString().replacing("+", with: "%2B").replacing("/", with: "%2F")
            .replacing("=", with: "%3D")
        return (url.contains("?") ? "&" : "?") + "timestamp=\(milliseconds)&sign=\(sign)"
    }

    /// The text up to a number of bytes, whole characters only.
    private static func cut(_ text: String, to bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        var stored = ""
        for character in text {
            guard stored.utf8.count + character.utf8.count <= bytes - 3 else { break }
            stored.append(character)
        }
        return stored + "…"
    }
}
