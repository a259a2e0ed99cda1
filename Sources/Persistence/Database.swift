// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Where facts, and everything that must survive with them, are kept.
///
/// Bodies are synchronous and run on the driver's own threads; what they are given must not be used afterward.
/// They must have no effect outside the store: a driver runs a body again when another writer was in its way.
package protocol Database: Sendable {
    /// Runs a body that only reads, all of it at one moment of the database.
    ///
    /// - Throws: What the body throws, or `DatabaseError`.
    func read<Value: Sendable>(_ body: @escaping @Sendable (any DatabaseReader) throws -> Value) async throws -> Value

    /// Runs a body that only reads and may find things as they were a moment ago: a replica may answer it.
    ///
    /// - Throws: What the body throws, or `DatabaseError`; never because of a replica.
    func read<Value: Sendable>(
        within tolerance: ReadStaleness,
        _ body: @escaping @Sendable (any DatabaseReader) throws -> Value
    ) async throws -> Value

    /// How long ago the moment may be that a replica shows; nothing where there are none.
    var replicaStaleness: Duration? { get }

    /// How the replicas stand.
    var replicas: [ReplicaStatus] { get }

    /// Runs a body in a transaction and returns once its changes would survive a power cut.
    ///
    /// When the body throws, none of its changes remain.
    ///
    /// - Throws: What the body throws, or `DatabaseError`.
    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any DatabaseWriter) throws -> Value) async throws -> Value

    /// Runs a body that decides about purchases and customers: the same as ``write(_:)-(DatabaseWriter->Value)``, with the
    /// locks of what it reads.
    ///
    /// - Parameters:
    ///   - locks: The locks that are known beforehand.
    ///   - body: The body.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, or `DatabaseError`.
    @discardableResult
    func write<Value: Sendable>(
        locking locks: WriteLocks,
        _ body: @escaping @Sendable (any DatabaseWriter) throws -> Value
    ) async throws -> Value

    /// Gives every committed event its place for readers by cursor.
    ///
    /// Drivers do so on their own; whoever must see an event at once asks for it.
    ///
    /// - Throws: `DatabaseError`.
    func sequenceEvents() async throws

    /// How many bytes the database holds on disk, so that its growth can be reported.
    ///
    /// - Throws: `DatabaseError`.
    func size() async throws -> Int64

    /// Tells whose stored entitlements were changed, where no one but this store changes them; nothing elsewhere.
    var entitlementVersions: EntitlementVersions? { get }

    /// Finishes what is in progress and closes the database; every later call fails as closed.
    func close() async
}

extension Database {
    /// Nothing: other processes may change them.
    package var entitlementVersions: EntitlementVersions? { nil }

    /// Nothing: there are no replicas.
    package var replicaStaleness: Duration? { nil }

    /// None.
    package var replicas: [ReplicaStatus] { [] }

    /// Writes as every other writer does: with one writer at a time there is nothing to lock.
    @discardableResult
    package func write<Value: Sendable>(
        locking locks: WriteLocks,
        _ body: @escaping @Sendable (any DatabaseWriter) throws -> Value
    ) async throws -> Value {
        try await write(body)
    }

    /// Reads as every other reader does.
    package func read<Value: Sendable>(
        within tolerance: ReadStaleness,
        _ body: @escaping @Sendable (any DatabaseReader) throws -> Value
    ) async throws -> Value {
        try await read(body)
    }
}

/// What a reading body may do: the readers of everything that is stored, each written once for all drivers.
package protocol DatabaseReader:
    CustomerReader, JobReader, MonitoringReader, OrderReader, AppleReportReader, ForwardingReader, ShadowReader,
    ChartReader, CustomerListReader
{}

/// What a writing body may do besides reading.
package protocol DatabaseWriter: DatabaseReader,
    CustomerWriter, JobWriter, RecordWriter, OrderWriter, AppleReportWriter, WebhookWriter, ForwardingWriter,
    ShadowWriter, ChartWriter, CustomerListWriter
{
    /// Names what the body is about to read and to decide about.
    ///
    /// Where writers overlap, the body fails here unless it has all of these locks, and is run again with them.
    ///
    /// - Throws: `DatabaseError`; then the body must fail, too.
    func requireLocks(_ locks: [WriteLock]) throws

    /// The locks that the body has.
    var locks: Set<WriteLock> { get }

    /// Runs queries whose answers will be asked for, before anything is written.
    ///
    /// - Throws: `DatabaseError`.
    func prefetch(_ queries: [Query]) throws
}

extension DatabaseWriter {
    /// Nothing: with one writer at a time there is nothing to lock.
    package func requireLocks(_ locks: [WriteLock]) throws {}

    /// None.
    package var locks: Set<WriteLock> { [] }

    /// Nothing: each is run when its answer is asked for.
    package func prefetch(_ queries: [Query]) throws {}
}
