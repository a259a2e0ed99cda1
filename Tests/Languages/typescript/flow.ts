// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// Buys, verifies, checks webhooks and refunds with the generated TypeScript client.

import { deepStrictEqual, ok } from "assert";
import { createServer, IncomingMessage } from "http";
import { Configuration, CustomersApi, EventsAndWebhooksApi, OrdersApi, PurchasesApi } from "./client";
import { isGenuine } from "./webhook";

interface Delivery {
    headers: IncomingMessage["headers"];
    body: Uint8Array;
}

const variable = (name: string): string => {
    const value = process.env[name];
    ok(value, `${name} is not set`);
    return value;
};
const basePath = variable("PURSER_SERVER");
const customer = "customer-of-typescript";
const product = "coffee.grinder";
const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

const deliveries: Delivery[] = [];

/** Returns the first delivery of this type about the customer. */
async function delivery(type: string): Promise<Delivery> {
    for (let tries = 0; tries < 600; tries++) {
        const found = deliveries.find(({ body }) => {
            const event = JSON.parse(Buffer.concat([body]).toString());
            return event.type === type && event.customer === customer;
        });
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`no ${type} arrived`);
}

async function control(path: string, body: object): Promise<{ [name: string]: string }> {
    const response = await fetch(variable("PURSER_CONTROLS") + path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
    });
    const text = await response.text();
    ok(response.ok, text);
    return text === "" ? {} : JSON.parse(text);
}

async function main(): Promise<void> {
    const receiver = createServer(async (request, response) => {
        const parts: Uint8Array[] = [];
        for await (const part of request) parts.push(part);
        deliveries.push({ headers: request.headers, body: Buffer.concat(parts) });
        response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const app = new Configuration({ basePath, accessToken: variable("PURSER_PUBLISHABLE_KEY") });
    const backend = new Configuration({ basePath, accessToken: variable("PURSER_SECRET_KEY") });
    const webhooks = new EventsAndWebhooksApi(backend);

    const url = `http://127.0.0.1:${receiver.address().port}/hook`;
    const endpoint = await webhooks.createWebhookEndpoint({ webhookEndpointRequest: { url } });
    const secret = endpoint.secret ?? "";
    const order = await new OrdersApi(app).createOrder({
        orderRequest: { customer, productId: product },
        idempotencyKey: "tap-1",
        traceparent,
    });
    ok(order.state === "created");
    const paid = await control("/purchases", { customer, product, appAccountToken: order.appAccountToken });
    const purchase = await new PurchasesApi(app).verifyPurchase({
        purchaseRequest: { order: order.id, signedTransaction: paid.signedTransactionInfo },
    });
    ok(purchase.state === "delivered");
    deepStrictEqual(purchase.entitlements.map((one) => [one.id, one.isActive]), [[product, true]]);

    const delivered = await delivery("order.delivered");
    const now = Number(delivered.headers["webhook-timestamp"]);
    const check = (secrets: string[], { headers, body }: Delivery = delivered, at: number = now) =>
        isGenuine(headers, body, secrets, at);
    ok(isGenuine(delivered.headers, delivered.body, [secret]));
    ok(check([secret], delivered, now + 299));
    ok(!check([secret], { ...delivered, body: Buffer.concat([delivered.body, Buffer.from("IA==", "base64")]) }), "a changed body");
    ok(!check(["whsec_" + "A".repeat(32)]), "another secret");
    ok(!check([secret], delivered, now + 301), "an old timestamp");
    ok(!check([secret], delivered, now - 301), "a future timestamp");
    ok(!check([secret], { ...delivered, headers: { ...delivered.headers, "webhook-id": "evt_other" } }), "another event");
    ok(delivered.headers["traceparent"] === traceparent);

    const rotated = (await webhooks.rotateWebhookEndpointSecret({ endpoint: endpoint.id })).secret ?? "";
    ok(rotated !== secret);
    await control(`/transactions/${paid.transactionId}/refund`, { reason: 1 });
    await control("/clock/run-due", {});
    const refunded = await delivery("order.refunded");
    const later = Date.now() / 1000;
    ok(check([secret], refunded, later), "the former secret");
    ok(check([rotated], refunded, later), "the new secret");
    ok(check(["whsec_" + "A".repeat(32), rotated], refunded, later), "one of several secrets");

    const { entitlements } = await new CustomersApi(backend).getEntitlements({ customer });
    deepStrictEqual(entitlements.map((one) => [one.id, one.isActive, one.rule]), [[product, false, "refunded"]]);
    ok((await new OrdersApi(backend).getOrder({ order: order.id })).state === "refunded");
    await webhooks.deleteWebhookEndpoint({ endpoint: endpoint.id });
    receiver.close();
    console.log("typescript: order, payment, verification, webhooks and refund passed");
}

main().then(
    () => process.exit(0),
    (error) => {
        console.error(error);
        process.exit(1);
    },
);
