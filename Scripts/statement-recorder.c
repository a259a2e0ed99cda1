// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// Loaded before a program, it writes every statement that the program prepares with SQLite into a file of the folder
// RECORDED_STATEMENTS, each followed by a zero byte. Scripts/test loads it into the tests; Scripts/statement-plans reads the files.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int prepare(void *, const char *, int, unsigned, void **, const char **);

static prepare *original;
static int file = -1;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void begin(void) {
    original = (prepare *)dlsym(RTLD_NEXT, "sqlite3_prepare_v3");
    const char *folder = getenv("RECORDED_STATEMENTS");
    char path[4096];
    if (!folder || snprintf(path, sizeof path, "%s/%d", folder, (int)getpid()) >= (int)sizeof path) return;
    file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

int sqlite3_prepare_v3(void *database, const char *text, int length, unsigned flags, void **statement, const char **rest) {
    pthread_once(&once, begin);
    if (file >= 0 && text) {
        size_t count = length < 0 ? strlen(text) : strnlen(text, (size_t)length);
        char *copy = malloc(count + 1);
        if (copy) {
            memcpy(copy, text, count);
            copy[count] = 0;
            // One call, so that threads do not mix their statements. What cannot be written is missed and found missing.
            ssize_t written = write(file, copy, count + 1);
            (void)written;
            free(copy);
        }
    }
    return original(database, text, length, flags, statement, rest);
}
