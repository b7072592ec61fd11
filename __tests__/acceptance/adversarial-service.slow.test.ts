import type { ServerResponse } from 'node:http';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ensureDist } from '../../harness/dist.ts';
import { findLeaks } from '../../harness/runner/leaks.ts';
import { loadManifest } from '../../harness/runner/node-action.ts';
import { runAction } from '../../harness/runner/run-action.ts';
import type { ActionRun } from '../../harness/runner/types.ts';
import { type Handler, json } from '../clients/support.ts';
import {
  DEPLOYMENT_ID as ID,
  fakePlane as plane,
  NEW_IMAGE as IMAGE,
  serveForTest,
} from './support/fake-plane.ts';
import { ACTION_YML, OUTPUTS, somePush, summaryOf } from './support/environment.ts';

// Tests a malicious or broken control plane, whose responses the emulator never sends.
const KEY = 'lsv2_key_of_the_adversary_01';

beforeAll(ensureDist);

interface Run {
  inputs?: Record<string, string>;
  secrets?: string[];
  nodeArguments?: string[];
  debug?: boolean;
  env?: Record<string, string>;
  signal?: AbortSignal;
}

/** Runs the built action, and checks that it reveals no secret and writes every output. */
async function deploy(url: string, { inputs = {}, secrets = [], ...more }: Run = {}): Promise<ActionRun> {
  const run = await runAction({
    actionYml: ACTION_YML,
    event: somePush,
    inputs: {
      'api-key': KEY,
      'control-plane-url': url,
      'deployment-name': 'my-agent',
      'image-uri': IMAGE,
      'poll-interval': '1s',
      ...inputs,
    },
    ...more,
  });
  expect(findLeaks(run, [KEY, ...secrets])).toEqual([]);
  const read = decode(`${run.main?.rawSummary}\n${run.rawLog.replace(/^::add-mask::.*$/gm, '')}`);
  for (const secret of [KEY, ...secrets]) expect(read.includes(secret)).toBe(false);
  expect(Object.keys(run.outputs)).toEqual(expect.arrayContaining(OUTPUTS));
  expect(JSON.parse(run.outputs['result'] ?? '')).toMatchObject({ schema_version: 1 });
  expect(run.main?.leftRunning).toBe(false);
  return run;
}

/** Decodes entities in Markdown as a browser does. */
const decode = (text: string) =>
  text
    .replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

