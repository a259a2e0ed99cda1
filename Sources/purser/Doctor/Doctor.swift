// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Persistence
import PersistenceSQLite
import PurserServer

/// Looks at a configuration and the world around it.
struct Doctor: Sendable {
    let configuration: ServiceConfiguration
    let publicURL: String?
    let authorities: String?
    let isOffline: Bool
    let now: @Sendable () -> Date

    /// What the configuration itself shows.
    func configured() -> [Diagnostic] {
        var findings: [Diagnostic] = [
            .ok(
                "configuration",
                LocalizedText(
                    "\(counted(configuration.apps.count, "app")), every key is known",
                    "\(configuration.apps.count) 个应用，配置项均有效"
                )
            )
        ]
        for app in configuration.apps { findings += configured(app) }
        if configuration.alerts.channels.isEmpty {
            findings.append(
                .warning(
                    "alerts",
                    LocalizedText("no one is notified of faults", "没有配置告警渠道"),
                    fix: LocalizedText(
                        "add alerts.channels, then POST /v1/alerts/test; or let Prometheus ask /metrics",
                        "请配置 alerts.channels，再调用 POST /v1/alerts/test；或使用 Prometheus 抓取 /metrics"
                    )
                )
            )
        }
        return findings
    }

    private func configured(_ app: AppConfiguration) -> [Diagnostic] {
        let id = app.bundleID.rawValue
        var findings: [Diagnostic] = []
        if app.appAppleID == nil {
            findings.append(
                .warning(
                    "app \(id)",
                    LocalizedText("production is refused: appAppleID is missing", "缺少 appAppleID，生产环境的凭证会被拒绝"),
                    fix: LocalizedText(
                        "App Store Connect: Apps, the app, App Information, Apple ID",
                        "App Store Connect：App › 该 App › App 信息 › Apple ID"
                    )
                )
            )
        }
        if let credentials = app.appStoreServerAPI {
            if UUID(uuidString: credentials.issuerID) == nil {
                findings.append(
                    .fault(
                        "app-store-key \(id)",
                        LocalizedText("issuerID is not a UUID", "issuerID 不是 UUID"),
                        fix: Self.keysPage
                    )
                )
            }
            if credentials.keyID.count != 10 {
                findings.append(
                    .fault(
                        "app-store-key \(id)",
                        LocalizedText("keyID has \(credentials.keyID.count) characters, not 10", "keyID 应为 10 个字符"),
                        fix: Self.keysPage
                    )
                )
            }
        } else {
            findings.append(
                .warning(
                    "app-store-key \(id)",
                    LocalizedText(
                        "no recovery, no refund history, no extensions: appStoreServerAPI is missing",
                        "缺少 appStoreServerAPI，无法补单、查退款、延期"
                    ),
                    fix: Self.keysPage
                )
            )
        }
        if app.appStoreConnect == nil {
            findings.append(
                .warning(
                    "app-store-connect \(id)",
                    LocalizedText(
                        "no sales reports, no reconciliation: appStoreConnect is missing",
                        "缺少 appStoreConnect，无法拉取销售报告与对账"
                    ),
                    fix: LocalizedText(
                        "App Store Connect: Users and Access, Integrations, App Store Connect API; access Finance",
                        "App Store Connect：用户和访问 › 集成 › App Store Connect API；权限选“财务”"
                    )
                )
            )
        }
        return findings
    }

    static let keysPage = LocalizedText(
        "App Store Connect: Users and Access, Integrations, In-App Purchase: issuer, key and .p8 file",
        "App Store Connect：用户和访问 › 集成 › App 内购买项目：Issuer ID、密钥 ID 与 .p8 文件"
    )

    /// Whether the database can be used, and how much room it has.
    func database(_ address: DatabaseAddress, _ replicas: ReplicaAddresses = .none) async -> [Diagnostic] {
        var findings: [Diagnostic] = []
        if case .sqlite(let path) = address {
            let folder = URL(filePath: path).deletingLastPathComponent().path
            if !FileManager.default.fileExists(atPath: path) {
                let parent =
                    FileManager.default.fileExists(atPath: folder)
                    ? folder : URL(filePath: folder).deletingLastPathComponent().path
                return [
                    FileManager.default.isWritableFile(atPath: parent)
                        ? .ok("database", LocalizedText("\(path) is made at the first start", "\(path) 将在首次启动时创建"))
                        : .fault(
                            "database",
                            LocalizedText("\(folder) cannot be written to", "\(folder) 不可写"),
                            fix: LocalizedText("let the server's user write there", "请为服务用户授予写权限")
                        )
                ]
            }
            if let disk = try? FileManager.default.attributesOfFileSystem(forPath: folder),
                let free = (disk[.systemFreeSize] as? NSNumber)?.int64Value,
                let all = (disk[.systemSize] as? NSNumber)?.int64Value, all > 0, free * 10 < all
            {
                findings.append(
                    .warning(
                        "disk",
                        LocalizedText("less than a tenth of \(folder) is free", "\(folder) 剩余空间不足 10%"),
                        fix: LocalizedText("make room, or move the database", "请清理空间或迁移数据库")
                    )
                )
            }
        }
        do {
            let store = try await address.open(replicas: replicas)
            let version = try await store.read { try $0.schemaVersion() }
            let megabytes = try await store.size() / (1 << 20)
            let followers = await self.replicas(store)
            await store.close()
            findings.append(
                .ok("database", LocalizedText("schema \(version), \(megabytes) MB", "结构版本 \(version)，\(megabytes) MB"))
            )
            findings += followers
        } catch let error as DatabaseError where error.code == .inUse {
            findings.append(.ok("database", LocalizedText("a server runs on it", "服务正在使用该数据库")))
        } catch {
            findings.append(
                .fault(
                    "database",
                    LocalizedText("\(error)", "\(error)"),
                    fix: LocalizedText(
                        "see --database, the path's permissions, or PostgreSQL's log",
                        "请检查 --database、文件权限或 PostgreSQL 日志"
                    )
                )
            )
        }
        return findings
    }

    /// When the server's certificate ends.
    func certificate(_ path: String) -> Diagnostic {
        guard let end = HostMetricsReader.expiry(path) else {
            return .fault(
                "certificate",
                LocalizedText("\(path) holds no certificate", "\(path) 中没有证书"),
                fix: LocalizedText("name the chain in PEM, the server's own certificate first", "请提供 PEM 证书链，服务器证书在最前")
            )
        }
        let days = Int(end.timeIntervalSince(now()) / 86_400)
        guard days >= 14 else {
            return .fault(
                "certificate",
                LocalizedText("it ends in \(days) days", "\(days) 天后过期"),
                fix: LocalizedText("renew it, then send the server SIGHUP", "请续期证书，然后向服务发送 SIGHUP")
            )
        }
        return .ok("certificate", LocalizedText("it ends in \(days) days", "\(days) 天后过期"))
    }
}
