// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

#pragma once

#include <microhttpd.h>

// The settings of a daemon, because MHD_start_daemon takes them as variable arguments.
struct cmicrohttpd_settings {
    unsigned int flags;
    unsigned int connections;
    size_t memory;
    unsigned int timeout;
    const char *certificate;
    const char *key;
    const char *priorities;
    void *context;
    MHD_AccessHandlerCallback access;
    void *(*begin)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
};

// MHD_start_daemon is variadic.
static inline struct MHD_Daemon *cmicrohttpd_start(const struct cmicrohttpd_settings *s) {
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)s->certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)s->key},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)s->priorities},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    return MHD_start_daemon(
        s->flags, 0, NULL, NULL, s->access, s->context,
        MHD_OPTION_CONNECTION_LIMIT, s->connections,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, s->memory,
        MHD_OPTION_CONNECTION_TIMEOUT, s->timeout,
        MHD_OPTION_URI_LOG_CALLBACK, s->begin, s->context,
        MHD_OPTION_NOTIFY_COMPLETED, s->completed, s->context,
        MHD_OPTION_NOTIFY_CONNECTION, s->connection, s->context,
        MHD_OPTION_ARRAY, s->certificate ? tls : none,
        MHD_OPTION_END);
}

// MHD_get_connection_info is variadic.
static inline const union MHD_ConnectionInfo *
cmicrohttpd_connection_info(struct MHD_Connection *connection, enum MHD_ConnectionInfoType type) {
    return MHD_get_connection_info(connection, type);
}

// MHD_SIZE_UNKNOWN is a macro with a cast.
static inline uint64_t cmicrohttpd_size_unknown(void) { return MHD_SIZE_UNKNOWN; }

// These two are macros with casts.
static inline ssize_t cmicrohttpd_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
static inline ssize_t cmicrohttpd_end_with_error(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }

// The size of the request line and header fields; 0 when it is not known.
static inline size_t cmicrohttpd_header_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}
