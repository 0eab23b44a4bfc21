#!/bin/sh
# version.sh SOURCE: all that names the version agrees, and the check sees it if not.
. "$(dirname "$0")/lib.sh"
check=$1/scripts/check-version

expect_pass "$check" "$1"

numbers='#define CAIRN_VERSION_MAJOR 1\n#define CAIRN_VERSION_MINOR 2\n#define CAIRN_VERSION_PATCH 3\n'
plant VERSION '1.2.3\n'
plant include/cairn/base.h "$numbers"
plant CHANGELOG.md '# Changes\n\n## 1.2.3 (unreleased)\n'
plant CITATION.cff 'version: 1.2.3\n'
plant debian/changelog 'cairn (1.2.3-1) unstable; urgency=medium\n'
plant debian/control 'Package: libcairn1\n'
expect_pass "$check" "$tree"

plant VERSION '1.2.4\n'
expect_refusal 'include/cairn/base.h: 1.2.3, but VERSION has 1.2.4' "$check" "$tree"
plant VERSION '1.2.3\n'
plant CITATION.cff 'title: none\n'
expect_refusal 'CITATION.cff: none, but VERSION has 1.2.3' "$check" "$tree"
plant CITATION.cff 'version: 1.2.3\n'
plant debian/control 'Package: libcairn1.2\n'
expect_refusal 'debian/control: ' "$check" "$tree"
plant debian/control 'Package: libcairn1\n'
plant bindings/js/package.json '{\n  "version": "1.2.2"\n}\n'
expect_refusal 'bindings/js/package.json: 1.2.2' "$check" "$tree"
