<?php
// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// Buys, verifies, checks webhooks and refunds with the generated PHP client.

require_once 'GuzzleHttp/autoload.php';
require_once __DIR__ . '/webhook.php';

use GuzzleHttp\Client;
use OpenAPI\Client\Api\CustomersApi;
use OpenAPI\Client\Api\EventsAndWebhooksApi;
use OpenAPI\Client\Api\OrdersApi;
use OpenAPI\Client\Api\PurchasesApi;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\OrderRequest;
use OpenAPI\Client\Model\PurchaseRequest;
use OpenAPI\Client\Model\WebhookEndpointRequest;

const CUSTOMER = 'customer-of-php';
const PRODUCT = 'coffee.grinder';
const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

spl_autoload_register(function (string $class): void {
    if (str_starts_with($class, 'OpenAPI\\Client\\')) {
        require getenv('PURSER_CLIENT') . '/lib/' . str_replace('\\', '/', substr($class, 15)) . '.php';
    }
});
set_error_handler(function (int $level, string $message, string $file, int $line): bool {
    if (($level & error_reporting()) === 0) {
        return false;
    }
    throw new ErrorException($message, 0, $level, $file, $line);
}, E_ALL & ~E_DEPRECATED);

function check(bool $holds, string $what): void
{
    if (!$holds) {
        throw new RuntimeException("failed: $what");
    }
}

function control(string $path, array $body): array
{
    $response = (new Client())->post(getenv('PURSER_CONTROLS') . $path, ['json' => (object) $body, 'timeout' => 30]);
    return json_decode((string) $response->getBody(), true) ?? [];
}

/**
 * Answers deliveries until one of this type about the customer arrived, and returns its headers and body.
 *
 * @return array{array<string, string>, string}
 */
function await($receiver, string $type): array
{
    while (true) {
        $connection = stream_socket_accept($receiver, 60);
        check($connection !== false, "a delivery of $type");
        $headers = [];
        fgets($connection);
        while (($line = rtrim((string) fgets($connection))) !== '') {
            [$name, $value] = explode(':', $line, 2);
            $headers[$name] = trim($value);
        }
        $length = (int) array_change_key_case($headers)['content-length'];
        $body = (string) stream_get_contents($connection, $length);
        fwrite($connection, "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
        fclose($connection);
        $event = json_decode($body, true);
        if ($event['type'] === $type && ($event['customer'] ?? null) === CUSTOMER) {
            return [$headers, $body];
        }
    }
}

function configuration(string $key): Configuration
{
    return (new Configuration())->setHost(getenv('PURSER_SERVER'))->setAccessToken(getenv($key));
}

$receiver = stream_socket_server('tcp://127.0.0.1:0');
$app = configuration('PURSER_PUBLISHABLE_KEY');
$backend = configuration('PURSER_SECRET_KEY');
$webhooks = new EventsAndWebhooksApi(null, $backend);

$url = 'http://' . stream_socket_get_name($receiver, false) . '/hook';
$endpoint = $webhooks->createWebhookEndpoint(new WebhookEndpointRequest(['url' => $url]));
$secret = $endpoint->getSecret();
$request = new OrderRequest(['customer' => CUSTOMER, 'product_id' => PRODUCT]);
$order = (new OrdersApi(null, $app))->createOrder($request, 'tap-1', TRACE);
check($order->getState() === 'created', 'the order is created');
$paid = control('/purchases', [
    'customer' => CUSTOMER, 'product' => PRODUCT, 'appAccountToken' => $order->getAppAccountToken(),
]);
$purchase = (new PurchasesApi(null, $app))->verifyPurchase(new PurchaseRequest([
    'order' => $order->getId(), 'signed_transaction' => $paid['signedTransactionInfo'],
]));
check($purchase->getState() === 'delivered', 'the purchase is delivered');
check(count($purchase->getEntitlements()) === 1, 'one entitlement');
check($purchase->getEntitlements()[0]->getIsActive(), 'an active entitlement');

[$headers, $body] = await($receiver, 'order.delivered');
$other = 'whsec_' . str_repeat('A', 32);
$sent = (int) array_change_key_case($headers)['webhook-timestamp'];
check(isGenuine($headers, $body, [$secret]), 'a genuine webhook');
check(isGenuine($headers, $body, [$secret], $sent + 299), 'a slow delivery');
check(!isGenuine($headers, $body . ' ', [$secret]), 'a changed body');
check(!isGenuine($headers, $body, [$other]), 'another secret');
check(!isGenuine($headers, $body, [$secret], $sent + 301), 'an old timestamp');
check(!isGenuine($headers, $body, [$secret], $sent - 301), 'a future timestamp');
check(!isGenuine(['webhook-id' => 'evt_other'] + array_change_key_case($headers), $body, [$secret]), 'another event');
check(array_change_key_case($headers)['traceparent'] === TRACE, 'the order\'s trace');

$rotated = $webhooks->rotateWebhookEndpointSecret($endpoint->getId())->getSecret();
check($rotated !== $secret, 'a new secret');
control("/transactions/{$paid['transactionId']}/refund", ['reason' => 1]);
control('/clock/run-due', []);
[$headers, $body] = await($receiver, 'order.refunded');
check(isGenuine($headers, $body, [$secret]), 'the former secret');
check(isGenuine($headers, $body, [$rotated]), 'the new secret');
check(isGenuine($headers, $body, [$other, $rotated]), 'one of several secrets');

$found = (new CustomersApi(null, $backend))->getEntitlements(CUSTOMER)->getEntitlements();
check(count($found) === 1 && !$found[0]->getIsActive(), 'the entitlement ended');
check($found[0]->getRule() === 'refunded', 'the rule of the refund');
check((new OrdersApi(null, $backend))->getOrder($order->getId())->getState() === 'refunded', 'a refunded order');
$webhooks->deleteWebhookEndpoint($endpoint->getId());
echo "php: order, payment, verification, webhooks and refund passed\n";
