// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import CLibCrypto
import Foundation

// Verifications per second beside OpenSSL's bare ones, in one run: rounds of all of them take turns, so that whatever
// else the machine does meets them all; time is that of one core. Usage: VerificationBenchmark [rounds] [milliseconds
// per round]

let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let rounds = arguments.first ?? 41
let length = Duration.milliseconds(arguments.dropFirst().first ?? 50)

let material = try Material()
let now = material.now
let dot = UInt8(ascii: ".")
let segments = Array(material.transaction.rawValue.utf8).split(separator: dot)
let message = Array(segments[0] + [dot] + segments[1])
let p256 = try Bare(key: material.hierarchy.leaf.key, message: message, method: EVP_sha256())
let p384 = try Bare(key: material.hierarchy.intermediate.key, message: message, method: EVP_sha256())
let warm = try SignedDataVerifier(material.configuration)
var strictConfiguration = material.configuration
strictConfiguration.nestedDocuments = .strict
let strict = try SignedDataVerifier(strictConfiguration)
let payload = Data(Base64URL.decode(material.transaction.rawValue.split(separator: ".")[1]) ?? [])

struct Wrong: Error {}

let bareDigest = Measured("bare P-256 check of a digest (as openssl speed)") {
    if !p256.checkDigest() { throw Wrong() }
}
let bareMessage = Measured("bare P-256 check of a message (EVP_DigestVerify)") {
    if !p256.checkMessage() { throw Wrong() }
}
let bareChain = Measured("bare checks of three signatures (P-384, P-384, P-256)") {
    if !(p384.checkMessage() && p384.checkMessage() && p256.checkMessage()) { throw Wrong() }
}
let transaction = Measured("transaction, verified and decoded") {
    _ = try warm.verify(material.transaction, as: TransactionPayload.self, asOf: now)
}
let decode = Measured("transaction, decoded only") {
    _ = try TransactionPayload.decode(payload)
}
let carried = Measured("notification with two documents") {
    _ = try warm.verifyNotification(material.notification, asOf: now)
}
let checked = Measured("notification with two documents, strict") {
    _ = try strict.verifyNotification(material.notification, asOf: now)
}
let first = Measured("transaction, nothing known: certificates read, chain checked") {
    let verifier = try SignedDataVerifier(material.configuration)
    _ = try verifier.verify(material.transaction, as: TransactionPayload.self, asOf: now)
}
let leaf = material.hierarchy.leaf.certificate.der
let intermediate = material.hierarchy.intermediate.certificate.der
let reading = Measured("two certificates read by OpenSSL, with their keys") {
    _ = try (Certificate(der: leaf).publicKey, Certificate(der: intermediate).publicKey)
}
var later = now
let cold = Measured("transaction, chain too old: checked again") {
    later += 15 * 60
    _ = try warm.verify(material.transaction, as: TransactionPayload.self, asOf: later)
}
let all = [bareMessage, decode, carried, bareDigest, transaction, checked, first, bareChain, cold, reading]
for _ in 0..<rounds {
    for measured in all { try measured.run(for: length) }
}

func pad(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }

for measured in all {
    print(pad(String(Int(measured.perSecond.rounded())), 9) + "/s  " + measured.name)
}
print()
func report(_ name: String, _ ratio: Double, _ goal: String, _ isReached: Bool) {
    let text = String(Int((ratio * 1000).rounded()))
    let percent = pad(String(text.dropLast(1)), 4) + "." + text.suffix(1) + " %"
    print("\(percent)  \(name); goal \(goal): \(isReached ? "reached" : "missed")")
}
// Each round compares its own neighbors, and the middle of the rounds counts: what slows the machine slows both.
let ratios = [transaction, carried, checked].map { $0.rate(of: bareDigest) }
report("transaction of the bare check", ratios[0], "80 %", ratios[0] >= 0.8)
report("notification of the bare check", ratios[1], "60 %", ratios[1] >= 0.6)
report("strict notification of the bare check", ratios[2], "28 %", ratios[2] >= 0.28)
for (name, measured) in [("a chain that is too old", cold), ("the first document of all", first)] {
    let cost = bareChain.rate(of: measured)
    report("time of \(name) by three bare checks", cost, "at most 130 %", cost <= 1.3)
}

print("\nReading a mebibyte, document by document: milliseconds as the library reads, by JSONDecoder alone, MiB/s")
print("kind                                      number  library  general   MiB/s")
for row in DecodingRow.all(material) {
    for _ in 0..<3 { try row.run(for: length / 2) }
    print(row.line)
}
let growth = try Growth.measure(material)
print(
    "\n\(growth.few) bytes in use after 1000 different documents, \(growth.many) after 20000: "
        + "\((growth.many - growth.few) / 19_000) bytes a document"
)
print()

// Apple's Python library in the same run, where it is installed: `.venv/bin/python` beside the package.
let python = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: ".venv/bin/python")
if FileManager.default.isExecutableFile(atPath: python.path()) {
    let process = Process()
    process.executableURL = python
    process.arguments = ["-c", PythonPeer.script]
    process.environment = [
        "ROOT": material.hierarchy.root.certificate.der.base64EncodedString(),
        "SIGNED": material.transaction.rawValue,
    ]
    process.standardOutput = FileHandle.standardOutput
    fflush(nil)
    try process.run()
    process.waitUntilExit()
} else {
    print("Apple's Python library is not installed: no comparison with it")
}
