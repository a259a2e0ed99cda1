#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

# Runs inside a network and mount namespace of its own: Apple's names lead to a simulator on its loopback.
#   apples-names.sh PURSER PYTHON SCRIPT FOLDER
set -euo pipefail
purser=$1 python=$2 script=$3 folder=$4
ip link set lo up
names="localhost buy.itunes.apple.com sandbox.itunes.apple.com api.storekit.apple.com api.storekit-sandbox.apple.com"
names="$names api.storekit.itunes.apple.com api.storekit-sandbox.itunes.apple.com api.appstoreconnect.apple.com"
printf '127.0.0.1 %s\n' "$names" > "$folder/hosts"
mount --bind "$folder/hosts" /etc/hosts
"$purser" simulator --listen 127.0.0.1:443 --tls --data "$folder" --clock manual --start 2026-01-20 --seed 7 \
    > "$folder/log" 2>&1 &
simulator=$!
trap 'kill $simulator 2> /dev/null || true' EXIT
for _ in $(seq 600); do
    grep -q 'TLS root' "$folder/log" && break
    kill -0 $simulator 2> /dev/null || { cat "$folder/log"; exit 1; }
    sleep 0.05
done
env -u https_proxy -u HTTPS_PROXY -u http_proxy -u HTTP_PROXY -u ALL_PROXY -u all_proxy \
    REQUESTS_CA_BUNDLE="$folder/tls-root.pem" SSL_CERT_FILE="$folder/tls-root.pem" \
    "$python" "$script" "$folder/tls-root.pem"
