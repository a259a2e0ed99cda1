# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

# A fresh Debian 12 root made by debootstrap, for what must be tried where nothing of ours is installed. Sourced after
# common.sh; needs root.

[ "$(id -u)" = 0 ] || fail "this makes a root folder and needs root: try it with sudo"
find_swift
command -v debootstrap > /dev/null || apt-get install -y -qq debootstrap > /dev/null

swift_home=$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")")

unmount() {
    local place
    for place in proc dev/shm dev sys "${swift_home#/}"; do
        mountpoint -q "$fresh/$place" && umount -l "$fresh/$place"
    done
    mountpoint -q "$fresh" && umount -l "$fresh"
    return 0
}

# Makes the root in $fresh with what else is asked for, a list that commas part.
make_root() {
    local mirror
    trap unmount EXIT
    say "Making a fresh Debian 12 in $fresh"
    unmount
    rm -rf --one-file-system "$fresh"
    mirror=$({ cat /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources 2> /dev/null || true; } |
        sed -n 's/^URIs: *//p; s/^deb  *\(\[[^]]*\] *\)\{0,1\}\(http[^ ]*\).*/\2/p' | { grep -v security || true; } | head -1)
    within 3600 "debootstrap" debootstrap --variant=minbase --include="ca-certificates${1:+,$1}" \
        bookworm "$fresh" "${mirror:-http://deb.debian.org/debian}" > /dev/null
    cp -r /etc/apt/. "$fresh/etc/apt/"
    [ -f "$fresh/etc/apt/sources.list.d/debian.sources" ] && rm -f "$fresh/etc/apt/sources.list"
    rm -f "$fresh"/etc/apt/sources.list.d/*nodesource* "$fresh"/etc/apt/sources.list.d/*google*
    cp -r /usr/share/keyrings/. "$fresh/usr/share/keyrings/"
    cp -L --remove-destination /etc/ssl/certs/ca-certificates.crt "$fresh/etc/ssl/certs/ca-certificates.crt"
    cp /etc/resolv.conf "$fresh/etc/resolv.conf"
    [ -f /etc/pip.conf ] && cp /etc/pip.conf "$fresh/etc/pip.conf"
    cp /etc/hosts "$fresh/etc/hosts"
    # A root that is not a mount point cannot have a mount namespace of its own inside, which the tests of Apple's names make.
    mount --bind "$fresh" "$fresh"
    mount -t proc proc "$fresh/proc"
    mount --rbind /dev "$fresh/dev"
}

# Runs a command in it, in the folder $work, for at most so many seconds.
inside() { # the command, what it does, the limit
    within "${3:-600}" "${2:-"$1"}" chroot "$fresh" /usr/bin/env -i HOME=/root LANG=C.UTF-8 PATH="$swift_home/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
        ${PIP_CERT:+PIP_CERT="$PIP_CERT"} ${PIP_INDEX_URL:+PIP_INDEX_URL="$PIP_INDEX_URL"} \
        bash -c "cd ${work:-/root} && $1"
}

# In it: runs what starts a server with the simulator, makes the purchase that it prints, and ends the server with SIGINT.
first_purchase='
purchase() {
    "$@" > run.log 2>&1 &
    local started=$! process
    for _ in $(seq 1800); do
        grep -q "First purchase" run.log && break
        kill -0 $started 2> /dev/null || { cat run.log; return 1; }
        sleep 1
    done
    bash -c "$(sed -n "/First purchase/,\$p" run.log | sed -n "s/^    //p" | head -1)" | tee purchase.log
    grep -q "\"delivered\"" purchase.log || return 1
    for process in /proc/[0-9]*; do
        # Others of this name may run outside of this root.
        [ "$process/root" -ef / ] && [ "$(cat "$process/comm" 2> /dev/null)" = purser ] && kill -INT "${process#/proc/}"
    done
    wait $started
}
'
