import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createRepository, type FileTree, type FixtureRepository } from '../../harness/git.ts';
import { runInit } from '../../src/init/command.ts';
import { VALUES } from './support/repositories.ts';

const made: { remove: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(made.splice(0).map((item) => item.remove()));
});

const AGENT = {
  'langgraph.json': '{"graphs":{"a":"./a.py:graph"},"dependencies":["."]}',
  'a.py': 'import os\nos.environ["CRM_KEY"]\n',
};

async function repository(files: FileTree = AGENT): Promise<FixtureRepository> {
  const git = await createRepository(files);
  made.push(git);
  return git;
}

/** Environment of this process without `GITHUB_*`, which is set if the tests themselves run in GitHub Actions. */
const OUTSIDE = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('GITHUB_')),
);

/** Creates a folder that is not a checkout. */
async function folder(): Promise<string> {
  const at = await realpath(await mkdtemp(path.join(tmpdir(), 'init-')));
  made.push({ remove: () => rm(at, { recursive: true, force: true }) });
  return at;
}

async function init(cwd: string, argv: string[] = [], env: Record<string, string | undefined> = OUTSIDE) {
  const out: string[] = [];
  const log: string[] = [];
  const code = await runInit(argv, {
    cwd,
    env,
    signal: new AbortController().signal,
    print: (text) => out.push(text),
    log: (line) => log.push(line),
    release: { version: '0.4.2', repository: 'team/agent-deploy' },
  });
  return { code, out: out.join(''), log };
}

const workflows = (dir: string) =>
  readdir(path.join(dir, '.github/workflows')).then(
    (names) => names.toSorted(),
    () => [],
  );
const ALL = ['agent-deploy.yml', 'agent-manual.yml', 'agent-preview.yml', 'agent-sweep.yml'];

