import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { unpackTar } from 'modern-tar';
import { ActionError } from '../../../src/action/outcome.ts';
import type { ExactCommit } from '../../../src/action/pack/commit-files.ts';
import { createPackSource, type PackedSource, type PackLimits } from '../../../src/action/pack/pack.ts';
import { AGENT, addToTree, commitTree, CONFIG, makeTree, type Tree } from '../support/checkout.ts';

import { largestFiles } from '../../../src/action/pack/sizes.ts';

const LIMITS: PackLimits = { max: 209_715_200, large: 50_000_000, kept: 8_000_000 };

async function pack(
  workspace: string,
  {
    sourcePath = '.',
    configPath = 'langgraph.json',
    exactCommit,
    limits = {},
    env = {},
  }: {
    sourcePath?: string;
    configPath?: string;
    exactCommit?: ExactCommit;
    limits?: Partial<PackLimits>;
    env?: Record<string, string>;
  } = {},
) {
  const reported: string[] = [];
  const warned: string[] = [];
  const packSource = createPackSource(
    { PATH: process.env['PATH'], GITHUB_WORKSPACE: workspace, ...env },
    { ...LIMITS, ...limits },
  );
  const source = await packSource(
    {
      sourcePath,
      configPath,
      exactCommit,
      note: (line) => reported.push(line),
      warn: (line) => warned.push(line),
    },
    new AbortController().signal,
  );
  return { source, reported, warned };
}

async function bytesOf(source: PackedSource): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.open()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Returns the archive's content: file contents by path, and links as `-> target`. */
async function unpack(source: PackedSource): Promise<Record<string, string>> {
  const entries = await unpackTar(gunzipSync(await bytesOf(source)));
  return Object.fromEntries(
    entries.map(({ header, data }) => [
      header.name,
      header.type === 'symlink' ? `-> ${header.linkname}` : Buffer.from(data ?? []).toString(),
    ]),
  );
}

/** The string is assembled, so that this file contains no string that looks like a credential. */
const PRIVATE_KEY = ['PRIVATE', 'KEY'].join(' ');
/** Files that are recognized by their name, their path or their content. */
const CREDENTIALS: Tree = {
  '.npmrc': '//registry.example.org/:_authToken=npm_0123456789abcdef\n',
  'sub/.NPMRC': '_password = c2VjcmV0LXBhc3N3b3Jk\n',
  '.yarnrc.yml': 'npmScopes:\n  acme:\n    npmAuthToken: "abcdef0123"\n',
  'pip.conf': '[global]\nindex-url = https://user:pass-word@pypi.example.org/simple\n',
  '.pypirc': '[pypi]\npassword = pypi-0123456789\n',
  '.gitmodules': '[submodule "a"]\n\turl = https://me:ghp_0123456789@github.com/a/b\n',
  '.ENV': 'KEY=value',
  '.env~': 'KEY=value',
  '..env.swp': 'KEY=value',
  'prod.env.bak': 'KEY=value',
  'id_rsa.old': 'key',
  '.netrc~': 'machine example.org',
  'prod.tfvars': 'db_password = "0123456789"\n',
  'acme-1234-0123456789ab.json': '{"private_key":"0123456789"}',
  deploy_key: `-----BEGIN ${PRIVATE_KEY}-----\n`,
  '.Env.Local': 'KEY=value',
  '.envrc': 'export KEY=value',
  'config/prod.env': 'KEY=value',
  '.dev.vars': 'KEY=value',
  id_rsa: 'key',
  'keys/deploy_id_ed25519': 'key',
  'server.pem': `-----BEGIN RSA ${PRIVATE_KEY}-----\nMII\n`,
  'tls.key': `-----BEGIN ENCRYPTED ${PRIVATE_KEY}-----\nMII\n`,
  'cert.p12': 'binary',
  '.aws/credentials': '[default]\naws_secret_access_key = x',
  'home/.aws/sso/cache/a.json': '{}',
  '.NETRC': 'machine a login b password c',
  '.ssh/anything': 'x',
  '.docker/config.json': '{"auths":{}}',
  '.kube/config': 'x',
  '.config/gh/hosts.yml': 'x',
  credentials: '[default]\naws_secret_access_key = abcdefghijkl\n',
  'my-service-account.json': `{"private_key": "-----BEGIN ${PRIVATE_KEY}-----\\nMII"}`,
  'client_secret.json': '{"installed":{"client_secret":"GOCSPX-0123456789"}}',
  'terraform.tfstate': '{}',
  'git-credentials-0b7c.config': '[http]\n',
  token: 'Zx81-Qw7_rT55kLm0\n',
  'app/.token': 'Zx81-Qw7_rT55kLm0',
  'app/token.txt': 'Zx81-Qw7_rT55kLm0\n',
  access_token: 'Zx81-Qw7_rT55kLm0',
  '.github_token': 'Zx81-Qw7_rT55kLm0',
  'api_key.txt': 'Zx81-Qw7_rT55kLm0',
  apikey: 'Zx81-Qw7_rT55kLm0',
  'key.txt': 'Zx81-Qw7_rT55kLm0',
  '.password': 'Zx81-Qw7_rT55kLm0',
  'db-password.txt': 'Zx81-Qw7_rT55kLm0',
  '.terraformrc': 'credentials "app.terraform.io" {\n  token = "abc.atlasv1.def"\n}\n',
  '.modal.toml': '[default]\ntoken_secret = "as-0000"\n',
  '.snowsql/config': '[connections]\n',
  'config/master.key': '7f3c9e1ab2d4860597c1e8f2a3b4d5c6',
  'AuthKey_X1.p8': 'MIGT',
  'creds.json': '{}',
  '.streamlit/secrets.toml': 'a = 1',
  'kaggle.json': '{}',
  'dbt/profiles.yml': 'x:\n  password: hunter2-word\n',
};

