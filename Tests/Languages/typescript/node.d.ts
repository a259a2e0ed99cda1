// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// The few declarations of Node that the programs here use; Debian has no package of them.

interface Buffer extends Uint8Array {
    toString(encoding?: "utf8" | "base64"): string;
}

declare const Buffer: {
    from(text: string, encoding?: "utf8" | "base64"): Buffer;
    concat(parts: Uint8Array[]): Buffer;
};

declare const process: { env: { [name: string]: string | undefined }; exit(code: number): never };

declare module "crypto" {
    interface Hmac {
        update(data: string | Uint8Array): Hmac;
        digest(encoding: "base64"): string;
    }
    function createHmac(algorithm: string, key: Uint8Array): Hmac;
    function timingSafeEqual(first: Uint8Array, second: Uint8Array): boolean;
}

declare module "assert" {
    function ok(value: unknown, message?: string): asserts value;
    function deepStrictEqual(actual: unknown, expected: unknown, message?: string): void;
}

declare module "http" {
    interface IncomingMessage extends AsyncIterable<Uint8Array> {
        headers: { [name: string]: string | string[] | undefined };
    }
    interface ServerResponse {
        writeHead(status: number): ServerResponse;
        end(): void;
    }
    interface Server {
        listen(port: number, host: string, ready: () => void): Server;
        address(): { port: number };
        close(): void;
    }
    function createServer(answer: (request: IncomingMessage, response: ServerResponse) => void): Server;
}
