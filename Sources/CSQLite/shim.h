// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

#pragma once

#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }
