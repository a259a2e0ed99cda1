# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Purser authors

"""Prints the list of a release's components as CycloneDX 1.5: the Swift runtime that is linked in, and the Debian packages
whose files are in the container images and on which the package depends.

usage: components.py VERSION SOURCE-DATE-EPOCH FILE-OF-PACKAGES
"""

import datetime
import json
import re
import subprocess
import sys
import uuid


def run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout


def debian(name: str, distribution: str) -> dict:
    version, architecture = run("dpkg-query", "-W", "-f", "${Version}\t${Architecture}", name).split("\t")
    return {
        "type": "library",
        "bom-ref": f"deb:{name}",
        "name": name,
        "version": version,
        "purl": f"pkg:deb/debian/{name}@{version.replace('+', '%2B').replace(':', '%3A')}?arch={architecture}&distro={distribution}",
    }


def main() -> None:
    version, epoch, file = sys.argv[1:]
    with open("/etc/os-release", encoding="utf-8") as release:
        distribution = "debian-" + re.search(r'^VERSION_ID="?([^"\n]*)', release.read(), re.MULTILINE).group(1)
    swift = re.search(r"Swift version (\S+)", run("swift", "--version")).group(1)
    with open(file, encoding="utf-8") as packages:
        names = packages.read().split()
    components = [
        {
            "type": "framework",
            "bom-ref": "swift",
            "name": "Swift runtime and Foundation",
            "version": swift,
            "licenses": [{"expression": "Apache-2.0 WITH Swift-exception"}],
            "purl": f"pkg:github/swiftlang/swift@swift-{swift}-RELEASE",
        }
    ] + [debian(name, distribution) for name in names]
    moment = datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc)
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        # The same release has the same number.
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'purser@{version}@{epoch}')}",
        "version": 1,
        "metadata": {
            "timestamp": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application",
                "bom-ref": "purser",
                "name": "purser",
                "version": version,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            },
        },
        "components": components,
        "dependencies": [{"ref": "purser", "dependsOn": [component["bom-ref"] for component in components]}],
    }
    json.dump(document, sys.stdout, indent=2)
    print()


main()
