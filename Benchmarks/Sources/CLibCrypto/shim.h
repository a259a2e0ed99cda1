// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

#pragma once

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>
