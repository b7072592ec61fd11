import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../../harness/until.ts';
import { ensureDist } from '../../harness/dist.ts';
import { verifyAwsSignature } from '../../harness/credential-proxy/signature-verifier.ts';
import { startForwardProxy } from '../../harness/forward-proxy.ts';
import { findWorkflowLeaks } from '../../harness/workflow/report.ts';
import { runWorkflow } from '../../harness/workflow/run-workflow.ts';
import {
  folderOf,
  KEY,
  processesWith,
  PROXY,
  runSandbox,
  SANDBOX_YML,
  sandboxEvent,
  startUpstream,
  type Upstream,
} from './support/sandbox.ts';

let upstream: Upstream;

beforeAll(async () => {
  await ensureDist();
  upstream = await startUpstream();
});
afterEach(() => {
  upstream.seen.length = 0;
  upstream.received.length = 0;
});
afterAll(() => upstream.close());

const inputs = () => upstream.inputs('process');
/** A program that does not exit. */
const waiting = (mark: string) =>
  `echo started\n'${process.execPath}' -e "setTimeout(() => {}, 600000)" ${mark}`;

describe('a command on the runner', () => {
  // docs/security/checkouts.md#command-runner-calls-api
  test('calls an API without having the API key, which is masked in the response', async () => {
    const run = await runSandbox({
      inputs: {
        ...inputs(),
        run: [
          upstream.asking('/v1/models'),
          upstream.asking('/other'),
          'env | grep -c MODEL_KEY || true',
          'echo "::warning::from the command"',
        ].join('\n'),
      },
    });
    expect(run.outputs).toMatchObject({
      outcome: 'provided',
      'reason-code': 'command-passed',
      'exit-code': '0',
    });
    expect(upstream.seen).toEqual([`GET /v1/models Bearer ${KEY}`, 'GET /other -']);
    expect(run.log).toMatch(/^you sent Bearer \*+$/m);
    expect(run.log).toMatch(/^you sent nothing$/m);
    expect(run.log).toMatch(/^0$/m);
    expect(run.annotations).toEqual([]);
    expect(run.summary).toContain('credentials added: Authorization');
    expect(JSON.parse(run.outputs['usage'] ?? '')).toMatchObject({
      requests: 2,
      rows: expect.arrayContaining([
        expect.objectContaining({ rule: 'model', decision: 'inject', requests: 1, masked: 1 }),
        expect.objectContaining({ rule: null, requests: 1 }),
      ]),
    });
  });

  test('sends a placeholder from a variable, which the proxy replaces within its budget and only for the host of its rule', async () => {
    const placeholders =
      "placeholders: [{ env: API_KEY, value: '{MODEL_KEY}', in: [header, path] }]\n    budget: { uses: 1 }";
    const rules = upstream.rules.replace(/headers:[^]*?\n(?=access)/, `${placeholders}\n`);
    const asking = (at: string) => upstream.asking(at).replaceAll('KEY', "'+process.env.API_KEY+'");
    const run = await runSandbox({
      inputs: {
        ...inputs(),
        'proxy-config': rules,
        run: [
          asking('/v1/KEY'),
          asking('/v1/again'),
          asking('/other?k=KEY'),
          'echo "variable $API_KEY"',
        ].join('\n'),
      },
    });
    expect(run.outputs).toMatchObject({ outcome: 'provided', 'exit-code': '0' });
    expect(upstream.seen).toEqual([`GET /v1/${KEY} -`]);
    expect(run.log).toMatch(/^variable sentinel[0-9a-f]{32}$/m);
    expect(run.log).toContain('(budget-used-up)');
    expect(run.log).toContain('(placeholder-refused)');
    expect(run.summary).toContain('credentials added: `API_KEY`; uses left: 0');
    const hosted = await runSandbox({ inputs: { mode: 'hosted', 'api-key': KEY, 'proxy-config': rules } });
    expect(hosted.outputs).toMatchObject({ 'reason-code': 'invalid-input' });
    expect(hosted.log).toContain('the hosted service can only add headers');
  });

  test("fails its step with the command's exit code, and leaves no process or file behind", async () => {
    const run = await runSandbox({ inputs: { ...inputs(), run: 'false\necho not reached' } });
    expect(run.outcome).toBe('failure');
    expect(run.outputs).toMatchObject({ 'reason-code': 'command-failed', 'exit-code': '1' });
    expect(run.log.match(/^not reached$/gm)).toBeNull();
    expect(await processesWith(PROXY)).toEqual([]);
    expect(existsSync(folderOf(run))).toBe(false);
  });

  // docs/security/checkouts.md#step-killed-leaves-neither
  test('leaves no program, proxy or file behind if its step is killed', async () => {
    const mark = `killed-${process.pid}`;
    let main = 0;
    const run = await runSandbox({
      inputs: { ...inputs(), run: waiting(mark) },
      onStart: (pid, phase) => {
        if (phase === 'main') main = pid;
      },
      onLine: (line) => {
        if (line === 'started') process.kill(main, 'SIGKILL');
      },
    });
    expect(run.main?.endedBy).toBe('SIGKILL');
    expect(run.post?.outcome).toBe('success');
    expect(run.log).toContain('The main step ended before it could report.');
    expect(existsSync(folderOf(run))).toBe(false);
    await until(async () => {
      const left = [...(await processesWith(mark)), ...(await processesWith(PROXY))];
      return left.length === 0;
    }, 'all of it is gone');
  });

  test("is stopped when its step is cancelled, within the runner's grace period", async () => {
    const cancel = new AbortController();
    const mark = `cancelled-${process.pid}`;
    const run = await runSandbox({
      inputs: { ...inputs(), run: waiting(mark) },
      signal: cancel.signal,
      onLine: (line) => {
        if (line === 'started') cancel.abort();
      },
    });
    expect(run.outputs).toMatchObject({ outcome: 'cancelled' });
    expect(run.main?.durationMs).toBeLessThan(7_500);
    expect(await processesWith(mark)).toEqual([]);
  });

  test('is not started with invalid proxy rules', async () => {
    const wrong = `rules: [{ name: ${KEY} }]`;
    const run = await runSandbox({ inputs: { ...inputs(), 'proxy-config': wrong, run: 'echo ran' } });
    expect(run.outputs).toMatchObject({ 'reason-code': 'invalid-input' });
    expect(run.log.match(/^ran$/gm)).toBeNull();
  });

  // docs/security/checkouts.md#password-companys-proxy-credential
  test('uses the company’s proxy, whose password is never shown', async () => {
    const company = await startForwardProxy({ credentials: 'us:pass-of-the-company-9' });
    const address = company.url.replace('://', '://us:pass-of-the-company-9@');
    try {
      const run = await runSandbox(
        {
          inputs: { ...inputs(), run: upstream.asking('/v1/by-proxy') },
          env: { https_proxy: address },
        },
        [KEY, 'pass-of-the-company-9'],
      );
      expect(run.outputs).toMatchObject({ outcome: 'provided' });
      expect(upstream.seen).toEqual([`GET /v1/by-proxy Bearer ${KEY}`]);
      expect(company.asked).toContain(`127.0.0.2:${upstream.port}`);
    } finally {
      await company.close();
    }
  });
});