describe('agent-deploy init', () => {
  // docs/init.md#no-values
  test('writes the workflows of a checkout, and lists the secrets to set without their values', async () => {
    const git = await repository();
    await writeFile(path.join(git.dir, '.env'), `OTHER_KEY=${VALUES[1]}\nLANGSMITH_API_KEY=${VALUES[0]}\n`);
    const { code, out, log } = await init(git.dir);
    expect([code, log]).toEqual([0, []]);
    expect(await workflows(git.dir)).toEqual(ALL);
    expect(out).toContain(
      '  gh secret set LANGSMITH_API_KEY\n  gh secret set CRM_KEY\n  gh secret set CRM_KEY_OF_PREVIEWS\n  gh secret set OTHER_KEY\n',
    );
    const text = await readFile(path.join(git.dir, '.github/workflows/agent-deploy.yml'), 'utf8');
    expect(text).toContain('uses: team/agent-deploy@v0\n');
    for (const value of VALUES) expect(out + text).not.toContain(value);
  });

  test("finds the repository's name and default branch from each folder of the checkout", async () => {
    const git = await repository({ ...AGENT, 'docs/x.md': '' });
    await git.git('remote', 'set-url', 'origin', 'https://user:secret@example.org/acme/shop-agent.git');
    await git.git('update-ref', 'refs/remotes/origin/develop', 'HEAD');
    await git.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/develop');
    const { out } = await init(path.join(git.dir, 'docs'), ['--json']);
    expect(JSON.parse(out)).toMatchObject({
      schema_version: 1,
      outcome: 'written',
      branch: 'develop',
      agents: [{ deployment_name: 'shop-agent', graph_config_path: 'langgraph.json', languages: ['python'] }],
    });
    expect(out).not.toContain('user:secret');
  });

  test("reads the default branch from a workflow's event instead of from the checkout", async () => {
    const git = await repository();
    const event = path.join(await folder(), 'event.json');
    await writeFile(event, JSON.stringify({ repository: { default_branch: 'stable' } }));
    const env = { ...OUTSIDE, GITHUB_ACTIONS: 'true', GITHUB_EVENT_PATH: event };
    expect(JSON.parse((await init(git.dir, ['--json', '--dry-run'], env)).out)).toMatchObject({
      branch: 'stable',
    });
  });

  test('works in a folder without a checkout, and reports its assumptions', async () => {
    const at = await folder();
    for (const [name, text] of Object.entries(AGENT)) await writeFile(path.join(at, name), text);
    const { code, out } = await init('/', [at]);
    expect(code).toBe(0);
    expect(out).toContain('The default branch is unknown, so main is assumed.');
    expect(await workflows(at)).toEqual(ALL);
  });

  test('writes nothing if it runs again, or with --dry-run', async () => {
    const git = await repository();
    const dry = await init(git.dir, ['--dry-run']);
    expect(dry.out).toContain('# .github/workflows/agent-deploy.yml\n');
    expect(await workflows(git.dir)).toEqual([]);
    await init(git.dir);
    const again = await init(git.dir, ['--json']);
    expect(JSON.parse(again.out)).toMatchObject({ outcome: 'unchanged', written: [] });
  });

  // docs/init.md#edited
  test('does not overwrite edited workflows, and overwrites outdated workflows only with --force', async () => {
    const git = await repository();
    await init(git.dir);
    const file = path.join(git.dir, '.github/workflows/agent-deploy.yml');
    const text = await readFile(file, 'utf8');
    const edited = text.replace(
      'deployment-name: ',
      'rollback-on-failure: true\n          deployment-name: ',
    );
    await writeFile(file, edited);
    expect((await init(git.dir)).code).toBe(0);
    expect(await readFile(file, 'utf8')).toBe(edited);
    const lacking = edited.replace('  deployments: write\n', '');
    await writeFile(file, lacking);
    await rm(path.join(git.dir, '.github/workflows/agent-sweep.yml'));
    const refused = await init(git.dir);
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(
      /Nothing was written, because edits in \.github\/workflows\/agent-deploy\.yml would be lost:\n[^]*lacks the permission deployments: write/,
    );
    expect(await readFile(file, 'utf8')).toBe(lacking);
    expect(await workflows(git.dir)).not.toContain('agent-sweep.yml');
    expect((await init(git.dir, ['--force'])).code).toBe(0);
    expect(await readFile(file, 'utf8')).toBe(text);
    expect(await workflows(git.dir)).toEqual(ALL);
  });

  test('does not change an existing workflow, but lists the changes that the workflow needs', async () => {
    const own =
      'on: { push: { branches: [main] } }\njobs: { go: { steps: [{ uses: o/agent-deploy@v0 }] } }\n';
    const git = await repository({ ...AGENT, '.github/workflows/cd.yml': own });
    const { code, out } = await init(git.dir);
    expect([code, await workflows(git.dir)]).toEqual([0, [...ALL.slice(1), 'cd.yml']]);
    expect(out).toContain(
      'Your own workflows need changes:\n  .github/workflows/cd.yml, job go: two runs may deploy the agent at the same time.',
    );
  });

  // docs/init.md#check
  test('with --check exits with 1 while changes are needed, and writes nothing', async () => {
    const git = await repository();
    const before = await init(git.dir, ['--check']);
    expect(before.code).toBe(1);
    expect(before.out).toContain(
      'The workflows need changes (4):\n  langgraph.json: no workflow deploys it on a push.',
    );
    expect(await workflows(git.dir)).toEqual([]);
    await init(git.dir);
    expect(await init(git.dir, ['--check'])).toMatchObject({ code: 0, log: [] });
    await writeFile(path.join(git.dir, 'a.py'), 'import os\nos.environ["CRM_KEY"], os.environ["NEW_KEY"]\n');
    const json = await init(git.dir, ['--check', '--json']);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({
      outcome: 'failed',
      problems: ['agent-deploy.yml', 'agent-preview.yml'].map((name) => ({
        path: expect.stringContaining(name),
        message: 'the agent needs NEW_KEY (a.py), which the input `secrets` does not contain',
      })),
    });
  });

  // docs/init.md#bad-input
  test.each([
    [['--chekc'], /^--chekc: the flag does not exist\. Did you mean --check\?$/],
    [
      ['--zzzzzzzz'],
      /^--zzzzzzzz: the flag does not exist\. Run `agent-deploy init --help` to list all flags\.$/,
    ],
    [['--name'], /^init: Option '--name <value>' argument missing/],
    [
      ['--source', 'git'],
      /^--source: "git" is not one of git_host, internal_source\. Use one of these values\.$/,
    ],
    [
      ['--check', '--force'],
      /^--check: --check writes nothing, so it cannot be combined with --force or --dry-run/,
    ],
    [['a', 'b'], /^b: only one folder is allowed/],
    [
      ['no-such-folder'],
      /^no-such-folder: the folder cannot be read \(ENOENT.*\)\. Specify the folder of a repository\.$/,
    ],
  ])('rejects %j with one clear error, and writes nothing', async (argv, expected) => {
    const git = await repository();
    const { code, log, out } = await init(git.dir, argv);
    expect([code, log, out]).toEqual([1, [expect.stringMatching(expected)], '']);
    expect(await workflows(git.dir)).toEqual([]);
  });

  test('prints its flags with --help', async () => {
    expect((await init('/', ['--help'])).out).toMatch(/^usage: agent-deploy init \[folder\] \[flags\]\n/);
  });
});