describe('a service whose responses contain workflow commands', () => {
  const COMMANDS = [
    '::add-mask::deployed',
    '::set-output name=outcome::deployed',
    '::stop-commands::x',
    '\u0085::error::not ours',
    '\u00a0::warning::not ours',
    '##[error]not ours',
    '%0A::notice::not ours',
  ];
  const MARKUP = '<img src=x onerror=alert(1)> [click](javascript:alert(1)) | **bold** `code`\n\n# big';

  // docs/security/secrets.md#what-service-calls-things
  test("cannot execute workflow commands in the log, where the service's strings are printed as plain text", async () => {
    const { url } = await plane({
      deployment: {
        name: `my-agent ${MARKUP}\n${COMMANDS.join('\n')}`,
        url: `javascript:alert(1)//\n${COMMANDS[0]}`,
      },
      revision: { status: 'DEPLOY_FAILED', status_message: `${MARKUP}\n${COMMANDS.join('\r\n')}` },
      log: [...COMMANDS, MARKUP, '```', '</details>'].map((message) => ({
        timestamp: 1,
        level: null,
        message,
      })),
    });
    const run = await deploy(url, { inputs: { 'deployment-name': '', 'deployment-id': ID } });
    expect(run.outputs['reason-code']).toBe('deploy-failed');
    expect(run.masks).toEqual([KEY]);
    expect(new Set(run.commands)).toEqual(new Set(['add-mask', 'group', 'endgroup', 'error']));
    expect(run.annotations).toHaveLength(1);
    const manifest = await loadManifest(ACTION_YML);
    expect(Object.keys(run.outputs).toSorted()).toEqual(Object.keys(manifest.outputs).toSorted());
    // Outside the block with the log, no text is markup.
    const prose = (run.main?.rawSummary ?? '').replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '');
    expect(prose).not.toMatch(/<img|\]\(javascript|\*\*bold|^# big|`code`/m);
    expect(prose).not.toMatch(/<javascript:/);
    for (const line of run.lines.filter(({ command }) => command === null)) {
      expect(line.raw).not.toMatch(/^[\s\u0085]*::|##\[/);
    }
  });

  test('cannot execute a workflow command through an unknown status, which is printed as plain text', async () => {
    const { url } = await plane({ revision: { status: 'X\n::add-mask::e' } });
    const run = await deploy(url, { inputs: { 'wait-timeout': '1s' } });
    expect(run.outputs['outcome']).toBe('timed-out');
    expect(run.masks).toEqual([KEY]);
  });
});

describe('a service that repeats the values of requests', () => {
  const SECRET = 'sk_live_"q&<ö>_\\9';
  const forms = (secret: string) => [
    secret,
    JSON.stringify(secret),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(`user:${secret}`).toString('base64'),
    JSON.stringify(secret).replace(/[&<>]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`),
  ];

  test.each([true, false])('reveals no secret through its errors (debug: %s)', async (debug) => {
    const { url } = await plane({
      on: {
        'PATCH deployment': ({ headers }, response, body) =>
          json(response, 400, {
            detail: `${forms(SECRET).join(' ')} ${body} ${String(headers['x-api-key'])}`,
          }),
      },
    });
    const inputs = { secrets: `TOKEN=${SECRET}` };
    const run = await deploy(url, {
      inputs,
      secrets: [SECRET],
      debug,
      env: debug ? { NODE_DEBUG: 'undici' } : {},
    });
    expect(run.outputs['reason-code']).toBe('rejected');
    expect(run.log).toContain('***');
  });

  // docs/security/secrets.md#service-repeats-secrets-errors
  test('reveals no secret through its logs, reasons or a 422', async () => {
    const { url } = await plane({
      revision: { status: 'BUILD_FAILED', status_message: `bad ${SECRET}` },
      log: forms(SECRET).map((message) => ({ timestamp: 1, level: 'ERROR', message: `error: ${message}` })),
    });
    const run = await deploy(url, { inputs: { secrets: `TOKEN=${SECRET}` }, secrets: [SECRET] });
    expect(run.outputs['reason-code']).toBe('build-failed');
    const { url: picky } = await plane({
      on: {
        'PATCH deployment': (_request, response) =>
          json(response, 422, {
            detail: [{ loc: ['body', SECRET], msg: `not ${SECRET}`, type: 'x', input: SECRET }],
          }),
      },
    });
    await deploy(picky, { inputs: { secrets: `TOKEN=${SECRET}` }, secrets: [SECRET] });
  });

  // docs/security/secrets.md#values-service-returns-hidden
  test('cannot make a run show a secret of another client', async () => {
    const theirs = 'returned_by_the_service_7';
    const { url } = await plane({
      deployment: { secrets: [{ name: 'THEIRS', value: theirs }] },
      revision: { status: 'BUILD_FAILED' },
      log: [{ timestamp: 1, level: null, message: `error: ${theirs}` }],
    });
    await deploy(url, { secrets: [theirs] });
  });
});

describe('a service that redirects a request', () => {
  // docs/security.md#redirects-followed-key-body
  test.each([301, 302, 307, 308])(
    'makes the run fail without a request to the new address (status %i)',
    async (status) => {
      const other = await serveForTest((_request, response) => json(response, 200, {}));
      for (const call of ['GET find', 'PATCH deployment']) {
        const { url } = await plane({
          on: {
            [call]: (_request, response) => response.writeHead(status, { location: `${other.url}/x` }).end(),
          },
        });
        const run = await deploy(url);
        expect(run.outputs['outcome']).toBe('failed');
      }
      expect(other.seen).toEqual([]);
    },
  );
});

describe('a service with invalid responses', () => {
  test('does not cause a flood of requests with Retry-After: 0', async () => {
    const { url, seen } = await plane({
      on: { 'GET revision': (_request, response) => json(response, 503, {}, { 'retry-after': '0' }) },
    });
    const run = await deploy(url, { inputs: { 'wait-timeout': '2s' } });
    expect(run.outputs['outcome']).toBe('timed-out');
    expect(seen.length).toBeLessThan(20);
  });

  test('does not delay the run beyond wait-timeout with a huge Retry-After', async () => {
    const { url } = await plane({
      on: { 'GET revision': (_request, response) => json(response, 429, {}, { 'retry-after': '999999999' }) },
    });
    const run = await deploy(url, { inputs: { 'wait-timeout': '2s' } });
    expect(run.outputs['outcome']).toBe('timed-out');
  });

  test('makes the run fail without a second attempt if Retry-After postpones a write by a year', async () => {
    const { url, seen } = await plane({
      on: {
        'PATCH deployment': (_request, response) => json(response, 503, {}, { 'retry-after': '31536000' }),
      },
    });
    expect((await deploy(url)).outputs['outcome']).toBe('failed');
    expect(seen.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });

  test('makes the run fail if it sends an HTML page or an endless body', async () => {
    const answers: Handler[] = [
      (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>'),
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const chunk = Buffer.alloc(1024 * 1024, ' ');
        const more = () => {
          while (response.writable && response.write(chunk));
        };
        response.on('drain', more);
        more();
      },
    ];
    for (const answer of answers) {
      const { url } = await plane({ on: { 'GET find': answer } });
      expect((await deploy(url)).outputs['reason-code']).toBe('service-error');
    }
  });
});

describe('a helper program that fails', () => {
  const breaking = (how: string) => [
    '--import',
    `data:text/javascript,${encodeURIComponent(`setTimeout(() => { ${how} }, 700).unref();`)}`,
  ];
  const slow = {
    'GET find': (_request: unknown, response: ServerResponse) =>
      void setTimeout(() => json(response, 500, {}), 20_000).unref(),
  };

  test.each([
    ['an exception', 'throw new Error(`with ${process.env["INPUT_SECRETS"]}`);'],
    [
      'a rejected promise',
      'Promise.reject(new Error("no", { cause: new Error(process.env["INPUT_SECRETS"]) }));',
    ],
    ['a rejection with a value that is not an error', 'Promise.reject(process.env["INPUT_SECRETS"]);'],
  ])(
    'does not block the run with %s, and the run sets its outputs and shows no secret',
    async (_what, how) => {
      const { url } = await plane({ on: slow });
      const run = await deploy(url, {
        inputs: { secrets: 'TOKEN=a_secret_value_42' },
        secrets: ['a_secret_value_42'],
        nodeArguments: breaking(how),
      });
      expect([run.exitCode, run.outputs['reason-code']]).toEqual([1, 'internal-error']);
      expect(summaryOf(run)).toContain('The action itself failed');
    },
  );
});

describe('a run that is cancelled', () => {
  /** Cancels the run as soon as a request of this kind has arrived, which never gets a response. */
  async function cancelAt(call: string) {
    const cancel = new AbortController();
    const { url, seen } = await plane({ on: { [call]: () => cancel.abort() } });
    const startedAt = performance.now();
    const run = await deploy(url, { signal: cancel.signal });
    return { run, seen, tookMs: performance.now() - startedAt };
  }

  test.each([
    ['GET find', /Nothing was sent/],
    ['GET list', /Nothing was sent/],
    ['PATCH deployment', /it is unknown whether the service received it/],
    ['GET revision', /continues without this run/],
  ])('at %s ends immediately with outputs, and reports the deployment that continues', async (call, says) => {
    const { run, seen } = await cancelAt(call);
    expect(run.outputs).toMatchObject({ outcome: 'cancelled', 'reason-code': 'signal' });
    expect(run.main?.durationMs).toBeLessThan(7000);
    expect(run.main?.endedBy).toBeNull();
    expect(run.log).toMatch(says);
    expect(seen.filter(({ method }) => method === 'PATCH').length).toBeLessThanOrEqual(1);
  });
});
