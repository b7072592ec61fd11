import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { planInit } from '../../src/init/plan.ts';
import { memoryReader, SHAPES } from '../init/support/repositories.ts';
import { findGo, installPython, run } from './support/installs.ts';

// Checks workflows with the linters that users run on them: zizmor for security, and actionlint for correctness. The
// workflows are the workflows of this repository, the example workflows, and the workflows that `init` writes.
const ZIZMOR = 'zizmor==1.32.0';
const ACTIONLINT = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';
const ROOT = path.resolve(import.meta.dirname, '../..');
const RULES = path.join(ROOT, '.github/zizmor.yml');

let scratch: string;
let zizmor: string;
let actionlint: string;

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'workflow-linters-'));
  const installActionlint = async () => {
    const go = await findGo(path.join(scratch, 'go-bin'));
    const PATH = [path.dirname(go), process.env['PATH']].join(path.delimiter);
    const env = { ...process.env, PATH, GOBIN: path.join(scratch, 'tools'), GOFLAGS: '-modcacherw' };
    await run(go, ['install', ACTIONLINT], { env });
    return path.join(scratch, 'tools/actionlint');
  };
  const [python, installed] = await Promise.all([
    installPython(path.join(scratch, 'python'), [ZIZMOR]),
    installActionlint(),
  ]);
  zizmor = path.join(python, 'zizmor');
  actionlint = installed;
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** Returns a linter's exit code and its findings. */
function lint(file: string, args: readonly string[]): Promise<{ code: unknown; findings: string }> {
  return new Promise((resolve) => {
    execFile(file, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, findings: stdout + (error === null ? '' : stderr) });
    });
  });
}
const zizmorOn = (files: readonly string[]) =>
  lint(zizmor, ['--offline', '--quiet', '--no-progress', '--color', 'never', '--config', RULES, ...files]);
// The linters of shell scripts and Python are other programs, whose presence must not change the result.
const actionlintOn = (files: readonly string[]) =>
  lint(actionlint, ['-no-color', '-shellcheck=', '-pyflakes=', ...files]);

async function workflowsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yml'));
  expect(names.length).toBeGreaterThan(3);
  return names.map((name) => path.join(folder, name));
}

/** Writes the workflows that `init` creates for each example repository, and returns their paths. */
async function generatedWorkflows(): Promise<string[]> {
  const written: string[] = [];
  for (const [index, { files, name, branch }] of SHAPES.entries()) {
    const planned = await planInit(memoryReader(files, { name, branch }));
    if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
    for (const file of planned.plan.files.filter(({ path: place }) => place.endsWith('.yml'))) {
      const target = path.join(scratch, 'init', String(index), file.path);
      await mkdir(path.dirname(target), { recursive: true });
      // A repository that already uses the action by its owner keeps that owner, for whom the rules have no policy.
      await writeFile(target, file.text.replaceAll(/\S+\/agent-deploy@/g, 'OWNER/agent-deploy@'));
      written.push(target);
    }
  }
  expect(written.length).toBeGreaterThanOrEqual(SHAPES.length);
  return written;
}

// docs/security.md#workflow-linters
describe.each([
  ['of this repository', () => workflowsIn(path.join(ROOT, '.github/workflows'))],
  ['of the examples', () => workflowsIn(path.join(ROOT, 'examples/workflows'))],
  ['that init writes', generatedWorkflows],
])('the workflows %s', (_, filesOf) => {
  test('pass zizmor and actionlint', async () => {
    const files = await filesOf();
    expect(await zizmorOn(files)).toEqual({ code: 0, findings: expect.not.stringContaining('[') });
    expect(await actionlintOn(files)).toEqual({ code: 0, findings: '' });
  });
});

test('the actions of this repository pass zizmor', async () => {
  const files = ['', 'emulator', 'sandbox', 'verify'].map((folder) => path.join(ROOT, folder, 'action.yml'));
  expect(await zizmorOn(files)).toEqual({ code: 0, findings: expect.not.stringContaining('[') });
});

test('both linters refuse a workflow with a mistake', async () => {
  const file = path.join(scratch, 'wrong.yml');
  const lines = ['on: push', 'jobs:', '  a:', '    runs-on: ubuntu-24.04', '    steps:'];
  const injected = '      - run: echo "${{ github.head_ref }} ${{ githbu.sha }}"';
  await writeFile(file, [...lines, injected, ''].join('\n'));
  const judged = await zizmorOn([file]);
  expect(judged.code).not.toBe(0);
  expect(judged.findings).toContain('template-injection');
  const checked = await actionlintOn([file]);
  expect([checked.code, checked.findings]).toEqual([1, expect.stringContaining('githbu')]);
});