// docs/init.md#hostile-names
describe('a repository with hostile files', () => {
  const onPosix = process.platform === 'win32' ? test.skip : test;

  onPosix.each(['.github', '.github/workflows'])(
    'does not make init write outside of the repository through a link at %s',
    async (link) => {
      const git = await repository();
      const elsewhere = await folder();
      await mkdir(path.dirname(path.join(git.dir, link)), { recursive: true });
      await symlink(elsewhere, path.join(git.dir, link));
      const { code, log } = await init(git.dir);
      expect([code, log]).toEqual([
        1,
        [expect.stringContaining('must be a folder of the repository, but is a link or a file')],
      ]);
      expect(await readdir(elsewhere)).toEqual([]);
    },
  );

  onPosix('cannot make init read outside of the repository, or overwrite the target of a link', async () => {
    const git = await repository();
    const elsewhere = await folder();
    await writeFile(path.join(elsewhere, 'secret.env'), 'FOREIGN_KEY=1\n');
    await symlink(path.join(elsewhere, 'secret.env'), path.join(git.dir, '.env'));
    await writeFile(path.join(elsewhere, 'target'), 'untouched');
    await mkdir(path.join(git.dir, '.github/workflows'), { recursive: true });
    await symlink(path.join(elsewhere, 'target'), path.join(git.dir, '.github/workflows/agent-deploy.yml'));
    const { out } = await init(git.dir);
    expect(out).not.toContain('FOREIGN_KEY');
    expect(await readFile(path.join(elsewhere, 'target'), 'utf8')).toBe('untouched');
  });

  onPosix('cannot make init start a program of the git configuration', async () => {
    const git = await repository();
    const mark = path.join(await folder(), 'started');
    for (const key of ['core.fsmonitor', 'core.sshCommand', 'diff.external', 'core.pager']) {
      await git.git('config', key, `touch ${mark}`);
    }
    expect((await init(git.dir)).code).toBe(0);
    expect(await readdir(path.dirname(mark))).toEqual([]);
  });

  onPosix('cannot control the terminal with text from its files', async () => {
    const git = await repository({
      ...AGENT,
      '.github/workflows/x.yml': 'on: push\njobs: {"\\e]0;evil\\a": {steps: [{uses: o/agent-deploy@v0}]}}\n',
    });
    const { out } = await init(git.dir, ['--check']);
    expect(out).toContain('job \u{fffd}]0;evil\u{fffd}');
    expect(out).not.toMatch(/[\u001b\u0007]/);
  });
});
