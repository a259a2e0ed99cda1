// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreTypes
import Foundation
import HTTPClient
import PurserServer

extension Doctor {
    /// Whether Apple's servers are reached, their clock agrees with ours, and they take our keys.
    func apple() async throws -> [Diagnostic] {
        let transport = try CurlTransport(configuration: CurlConfiguration(authorities: authorities))
        var findings: [Diagnostic] = []
        var skews: [TimeInterval] = []
        for (name, url) in services() {
            let start = ContinuousClock.now
            do {
                let answer = try await transport.send(
                    HTTPClientRequest("GET", url, timeout: .seconds(20), maximumResponseBytes: 1 << 20)
                )
                let length = (ContinuousClock.now - start) / .milliseconds(1)
                if let date = answer.header("Date").flatMap({ HTTPDate($0)?.instant }) {
                    skews.append(now().timeIntervalSince(date) - 0.5)
                }
                findings.append(
                    .ok("reach \(name)", LocalizedText("answers within \(Int(length)) ms", "\(Int(length)) 毫秒内应答"))
                )
            } catch {
                findings.append(
                    .fault(
                        "reach \(name)",
                        LocalizedText("\(error)", "\(error)"),
                        fix: LocalizedText(
                            "let the server reach \(url): name server, firewall, the system's certificates",
                            "请允许服务器访问 \(url)：检查 DNS、防火墙与系统根证书"
                        )
                    )
                )
            }
        }
        findings.append(clock(skews))
        for app in configuration.apps { findings += try await keys(of: app, transport) }
        transport.shutdown()
        return findings
    }