const namesOf = async (source: PackedSource) => Object.keys(await unpack(source));
const stopped = async (work: Promise<unknown>): Promise<ActionError> => {
  const error: unknown = await work.catch((cause: unknown) => cause);
  if (!(error instanceof ActionError)) throw new Error('it did not stop', { cause: error });
  return error;
};

/** Renames a file in the index to a name of the same length that git would refuse to write. */
function renameInIndex(folder: string, from: string, to: string): void {
  const file = path.join(folder, '.git/index');
  const index = readFileSync(file).subarray(0, -20);
  const at = index.indexOf(from);
  index.write(to, at, 'latin1');
  writeFileSync(file, Buffer.concat([index, createHash('sha1').update(index).digest()]));
}

describe('a git checkout', () => {
  test('is packed at the current commit, with tracked files and with new files that are not ignored', async () => {
    const folder = makeTree({ ...AGENT, '.gitignore': 'dist/\n*.log\n', 'kept.log': 'tracked all the same' });
    execFileSync('git', ['init', '-q'], { cwd: folder });
    execFileSync('git', ['add', '-f', 'kept.log'], { cwd: folder });
    const commit = commitTree(folder);
    addToTree(folder, { 'new.txt': 'new', 'dist/out.js': 'built', 'x.log': 'noise' });
    const { source } = await pack(folder);
    expect(await namesOf(source)).toEqual([
      '.gitignore',
      'kept.log',
      'langgraph.json',
      'new.txt',
      'src/agent.ts',
    ]);
    expect(source.archive).toMatchObject({ files: 5, commit });
  });

  test("is packed with a nested repository's files, except for its .git and its ignored files", async () => {
    const folder = makeTree({ ...AGENT, 'lib/inner/a.ts': 'a', 'lib/inner/.gitignore': 'b.ts\n' });
    commitTree(path.join(folder, 'lib/inner'));
    addToTree(folder, { 'lib/inner/b.ts': 'ignored' });
    commitTree(folder);
    const { source } = await pack(folder);
    expect(await namesOf(source)).toEqual([
      'langgraph.json',
      'lib/inner/.gitignore',
      'lib/inner/a.ts',
      'src/agent.ts',
    ]);
  });

  // docs/security/checkouts.md#gits-own-configuration-checkout
  test('is packed without starting the programs in its git configuration', async () => {
    const folder = makeTree(AGENT);
    commitTree(folder);
    const mark = path.join(makeTree({}), 'started');
    execFileSync('git', ['config', 'core.fsmonitor', `touch ${mark}; false`], { cwd: folder });
    await pack(folder);
    expect(existsSync(mark)).toBe(false);
  });

  // docs/security/checkouts.md#path-gits-index-leads
  test.each(['../beside.txt', 'src/../../bes.txt', '../beside/repo'])(
    'is packed without the files outside of the checkout that its index lists: %s',
    async (outside) => {
      const outer = makeTree({ 'bes.txt': 'outside', 'beside.txt': 'outside' });
      const folder = path.join(outer, 'workspace');
      const honest = 'x'.repeat(outside.length);
      addToTree(folder, { ...AGENT, [honest]: 'inside' });
      addToTree(outer, { 'beside/repo/secret.txt': 'outside' });
      commitTree(folder);
      renameInIndex(folder, honest, outside);
      const listed = execFileSync('git', ['ls-files'], { cwd: folder, encoding: 'utf8' });
      expect(listed.split('\n')).toContain(outside);
      const { source } = await pack(folder);
      expect(await unpack(source)).toEqual({ ...AGENT, [honest]: 'inside' });
    },
  );

  test('is not used for packing if the workspace is an ignored subfolder of the checkout', async () => {
    const outer = makeTree({ 'inner/langgraph.json': CONFIG, '.gitignore': 'inner/\n' });
    commitTree(outer);
    const { source, reported } = await pack(path.join(outer, 'inner'));
    expect(await namesOf(source)).toEqual(['langgraph.json']);
    expect(reported.join()).toContain('is not a Git checkout');
  });
});