describe('a credential proxy for the following steps', () => {
  const workflow = (more: string, steps: string, rules: string, secrets: readonly string[]) => `
on: push
jobs:
  a:
    runs-on: ubuntu-24.04
    steps:
      - uses: ./first
      - id: sandbox
        uses: OWNER/agent-deploy/sandbox@v0
        env: { ${secrets.map((name) => `${name}: '\${{ secrets.${name} }}'`).join(', ')} }
        with:
          mode: runner
          proxy-config: |
            ${rules.replaceAll('\n', '\n            ')}
          private-networks: 127.0.0.2/32
          ca-file: ${upstream.caFile}
${more}${steps}
`;

  /** Runs a job whose first action reads the environment in its post step, which is the last step of the job. */
  async function runSteps(
    more: string,
    steps: string,
    rules = upstream.rules,
    secrets: Record<string, string> = { MODEL_KEY: KEY },
  ) {
    const workspace = await mkdtemp(path.join(upstream.folder, 'work-'));
    const first = path.join(workspace, 'first');
    await mkdir(first);
    await writeFile(
      path.join(first, 'action.yml'),
      'name: first\ndescription: has a post\nruns: { using: node24, main: a.js, post: b.js }\n',
    );
    await writeFile(path.join(first, 'a.js'), '');
    await writeFile(
      path.join(first, 'b.js'),
      "for (const name of ['HTTPS_PROXY', 'NODE_EXTRA_CA_CERTS', 'GIT_SSL_CAINFO']) console.log('post sees ' + name + '=' + process.env[name]);",
    );
    const file = path.join(upstream.folder, 'workflow.yml');
    await writeFile(file, workflow(more, steps, rules, Object.keys(secrets)));
    const run = await runWorkflow({
      file,
      event: sandboxEvent,
      workspace,
      secrets,
      actions: (uses) =>
        uses.startsWith('OWNER/agent-deploy/') ? { folder: path.dirname(SANDBOX_YML) } : null,
    });
    expect(findWorkflowLeaks(run, Object.values(secrets))).toEqual([]);
    expect(await processesWith(PROXY)).toEqual([]);
    return run;
  }

  test('is used only by steps that source the file with its environment variables', async () => {
    const run = await runSteps(
      '',
      `
      - run: |
          source "$ENV_FILE"
          ${upstream.asking('/v1/sourced')}
        env: { ENV_FILE: '\${{ steps.sandbox.outputs.env-file }}' }
      - run: echo "plain=\${HTTPS_PROXY:-none}"
`,
    );
    expect(run.conclusion).toBe('success');
    expect(upstream.seen).toEqual([`GET /v1/sourced Bearer ${KEY}`]);
    const { log = '', summary = '' } = run.jobs['a'] ?? {};
    expect(log).toMatch(/^you sent Bearer \*+$/m);
    expect(log).toMatch(/^plain=none$/m);
    expect(log).toContain('The credential proxy was stopped.');
    expect(summary).toMatch(/model \| `127\.0\.0\.2` \| credentials added/);
  });

  // docs/security/checkouts.md#variables-lead-later-steps
  test("is set for every later step with export-env, except for post steps that run after the proxy's post step", async () => {
    const run = await runSteps(
      "          export-env: 'true'\n",
      `
      - run: |
          ${upstream.asking('/v1/exported')}
`,
    );
    expect(run.conclusion).toBe('success');
    expect(upstream.seen).toEqual([`GET /v1/exported Bearer ${KEY}`]);
    const log = run.jobs['a']?.log ?? '';
    expect(log).toMatch(/^post sees HTTPS_PROXY=$/m);
    expect(log).toMatch(/^post sees NODE_EXTRA_CA_CERTS=$/m);
    expect(log).toMatch(/^post sees GIT_SSL_CAINFO=(\/etc\/.*|)$/m);
  });

  // docs/credential-proxy/signing.md#variables
  // docs/credential-proxy/signing.md#secrets
  test('signs the requests of an unmodified AWS client and of a webhook in later steps', async () => {
    const key = {
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'secret-access-key-of-the-job-41',
      sessionToken: 'session-token-of-the-job-42',
    };
    const secrets = {
      AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
      AWS_SESSION_TOKEN: key.sessionToken,
      HOOK_SECRET: 'secret-of-the-webhook-43',
    };
    const host = `127.0.0.2:${upstream.port}`;
    const rules = `rules:
  - name: bucket
    match_hosts: ['${host}']
    match_paths: [/bucket/*]
    sign:
      aws:
        access_key_id: ${key.accessKeyId}
        secret_access_key: '{AWS_SECRET_ACCESS_KEY}'
        session_token: '{AWS_SESSION_TOKEN}'
        region: eu-central-1
        service: s3
    budget: { uses: 2 }
  - name: webhook
    match_hosts: ['${host}']
    match_paths: [/hook]
    sign:
      hmac: { secret: '{HOOK_SECRET}', header: X-Hub-Signature-256, value: 'sha256={signature}' }
access_control: { allow_list: ['${host}'] }`;
    // The client library signs with the variables of the step, as in a program without a proxy.
    const program = path.join(upstream.folder, 'client.mjs');
    const library = path.resolve(import.meta.dirname, '../../node_modules/aws4/aws4.js');
    await writeFile(
      program,
      `import aws4 from '${library}';
const send = async (method, path, body, region = 'eu-central-1') => {
  const { headers } = aws4.sign({ host: '${host}', service: 's3', region, method, path, body });
  delete headers.Host;
  delete headers['Content-Length'];
  const response = await fetch('https://${host}' + path, { method, headers, body });
  console.log(method, path, response.status, await response.text());
};
await send('PUT', '/bucket/a%20b?x-id=PutObject', 'content');
await send('GET', '/bucket/list?a=1&b=%2B', undefined, 'us-west-2');
await send('GET', '/bucket/again');
await fetch('https://${host}/hook', { method: 'POST', body: 'event', headers: { 'X-Hub-Signature-256': 'own' } });
`,
    );
    const run = await runSteps(
      "          export-env: 'true'\n",
      `
      - run: "'${process.execPath}' '${program}'"
      - run: echo "variable $AWS_ACCESS_KEY_ID"
`,
      rules,
      secrets,
    );
    expect(run.conclusion).toBe('success');
    const [put, list, hook] = upstream.received;
    if (put === undefined || list === undefined || hook === undefined) throw new Error('missing requests');
    for (const request of [put, list]) {
      expect(verifyAwsSignature(request, key, new Date())).toMatchObject({
        kind: 'valid',
        region: 'eu-central-1',
        service: 's3',
      });
    }
    expect([put.url, put.body.toString(), list.url]).toEqual([
      '/bucket/a%20b?x-id=PutObject',
      'content',
      '/bucket/list?a=1&b=%2B',
    ]);
    const signature = createHmac('sha256', secrets.HOOK_SECRET).update('event').digest('hex');
    expect(hook.rawHeaders.filter((text) => text.includes('sha256=') || text === 'own')).toEqual([
      `sha256=${signature}`,
    ]);
    const { log = '', summary = '' } = run.jobs['a'] ?? {};
    expect(log).toMatch(/^PUT \/bucket\/a%20b\?x-id=PutObject 200 you sent .*Signature=\*+$/m);
    expect(log).toMatch(/^GET \/bucket\/again 403 .*\(budget-used-up\)$/m);
    expect(log).toMatch(/^variable signed-by-the-credential-proxy$/m);
    expect(log).not.toContain(signature);
    expect(summary).toMatch(
      /bucket \| `127\.0\.0\.2` \| credentials added: `?Authorization`?, `?X-Amz-Security-Token`?/,
    );
    expect(upstream.received).toHaveLength(3);
    const hosted = await runSandbox({ inputs: { mode: 'hosted', 'api-key': KEY, 'proxy-config': rules } });
    expect(hosted.outputs).toMatchObject({ 'reason-code': 'invalid-input' });
    expect(hosted.log).toContain('or use sign with mode: runner or with the emulator');
  });
});
