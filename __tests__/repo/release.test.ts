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
  with?: Record<string, string | undefined>;
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

    const held = [
      'action.yml',
      'emulator/action.yml',
      'emulator/agent-deploy-emulator-1.2.3.tgz',
      '.github/workflows/reusable-a.yml',
      'dist/main.js',
      'dist/a b.js',
    ];
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
    const verified = run('').trim().split('\n');
    expect(verified.slice(0, held.length).toSorted()).toEqual(
      held.map((file) => `attestation verify release/${file} --repo o/r`).toSorted(),
    );
    const bill = '--repo o/r --predicate-type https://cyclonedx.org/bom';
    expect(verified.slice(held.length)).toEqual([
      `attestation verify release/dist/main.js ${bill}`,
      `attestation verify release/emulator/agent-deploy-emulator-1.2.3.tgz ${bill}`,
    ]);
    expect(() => run('release/emulator/action.yml')).toThrow('Command failed');
  });

  test('builds and attests the image for both architectures after agents ran in it, and moves tags last', () => {
    expect(jobs['publish']?.needs).toBe('image');
    const built = jobs['image']?.steps.map(({ run }) => run ?? '').join('\n') ?? '';
    expect(built.indexOf('__tests__/network/emulator-image')).toBeGreaterThan(built.indexOf('docker build'));
    expect(built.indexOf('docker push')).toBeGreaterThan(built.indexOf('__tests__/network/emulator-image'));
    const image = attested.find((step) => step.with?.['subject-name']?.includes('outputs.image'));
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
      expect(text).not.toMatch(/\bOWNER\b|registry\.invalid|repository: ''/);
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
      '--prerelease=false kubernetes/install.yaml kubernetes/agent-deploy-1.2.3.tgz sbom/*.json\ngh release edit v1.2.3 --draft=false\n',
    );
    expect(run('1.3.0-rc.1', publish)).toContain('--prerelease=true');
  });

  // docs/security/releases.md#immutable
  test('moves no tag and publishes no package before the release is immutable and its tag leads to the attested commit', () => {
    const checked = named('The release cannot be changed');
    expect(at(checked)).toBeGreaterThan(at(named('Push the release commit')));
    expect(at(checked)).toBeLessThan(at(named('Move the major tags')));
    mkdirSync(path.join(folder, 'sbom'));
    writeFileSync(path.join(folder, 'sbom/agent-deploy.cdx.json'), '{}');
    const program = (name: string, text: string) => {
      writeFileSync(path.join(folder, name), `#!/bin/sh\n${text}\n`);
      chmodSync(path.join(folder, name), 0o755);
    };
    const run = ({ isImmutable = true, tagged = 'c0ffee', refused = 'nothing' } = {}) => {
      program(
        'gh',
        `[ "$2" = view ] && echo ${isImmutable} && exit; [ "$4" = "${refused}" ] && exit 1; echo gh "$@"`,
      );
      program('git', `printf '${tagged}\\trefs/tags/v1.2.3\\n'`);
      return spawnSync('bash', ['-e', '-o', 'pipefail', '-c', checked?.run ?? ''], {
        cwd: folder,
        encoding: 'utf8',
        env: {
          PATH: `${folder}:${process.env['PATH']}`,
          REPOSITORY: 'o/r',
          VERSION: '1.2.3',
          COMMIT: 'c0ffee',
        },
      });
    };
    const files = [
      'kubernetes/install.yaml',
      'kubernetes/agent-deploy-1.2.3.tgz',
      'sbom/agent-deploy.cdx.json',
    ];
    expect(run()).toMatchObject({
      status: 0,
      stdout: [
        'gh release verify v1.2.3 --repo o/r',
        ...files.map((file) => `gh release verify-asset v1.2.3 ${file} --repo o/r`),
        '',
      ].join('\n'),
    });
    const changeable = run({ isImmutable: false });
    expect([changeable.status, changeable.stdout]).toEqual([
      1,
      expect.stringContaining('Enable immutable releases'),
    ]);
    expect(run({ refused: 'sbom/agent-deploy.cdx.json' }).status).toBe(1);
    expect(run({ tagged: 'badcafe' })).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('leads to badcafe, and the attested commit is c0ffee'),
    });
  });

  // docs/security/releases.md#chart-signed
  test('signs the chart in the registry by the digest that helm reported', () => {
    const script = named('Push the chart to the registry')?.run ?? '';
    const output = path.join(folder, 'output');
    const helm = (text: string) => {
      writeFileSync(path.join(folder, 'helm'), `#!/bin/sh\ncat > /dev/null\n${text}\n`);
      chmodSync(path.join(folder, 'helm'), 0o755);
      writeFileSync(output, '');
      return spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
        cwd: folder,
        encoding: 'utf8',
        env: {
          PATH: `${folder}:${process.env['PATH']}`,
          CHARTS: 'ghcr.io/Octo-Org/charts',
          VERSION: '1.2.3',
          TOKEN: 'unused',
          GITHUB_ACTOR: 'octo',
          GITHUB_OUTPUT: output,
        },
      });
    };
    expect(helm('[ "$1" = push ] && echo "Digest: sha256:abc" >&2; exit 0').status).toBe(0);
    expect(readFileSync(output, 'utf8')).toBe(
      'name=ghcr.io/octo-org/charts/agent-deploy\ndigest=sha256:abc\n',
    );
    expect(helm('exit 0')).toMatchObject({ status: 1, stderr: expect.stringContaining('no digest') });
    const signed = attested.find((step) => step.with?.['subject-name']?.includes('steps.chart'));
    expect(signed?.with?.['push-to-registry']).toBe(true);
    expect(at(named('The chart is signed'))).toBeLessThan(at(named('Push the release commit')));
  });

  // docs/security/releases.md#bills
  test('attests a bill of materials for the action, the package and the image', () => {
    const bills = steps.flatMap((step) =>
      step.uses?.startsWith('actions/attest@') ? [step.with?.['sbom-path']] : [],
    );
    expect(bills.filter((file) => file !== undefined)).toEqual([
      'sbom/agent-deploy.cdx.json',
      'sbom/agent-deploy-emulator.cdx.json',
    ]);
    const image = jobs['image']?.steps.find(({ uses }) => uses?.startsWith('actions/attest@'));
    expect(image?.with?.['sbom-path']).toBe(
      'sbom/agent-deploy-emulator-image-${{ matrix.architecture }}.cdx.json',
    );
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
