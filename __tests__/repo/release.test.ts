import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

const ROOT = path.resolve(import.meta.dirname, '../..');
interface Step {
  name?: string;
  uses?: string;
  run?: string;
  with?: Record<string, string>;
}
const { jobs } = parse(readFileSync(path.join(ROOT, '.github/workflows/release.yml'), 'utf8')) as {
  jobs: Record<string, { needs?: string; permissions?: Record<string, string>; steps: Step[] }>;
};
const steps = jobs['publish']?.steps ?? [];
const attested = steps.filter(({ uses }) => uses?.startsWith('actions/attest@'));
const at = (wanted: Step | undefined) => (wanted === undefined ? -1 : steps.indexOf(wanted));
const named = (part: string) => steps.find(({ name }) => name?.includes(part));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'release-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the release workflow', () => {
  // docs/security.md#released-files-attested
  test('attests the files of its commit, and verifies each attestation before anything is published', () => {
    const laidOut = named('lay out the files it holds');
    expect(laidOut?.run).toContain('git archive "$commit" | tar --extract --directory release');
    expect(attested[0]?.with).toEqual({ 'subject-path': 'release/**' });
    const checked = named('Every file of the release is attested');
    expect(at(laidOut)).toBeLessThan(at(attested[0]));
    expect(at(attested[0])).toBeLessThan(at(checked));
    const published = steps.filter(({ run }) => /git push|gh release|npm publish|imagetools/.test(run ?? ''));
    expect(published.length).toBeGreaterThanOrEqual(3);
    expect(published.every((step) => at(step) > at(checked))).toBe(true);

    const held = ['action.yml', 'emulator/action.yml', '.github/workflows/reusable-a.yml', 'dist/a b.js'];
    for (const file of held) {
      mkdirSync(path.dirname(path.join(folder, 'release', file)), { recursive: true });
      writeFileSync(path.join(folder, 'release', file), file);
    }
    const gh = path.join(folder, 'gh');
    const run = (refused: string) => {
      writeFileSync(gh, `#!/bin/sh\n[ "$3" != "${refused}" ] && echo "$@"\n`);
      chmodSync(gh, 0o755);
      return execFileSync('bash', ['-e', '-o', 'pipefail', '-c', checked?.run ?? ''], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: `${folder}:${process.env['PATH']}`, REPOSITORY: 'o/r' },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    };
    expect(run('').trim().split('\n').toSorted()).toEqual(
      held.map((file) => `attestation verify release/${file} --repo o/r`).toSorted(),
    );
    expect(() => run('release/emulator/action.yml')).toThrow('Command failed');
  });

  test('builds and attests the image for both architectures after agents ran in it, and moves tags last', () => {
    expect(jobs['publish']?.needs).toBe('image');
    const built = jobs['image']?.steps.map(({ run }) => run ?? '').join('\n') ?? '';
    expect(built.indexOf('__tests__/network/emulator-image')).toBeGreaterThan(built.indexOf('docker build'));
    expect(built.indexOf('docker push')).toBeGreaterThan(built.indexOf('__tests__/network/emulator-image'));
    const image = attested.find((step) => step.with?.['push-to-registry'] !== undefined);
    expect(at(image)).toBeGreaterThan(0);
    expect(at(image)).toBeLessThan(at(named('Push the release commit')));
    expect(steps.at(-1)?.name).toBe('Move the major tags');
  });

  // docs/kubernetes.md#published
  test('includes the attested chart and manifest, which refer to the image of the building repository', () => {
    const script = named('Give the chart and its manifest')?.run ?? '';
    mkdirSync(path.join(folder, 'deploy'));
    cpSync(path.join(ROOT, 'deploy'), path.join(folder, 'deploy'), { recursive: true });
    const helm = path.join(folder, 'helm');
    writeFileSync(helm, '#!/bin/sh\ncp "$2/values.yaml" "$4/packed"\n');
    chmodSync(helm, 0o755);
    execFileSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
      cwd: folder,
      env: { PATH: `${folder}:${process.env['PATH']}`, IMAGE: 'ghcr.io/o/i' },
    });
    expect(readdirSync(path.join(folder, 'kubernetes')).toSorted()).toEqual(['install.yaml', 'packed']);
    for (const file of ['install.yaml', 'packed']) {
      const text = readFileSync(path.join(folder, 'kubernetes', file), 'utf8');
      expect(text).toMatch(/ghcr\.io\/o\/i\b/);
      expect(text).not.toContain('OWNER');
    }
    expect(attested.map((step) => step.with?.['subject-path'])).toContain('kubernetes/*');
  });

  // docs/package.md#published
  test('moves the major tags and the latest image for a version but not for a release candidate', () => {
    const script = (name: string) => named(name)?.run ?? '';
    for (const name of ['docker', 'gh', 'git']) {
      writeFileSync(path.join(folder, name), `#!/bin/sh\necho ${name} "$@"\n`);
      chmodSync(path.join(folder, name), 0o755);
    }
    const run = (version: string, text: string) =>
      execFileSync('bash', ['-e', '-o', 'pipefail', '-c', text], {
        cwd: ROOT,
        encoding: 'utf8',
        env: {
          PATH: `${folder}:${process.env['PATH']}`,
          REPOSITORY: 'o/r',
          VERSION: version,
          MAJOR: 'v1',
          COMMIT: 'c0ffee',
          IMAGE: 'ghcr.io/o/i',
        },
      });
    const moved = run('1.2.3', script('Move the major tags'));
    expect(moved).toContain('--tag ghcr.io/o/i:1 --tag ghcr.io/o/i:latest ghcr.io/o/i:1.2.3\n');
    expect(moved).toContain('repos/o/r/git/refs/tags/v1 ');
    expect(run('1.3.0-rc.1', script('Move the major tags'))).not.toMatch(/docker|gh/);
    const publish = script('Push the release commit').replaceAll('notes.md', path.join(folder, 'notes.md'));
    expect(run('1.2.3', publish)).toContain(
      '--prerelease=false kubernetes/install.yaml kubernetes/agent-deploy-1.2.3.tgz\n',
    );
    expect(run('1.3.0-rc.1', publish)).toContain('--prerelease=true');
  });

  // docs/package.md#published
  test('publishes exactly the attested package, only once and with provenance', () => {
    expect(jobs['package']?.needs).toBe('publish');
    expect(jobs['package']?.permissions).toEqual({
      contents: 'read',
      'id-token': 'write',
      attestations: 'read',
    });
    const script = jobs['package']?.steps.at(-1)?.run ?? '';
    const program = (name: string, text: string) => {
      writeFileSync(path.join(folder, name), `#!/bin/sh\n${text}\n`);
      chmodSync(path.join(folder, name), 0o755);
    };
    const run = (version: string, { isAttested = true, isThere = false } = {}) => {
      program('gh', `echo gh "$@"; exit ${isAttested ? 0 : 1}`);
      program('npm', `echo npm "$@"; [ "$1" = view ] && exit ${isThere ? 0 : 1}; exit 0`);
      return spawnSync('bash', ['-e', '-c', script], {
        encoding: 'utf8',
        env: { PATH: `${folder}:${process.env['PATH']}`, REPOSITORY: 'o/r', VERSION: version },
      });
    };
    const file = 'emulator/agent-deploy-emulator-1.2.3.tgz';
    const verified = `gh attestation verify ${file} --repo o/r\nnpm view agent-deploy-emulator@1.2.3 version\n`;
    const publish = `npm publish ./${file} --provenance --access public --ignore-scripts --tag latest\n`;
    expect(run('1.2.3')).toMatchObject({ status: 0, stdout: verified + publish });
    expect(run('1.2.3', { isThere: true })).toMatchObject({ status: 0, stdout: verified });
    expect(run('1.2.3', { isAttested: false }).stdout).not.toContain('npm');
    expect(run('1.3.0-rc.1').stdout).toMatch(/--tag next\n$/);
  });
});