describe('a folder without git', () => {
  test('is packed without the files that its .gitignore files exclude', async () => {
    const folder = makeTree({
      ...AGENT,
      '.gitignore': '# comment\n*.log\n/build\ndeep/*.tmp\n!keep.log\nonly/\nread\n[open\n/back/in/\n',
      'a/x.log': '',
      'a/READ': '',
      'back/in/x': '',
      'back/.gitignore': '#in\n!in/\n/out\n/\n',
      'back/out': '',
      'back/in/out': '',
      'a/keep.log': '',
      'build/x': '',
      'a/build/x': '',
      'deep/a.tmp': '',
      'a/deep/a.tmp': '',
      'only/x': '',
      'a/only': 'a file',
      'sub/.gitignore': 'own.txt\n!*.log\n',
      'sub/own.txt': '',
      'sub/back.log': '',
    });
    const names = await namesOf((await pack(folder)).source);
    expect(names).toEqual([
      '.gitignore',
      'a/READ',
      'a/build/x',
      'a/deep/a.tmp',
      'a/keep.log',
      'a/only',
      'back/.gitignore',
      'back/in/out',
      'back/in/x',
      'langgraph.json',
      'src/agent.ts',
      'sub/.gitignore',
      'sub/back.log',
    ]);
  });
});

