#!/bin/sh
# Starts a command of the emulator as it is (doctor, keyring …); else the emulator itself, with flags of three origins, of which
# the last one wins: the image's own, those of EMULATOR_FLAGS, which `services:` of a workflow can set, and the arguments.
set -euf

case "${1-}" in
  '' | -*)
    given=" ${EMULATOR_FLAGS-} $* "
    case "${EMULATOR_API_KEY-}${EMULATOR_API_KEY_FILE-}$given" in
      ' '*' --host '* | ' '*' --host='* | ' '*' --help '* | ' '*' -h '*) ;;
      ' '*)
        echo 'emulator: no key; choose one of at least 8 characters: docker run --env EMULATOR_API_KEY=…, or mount a file with it and name that in EMULATOR_API_KEY_FILE' >&2
        exit 2
        ;;
    esac
    public=${EMULATOR_PUBLIC_URL-http://localhost:$EMULATOR_PORT}
    # shellcheck disable=SC2086 # a list of flags
    set -- --host 0.0.0.0 --port "$EMULATOR_PORT" --data-dir /data ${public:+--public-url "$public"} ${EMULATOR_FLAGS-} "$@"
    ;;
esac

# Where only /data and /tmp can be written, or the user is another one: npm and git write below the home folder.
[ -w "${HOME-/}" ] || export HOME=/tmp

# Programs such as git, uv, pip, curl and npm read one file of certificates each, so they get a file with the image's
# certificates and the certificates of EMULATOR_CA_FILE. Variables that are already set keep their values.
if [ -n "${EMULATOR_CA_FILE-}" ]; then
  bundle=${TMPDIR:-/tmp}/agent-deploy-ca.pem
  { cat /etc/ssl/certs/ca-certificates.crt && echo && cat "$EMULATOR_CA_FILE"; } > "$bundle"
  export NODE_EXTRA_CA_CERTS="${NODE_EXTRA_CA_CERTS-$EMULATOR_CA_FILE}"
  export SSL_CERT_FILE="${SSL_CERT_FILE-$bundle}" CURL_CA_BUNDLE="${CURL_CA_BUNDLE-$bundle}"
  export GIT_SSL_CAINFO="${GIT_SSL_CAINFO-$bundle}" NPM_CONFIG_CAFILE="${NPM_CONFIG_CAFILE-$bundle}"
  export PIP_CERT="${PIP_CERT-$bundle}" REQUESTS_CA_BUNDLE="${REQUESTS_CA_BUNDLE-$bundle}"
fi

# Agents run as the same user and can read the environment of the first process, which lasts: it gets none, and the emulator,
# which hides its own, gets all of it by a pipe. tini passes signals on and takes in what agents leave behind.
# shellcheck disable=SC2016 # for the inner shell
exec env -i PATH="$PATH" tini -- sh -euc '. /dev/fd/3; exec 3<&-; exec agent-deploy-emulator "$@"' emulator "$@" 3<<EOF
$(export -p)
EOF
