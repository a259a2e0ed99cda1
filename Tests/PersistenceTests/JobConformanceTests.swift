// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Persistence
import Testing

@Suite struct JobConformanceTests {
    private func lease(_ store: any Database, _ owner: String, second: Int, limit: Int = 9) async throws -> [QueuedTask]
    {
        try await store.write { writer in
            try writer.leaseJobs(of: "q", to: owner, now: .second(second), until: .second(second + 60), limit: limit)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `jobs are lent when due, the most overdue first`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await store.write { writer in
                for (second, name) in [(30, "late"), (10, "first"), (20, "second")] {
                    try writer.enqueue(NewTask(queue: "q", dueDate: .second(second), body: Data(name.utf8)))
                }
                try writer.enqueue(NewTask(queue: "other", dueDate: .second(0)))
            }
            let one = try await lease(store, "w1", second: 25, limit: 1)
            let rest = try await lease(store, "w2", second: 25)
            #expect(one.map(\.job.body) == [Data("first".utf8)] && rest.map(\.job.body) == [Data("second".utf8)])
            #expect(try await store.read { try $0.jobBacklog(of: "q").count } == 3)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a job whose worker died is lent again, and the dead worker's word counts no more`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            try await store.write { try $0.enqueue(NewTask(queue: "q", dueDate: .second(0))) }
            let first = try #require(try await lease(store, "w1", second: 0).first)
            #expect(try await lease(store, "w2", second: 59) == [])
            let second = try #require(try await lease(store, "w2", second: 60).first)
            #expect(second.id == first.id && second.attempts == 2)
            #expect(try await store.write { try $0.complete(first, owner: "w1") } == false)
            #expect(try await store.write { try $0.extendLease(of: first, owner: "w1", until: .second(99)) } == false)
            #expect(try await store.write { try $0.complete(second, owner: "w2") })
            #expect(try await store.read { try $0.jobBacklog(of: "q").count } == 0)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a job that a clock lent while it was ahead is lent again, and what is to be done later is not`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            try await store.write { writer in
                try writer.enqueue(NewTask(queue: "q", dueDate: .second(0)))
                try writer.enqueue(NewTask(queue: "q", dueDate: .second(900_000)))
            }
            #expect(try await lease(store, "ahead", second: 500_000).count == 1)
            #expect(try await lease(store, "right", second: 1).map(\.attempts) == [2])
            #expect(try await lease(store, "right", second: 60) == [])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `due tasks are read page by page, rescheduled and removed, whoever leases them`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            try await store.write { writer in
                for second in [3, 1, 1, 2, 9] {
                    try writer.enqueue(NewTask(queue: "q", dueDate: .second(second), body: Data("\(second)".utf8)))
                }
            }
            func page(after last: QueuedTask?) async throws -> [QueuedTask] {
                try await store.read { try $0.dueJobs(of: "q", asOf: .second(5), after: last, limit: 3) }
            }
            let first = try await page(after: nil)
            #expect(first.map(\.job.dueDate) == [.second(1), .second(1), .second(2)])
            #expect(first[0].id < first[1].id)
            #expect(try await page(after: first.last).map(\.job.dueDate) == [.second(3)])
            try await store.write { try $0.reschedule(first[0], until: .second(7), error: "later") }
            #expect(try await store.write { try $0.remove(first[1]) })
            #expect(try await store.write { try $0.remove(first[1]) } == false)
            #expect(try await page(after: nil).map(\.job.dueDate) == [.second(2), .second(3)])
            let all = try await store.read { try $0.jobs(of: "q", limit: 9) }
            #expect(all.map(\.lastError) == [nil, nil, "later", nil])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a job that failed comes back with what went wrong`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await store.write { try $0.enqueue(NewTask(queue: "q", dueDate: .second(0))) }
            let job = try #require(try await lease(store, "w1", second: 0).first)
            #expect(try await store.write { try $0.postpone(job, owner: "w1", until: .second(30), error: "timeout") })
            #expect(try await lease(store, "w1", second: 29) == [])
            let again = try await lease(store, "w1", second: 30)
            #expect(again.map(\.lastError) == ["timeout"] && again.map(\.attempts) == [2])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `work that waits already is not added again, and the earlier instant holds`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            try await store.write { writer in
                for second in [20, 10, 30] {
                    try writer.enqueue(NewTask(queue: "q", uniqueKey: "k", dueDate: .second(second)))
                }
            }
            let backlog = try await store.read { try $0.jobBacklog(of: "q") }
            #expect(backlog.count == 1 && backlog.oldestDueDate == .second(10))
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `work asked for while it is in progress is done once more`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let job = NewTask(queue: "q", uniqueKey: "k", dueDate: .second(0))
            try await store.write { try $0.enqueue(job) }
            let running = try #require(try await lease(store, "w1", second: 0).first)
            try await store.write { try $0.enqueue(NewTask(queue: "q", uniqueKey: "k", dueDate: .second(1))) }
            #expect(try await store.write { try $0.complete(running, owner: "w1") } == false)
            #expect(try await lease(store, "w1", second: 1).count == 1)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `many workers do each job once`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await store.write { writer in
                for _ in 0..<40 { try writer.enqueue(NewTask(queue: "q", dueDate: .second(0))) }
            }
            let done = try await withThrowingTaskGroup(of: [Int64].self) { group in
                for worker in 0..<6 {
                    group.addTask {
                        var done: [Int64] = []
                        while true {
                            let jobs = try await lease(store, "w\(worker)", second: 1, limit: 3)
                            guard !jobs.isEmpty else { return done }
                            for job in jobs {
                                let isOurs = try await store.write { try $0.complete(job, owner: "w\(worker)") }
                                if isOurs { done.append(job.id) }
                            }
                        }
                    }
                }
                return try await group.reduce([], +)
            }
            #expect(done.count == 40 && Set(done).count == 40)
        }
    }
}
