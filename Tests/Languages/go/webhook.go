// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const tolerance = 5 * time.Minute

// IsGenuine returns whether Purser signed this body with one of the secrets, at most five minutes ago.
func IsGenuine(headers http.Header, body []byte, secrets []string, now time.Time) bool {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseUint(timestamp, 10, 40)
	if id == "" || err != nil {
		return false
	}
	age := now.Sub(time.Unix(int64(seconds), 0))
	if age > tolerance || age < -tolerance {
		return false
	}
	// While a secret is rotated, the header has a signature for each secret, separated by spaces.
	signatures := strings.Split(headers.Get("webhook-signature"), " ")
	genuine := false
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil {
			continue
		}
		code := hmac.New(sha256.New, key)
		code.Write([]byte(id + "." + timestamp + "."))
		code.Write(body)
		expected := []byte("v1," + base64.StdEncoding.EncodeToString(code.Sum(nil)))
		for _, signature := range signatures {
			if hmac.Equal(expected, []byte(signature)) {
				genuine = true
			}
		}
	}
	return genuine
}
