// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Dispatch
import StoreKitCombine
import Synchronization
import Testing

/// The operators that come after each other, in pairs and together; what the subscriber asks for and cancels counts.
@Suite struct CombineTests {
    struct Refusal: Error {}

    /// Writes down what comes, and asks for as much as it is instructed to.
    final class Reader<Input, Failure: Error>: Subscriber {
        var seen: [String] = []
        var subscription: (any Subscription)?
        private let first: Subscribers.Demand
        private let more: Subscribers.Demand

        init(_ first: Subscribers.Demand, more: Subscribers.Demand = .none) {
            self.first = first
            self.more = more
        }

        func receive(subscription: any Subscription) {
            self.subscription = subscription
            subscription.request(first)
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            seen.append("\(input)")
            return more
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            if case .finished = completion { seen.append("end") } else { seen.append("error") }
        }
    }

    private func read<P: Publisher>(
        _ publisher: P,
        _ demand: Subscribers.Demand = .unlimited,
        more: Subscribers.Demand = .none
    ) -> Reader<P.Output, P.Failure> {
        let reader = Reader<P.Output, P.Failure>(demand, more: more)
        publisher.subscribe(reader)
        return reader
    }

    @Test func `nothing, an error and a stream made late begin with the subscriber`() {
        var made = 0
        let late = Deferred { () -> Just<Int> in
            made += 1
            return Just(made)
        }
        #expect(made == 0)
        #expect(read(late).seen == ["1", "end"])
        #expect(read(late).seen == ["2", "end"])
        #expect(read(Empty<Int, Never>()).seen == ["end"])
        #expect(read(Empty<Int, Never>(completeImmediately: false)).seen.isEmpty)
        #expect(read(Fail<Int, Refusal>(error: Refusal())).seen == ["error"])
    }

    @Test func `a scan sends what has come so far, again for each subscriber`() {
        let source = PassthroughSubject<Int, Never>()
        let sums = source.scan(10) { $0 + $1 }
        let first = read(sums)
        source.send(1)
        let second = read(sums, .max(1))
        source.send(2)
        source.send(3)
        source.send(completion: .finished)
        #expect(first.seen == ["11", "13", "16", "end"])
        #expect(second.seen == ["12", "end"])
    }

