// Tests score commands in real boxes: which files, addresses and programs a program of the checkout can reach.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ProxyConfig } from '../../src/contract/sandbox.ts';
import type { Machine } from '../../src/action/sandbox/context.ts';
import { parseYaml } from '../../src/action/inputs/yaml.ts';
import { KEY, startUpstream, type Upstream } from '../acceptance/support/sandbox.ts';
import { createScoring, scoreAnswer, type ScoringFixture } from '../action/gate/scoring.ts';

const NEEDED = 'This tier runs boxes: install bubblewrap (.ci/engine does so).';
/** Node of the box, because a system's Node may be too old to support the variables for a proxy. */
const NODE = '/run/box/bin/node';
const API_KEY = 'lsv2_sk_key-of-the-control-plane-5512';
const TOKEN = 'token-of-the-job-8841';

let upstream: Upstream;
let runnerApi: Server;
let fixture: ScoringFixture;
/** Process IDs of the proxies that the test has started. */
let proxies: number[];

/** Lets the proxy reach the test's host, which is on this machine and has its own CA. */
const withUpstream = (machine: Machine): Machine => ({
  ...machine,
  async startProxy(auditFile) {
    const proxy = await machine.startProxy(auditFile);
    proxies.push(proxy.pid);
    const extraRoots = [await readFile(upstream.caFile, 'utf8')];
    return {
      ...proxy,
      push: (push) => proxy.push({ ...push, privateNetworks: ['127.0.0.2/32'], extraRoots }),
    };
  },
});

beforeAll(async () => {
  await promisify(execFile)('bwrap', ['--version']).catch((error: unknown) => {
    throw new Error(NEEDED, { cause: error });
  });
  upstream = await startUpstream();
  runnerApi = createServer((_request, response) => response.end('reached'));
  await new Promise<void>((resolve) => runnerApi.listen(0, '127.0.0.1', resolve));
});
beforeEach(async () => {
  upstream.seen.length = 0;
  proxies = [];
  fixture = await createScoring({ wrap: withUpstream });
  const commandFile = path.join(fixture.temporary, 'set_env');
  await writeFile(commandFile, 'SECRET_OF_A_STEP=x\n', { mode: 0o666 });
  Object.assign(fixture.env, {
    'INPUT_API-KEY': API_KEY,
    LANGSMITH_API_KEY: API_KEY,
    GITHUB_TOKEN: TOKEN,
    ACTIONS_RUNTIME_TOKEN: TOKEN,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: TOKEN,
    MODEL_KEY: KEY,
    GITHUB_ENV: commandFile,
    GITHUB_OUTPUT: commandFile,
    GITHUB_SHA: 'a'.repeat(40),
  });
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});
afterAll(async () => {
  await upstream.close();
  runnerApi.close();
});

const rules = () => ProxyConfig.parse(yamlOf(upstream.rules));

function yamlOf(text: string): unknown {
  const parsed = parseYaml(text);
  if (!parsed.ok) throw new Error('the rules are no YAML');
  return parsed.value.value;
}

/** Returns a script that prints the output of these bash lines as the comment of a score. */
const commenting = (lines: string) =>
  `output=$({ ${lines}\n} 2>&1 || true)\npython3 -c 'import json, sys; print(json.dumps({"key": "k", "score": 1, "comment": sys.argv[1]}))' "$output"`;

/** Runs bash lines as a score command, and returns their output. */
async function printed(lines: string, proxyConfig?: ProxyConfig): Promise<string> {
  const scorers = await fixture.open({ script: commenting(lines), proxyConfig });
  const result = await scoreAnswer(scorers);
  if (result.kind === 'errored') throw new Error(result.why);
  return result.comments.get('k') ?? '';
}

