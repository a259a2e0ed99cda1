// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

extension ConsoleFace {
    var workRoutes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/jobs", .viewer, handler: showJobs),
            ConsoleRoute(.get, "/extensions", .viewer, handler: showExtensions),
        ]
    }

    var workActs: [ConsoleRoute] {
        [
            act("rebuild", .admin, rebuild), act("backfill", .admin, backfill), act("reconcile", .support, reconcile),
            act("figures", .support, computeFigures), act("extend-all", .admin, extendAll),
        ]
    }

    private func showJobs(_ call: ConsoleCall) async throws -> HTTPResponse {
        let frame = try await frame(call)
        let jobs = try await store.read { try $0.consoleJobs(limit: 100) }
        return show(JobsPage(jobs: jobs.map(figure)).page(in: frame), in: frame)
    }

    func figure(_ job: ConsoleJob) -> JobFigure {
        JobFigure(
            id: job.id,
            kind: job.kind.rawValue,
            scope: label(job.scope),
            actor: job.actor,
            began: job.began,
            state: job.state(at: service.sessionClock()).rawValue,
            done: job.done,
            total: job.total,
            message: job.message
        )
    }

    /// The newest job of a kind and scope, and the newest that was done.
    func jobs(_ kind: ConsoleJob.Kind, _ scope: AppScope) async throws -> (running: JobFigure?, done: ConsoleJob?) {
        let jobs = try await store.read { try $0.consoleJobs(limit: ConsoleJob.kept) }
            .filter { $0.kind == kind && $0.scope == scope }
        let running = jobs.first.map(figure)
        return (running?.state == "running" ? running : nil, jobs.first { $0.state == .done })
    }

    private func rebuild(_ call: ConsoleCall, _ visitor: ConsoleVisitor) async throws -> String {
        let scope = try scope(call.form["scope"])
        guard let app = service.apps[scope.bundleID] else { throw ServiceProblem.notFound("app") }
        try await note("rebuild", scope.description, nil, call)
        let tongue = visitor.session.tongue
        _ = try await state.jobs.begin(.rebuild, scope, actor: visitor.actor, in: service) { [service] meter in
            meter.expect(try await service.store.read { try $0.lineageCount(in: scope) })
            let report = try await service.rebuilder.rebuild(scope, app: app)
            let message = tongue(
                "\(report.purchases) purchases, \(report.customers) customers, \(report.orders) orders; "
                    + "differences: \(report.differences.count)",
                "购买 \(report.purchases)，顾客 \(report.customers)，订单 \(report.orders)；差异：\(report.differences.count)"
            )
            return (message, try JSONValue.encoding(Array(report.differences.prefix(100))))
        }
        return tongue("It has begun; the bar shows how far it is.", "已开始，进度条显示进展。")
    }

    private func backfill(_ call: ConsoleCall, _ visitor: ConsoleVisitor) async throws -> String {
        let scope = try scope(call.form["scope"])
        guard let app = service.apps[scope.bundleID] else { throw ServiceProblem.notFound("app") }
        let ids = (call.form["transactions"] ?? "").split { $0.isWhitespace || $0 == "," }.map(String.init)
        guard (1...10_000).contains(ids.count), ids.allSatisfy({ $0.utf8.count <= 100 }) else {
            throw ServiceProblem.invalid("transactions", "1 to 10000 transactions")
        }
        let customer = ConsoleCall.trimmed(call.form["customer"] ?? "")
        let owner = customer.isEmpty ? nil : CustomerID(rawValue: customer)
        try await note("backfill", customer, "\(ids.count)", call)
        let tongue = visitor.session.tongue
        _ = try await state.jobs.begin(.backfill, scope, actor: visitor.actor, in: service) { [service] meter in
            meter.expect(ids.count)
            var (checked, missing, failed, moved, kept) = (0, 0, 0, 0, 0)
            for start in stride(from: 0, to: ids.count, by: 10) {
                try Task.checkCancellation()
                let part = ids[start..<min(start + 10, ids.count)].map(TransactionID.init(rawValue:))
                let request = BackfillRequest(transactions: part, customer: owner)
                let report = try await service.backfiller.backfill(request, in: scope, app: app)
                checked += report.checked
                missing += report.missing
                failed += report.failed
                moved += (report.owners ?? []).count { $0.outcome == .moved }
                kept += (report.owners ?? []).count { $0.outcome == .kept }
                meter.add(part.count)
            }
            let message = tongue(
                "\(checked) documents checked, \(missing) new, \(failed) failed; purchases moved: \(moved), kept with "
                    + "another customer: \(kept)",
                "查看 \(checked) 份文档，新增 \(missing)，失败 \(failed)；转移 \(moved) 笔购买，\(kept) 笔仍归其他用户"
            )
            return (message, nil)
        }
        return tongue("It has begun; the bar shows how far it is.", "已开始，进度条显示进展。")
    }

    private func reconcile(_ call: ConsoleCall, _ visitor: ConsoleVisitor) async throws -> String {
        let scope = try scope(call.form["scope"])
        guard let from = CivilDay(try call.field("from")), let until = CivilDay(try call.field("until")),
            CivilDay.askable.contains(from), CivilDay.askable.contains(until), from <= until,
            until.daysSince1970 - from.daysSince1970 <= 400
        else { throw ServiceProblem.invalid("from and until", "days like 2026-03-01, at most 400 of them") }
        let threshold = service.apps[scope.bundleID]?.appStoreConnect?.alarmThreshold ?? 0
        let tongue = visitor.session.tongue
        _ = try await state.jobs.begin(.reconciliation, scope, actor: visitor.actor, in: service) { [service] meter in
            let other = AppScope(bundleID: scope.bundleID, environment: .sandbox)
            meter.expect(
                try await service.store.read {
                    try $0.lineageCount(in: scope)
                        + (scope.environment == .production ? $0.lineageCount(in: other) : 0)
                }
            )
            let result = try await service.reconciliations.reconcile(scope, days: from...until)
            let body = ReconciliationBody(
                result,
                period: .day,
                days: from...until,
                threshold: threshold,
                limit: 300
            )
            let message = tongue(
                "\(body.matched) agree, \(body.unexplained.count) without a reason",
                "一致 \(body.matched)，未解释 \(body.unexplained.count)"
            )
            return (message, try JSONValue.encoding(body))
        }
        return tongue("It has begun; the bar shows how far it is.", "已开始，进度条显示进展。")
    }

    private func showExtensions(_ call: ConsoleCall) async throws -> HTTPResponse {
        let frame = try await frame(call)
        let scope = scope(of: try call.signedIn)
        let products = try await service.catalogue.catalogue(of: scope.bundleID, now: call.now).rules.products
            .filter { $0.type == .autoRenewableSubscription }.map(\.id.rawValue).sorted()
        let requests = try await store.read { try $0.massExtensions(in: scope) }
        var shown: [ExtensionsPage.Request] = []
        for (position, request) in requests.prefix(100).enumerated() {
            let isOpen = !request.isComplete && position < 5
            shown.append(ExtensionsPage.Request(isOpen ? await asked(request, in: scope) : request))
        }
        return show(ExtensionsPage(requests: shown, products: products).page(in: frame), in: frame)
    }

    /// Asks Apple how far a request has come; when Apple does not say, it stands as it stood.
    private func asked(_ request: MassExtension, in scope: AppScope) async -> MassExtension {
        guard let link = service.apps.links[scope.bundleID] else { return request }
        var request = request
        do {
            let status = try await link[scope.environment]
                .renewalDateExtensionStatus(of: request.id, productId: request.product).body
            guard status.complete == true else { return request }
            request.isComplete = true
            request.succeeded = status.succeededCount.map { Int($0) }
            request.failed = status.failedCount.map { Int($0) }
            let done = request
            try await store.write { try $0.put(done, in: scope) }
        } catch {
            let message = "the status of extension \(request.id) could not be read: \(error)"
            service.log(ServiceLogEntry(kind: .warning, message: message))
        }
        return request
    }

    private func extendAll(_ call: ConsoleCall, _ visitor: ConsoleVisitor) async throws -> String {
        let scope = try scope(call.form["scope"])
        let product = try call.field("product", upTo: 200)
        let days = try call.number("days", in: 1...90)
        let reason = try call.field("reason")
        let id = service.random.uuid().uuidString.lowercased()
        let storefronts = (call.form["storefronts"] ?? "").split { $0 == "," || $0.isWhitespace }
            .map { JSONValue.string($0.uppercased()) }
        var body: JSONValue = [
            "product": .string(product), "days": .integer(Int64(days)), "requestIdentifier": .string(id),
            "reason": .integer(Int64(try call.number("code", in: 0...3))),
        ]
        if !storefronts.isEmpty { body = body.with("storefronts", .array(storefronts)) }
        try await perform("extendSubscriptions", body: body, in: scope, call, visitor)
        let request = MassExtension(
            id: id,
            product: ProductID(rawValue: product),
            days: days,
            instant: call.now,
            actor: visitor.actor,
            reason: reason
        )
        try await store.write { try $0.put(request, in: scope) }
        try await note("subscription.extend-all", product, "\(days) d: \(reason)", call)
        return visitor.session.tongue("Apple was asked; the numbers come later.", "已请求 Apple，结果稍后到达。")
    }
}
