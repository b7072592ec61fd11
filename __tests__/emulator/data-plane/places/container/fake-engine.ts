import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type FakeEngine = Awaited<ReturnType<typeof makeEngine>>;

/*
 * The behavior of a container depends on the name of its image: `agent*` responds to requests, a built image runs its
 * command on this machine, `agent-unwell*` is never healthy, `good*` succeeds, `bad*` fails, `side*` keeps running. A
 * container gets its variables from the engine's environment by name, and from the file in its arguments.
 */
const SCRIPT = `#!/bin/sh
here=$(dirname "$0")
{ for one in "$@"; do printf '%s\\037' "$one"; done; printf '\\n'; } >> "$here/calls"
[ -e "$here/down" ] && { echo "Cannot connect to the engine" >&2; exit 125; }
last() { for one in "$@"; do last=$one; done; }
case "$1" in
info) cat "$here/info" ;;
image) last "$@"; [ -e "$here/image-$(printf '%s' "$last" | tr / _)" ] ;;
images) ;;
rmi) shift; for one in "$@"; do rm -f "$here/image-$(printf '%s' "$one" | tr / _)"; done ;;
build)
  while [ $# -gt 0 ]; do
    case "$1" in --tag) tag=$2; shift 2 ;; --file) cat "$2" > "$here/dockerfile"; shift 2 ;; *) shift ;; esac
  done
  echo "STEP 1/1: FROM base"
  [ -e "$here/broken-build" ] && { cat "$here/broken-build" >&2; exit 1; }
  : > "$here/image-$(printf '%s' "$tag" | tr / _)" ;;
pull)
  case "$2" in *private*) echo "unauthorized: authentication required" >&2; exit 125 ;; esac
  echo "Copying blob"; : > "$here/image-$2" ;;
volume)
  case "$2" in
  create) last "$@"; : > "$here/held/$last"; echo "$last" ;;
  rm) shift 3; for one in "$@"; do rm -f "$here/held/$one"; done ;;
  ls) ;;
  esac ;;
ps) cat "$here/left" 2>/dev/null; true ;;
port)
  for try in 1 2 3 4 5 6 7 8 9 10; do
    [ -s "$here/port-$2" ] && { echo "127.0.0.1:$(cat "$here/port-$2")"; exit 0; }
    sleep 0.05
  done; exit 125 ;;
inspect)
  last "$@"
  case "$*" in
  *Labels*) cat "$here/owner-$last" ;;
  *) [ -e "$here/held/$last" ] && echo true || echo false ;;
  esac ;;
stop) shift 3; for one in "$@"; do kill -TERM "$(cat "$here/held/$one" 2>/dev/null)" 2>/dev/null; done; true ;;
rm)
  for one in "$@"; do
    [ -e "$here/held/$one" ] && { kill -KILL "$(cat "$here/held/$one")" 2>/dev/null; rm -f "$here/held/$one"; }
  done; case "$*" in *dead*) rm -f "$here/left" ;; esac; true ;;
run)
  shift
  while [ $# -gt 0 ]; do
    case "$1" in
    --name) name=$2; shift 2 ;;
    --publish) published=1; shift 2 ;;
    --env) eval "value=\\\${$2}"; given="$given$2=$value
"; shift 2 ;;
    --env-file) given="$given$(cat "$2")
"; shift 2 ;;
    --workdir) folder=$2; shift 2 ;;
    --rm|--volumes|--read-only|--http-proxy=false|--interactive) shift ;;
    --*) shift 2 ;;
    *) break ;;
    esac
  done
  image=$1
  if [ -e "$here/no-network" ] && [ -n "$published" ]; then
    echo "Error: netavark: iptables is not there" >&2; exit 125
  fi
  printf '%s' "$given" > "$here/given-$(printf '%s' "$image" | tr / _)"
  [ -n "$name" ] && echo $$ > "$here/held/$name"
  export FAKE_PORT_FILE="$here/port-$name"
  export PORT_GIVEN=$(printf '%s' "$given" | sed -n 's/^PORT=//p' | tail -1)
  [ -n "$published" ] && PORT_GIVEN=0
  case "$image" in
  good*) echo "migrated"; rm -f "$here/held/$name"; exit 0 ;;
  bad*) echo "no such table" >&2; rm -f "$here/held/$name"; exit 3 ;;
  side*) echo "beside"; exec sleep 300 ;;
  agent-unwell*) UNWELL=1 exec node "$here/agent.mjs" ;;
  agent*) exec node "$here/agent.mjs" ;;
  localhost/agent-deploy:*) shift; cd "$folder"; exec /bin/sh "$@" ;;
  esac ;;
esac
`;
const AGENT = `import http from 'node:http';
import { writeFileSync, renameSync } from 'node:fs';
const server = http.createServer((request, response) => {
  if (request.url === '/die') process.exit(7);
  if (process.env.UNWELL) response.statusCode = 503;
  response.end(JSON.stringify({ url: request.url, method: request.method }));
});
server.listen(Number(process.env.PORT_GIVEN), '127.0.0.1', () => {
  console.log('listening');
  writeFileSync(process.env.FAKE_PORT_FILE + '.new', String(server.address().port));
  renameSync(process.env.FAKE_PORT_FILE + '.new', process.env.FAKE_PORT_FILE);
});
process.on('SIGTERM', () => process.exit(0));
`;
const INFO = {
  host: { cpus: 2, cgroupControllers: ['cpu', 'memory'] },
  version: { Version: '9.9.9' },
};

/** Creates a program with this name that behaves like a container engine, with processes as containers. */
export async function makeEngine(program: 'podman' | 'docker' = 'podman') {
  const folder = await mkdtemp(join(tmpdir(), 'engine-'));
  await mkdir(join(folder, 'held'));
  await writeFile(join(folder, program), SCRIPT);
  await chmod(join(folder, program), 0o755);
  await writeFile(join(folder, 'agent.mjs'), AGENT);
  await writeFile(join(folder, 'info'), JSON.stringify(INFO));
  const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');
  /** Returns every command that the engine received, in order. */
  const calls = async () => {
    const text = await readFile(join(folder, 'calls'), 'utf8').catch(() => '');
    return linesOf(text).map((line) => line.split('\u001F').slice(0, -1));
  };
  return {
    folder,
    /** Environment where a data plane finds the engine. */
    env: { PATH: `${folder}:/usr/bin:/bin`, HOME: folder, EMULATOR_API_KEY: 'not-for-engines' },
    calls,
    /** Returns the commands that ran a container of this image. */
    runs: async (image: string) =>
      (await calls()).filter((call) => call[0] === 'run' && call.includes(image)),
    /** Returns the variables that a container of this image received. */
    async variables(image: string): Promise<Record<string, string>> {
      const given = linesOf(await readFile(join(folder, `given-${image.replaceAll('/', '_')}`), 'utf8'));
      return Object.fromEntries(
        given.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      );
    },
    /** Returns the existing containers and volumes by name. */
    held: () => readdir(join(folder, 'held')),
    /** Writes a file that the script reads: `down`, `no-network`, `image-<name>`. */
    /** Returns the last built Dockerfile. */
    dockerfile: () => readFile(join(folder, 'dockerfile'), 'utf8'),
    /** Returns the images of the engine, with `_` for `/`. */
    images: async () =>
      (await readdir(folder)).flatMap((name) => (name.startsWith('image-') ? [name.slice(6)] : [])),
    set: (file: string, content = '') => writeFile(join(folder, file), content),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
