<?php
// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

const TOLERANCE = 300; // seconds

/**
 * Returns whether Purser signed this body with one of the secrets, at most five minutes ago.
 *
 * @param array<string, string> $headers names in any case, as getallheaders() returns them
 * @param string[] $secrets
 */
function isGenuine(array $headers, string $body, array $secrets, ?int $now = null): bool
{
    $fields = array_change_key_case($headers, CASE_LOWER);
    $id = $fields['webhook-id'] ?? '';
    $timestamp = $fields['webhook-timestamp'] ?? '';
    if ($id === '' || preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
        return false;
    }
    if (abs(($now ?? time()) - (int) $timestamp) > TOLERANCE) {
        return false;
    }
    // While a secret is rotated, the header has a signature for each secret, separated by spaces.
    $signatures = explode(' ', $fields['webhook-signature'] ?? '');
    $genuine = false;
    foreach ($secrets as $secret) {
        $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        foreach ($signatures as $signature) {
            $genuine = hash_equals($expected, $signature) || $genuine;
        }
    }
    return $genuine;
}
