// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CPostgreSQL
import Glibc
import Persistence

/// One connection to a PostgreSQL server, used by one thread at a time.
///
/// Statements are prepared once and kept, up to a bound; then all are forgotten and prepared again.
@safe
final class PostgresConnection {
    private let handle: OpaquePointer
    private var prepared: [String: String] = [:]
    private var preparedCount = 0
    private static let capacity = 512
    /// Statements that go together with the next one whose answer is waited for.
    private var posted: [Query] = []
    /// So few that the server's answers to them fit on their way while they are still being sent.
    private static let maximumPipelined = 32
    private var isBroken = false
    /// Whether another connection to the server may serve each transaction, so that nothing outlives one.
    private let isPooled: Bool
    /// What is set for the connection, or for each transaction where it is pooled.
    private let settings: [String]
    /// How long an answer may take, whatever the server was configured with.
    private let patience: Duration
    /// Whether an answer may take as long as it wants; that the server's machine is gone is found out even so.
    var isUnhurried = false

    /// Connects.
    ///
    /// - Throws: `PostgresFailure` when the server does not answer or refuses.
    init(_ configuration: PostgresDatabase.Configuration) throws {
        // A server that is gone without a word is found out soon; the URL may say otherwise, for what comes later
        // counts.
        let watch = [
            ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "10000"),
        ]
        let parameters =
            watch + [
                ("connect_timeout", String(configuration.connectSeconds)), ("application_name", "purser"),
                ("dbname", configuration.url), ("client_encoding", "UTF8"),
            ]
        let (keywords, values) = (parameters.map(\.0), parameters.map(\.1))
        let handle = unsafe withCStrings(keywords) { keywords in
            unsafe withCStrings(values) { values in unsafe PQconnectdbParams(keywords, values, 1) }
        }
        guard let handle = unsafe handle else {
            throw PostgresFailure(
                state: SQLState(rawValue: "53200"),
                message: "libpq has no memory; try again shortly",
                doing: "connecting"
            )
        }
        unsafe self.handle = handle
        patience = .milliseconds(configuration.statementMilliseconds + configuration.silenceMilliseconds)
        isPooled = configuration.pooling == .transaction
        settings =
            [
                "client_min_messages TO warning", "statement_timeout TO \(configuration.statementMilliseconds)",
                "idle_in_transaction_session_timeout TO \(configuration.statementMilliseconds)",
                // Every statement reads little. To compile one takes longer than to run it.
                "jit TO off",
            ]
            + [configuration.schema.map { "search_path TO \"\($0.replacing("\"", with: "\"\""))\"" }].compactMap(\.self)
        guard unsafe PQstatus(handle) == CONNECTION_OK else {
            throw PostgresFailure(
                state: SQLState(rawValue: "08001"),
                message: unsafe Self.message(of: handle) + "; see that the server runs and the URL is right",
                doing: "connecting"
            )
        }
        guard !isPooled else { return }
        for setting in settings { try run("SET \(setting)") }
        if configuration.isReadOnly { try run("SET default_transaction_read_only TO on") }
    }

    deinit {
        unsafe PQfinish(handle)
    }

    /// Whether the connection still stands.
    var isUsable: Bool { unsafe !isBroken && PQstatus(handle) == CONNECTION_OK }

    /// Whether a transaction is open in which a statement failed, so that it can only be undone.
    var isInFailedTransaction: Bool { unsafe PQtransactionStatus(handle) == PQTRANS_INERROR }

    /// Runs a statement without values.
    ///
    /// - Throws: `PostgresFailure`.
    func run(_ text: String) throws {
        guard unsafe PQsendQuery(handle, text) == 1 else { throw lost(text) }
        _ = try onlyAnswer(text)
    }

    /// Keeps a statement whose answer no one waits for until the next one is run.
    ///
    /// - Throws: `PostgresFailure`, of any statement that was kept.
    func post(_ query: Query) throws {
        posted.append(query)
        if posted.count >= Self.maximumPipelined { try flush() }
    }

    /// Begins a transaction.
    ///
    /// - Throws: `PostgresFailure`.
    func begin(_ statement: String) throws {
        try run(([statement] + (isPooled ? settings.map { "SET LOCAL \($0)" } : [])).joined(separator: "; "))
    }

    /// Keeps the beginning of a transaction until the next statement is run.
    ///
    /// - Throws: `PostgresFailure`, of any statement that was kept.
    func postBeginning(_ statement: Query) throws {
        try post(statement)
        try postSettings()
    }

    /// Keeps what is set for a transaction, where that is done for each.
    ///
    /// - Throws: `PostgresFailure`, of any statement that was kept.
    func postSettings() throws {
        guard isPooled else { return }
        for setting in settings { try post(Query(stringLiteral: "SET LOCAL \(setting)")) }
    }

    /// Ends a transaction with what was kept before it.
    ///
    /// - Throws: `PostgresFailure`.
    func commit() throws {
        guard !posted.isEmpty else { return try run("COMMIT") }
        posted.append("COMMIT")
        try flush()
    }

    /// Undoes a transaction and frees its locks; what was kept is forgotten.
    ///
    /// - Throws: `PostgresFailure`.
    func rollBack() throws {
        posted = []
        // A commit that failed has undone everything itself.
        guard unsafe PQtransactionStatus(handle) != PQTRANS_IDLE else { return }
        // Locks that were still to pass to the transaction belong to the session.
        try run("ROLLBACK AND CHAIN; SELECT pg_advisory_unlock_all(); COMMIT")
    }

    /// Runs what was kept.
    ///
    /// - Throws: `PostgresFailure`, of any statement that was kept.
    func flush() throws {
        guard !posted.isEmpty else { return }
        let queries = posted
        posted = []
        _ = try runTogether(queries)
    }

    /// Runs a statement with values.
    ///
    /// - Throws: `PostgresFailure`.
    func run(_ query: Query) throws -> PostgresResult {
        guard posted.isEmpty else {
            let queries = posted + [query]
            posted = []
            return try runTogether(queries)[queries.count - 1]
        }
        try send(query, try prepare(query))
        return try onlyAnswer(query.text)
    }

    /// Runs statements with values in one way there and back.
    ///
    /// - Returns: Their answers.
    /// - Throws: `PostgresFailure`, of the first that failed.
    func run(_ queries: [Query]) throws -> [PostgresResult] {
        guard !queries.isEmpty else { return [] }
        let all = posted + queries
        posted = []
        return try runTogether(all).suffix(queries.count)
    }

    /// Sends statements in one go and reads their answers.
    ///
    /// <https://www.postgresql.org/docs/15/libpq-pipeline-mode.html>
    ///
    /// - Returns: Their answers.
    /// - Throws: `PostgresFailure`: of the first that failed, behind which none was run.
    private func runTogether(_ queries: [Query]) throws -> [PostgresResult] {
        if prepared.count + queries.count > Self.capacity { try invalidateStatements() }
        let names = try queries.map { try prepare($0) }
        guard unsafe PQenterPipelineMode(handle) == 1 else { throw lost(queries[0].text) }
        for (query, name) in zip(queries, names) { try send(query, name) }
        guard unsafe PQpipelineSync(handle) == 1 else { throw lost(queries[0].text) }
        var answers: [PostgresResult] = []
        var failure: PostgresFailure?
        for query in queries {
            guard let result = try unsafe nextAnswer(query.text) else { throw lost(query.text) }
            let isSkipped = unsafe PQresultStatus(result) == PGRES_PIPELINE_ABORTED
            do {
                answers.append(try unsafe finished(result, query.text))
            } catch let error as PostgresFailure {
                if failure == nil, !isSkipped { failure = error }
            }
            // Nothing follows the answer to one statement.
            guard try unsafe nextAnswer(query.text) == nil else { throw lost(query.text) }
        }
        guard let end = try unsafe nextAnswer(queries[0].text) else { throw lost(queries[0].text) }
        unsafe PQclear(end)
        guard unsafe PQexitPipelineMode(handle) == 1 else { throw lost(queries[0].text) }
        if let failure { throw failure }
        guard answers.count == queries.count else { throw lost(queries[0].text) }
        return answers
    }

    /// The answer to a statement that was sent alone.
    private func onlyAnswer(_ text: String) throws -> PostgresResult {
        // Read to their end whatever they say, so that the next statement can be sent.
        var first: PostgresResult?
        var failure: (any Error)?
        while let result = try unsafe nextAnswer(text) {
            do {
                let answer = try unsafe finished(result, text)
                if first == nil { first = answer }
            } catch {
                if failure == nil { failure = error }
            }
        }
        if let failure { throw failure }
        guard let first else { throw lost(text) }
        return first
    }

    /// Waits for what comes next, but not permanently: a wire may be cut without anybody being told.
    ///
    /// - Returns: A result, which the caller owns; nothing at the end of a statement's.
    private func nextAnswer(_ text: String) throws -> OpaquePointer? {
        let deadline = ContinuousClock.now + patience
        while unsafe PQisBusy(handle) == 1 {
            let (seconds, attoseconds) = (deadline - ContinuousClock.now).components
            let left = isUnhurried ? 60_000 : seconds * 1000 + attoseconds / 1_000_000_000_000_000
            var place = unsafe pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
            guard left > 0, unsafe poll(&place, 1, Int32(clamping: left)) != 0 || isUnhurried else {
                isBroken = true
                throw PostgresFailure(
                    state: SQLState(rawValue: "08006"),
                    message: "the server says nothing; see that it runs and can be reached",
                    doing: text
                )
            }
            // What failed is reported by the result that comes next.
            guard unsafe PQconsumeInput(handle) == 1 else { break }
        }
        return unsafe PQgetResult(handle)
    }

    /// The failure of a connection that is in an unknown state, and abandoned.
    private func lost(_ text: String) -> PostgresFailure {
        isBroken = true
        return PostgresFailure(
            state: SQLState(rawValue: "08006"),
            message: unsafe Self.message(of: handle),
            doing: text
        )
    }

    /// Sends a statement with its values, by the name under which it was prepared, or with its text.
    private func send(_ query: Query, _ name: String?) throws {
        let count = Int32(query.bindings.count)
        let isSent = unsafe PostgresParameters(query.bindings).withPointers { values, lengths, formats in
            if let name {
                return unsafe PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1)
            }
            let types = query.bindings.map(PostgresParameters.type)
            return unsafe PQsendQueryParams(handle, query.textWithNumbers, count, types, values, lengths, formats, 1)
        }
        guard isSent == 1 else { throw lost(query.text) }
    }

    /// Prepares a statement.
    ///
    /// - Returns: Its name; nothing where another connection to the server may run it, which does not know the name.
    /// - Throws: `PostgresFailure`.
    private func prepare(_ query: Query) throws -> String? {
        guard !isPooled else { return nil }
        if let name = prepared[query.text] { return name }
        if prepared.count >= Self.capacity { try invalidateStatements() }
        preparedCount += 1
        let name = "p\(preparedCount)"
        let types = query.bindings.map(PostgresParameters.type)
        let text = query.textWithNumbers
        guard unsafe PQsendPrepare(handle, name, text, Int32(types.count), types) == 1 else { throw lost(text) }
        _ = try onlyAnswer(text)
        prepared[query.text] = name
        return name
    }

    private func invalidateStatements() throws {
        try run("DEALLOCATE ALL")
        prepared = [:]
    }

    private func finished(_ result: OpaquePointer?, _ text: String) throws -> PostgresResult {
        guard let result = unsafe result else {
            throw PostgresFailure(
                state: SQLState(rawValue: "08006"),
                message: unsafe Self.message(of: handle),
                doing: text
            )
        }
        let answer = unsafe PostgresResult(result)
        switch unsafe PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
            return answer
        default:
            throw PostgresFailure(state: answer.state, message: answer.primaryMessage, doing: text)
        }
    }

    private static func message(of handle: OpaquePointer) -> String {
        let text = unsafe PQerrorMessage(handle).map { unsafe String(cString: $0) } ?? "the connection failed"
        return text.split(separator: "\n").joined(separator: "; ")
    }
}

/// Runs a body with a list of C strings that ends with a null pointer.
private func withCStrings<Value>(
    _ texts: [String],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>) throws -> Value
) rethrows -> Value {
    let bytes = texts.map { Array($0.utf8CString) }
    let all = bytes.flatMap(\.self)
    return try unsafe all.withUnsafeBufferPointer { buffer in
        var pointers: [UnsafePointer<CChar>?] = unsafe []
        var offset = 0
        for text in bytes {
            unsafe pointers.append(buffer.baseAddress.map { unsafe $0 + offset })
            offset += text.count
        }
        unsafe pointers.append(nil)
        return try unsafe pointers.withUnsafeBufferPointer { list in
            guard let start = list.baseAddress else { preconditionFailure("the list holds at least its end") }
            return try unsafe body(start)
        }
    }
}
