# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors
"""Reads requests of the OpenTelemetry protocol with its own message types, and prints what they contain."""

import base64
import json
import re
import sys

from google.protobuf import json_format
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

LENGTHS = {"traceId": 32, "spanId": 16, "parentSpanId": 16}


def with_bytes(value):
    """The protocol's JSON has identifiers in hexadecimal, protobuf's in Base64."""
    if isinstance(value, list):
        return [with_bytes(one) for one in value]
    if not isinstance(value, dict):
        return value
    found = {}
    for name, one in value.items():
        if name in LENGTHS:
            assert re.fullmatch("[0-9a-f]{%d}" % LENGTHS[name], one), (name, one)
            found[name] = base64.b64encode(bytes.fromhex(one)).decode()
        else:
            found[name] = with_bytes(one)
    return found


def attributes(pairs):
    return {pair.key: pair.value.string_value or pair.value.int_value for pair in pairs}


given = json.load(sys.stdin)
if "traces" in given:
    request = json_format.ParseDict(with_bytes(json.loads(given["traces"])), ExportTraceServiceRequest())
    for group in request.resource_spans:
        assert attributes(group.resource.attributes)["service.name"] == "purser"
        for span in group.scope_spans[0].spans:
            assert span.end_time_unix_nano >= span.start_time_unix_nano > 0
            parent = span.parent_span_id.hex() or "none"
            print("span", span.trace_id.hex(), span.span_id.hex(), parent, span.kind, span.status.code, span.name)
            for name, value in sorted(attributes(span.attributes).items()):
                print("  ", name, value)
if "metrics" in given:
    request = json_format.ParseDict(json.loads(given["metrics"]), ExportMetricsServiceRequest())
    for group in request.resource_metrics:
        assert attributes(group.resource.attributes)["service.name"] == "purser"
        for metric in group.scope_metrics[0].metrics:
            kind = metric.WhichOneof("data")
            assert metric.description and metric.unit, metric.name
            for point in getattr(metric, kind).data_points:
                labels = ",".join(f"{name}={value}" for name, value in attributes(point.attributes).items())
                if kind == "histogram":
                    assert len(point.bucket_counts) == len(point.explicit_bounds) + 1, metric.name
                    assert sum(point.bucket_counts) == point.count, metric.name
                    print(kind, metric.name, labels, point.count, point.sum, list(point.bucket_counts))
                else:
                    print(kind, metric.name, labels, point.as_double)
