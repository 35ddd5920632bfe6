#!/bin/sh
exec node "$(dirname "$(readlink -f "$0")")/../lib/start.js" "$@"