    /// The addresses of Apple's services, or of what is in their place.
    private func services() -> [(name: String, url: String)] {
        var services: [String: String] = [:]
        for app in configuration.apps {
            if let credentials = app.appStoreServerAPI {
                services["production"] = credentials.productionURL ?? AppStoreServerAPI.baseURL(of: .production)
                services["sandbox"] = credentials.sandboxURL ?? AppStoreServerAPI.baseURL(of: .sandbox)
            }
            if let receipts = app.verifyReceipt {
                services["verifyReceipt"] = receipts.productionURL ?? VerifyReceiptClient.productionURL
            }
            if let connect = app.appStoreConnect { services["connect"] = connect.url ?? AppStoreConnectAPI.baseURL }
        }
        return services.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func clock(_ skews: [TimeInterval]) -> Diagnostic {
        guard let worst = skews.max(by: { abs($0) < abs($1) }) else {
            return .warning(
                "clock",
                LocalizedText("no answer told the time", "没有应答给出时间"),
                fix: LocalizedText("compare with another clock: timedatectl", "请用 timedatectl 核对时间")
            )
        }
        let seconds = Int(worst.rounded())
        guard abs(worst) > 30 else {
            return .ok("clock", LocalizedText("within \(abs(seconds)) s of Apple's", "与 Apple 相差 \(abs(seconds)) 秒"))
        }
        return .fault(
            "clock",
            LocalizedText("\(seconds) s ahead of Apple's: Apple will take no token", "比 Apple 快 \(seconds) 秒，令牌会被拒绝"),
            fix: LocalizedText("let systemd-timesyncd or chrony set it", "请启用 systemd-timesyncd 或 chrony 校时")
        )
    }

    private func keys(of app: AppConfiguration, _ transport: CurlTransport) async throws -> [Diagnostic] {
        var findings: [Diagnostic] = []
        if let credentials = app.appStoreServerAPI {
            for environment in [Environment.production, .sandbox] {
                findings.append(await key(credentials, of: app, environment, transport))
            }
        }
        if let connect = app.appStoreConnect, let id = app.appAppleID {
            findings.append(await products(connect, of: app, id, transport))
        }
        return findings
    }

    private func api(
        _ credentials: AppStoreCredentials,
        of app: AppConfiguration,
        _ environment: Environment,
        _ transport: CurlTransport
    ) throws -> AppStoreServerAPI {
        let key = try PrivateKey(pem: credentials.privateKeyPEM)
        return AppStoreServerAPI(
            environment: environment,
            baseURL: environment == .production ? credentials.productionURL : credentials.sandboxURL,
            tokens: ServerAPITokenIssuer(
                .init(issuerID: credentials.issuerID, keyID: credentials.keyID, key: key, bundleID: app.bundleID)
            ),
            transport: transport,
            runtime: APIEnvironment(now: now),
            retry: .none
        )
    }

    /// No transaction has the number 0: any answer but a refused token shows that the key is good.
    private func key(
        _ credentials: AppStoreCredentials,
        of app: AppConfiguration,
        _ environment: Environment,
        _ transport: CurlTransport
    ) async -> Diagnostic {
        let topic = "app-store-key \(app.bundleID)"
        let good = Diagnostic.ok(topic, LocalizedText("\(environment) takes the key", "\(environment.rawValue) 接受该密钥"))
        do {
            _ = try await api(credentials, of: app, environment, transport).transaction("0")
            return good
        } catch let error as AppStoreAPIError where error.code == .unauthenticated {
            return .fault(
                topic,
                LocalizedText("\(environment) does not take the key", "\(environment.rawValue) 不接受该密钥"),
                fix: Self.keysPage
            )
        } catch let error as AppStoreAPIError where error.httpStatus == 400 || error.httpStatus == 404 {
            return good
        } catch {
            return .fault(
                topic,
                LocalizedText("\(environment): \(error)", "\(environment.rawValue)：\(error)"),
                fix: LocalizedText("see what 'reach' says above", "请先看上面的 reach 结果")
            )
        }
    }

    /// Whether App Store Connect knows products that can be sold.
    private func products(
        _ connect: AppStoreConnectConfiguration,
        of app: AppConfiguration,
        _ id: AppAppleID,
        _ transport: CurlTransport
    ) async -> Diagnostic {
        let topic = "app-store-connect \(app.bundleID)"
        do {
            let tokens = ServerAPITokenIssuer(
                .init(
                    issuerID: connect.issuerID,
                    keyID: connect.keyID,
                    key: try PrivateKey(pem: connect.privateKeyPEM),
                    bundleID: nil
                ),
                lifetime: 15 * 60
            )
            let api = AppStoreConnectAPI(
                baseURL: connect.url ?? AppStoreConnectAPI.baseURL,
                tokens: tokens,
                transport: transport,
                runtime: APIEnvironment(now: now)
            )
            let count = try await api.inAppPurchases(of: id).count + api.subscriptionGroups(of: id).count
            return .ok(topic, LocalizedText("takes the key; \(count) products and groups", "接受该密钥；\(count) 个商品与订阅群组"))
        } catch let error as AppStoreAPIError where error.httpStatus == 404 {
            return .ok(topic, LocalizedText("takes the key; no product list is there", "接受该密钥；没有商品列表"))
        } catch {
            return .fault(
                topic,
                LocalizedText("\(error)", "\(error)"),
                fix: LocalizedText(
                    "App Store Connect: Users and Access, Integrations, App Store Connect API: the key's access",
                    "App Store Connect：用户和访问 › 集成 › App Store Connect API：检查密钥权限"
                )
            )
        }
    }

    /// Has Apple send a test notification to each address, and sees the result.
    func testNotifications() async throws -> [Diagnostic] {
        let transport = try CurlTransport(configuration: CurlConfiguration(authorities: authorities))
        var findings: [Diagnostic] = []
        for app in configuration.apps {
            guard let credentials = app.appStoreServerAPI else { continue }
            for environment in [Environment.production, .sandbox] {
                let api = try api(credentials, of: app, environment, transport)
                findings.append(await testNotification(api, of: app))
            }
        }
        transport.shutdown()
        return findings
    }

    private func testNotification(_ api: AppStoreServerAPI, of app: AppConfiguration) async -> Diagnostic {
        let topic = "test-notification \(api.environment.rawValue)"
        let page = LocalizedText(
            "App Store Connect: the app, App Information, App Store Server Notifications: set both URLs, version 2",
            "App Store Connect：该 App › App 信息 › App Store 服务器通知：填写正式与沙盒 URL，选择版本 2"
        )
        do {
            let token = try await api.requestTestNotification().body.testNotificationToken
            for _ in 0..<20 {
                try await Task.sleep(for: .milliseconds(500))
                guard let answer = try? await api.testNotification(token).body,
                    let attempt = answer.sendAttempts?.last
                else { continue }
                guard attempt.sendAttemptResult == .success else {
                    return .fault(
                        topic,
                        LocalizedText(
                            "Apple sent it, and says \(attempt.sendAttemptResult)",
                            "Apple 已发送，结果为 \(attempt.sendAttemptResult)"
                        ),
                        fix: LocalizedText("see what 'address' says, and the server's log", "请查看 address 的结果与服务日志")
                    )
                }
                return .ok(topic, LocalizedText("sent, arrived and taken", "已发送、到达并被接收"))
            }
            return .warning(topic, LocalizedText("Apple has not sent it yet", "Apple 尚未发送"), fix: page)
        } catch {
            return .fault(topic, LocalizedText("\(error)", "\(error)"), fix: page)
        }
    }
}