describe('a score command in a box', () => {
  // docs/security/checkouts.md#score-command-environment
  test('gets no key, token or command file of the step in its environment', async () => {
    const variables = await printed('env');
    expect(variables).toContain(`GITHUB_SHA=${'a'.repeat(40)}`);
    expect(variables).not.toMatch(/5512|8841|model-key|GITHUB_ENV|GITHUB_OUTPUT|INPUT_|proxy/i);
  });

  // docs/security/checkouts.md#score-command-files
  test('reads the checkout, but no other files and no other processes of the runner', async () => {
    await fixture.write('data.txt', 'data of the checkout');
    const output = await printed(
      [
        'cat data.txt; echo',
        `cat '${fixture.env['GITHUB_ENV']}' || echo no command file`,
        `ls '${fixture.temporary}' || echo no temporary folder`,
        'grep -la "INPUT_API-KEY\\|LANGSMITH_API_KEY=" /proc/[0-9]*/environ || echo no key in any process',
      ].join('\n'),
    );
    expect(output).toContain('data of the checkout');
    expect(output).toContain('no command file');
    expect(output).toContain('no temporary folder');
    expect(output).toContain('no key in any process');
    expect(output).not.toContain('SECRET_OF_A_STEP');
  });

  // docs/security/checkouts.md#score-command-read-only
  test('cannot change the checkout, but can write to its home folder and temporary folder', async () => {
    await fixture.write('data.txt', 'unchanged');
    const output = await printed(
      [
        'echo changed > data.txt || echo refused',
        'mkdir .git || echo refused',
        'touch "$HOME/a" "$TMPDIR/b" && echo written',
      ].join('\n'),
    );
    expect(output.match(/refused/g)).toHaveLength(2);
    expect(output).toContain('written');
    expect(await readFile(path.join(fixture.workspace, 'data.txt'), 'utf8')).toBe('unchanged');
  });

  // docs/security/checkouts.md#score-command-network
  test('has no network without proxy rules, not even to the runner, and no proxy is started', async () => {
    const { port } = runnerApi.address() as AddressInfo;
    const output = await printed(
      [
        `${NODE} -e "fetch('http://127.0.0.1:${port}').then((r) => r.text()).then(console.log, () => console.log('no runner'))"`,
        upstream.asking('/v1/models', NODE),
        'ls /sys/class/net /proc/sys/net/ipv4/conf',
      ].join('\n'),
    );
    expect(output).toContain('no runner');
    expect(output).toContain('failed');
    expect(output).not.toMatch(/reached|eth0/);
    expect(upstream.seen).toEqual([]);
    expect(proxies).toEqual([]);
  });

  // docs/security/checkouts.md#score-command-proxy
  test('reaches the hosts of the rules through the proxy, which adds the key and masks it in responses', async () => {
    const output = await printed(
      [upstream.asking('/v1/models', NODE), upstream.asking('/other', NODE), 'env'].join('\n'),
      rules(),
    );
    expect(upstream.seen).toEqual([`GET /v1/models Bearer ${KEY}`, 'GET /other -']);
    expect(output).toMatch(/you sent Bearer \*+/);
    expect(output).not.toContain(KEY);
    expect(fixture.masked).toContain(KEY);
    const [pid = 0] = proxies;
    expect(existsSync(`/proc/${pid}`)).toBe(true);
    await fixture[Symbol.asyncDispose]();
    expect(existsSync(`/proc/${pid}`)).toBe(false);
    expect(fixture.lines.join('\n')).toMatch(
      /Requests of the score command to 127\.0\.0\.2: 1 \(inject, rule model\)/,
    );
  });

  test('causes an errored response if the proxy was killed, even if a score was printed', async () => {
    const scorers = await fixture.open({ script: `echo '{"key": "k", "score": 0}'`, proxyConfig: rules() });
    expect((await scoreAnswer(scorers)).kind).toBe('scored');
    for (const pid of proxies) process.kill(pid, 'SIGKILL');
    expect(await scoreAnswer(scorers)).toEqual({
      kind: 'errored',
      why: 'The credential proxy exited, so the requests of the score command failed.',
    });
  });

  test('scores 50 responses at the same time in one box', async () => {
    const scorers = await fixture.open({
      script: `python3 -c '
import json, sys
print(json.dumps({"key": "number", "score": json.load(sys.stdin)["output"]}))'`,
    });
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, output) => scoreAnswer(scorers, { output })),
    );
    expect(
      results.map((result) => (result.kind === 'scored' ? result.scores.get('number') : result.why)),
    ).toEqual(Array.from({ length: 50 }, (_, output) => output));
  });
});