    @Test func `a subject with a value has none to give after its end`() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let early = read(subject)
        subject.send(2)
        subject.send(completion: .finished)
        subject.send(3)
        subject.value = 4
        #expect(subject.value == 2)
        #expect(early.seen == ["1", "2", "end"])
        #expect(read(subject).seen == ["end"])
    }

    @Test func `sinks may be canceled on one thread while a subject sends on another`() {
        for _ in 0..<500 {
            let subject = PassthroughSubject<[Int], Never>()
            let sum = Mutex(0)
            let sinks = (0..<50).map { _ in
                subject.sink { values in sum.withLock { $0 += values.reduce(0, +) } }
            }
            DispatchQueue.concurrentPerform(iterations: 2) { turn in
                for index in 0..<50 {
                    if turn == 0 { subject.send([1, 2]) } else { sinks[index].cancel() }
                }
            }
            let sent = sum.withLock { $0 }
            subject.send([1])
            #expect(sum.withLock { $0 } == sent && sent % 3 == 0)
        }
    }

    @Test func `pairs wait for their other half, and end when no pair can come`() {
        let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<String, Never>())
        let pairs = read(left.zip(right) { "\($0)\($1)" })
        left.send(1)
        left.send(2)
        #expect(pairs.seen.isEmpty)
        right.send("a")
        #expect(pairs.seen == ["1a"])
        left.send(completion: .finished)
        #expect(pairs.seen == ["1a"])
        right.send("b")
        #expect(pairs.seen == ["1a", "2b", "end"])
        #expect(read(Just(1).zip(Just("a"), Just(2.5))).seen == [#"(1, "a", 2.5)"#, "end"])
    }

    @Test func `pairs come as they are asked for, and an error or a cancellation ends both sides`() {
        let (left, right) = (PassthroughSubject<Int, Refusal>(), PassthroughSubject<Int, Refusal>())
        let few = read(left.zip(right), .max(1))
        for value in 1...3 {
            left.send(value)
            right.send(-value)
        }
        #expect(few.seen == ["(1, -1)"])
        few.subscription?.request(.max(1))
        left.send(7)
        right.send(-7)
        #expect(few.seen == ["(1, -1)", "(7, -7)"])
        few.subscription?.cancel()
        let one = read(left.zip(right), .max(1), more: .max(1))
        for value in 1...3 {
            right.send(-value)
            left.send(value)
        }
        #expect(one.seen == ["(1, -1)", "(2, -2)", "(3, -3)"])
        right.send(completion: .failure(Refusal()))
        left.send(completion: .finished)
        #expect(one.seen.last == "error" && one.seen.count == 4)
        #expect(few.seen.count == 2)
    }

    @Test func `an error begins the stream again, so often and no more`() {
        var attempts = 0
        let source = Deferred { () -> AnyPublisher<Int, Refusal> in
            attempts += 1
            let fault = attempts
            return Just(attempts).setFailureType(to: Refusal.self)
                .tryMap {
                    guard fault < 3 else { return $0 }
                    throw Refusal()
                }
                .mapError { _ in Refusal() }.eraseToAnyPublisher()
        }
        #expect(read(source.retry(2)).seen == ["3", "end"])
        attempts = 0
        #expect(read(source.retry(1)).seen == ["error"])
        #expect(attempts == 2)
    }

    @Test func `what a subscriber still wants goes to the next try`() {
        var subjects: [PassthroughSubject<Int, Refusal>] = []
        let source = Deferred { () -> PassthroughSubject<Int, Refusal> in
            subjects.append(PassthroughSubject())
            return subjects[subjects.count - 1]
        }
        let reader = read(source.retry(5), .max(2))
        subjects[0].send(1)
        subjects[0].send(completion: .failure(Refusal()))
        subjects[1].send(2)
        subjects[1].send(3)
        #expect(reader.seen == ["1", "2"])
        reader.subscription?.request(.max(1))
        subjects[1].send(4)
        reader.subscription?.cancel()
        subjects[1].send(completion: .failure(Refusal()))
        #expect(subjects.count == 2)
        #expect(reader.seen == ["1", "2", "4"])
    }

    @Test func `only the newest of several streams is received`() {
        let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
        let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let reader = read(outer.switchToLatest(), .max(3))
        outer.send(first)
        first.send(1)
        outer.send(second)
        first.send(2)
        second.send(3)
        outer.send(completion: .finished)
        first.send(completion: .finished)
        #expect(reader.seen == ["1", "3"])
        second.send(4)
        second.send(5)
        second.send(completion: .finished)
        #expect(reader.seen == ["1", "3", "4", "end"])
    }

    @Test func `canceling the newest stream cancels the stream of streams`() {
        let outer = PassthroughSubject<AnyPublisher<Int, Refusal>, Refusal>()
        let inner = PassthroughSubject<Int, Refusal>()
        let given = read(outer.switchToLatest())
        let failed = read(outer.switchToLatest())
        outer.send(inner.eraseToAnyPublisher())
        given.subscription?.cancel()
        inner.send(1)
        inner.send(completion: .failure(Refusal()))
        outer.send(Just(2).setFailureType(to: Refusal.self).eraseToAnyPublisher())
        #expect(given.seen.isEmpty)
        #expect(failed.seen == ["1", "error"])
        let late = PassthroughSubject<Just<Int>, Refusal>()
        let outside = read(late.map { $0.setFailureType(to: Refusal.self) }.switchToLatest())
        late.send(Just(6))
        late.send(completion: .failure(Refusal()))
        #expect(outside.seen == ["6", "error"])
    }

    @Test func `a shared stream begins with the first subscriber and ends with the last`() {
        var begun = 0
        let source = PassthroughSubject<Int, Never>()
        let shared = Deferred { () -> PassthroughSubject<Int, Never> in
            begun += 1
            return source
        }
        .share()
        #expect(begun == 0)
        let first = read(shared)
        let second = read(shared)
        source.send(1)
        #expect(begun == 1)
        first.subscription?.cancel()
        source.send(2)
        second.subscription?.cancel()
        source.send(3)
        #expect(first.seen == ["1"] && second.seen == ["1", "2"])
        let third = read(shared)
        source.send(4)
        source.send(completion: .finished)
        #expect(begun == 2)
        #expect(third.seen == ["4", "end"])
        #expect(read(shared).seen == ["end"])
    }
}
