// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import { createHmac, timingSafeEqual } from "crypto";

const tolerance = 300; // seconds

/** Returns whether Purser signed this body with one of the secrets, at most five minutes ago. */
export function isGenuine(
    headers: { [name: string]: string | string[] | undefined }, // as Node has them: names in lower case
    body: Uint8Array,
    secrets: string[],
    now: number = Date.now() / 1000,
): boolean {
    const text = (name: string) => String(headers[name] ?? "");
    const id = text("webhook-id");
    const timestamp = text("webhook-timestamp");
    if (id === "" || !/^[0-9]{1,12}$/.test(timestamp)) return false;
    if (Math.abs(now - Number(timestamp)) > tolerance) return false;
    // While a secret is rotated, the header has a signature for each secret, separated by spaces.
    const signatures = text("webhook-signature").split(" ").map((signature) => Buffer.from(signature));
    let genuine = false;
    for (const secret of secrets) {
        const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
        const code = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64");
        const expected = Buffer.from(`v1,${code}`);
        for (const signature of signatures) {
            if (signature.length === expected.length && timingSafeEqual(signature, expected)) genuine = true;
        }
    }
    return genuine;
}