describe('the selection of packed files', () => {
  test("follows .dockerignore by Docker's rules", async () => {
    const rules = '*.md\n!README.md\ndata\n!data/keep.txt\n**/*.bin\n';
    const folder = makeTree({
      ...AGENT,
      '.dockerignore': rules,
      'a.md': '',
      'README.md': '',
      'sub/a.md': '',
      'data/x': '',
      'data/keep.txt': '',
      'sub/x.bin': '',
    });
    expect(await namesOf((await pack(folder)).source)).toEqual([
      '.dockerignore',
      'README.md',
      'data/keep.txt',
      'langgraph.json',
      'src/agent.ts',
      'sub/a.md',
    ]);
  });

  test('excludes folders that no build needs, even if git tracks them', async () => {
    const folder = makeTree({
      ...AGENT,
      'node_modules/x/index.js': '',
      'a/__pycache__/x.pyc': '',
      '.venv/bin/python': '',
      'b/venv/x': '',
      '.tox/x': '',
      '.mypy_cache/x': '',
    });
    commitTree(folder);
    expect(await namesOf((await pack(folder)).source)).toEqual(['langgraph.json', 'src/agent.ts']);
  });

  // docs/sources.md#python-leftovers
  test.each([
    ['without git', (_folder: string) => {}],
    ['in a git checkout', (folder: string) => void commitTree(folder)],
  ])('excludes files generated by Python and its tools, %s', async (_where, prepare) => {
    const folder = makeTree({
      'langgraph.json': CONFIG,
      'pyproject.toml': '',
      'src/agent/graph.py': '',
      'src/agent/venv.py': '',
      'src/agent/__pycache__/graph.cpython-312.pyc': '',
      'src/agent.egg-info/PKG-INFO': '',
      'old.pyc': '',
      '.eggs/x/y.py': '',
      '.ipynb_checkpoints/a.ipynb': '',
      '.langgraph_api/.langgraph_checkpoint.1.pckl': '',
      '.nox/tests/x': '',
      '.pytest_cache/README.md': '',
      '.ruff_cache/x': '',
      '.venv/pyvenv.cfg': '',
      '.venv/lib/python3.12/site-packages/langgraph/graph/__init__.py': '',
      'sub/my-env/pyvenv.cfg': '',
      'sub/my-env/bin/python': '',
      'sub/env/settings.py': '',
    });
    prepare(folder);
    expect(await namesOf((await pack(folder)).source)).toEqual([
      'langgraph.json',
      'pyproject.toml',
      'src/agent/graph.py',
      'src/agent/venv.py',
      'sub/env/settings.py',
    ]);
  });

  // docs/sources.md#python-leftovers
  test('includes generated Python files that a .dockerignore exception names, but not files that only its wildcards match', async () => {
    const folder = makeTree({
      '.dockerignore': '*\n!langgraph.json\n!src/**\n!vendor/lib.egg-info\n!compiled/*.pyc\n!sub/my-env\n',
      'langgraph.json': CONFIG,
      'src/agent.py': '',
      'src/__pycache__/agent.cpython-312.pyc': '',
      'src/venv/x': '',
      'vendor/lib.egg-info/PKG-INFO': '',
      'vendor/other.egg-info/PKG-INFO': '',
      'compiled/core.pyc': '',
      'sub/my-env/pyvenv.cfg': '',
    });
    expect(await namesOf((await pack(folder)).source)).toEqual([
      'compiled/core.pyc',
      'langgraph.json',
      'src/agent.py',
      'sub/my-env/pyvenv.cfg',
      'vendor/lib.egg-info/PKG-INFO',
    ]);
  });

  // docs/security/checkouts.md#git-credentials-files-hold
  test('excludes files with secrets, and reports the excluded files', async () => {
    const folder = makeTree({
      ...AGENT,
      '.env': 'KEY=value',
      'a/.env.production': 'KEY=value',
      '.env.example': 'KEY=',
      'gha-creds-0123456789abcdef.json': '{}',
      '.netrc': 'machine x',
    });
    commitTree(folder);
    const { source, reported } = await pack(folder);
    expect(await namesOf(source)).toEqual(['.env.example', 'langgraph.json', 'src/agent.ts']);
    expect(reported.join('\n')).toContain('.env, .netrc, a/.env.production, gha-creds-0123456789abcdef.json');
    expect(reported.join('\n')).not.toContain('value');
  });

  // docs/security/checkouts.md#keys-credentials-other-tools
  test.each([
    ['without git', (tree: Tree) => makeTree(tree)],
    [
      'tracked',
      (tree: Tree) => {
        const folder = makeTree(tree);
        commitTree(folder);
        return folder;
      },
    ],
    [
      'untracked',
      (tree: Tree) => {
        const folder = makeTree(AGENT);
        commitTree(folder);
        addToTree(folder, tree);
        return folder;
      },
    ],
  ])(
    'excludes files with credentials of every kind, in upper or lower case, and reports them: %s',
    async (_how, make) => {
      const { source, reported } = await pack(make({ ...AGENT, ...CREDENTIALS }));
      expect(await namesOf(source)).toEqual(['langgraph.json', 'src/agent.ts']);
      const more = Object.keys(CREDENTIALS).length - 5;
      expect(reported.join('\n')).toMatch(new RegExp(`such files contain secrets: .+ and ${more} more\\.`));
    },
  );

  // docs/security/checkouts.md#what-only-looks-like
  test('includes lookalikes of secrets, such as placeholders, public keys and certificates', async () => {
    const harmless = {
      '.npmrc':
        'registry=https://registry.example.org/\n# _authToken=old-0123456789\n//r/:_authToken=${NPM_TOKEN}\nalways-auth=true\n',
      '.yarnrc.yml': 'npmAuthToken: "${NPM_TOKEN}"\nnodeLinker: node-modules\n',
      'added_tokens.json': '{"<mask>": 50264}',
      'agents.example.env': 'KEY=',
      'ca.pem': '-----BEGIN CERTIFICATE-----\nMII\n',
      'credentials.py': 'TOKEN = "abcdefgh"',
      'example.env': 'KEY=',
      'id_rsa.pub': 'ssh-rsa AAAA',
      'pip.conf': '[global]\nindex-url = https://pypi.example.org/simple\n',
      'secrets.yaml': 'token: null\npassword: ""\n',
      'talk.key': 'x'.repeat(300_000),
      'tokenizer.json': '{"token": "abcdefgh"}',
      'token.txt': 'your token here',
      'password.txt': 'correct horse battery staple',
      'public-key.txt': 'see the README',
      'dbt/profiles.yml': 'x:\n  password: "{{ env_var(1) }}"\n',
    };
    const { source, reported } = await pack(makeTree({ ...AGENT, ...harmless }));
    expect(await namesOf(source)).toEqual([...Object.keys(harmless), ...Object.keys(AGENT)].toSorted());
    expect(reported.join('\n')).not.toContain('contain secrets');
  });

  // docs/security/checkouts.md#git-repository-left-out
  test.each(['vendor/lib.git', 'modules/sub'])(
    'excludes a git repository that is recognizable only by its contents: %s',
    async (place) => {
      const folder = makeTree({
        ...AGENT,
        [`${place}/HEAD`]: 'ref: refs/heads/main\n',
        [`${place}/config`]: '[http]\n\textraheader = AUTHORIZATION: basic c2VjcmV0\n',
        [`${place}/objects/info/packs`]: '',
        [`${place}/refs/heads/main`]: 'a'.repeat(40),
        'docs/HEAD': 'a word',
        'docs/config': 'another',
      });
      const { source, reported } = await pack(folder);
      expect(await namesOf(source)).toEqual(['docs/HEAD', 'docs/config', 'langgraph.json', 'src/agent.ts']);
      expect(reported.join('\n')).toContain(`contain secrets: ${place}/.`);
    },
  );

  test.each(['HEAD\nobjects\n', 'HEAD\nconfig\nrefs\n', 'HEAD\nconfig\nobjects\n'])(
    'excludes a bare repository that a .gitignore excludes in part: %j',
    async (ignored) => {
      const folder = makeTree({
        ...AGENT,
        '.gitignore': ignored,
        'backup/HEAD': 'ref: refs/heads/main\n',
        'backup/config': '[http]\n\textraheader = AUTHORIZATION: basic c2VjcmV0\n',
        'backup/objects/info/packs': '',
        'backup/refs/heads/main': 'a'.repeat(40),
      });
      const { source } = await pack(folder);
      expect(await namesOf(source)).toEqual(['.gitignore', 'langgraph.json', 'src/agent.ts']);
    },
  );

  // docs/security/checkouts.md#file-credentials-even-when
  test.each(['.aws/credentials', 'id_rsa', '.npmrc'])(
    'excludes %s with a warning, even if the graph configuration specifies it as env',
    async (env) => {
      const config = JSON.stringify({ graphs: { a: './a.ts:a' }, env: `./${env}` });
      const folder = makeTree({ 'langgraph.json': config, [env]: '_authToken=npm_0123456789' });
      const { source, warned } = await pack(folder);
      expect(await namesOf(source)).toEqual(['langgraph.json']);
      expect(warned.join('\n')).toContain(
        `${env} is not packed, although the graph configuration sets it as \`env\``,
      );
    },
  );

  test('scans a very long line for secrets quickly', async () => {
    const long = 'token'.repeat(50_000);
    const { source } = await pack(makeTree({ ...AGENT, '.npmrc': long, 'pip.conf': '://a:'.repeat(50_000) }));
    expect(await namesOf(source)).toEqual(['.npmrc', 'langgraph.json', 'pip.conf', 'src/agent.ts']);
  });

  // docs/security/checkouts.md#env-file-packed-when
  test('includes and reports an env file that the graph configuration specifies', async () => {
    const config = JSON.stringify({ graphs: { a: './a.ts:a' }, env: './.env' });
    const folder = makeTree({ 'agents/langgraph.json': config, 'agents/.env': 'A=1', '.env': 'B=2' });
    const { source, reported } = await pack(folder, { configPath: 'agents/langgraph.json' });
    expect(await namesOf(source)).toEqual(['agents/.env', 'agents/langgraph.json']);
    expect(reported.join('\n')).toContain('agents/.env is packed');
  });

  test('excludes links that lead out of the folder, with a single warning', async () => {
    const folder = makeTree({
      ...AGENT,
      'in.ts': { link: 'src/agent.ts' },
      out: { link: '/etc' },
      up: { link: '../x' },
    });
    const { source, warned } = await pack(folder);
    expect(await unpack(source)).toMatchObject({ 'in.ts': '-> src/agent.ts' });
    expect(await namesOf(source)).toHaveLength(3);
    expect(warned).toEqual([expect.stringContaining('out -> /etc, up -> ../x')]);
  });
});

