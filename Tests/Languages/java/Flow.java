// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.CustomersApi;
import org.openapitools.client.api.EventsAndWebhooksApi;
import org.openapitools.client.api.OrdersApi;
import org.openapitools.client.api.PurchasesApi;
import org.openapitools.client.model.OrderRequest;
import org.openapitools.client.model.PurchaseRequest;
import org.openapitools.client.model.WebhookEndpointRequest;

/** Buys, verifies, checks webhooks and refunds with the generated Java client. */
final class Flow {
    private record Delivery(Headers headers, byte[] body) {
        boolean isGenuine(List<String> secrets, Instant now) throws Exception {
            return Webhook.isGenuine(headers::getFirst, body, secrets, now);
        }
    }

    private static final String CUSTOMER = "customer-of-java";
    private static final String PRODUCT = "coffee.grinder";
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final LinkedBlockingQueue<Delivery> DELIVERIES = new LinkedBlockingQueue<>(1000);

    private static void require(boolean holds, String what) {
        if (!holds) throw new IllegalStateException("failed: " + what);
    }

    private static ApiClient client(String key) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(System.getenv("PURSER_SERVER"));
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + System.getenv(key)));
        return client;
    }

    /** Returns the next delivery of this type about the customer. */
    private static Delivery await(String type) throws InterruptedException, IOException {
        while (true) {
            Delivery next = DELIVERIES.poll(60, TimeUnit.SECONDS);
            require(next != null, "a delivery of " + type);
            JsonNode event = JSON.readTree(next.body());
            if (type.equals(event.path("type").asText()) && CUSTOMER.equals(event.path("customer").asText())) return next;
        }
    }

    private static JsonNode control(String path, Map<String, Object> body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(System.getenv("PURSER_CONTROLS") + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)))
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        require(response.statusCode() < 300, path + ": " + response.body());
        return response.body().isEmpty() ? JSON.createObjectNode() : JSON.readTree(response.body());
    }

    public static void main(String[] arguments) {
        try {
            run();
            System.exit(0);
        } catch (Exception error) {
            // The receiver's thread would keep the program running.
            error.printStackTrace();
            System.exit(1);
        }
    }

    private static void run() throws Exception {
        HttpServer receiver = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        receiver.createContext("/hook", exchange -> {
            DELIVERIES.add(new Delivery(exchange.getRequestHeaders(), exchange.getRequestBody().readAllBytes()));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        ApiClient app = client("PURSER_PUBLISHABLE_KEY");
        ApiClient backend = client("PURSER_SECRET_KEY");
        EventsAndWebhooksApi webhooks = new EventsAndWebhooksApi(backend);

        var endpoint = webhooks.createWebhookEndpoint(
                new WebhookEndpointRequest().url("http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook"));
        String secret = endpoint.getSecret();
        var order = new OrdersApi(app)
                .createOrder(new OrderRequest().customer(CUSTOMER).productId(PRODUCT), "tap-1", TRACE);
        require(order.getState().equals("created"), "the order is created");
        JsonNode paid = control("/purchases", Map.of(
                "customer", CUSTOMER, "product", PRODUCT, "appAccountToken", order.getAppAccountToken().toString()));
        var purchase = new PurchasesApi(app).verifyPurchase(new PurchaseRequest()
                .order(order.getId()).signedTransaction(paid.path("signedTransactionInfo").asText()));
        require(purchase.getState().getValue().equals("delivered"), "the purchase is delivered");
        require(purchase.getEntitlements().size() == 1, "one entitlement");
        require(purchase.getEntitlements().get(0).getIsActive(), "an active entitlement");

        Delivery delivered = await("order.delivered");
        Instant sent = Instant.ofEpochSecond(Long.parseLong(delivered.headers().getFirst("webhook-timestamp")));
        String other = "whsec_" + "A".repeat(32);
        require(delivered.isGenuine(List.of(secret), Instant.now()), "a genuine webhook");
        require(delivered.isGenuine(List.of(secret), sent.plusSeconds(299)), "a slow delivery");
        byte[] longer = Arrays.copyOf(delivered.body(), delivered.body().length + 1);
        require(!new Delivery(delivered.headers(), longer).isGenuine(List.of(secret), sent), "a changed body");
        require(!delivered.isGenuine(List.of(other), sent), "another secret");
        require(!delivered.isGenuine(List.of(secret), sent.plusSeconds(301)), "an old timestamp");
        require(!delivered.isGenuine(List.of(secret), sent.minusSeconds(301)), "a future timestamp");
        Headers changed = new Headers();
        changed.putAll(delivered.headers());
        changed.set("webhook-id", "evt_other");
        require(!new Delivery(changed, delivered.body()).isGenuine(List.of(secret), sent), "another event");
        require(TRACE.equals(delivered.headers().getFirst("traceparent")), "the order's trace");

        String rotated = webhooks.rotateWebhookEndpointSecret(endpoint.getId()).getSecret();
        require(!rotated.equals(secret), "a new secret");
        control("/transactions/" + paid.path("transactionId").asText() + "/refund", Map.of("reason", 1));
        control("/clock/run-due", Map.of());
        Delivery refunded = await("order.refunded");
        require(refunded.isGenuine(List.of(secret), Instant.now()), "the former secret");
        require(refunded.isGenuine(List.of(rotated), Instant.now()), "the new secret");
        require(refunded.isGenuine(List.of(other, rotated), Instant.now()), "one of several secrets");

        var found = new CustomersApi(backend).getEntitlements(CUSTOMER, null, null, null, null).getEntitlements();
        require(found.size() == 1 && !found.get(0).getIsActive(), "the entitlement ended");
        require(found.get(0).getRule().equals("refunded"), "the rule of the refund");
        require(new OrdersApi(backend).getOrder(order.getId()).getState().equals("refunded"), "a refunded order");
        webhooks.deleteWebhookEndpoint(endpoint.getId());
        receiver.stop(0);
        System.out.println("java: order, payment, verification, webhooks and refund passed");
    }
}
