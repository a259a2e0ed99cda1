// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation

// How long the rules take for one customer: a fold from nothing, an answer, one more fact, and how that grows.
// Usage: RulesBenchmark [milliseconds per row]

let milliseconds = CommandLine.arguments.dropFirst().first.flatMap { Int64($0) } ?? 300

/// The median time of an action, in microseconds.
func microseconds(_ action: () -> Void) -> Double {
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: .milliseconds(milliseconds))
    var times: [Double] = []
    repeat {
        let time = clock.measure(action)
        times.append(Double(time.components.attoseconds) / 1e12 + Double(time.components.seconds) * 1e6)
    } while clock.now < end || times.count < 3
    return times.sorted()[times.count / 2]
}

func text(_ value: Double, _ width: Int) -> String {
    let tenths = Int((value * 10).rounded())
    let digits = "\(tenths / 10).\(tenths % 10)"
    return String(repeating: " ", count: max(0, width - digits.count)) + digits
}

var sink = 0

print("years   facts   fold µs  µs/fact  answer µs  fold + answer µs  newest fact µs  late fact µs")
for years in [1, 2, 5, 10, 20, 50, 100] {
    let life = WeeklyLife(years: years)
    let facts = life.facts
    let fold = microseconds { sink += life.account(facts).lineageKeys.count }
    let account = life.account(facts)
    let answer = microseconds { sink += account.entitlement("premium", asOf: life.end).isActive ? 1 : 0 }
    let both = microseconds {
        sink += life.account(facts).entitlement("premium", asOf: life.end).isActive ? 1 : 0
    }
    // One more fact is added to a history that is not copied, so the time is that of the addition alone.
    var growing = account
    var number = 0
    let newest =
        microseconds {
            for _ in 0..<100 {
                growing.add(life.renewal(life.weeks + number))
                number += 1
            }
        } / 100
    let late = microseconds {
        var copy = account
        copy.add(life.lateFact)
        sink += copy.lineageKeys.count
    }
    let row = [
        text(fold, 9), text(fold / Double(facts.count), 8), text(answer, 10), text(both, 17), text(newest, 15),
        text(late, 13),
    ]
    let head =
        String(repeating: " ", count: 5 - "\(years)".count) + "\(years)"
        + String(repeating: " ", count: 8 - "\(facts.count)".count) + "\(facts.count)"
    print(head + " " + row.joined(separator: " "))
    if years == 10 {
        print("      10 years of weekly renewals: goal below 1000 µs, \(both < 1000 ? "reached" : "missed")")
    }
}
print(sink > 0 ? "" : "nothing was measured")