describe('the archive of the packed files', () => {
  test('has the same bytes for the same files, at any time and in every folder', async () => {
    const [one, other] = [makeTree({ ...AGENT, 'run.sh*': '#!/bin/sh' }), makeTree({})];
    addToTree(other, {
      'run.sh*': '#!/bin/sh',
      'src/agent.ts': AGENT['src/agent.ts'] ?? '',
      'langgraph.json': CONFIG,
    });
    utimesSync(path.join(other, 'run.sh'), 1, 1);
    commitTree(other);
    const [a, b] = [await pack(one), await pack(other)];
    expect((await bytesOf(a.source)).equals(await bytesOf(b.source))).toBe(true);
    expect(a.source.archive.sha256).toBe(b.source.archive.sha256);
    const tar = gunzipSync(await bytesOf(a.source));
    expect(createHash('sha256').update(tar).digest('hex')).toBe(a.source.archive.sha256);
    const headers = (await unpackTar(tar)).map(({ header }) => header);
    expect(headers.map(({ name, mode, uid, gid, uname }) => ({ name, mode, uid, gid, uname }))).toEqual(
      [
        ['langgraph.json', 0o644],
        ['run.sh', 0o755],
        ['src/agent.ts', 0o644],
      ].map(([name, mode]) => ({ name, mode, uid: 0, gid: 0, uname: '' })),
    );
  });

  test('unpacks to the packed files, and has the same bytes if they are packed again', async () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .map((text) => text.replace(/[\0/\\]|[\uD800-\uDFFF](?![\uDC00-\uDFFF])/g, '_').normalize('NFC'))
      .filter((text) => !/^\.|\uFFFD|^(node_modules|venv|__pycache__)$/.test(text) && text.isWellFormed())
      .filter((text) => Buffer.byteLength(text) <= 200);
    const file = fc.tuple(fc.array(name, { minLength: 1, maxLength: 3 }), fc.string({ maxLength: 2000 }));
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 6 }), async (files) => {
        const tree: Record<string, string> = {};
        for (const [index, [parts, text]] of files.entries()) {
          // The leading number ensures that no path is both a file and a folder.
          tree[parts.map((part, depth) => `${index}.${depth}${part}`.replace(/\*$/, '_')).join('/')] = text;
        }
        const folder = makeTree(tree);
        const { source } = await pack(folder, { limits: { kept: 0 } });
        expect(await unpack(source)).toEqual(tree);
        expect(await bytesOf(source)).toHaveLength(source.archive.bytes);
      }),
      { numRuns: 15 },
    );
  });

  test('contains only the folder that source-path specifies', async () => {
    const folder = makeTree({ 'agents/a/langgraph.json': CONFIG, 'agents/lib/x.ts': '', 'other/y.ts': '' });
    commitTree(folder);
    const { source } = await pack(folder, { sourcePath: 'agents', configPath: 'a/langgraph.json' });
    expect(await namesOf(source)).toEqual(['a/langgraph.json', 'lib/x.ts']);
    expect(source.includes('a/langgraph.json')).toBe(true);
  });

  test('causes one warning about Git LFS pointers', async () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n';
    const { warned } = await pack(makeTree({ ...AGENT, 'a.bin': pointer, 'b.bin': pointer }));
    expect(warned).toEqual([expect.stringContaining('a.bin and 1 more files are Git LFS pointers')]);
  });

  test('lists its large files before its small folders', () => {
    const files = [
      { path: 'src/a.ts', size: 10 },
      { path: 'model.bin', size: 5_000_000 },
    ];
    expect(largestFiles(files)[0]).toBe('    5.0 MB  model.bin');
  });

  test('causes a warning with the largest files if it is large, and an error above the limit', async () => {
    const noise = new Uint8Array(3000).map((_, index) => (index * 7919) % 251);
    const folder = makeTree({ ...AGENT, 'data/big.bin': noise, 'data/small.bin': 'x' });
    const { warned } = await pack(folder, { limits: { large: 100 } });
    expect(warned.join()).toMatch(/The largest files:\n +3\.0 kB {2}data\/\n +3\.0 kB {2}data\/big\.bin\n/);
    const stop = await stopped(pack(folder, { limits: { max: 100 } }));
    expect(stop.outcome).toMatchObject({ reason: 'source-too-large' });
    expect(stop.message).toContain('data/big.bin');
  });

  test('causes the same error above the limit if it is an approved commit', async () => {
    const folder = makeTree({ ...AGENT, 'data/a.bin': randomBytes(4_000_000), 'data/b.bin': 'x' });
    const refuse = (why: string) => new ActionError('commit-not-approved', why);
    const exactCommit = { commit: commitTree(folder), name: 'the approved commit', refuse };
    const stop = await stopped(pack(folder, { limits: { max: 100 }, exactCommit }));
    expect(stop.outcome).toMatchObject({ reason: 'source-too-large' });
  });
});

