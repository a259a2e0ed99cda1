// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

#pragma once

// How many bytes are allocated.
#include <malloc.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>
