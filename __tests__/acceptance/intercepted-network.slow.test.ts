import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { plainAgent } from '../../harness/agents/fixtures.ts';
import { ensureDist } from '../../harness/dist.ts';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';
import { type InterceptedNetwork, startInterceptedNetwork } from '../../harness/package-registry.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

let network: InterceptedNetwork;
let repository: FixtureRepository;
let folder: string;
beforeAll(async () => {
  await ensureDist();
  network = await startInterceptedNetwork({
    name: 'greeting-of-the-day',
    source: "export const greeting = 'good morning';\n",
  });
  repository = await createRepository({
    ...plainAgent({
      preamble: "import { greeting } from 'greeting-of-the-day';\nconsole.log('installed:', greeting);\n",
    }),
    'package.json': JSON.stringify({
      name: 'agent',
      private: true,
      type: 'module',
      dependencies: { 'greeting-of-the-day': '1.0.0' },
    }),
  });
  folder = await mkdtemp(path.join(tmpdir(), 'intercepted-'));
  await writeFile(path.join(folder, 'ca.pem'), network.caPem);
});
afterAll(async () => {
  await network.close();
  await repository.remove();
  await rm(folder, { recursive: true });
});

/** Runs `npm start -- --repo` with only the given network settings, and an empty package cache. */
async function startOwnAgent(
  variables: Record<string, string>,
): Promise<{ code: number | null; text: string }> {
  const home = await mkdtemp(path.join(folder, 'home-'));
  // Makes npm report a failed fetch immediately.
  await writeFile(path.join(home, '.npmrc'), 'fetch-retries=0\n');
  const child = spawn(
    process.execPath,
    ['scripts/run.mjs', 'harness/start/main.ts', '--repo', repository.dir],
    {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], HOME: home, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, text };
}

describe('npm start on a network with a proxy that intercepts TLS', () => {
  const ca = () => path.join(folder, 'ca.pem');
  test.each<[string, () => Record<string, string>]>([
    [
      'HTTPS_PROXY and NODE_EXTRA_CA_CERTS',
      () => ({ HTTPS_PROXY: network.proxyUrl, HTTP_PROXY: network.proxyUrl, NODE_EXTRA_CA_CERTS: ca() }),
    ],
    [
      'lower-case proxies and the cafile of npm',
      () => ({ https_proxy: network.proxyUrl, http_proxy: network.proxyUrl, npm_config_cafile: ca() }),
    ],
    [
      'only the proxy and the cafile of npm',
      () => ({ npm_config_https_proxy: network.proxyUrl, NPM_CONFIG_CAFILE: ca() }),
    ],
  ])("installs the agent's packages with %s", async (_name, variables) => {
    const before = network.asked.length;
    const { code, text } = await startOwnAgent(variables());
    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('/info contains revision') });
    // The only request through the proxy is for the package. Servers on this machine are reached directly.
    const asked = new Set(network.asked.slice(before));
    expect([asked.size, [...asked].filter((target) => !target.endsWith(':443'))]).toEqual([1, []]);
  });

  test('reports an untrusted certificate if the CA is not configured', async () => {
    const { code, text } = await startOwnAgent({ HTTPS_PROXY: network.proxyUrl });
    expect({ code, text }).toEqual({ code: 1, text: expect.stringMatching(/SELF_SIGNED_CERT|UNABLE_TO_/) });
  });
});
