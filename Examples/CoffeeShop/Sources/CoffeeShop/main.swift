// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import PurserClient
import StoreKit

// A coffee shop in a terminal: `swift run CoffeeShop`, then `menu`. `$COFFEE_TIN` names the file that keeps its beans.

func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

let tin = BeanTin(file: ProcessInfo.processInfo.environment["COFFEE_TIN"].map { URL(fileURLWithPath: $0) })
let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("CoffeeShop-\(ProcessInfo.processInfo.processIdentifier)")
let counter = Counter(tin: tin, storage: FileStorage(folder: folder))
await counter.open()
say("Good morning! Say `menu`, `buy PRODUCT`, `brew`, `shelf`, `restore`, `wait DAYS` or `bye`.")
while let line = readLine(), line != "bye" { say(await counter.answer(line)) }
try? FileManager.default.removeItem(at: folder)
