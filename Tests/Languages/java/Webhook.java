// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Webhook {
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    /** Returns whether Purser signed this body with one of the secrets, at most five minutes ago. */
    static boolean isGenuine(Function<String, String> header, byte[] body, List<String> secrets, Instant now)
            throws GeneralSecurityException {
        String id = header.apply("webhook-id");
        String timestamp = header.apply("webhook-timestamp");
        String value = header.apply("webhook-signature");
        if (id == null || value == null || timestamp == null || !timestamp.matches("[0-9]{1,12}")) return false;
        Duration age = Duration.between(Instant.ofEpochSecond(Long.parseLong(timestamp)), now).abs();
        if (age.compareTo(TOLERANCE) > 0) return false;
        // While a secret is rotated, the header has a signature for each secret, separated by spaces.
        String[] signatures = value.split(" ");
        boolean genuine = false;
        for (String secret : secrets) {
            byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
            String code = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
            byte[] expected = code.getBytes(StandardCharsets.UTF_8);
            for (String signature : signatures) {
                // Compares in constant time.
                genuine |= MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8));
            }
        }
        return genuine;
    }
}