describe('a source folder', () => {
  test('is rejected if it is empty', async () => {
    const folder = makeTree({ '.git': 'no repository' });
    expect((await stopped(pack(folder))).message).toMatch(/source-path: .+ contains no file to pack/);
  });

  test('is rejected with a separate message if it is a git directory', async () => {
    const folder = makeTree({
      ...AGENT,
      HEAD: 'ref: refs/heads/main',
      config: '',
      'objects/x': '',
      'refs/x': '',
    });
    const stop = await stopped(pack(folder));
    expect(stop.outcome).toMatchObject({ reason: 'source-unusable' });
    expect(stop.message).toMatch(/has the content of a Git directory/);
  });

  test.each([
    ['is missing', 'nowhere', /does not exist in the workspace/],
    ['leads outside through a link', 'out', /is outside the workspace/],
  ])('is rejected if it %s', async (_what, sourcePath, message) => {
    const folder = makeTree({ ...AGENT, out: { link: makeTree(AGENT) } });
    expect((await stopped(pack(folder, { sourcePath }))).message).toMatch(message);
  });

  test.each([
    ['grows', 'longer than it was'],
    ['changes but keeps its length', 'EXPORT const graph = {};\n'],
  ])('is rejected if a file in it %s during the packing', async (_what, text) => {
    const folder = makeTree(AGENT);
    const { source } = await pack(folder, { limits: { kept: 0 } });
    addToTree(folder, { 'src/agent.ts': text });
    // The clock has a resolution of seconds and the writer restores the time, but the content still reveals the
    // change.
    const error: unknown = await bytesOf(source).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ name: 'BodyBroken', cause: { outcome: { reason: 'source-changed' } } });
  });

  test('is packed with the bytes that were hashed, even if a small file changes later', async () => {
    const folder = makeTree(AGENT);
    const { source } = await pack(folder);
    addToTree(folder, { 'src/agent.ts': 'changed' });
    expect((await unpack(source))['src/agent.ts']).toBe(AGENT['src/agent.ts']);
  });

  test('is packed without the files behind a link that replaced a folder during the packing', async () => {
    const folder = makeTree({ ...AGENT, 'lib/a.ts': 'a' });
    commitTree(folder);
    execFileSync('rm', ['-r', path.join(folder, 'lib')]);
    const elsewhere = makeTree({ 'a.ts': 'secret of elsewhere' });
    addToTree(folder, { lib: { link: elsewhere } } satisfies Tree);
    mkdirSync(path.join(folder, 'more'));
    expect(await namesOf((await pack(folder)).source)).toEqual(['langgraph.json', 'src/agent.ts']);
  });
});

describe('an invalid source-path', () => {
  test.each(['langgraph.json', 'langgraph.json/', 'langgraph.json/src', 'missing', 'loop'])(
    'fails the run with instructions if it is not a folder: %s',
    async (sourcePath) => {
      const folder = makeTree({ ...AGENT, loop: { link: 'loop' } });
      const { outcome } = await stopped(pack(folder, { sourcePath }));
      expect(outcome.reason).toBe('source-unusable');
      expect(outcome.message).toMatch(/^source-path: /);
    },
  );
});

// docs/security/checkouts.md#git-waits-for-no-pipe
(process.platform === 'linux' ? test : test.skip).each(['.gitignore', 'deep/.gitignore'])(
  'a pipe at %s in a checkout causes an error that names the path, although git would wait for the pipe',
  async (name) => {
    const workspace = makeTree({ ...AGENT, 'deep/file': 'x' });
    commitTree(workspace);
    execFileSync('mkfifo', [path.join(workspace, name)]);
    await expect(pack(workspace)).rejects.toMatchObject({
      outcome: { reason: 'source-unusable' },
      message: expect.stringContaining(`${name} cannot be used, because it is not a regular file`),
    });
  },
);
