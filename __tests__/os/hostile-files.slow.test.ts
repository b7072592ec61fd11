import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readEarlierAnswers } from '../../src/action/gate/report/files.ts';
import { createRunnerHost } from '../../src/action/host/runner-host.ts';
import { createEmulatorMachine } from '../../src/action/emulator/machine.ts';
import { createCodeReader } from '../../src/action/pack/code-reader.ts';
import { unneededNames } from '../../src/action/pack/exclusions.ts';
import { walk } from '../../src/action/pack/git-files.ts';
import { readRules, selectFiles } from '../../src/action/pack/select.ts';
import { tar } from '../../src/action/pack/tar.ts';
import { createMachine, programsIn } from '../../src/action/sandbox/machine.ts';
import { readWorkspaceFile } from '../../src/action/workspace-file.ts';
import { findTop, readCheckout } from '../../src/cli/checkout.ts';
import { readSecretFiles } from '../../src/cli/secret-files.ts';
import { createJournal } from '../../src/emulator/admin/journal.ts';
import { openJournalFile } from '../../src/emulator/admin/journal-file.ts';
import { openSessionFile } from '../../src/emulator/dashboard/session-file.ts';
import { readApiKeyFile } from '../../src/emulator/cli/environment.ts';
import { readSeedFile } from '../../src/emulator/cli/seed-file.ts';
import { bundleModules, retainBundler } from '../../src/emulator/data-plane/build/bundle.ts';
import {
  pythonFilesHaveCredentials,
  readRegistrySettings,
} from '../../src/emulator/data-plane/build/package-access.ts';
import { DEFAULT_LIMITS } from '../../src/emulator/data-plane/build/step.ts';
import { missingContentNotices } from '../../src/emulator/data-plane/git/checkout.ts';
import { requireReadDependencies } from '../../src/emulator/data-plane/python/build-systems.ts';
import { isReusable } from '../../src/emulator/data-plane/python/resolution-cache.ts';
import { readRequirementFiles } from '../../src/emulator/data-plane/python/requirement-files.ts';
import { readPipSettings, readUvSettings } from '../../src/emulator/data-plane/python/tree-settings.ts';
import { configEnvironment } from '../../src/emulator/data-plane/workload/worker-settings.ts';
import { describeAddress } from '../../src/emulator/dev/address.ts';
import { readStoredApiKey } from '../../src/emulator/dev/data-folder.ts';
import { createJournalRedactor } from '../../src/emulator/server/journal-redactor.ts';
import { createFacade, findCheckout, openRepository } from '../../src/git/repository.ts';
import { checkAgent } from '../../src/graph-config/check.ts';
import { readPackageFolders } from '../../src/graph-config/install-plan.ts';
import { loadGraphConfig } from '../../src/graph-config/load.ts';
import { openRepository as openForInit } from '../../src/init/disk.ts';
import { openCheckout } from '../../src/os/checkout-reader.ts';
import { HOSTILE_FILES } from './support/hostile-files.ts';

/** Code that reads a file of a checkout, or a file that another program may have replaced. */
interface Reader {
  /** Path of the file, relative to the checkout. */
  file: string;
  read(checkout: string): Promise<unknown>;
  /** True if the user specifies the file, so it may be anywhere. */
  isAnywhere?: true;
  /**
   * True if the file may also be a pipe. A wait for the pipe ends with a signal and blocks no thread: see
   * plain-file.test.ts.
   */
  mayBePipe?: true;
}

const signal = new AbortController().signal;
const NONE = unneededNames(new Set());
const clock = { now: () => 0, sleep: () => Promise.resolve() };
const quiet = { addSecrets: () => undefined, warn: () => undefined };

const ATTEMPT = {
  runId: '1',
  attempt: 2,
  commit: undefined,
  candidate: 'agent',
  baselineRevision: undefined,
  casesDigest: '',
};

const module = (checkout: string, name: string) => ({
  key: 'graphs.agent',
  path: `./${name}`,
  exportName: 'graph',
  file: path.join(checkout, name),
});
async function bundle(checkout: string, entry: string) {
  const config = { graphs: [], env: { kind: 'none' } } as never;
  const loaded = { shown: 'langgraph.json', folder: checkout, folderName: '.', config, warnings: [] };
  const release = retainBundler();
  try {
    // The bundler itself opens files that are not JavaScript modules.
    const limits = { ...DEFAULT_LIMITS, commandMs: 1_000 };
    return await bundleModules(loaded, [module(checkout, entry)], { signal, limits, log: () => undefined });
  } finally {
    await release();
  }
}

const READERS: Record<string, Reader> = {
  'the .dockerignore of a packed folder': {
    file: '.dockerignore',
    read: async (checkout) => (await readRules(checkout)).ignored('a'),
  },
  'the .gitignore of a packed folder': { file: '.gitignore', read: (checkout) => walk(checkout, NONE) },
  'the graph configuration of a packed folder': {
    file: 'langgraph.json',
    async read(checkout) {
      const rules = await readRules(checkout);
      return selectFiles(checkout, ['langgraph.json'], rules, 'langgraph.json');
    },
  },
  'a packed file that might contain a secret': {
    file: '.npmrc',
    async read(checkout) {
      return selectFiles(checkout, ['.npmrc'], await readRules(checkout), undefined);
    },
  },
  'a packed file that changed': {
    file: 'file',
    async read(checkout) {
      const entry = { kind: 'file', path: 'file', size: 10, changedMs: 0, executable: false } as const;
      let text = '';
      for await (const chunk of tar(checkout, [entry])) text += Buffer.from(chunk).toString();
      return text;
    },
  },
  'the responses of an earlier attempt': {
    file: 'gate/answers.json',
    read: (checkout) =>
      readEarlierAnswers(path.join(checkout, 'gate'), ATTEMPT, {
        names: [],
        signingKey: 'key',
        redact: (text) => text,
      }),
  },
  'a file that an input names': {
    file: 'checks.yml',
    read: (checkout) => readWorkspaceFile(checkout, 'checks.yml'),
  },
  "the runner's event": {
    file: 'event.json',
    isAnywhere: true,
    read: async (checkout) => createRunnerHost({}).readFile(path.join(checkout, 'event.json')),
  },
  'the saved state of the emulator action': {
    file: 'ready',
    isAnywhere: true,
    read: (checkout) => createEmulatorMachine({}, checkout).readFile(path.join(checkout, 'ready')),
  },
  'the journal of a stopped emulator': {
    file: 'journal.jsonl',
    isAnywhere: true,
    read: (checkout) =>
      firstLine(createEmulatorMachine({}, checkout).readLines(path.join(checkout, 'journal.jsonl'))),
  },
  'the saved state of the sandbox action': {
    file: 'restore',
    isAnywhere: true,
    read: (checkout) => createMachine({}, programsIn(checkout)).readFile(path.join(checkout, 'restore')),
  },
  'the audit file of a sandbox': {
    file: 'audit.jsonl',
    isAnywhere: true,
    read: (checkout) =>
      firstLine(createMachine({}, programsIn(checkout)).readLines(path.join(checkout, 'audit.jsonl'))),
  },
  'a file with secrets': {
    file: 'secrets',
    isAnywhere: true,
    mayBePipe: true,
    async read(cwd) {
      const sources = { cwd, signal, readInput: async () => '' };
      await readSecretFiles([{ input: 'secrets', file: 'secrets' }], sources, []);
    },
  },
  'the file of the API key': {
    file: 'key',
    isAnywhere: true,
    mayBePipe: true,
    read: (checkout) => readApiKeyFile(path.join(checkout, 'key')),
  },
  'the seed file': {
    file: 'seed.yml',
    isAnywhere: true,
    read: (checkout) => readSeedFile(path.join(checkout, 'seed.yml')),
  },
  'the journal file': {
    file: 'journal.jsonl',
    isAnywhere: true,
    async read(checkout) {
      const journal = createJournal(createJournalRedactor(), clock);
      const log = () => undefined;
      const options = { journal, redactor: createJournalRedactor(), log } as never;
      openJournalFile(path.join(checkout, 'journal.jsonl'), options);
    },
  },
  'the key file of a data folder': {
    file: 'dev-api-key',
    isAnywhere: true,
    read: (checkout) => readStoredApiKey(checkout),
  },
  'the session file of the dashboard': {
    file: 'dashboard-sessions.json',
    async read(dataDir) {
      const { sessions } = await openSessionFile({
        dataDir,
        origin: 'http://127.0.0.1:1',
        log: () => undefined,
      });
      if (sessions.length === 0) throw new Error('the file contains no sessions');
    },
  },
  'the pyproject.toml of a cached resolution': {
    file: 'pyproject.toml',
    read: (checkout) => isReusable({ projects: [checkout], archives: [], packages: [] } as never),
  },
  'the pyproject.toml of a local project': {
    file: 'pyproject.toml',
    read: (checkout) => requireReadDependencies(checkout, { projects: [checkout], packages: [] } as never),
  },
  'the graph configuration of the agent that dev shows': {
    file: 'langgraph.json',
    read(root) {
      const transport = { call: () => Promise.reject(new Error('no agent')) } as never;
      const agent = { root, configPath: 'langgraph.json' } as never;
      return describeAddress(transport, agent, { url: 'http://127.0.0.1:9', apiKey: 'key' });
    },
  },
  'a module whose code is searched': {
    file: 'agent.py',
    read: (checkout) => createCodeReader(checkout, {}, signal).read('agent.py'),
  },
  'the refs that the command line reads': {
    file: '.git/packed-refs',
    async read(checkout) {
      const found = await findTop(checkout, {});
      return found && readCheckout(found, process.env, signal);
    },
  },
  'the .gitattributes of a build': { file: '.gitattributes', read: missingContentNotices },
  'the graph configuration of a build': {
    file: 'langgraph.json',
    read: async (checkout) => loadGraphConfig(await openCheckout(checkout), 'langgraph.json'),
  },
  'the package.json of a build': {
    file: 'package.json',
    read: async (checkout) => readPackageFolders(await openCheckout(checkout), ''),
  },
  'a requirements file of a build': {
    file: 'requirements.txt',
    read: (checkout) => readRequirementFiles(checkout, checkout, [path.join(checkout, 'requirements.txt')]),
  },
  'the uv.toml of a build': { file: 'uv.toml', read: (checkout) => readUvSettings(checkout, checkout) },
  'the pyproject.toml of a build': {
    file: 'pyproject.toml',
    read: (checkout) => readUvSettings(checkout, checkout),
  },
  'the pip.conf of a build': {
    file: 'pip.conf',
    read: (checkout) => readPipSettings(checkout, path.join(checkout, 'pip.conf')),
  },
  'the environment file of an agent': {
    file: '.env',
    read: (folder) => configEnvironment({ env: { kind: 'file', path: '.env' }, folder }, quiet),
  },
  'a module of an agent': { file: 'agent.ts', read: (checkout) => bundle(checkout, 'agent.ts') },
  'a JSON file that a module imports': {
    file: 'data.json',
    async read(checkout) {
      await writeFile(
        path.join(checkout, 'agent.ts'),
        `import data from './data.json'; export const graph = data;`,
      );
      return bundle(checkout, 'agent.ts');
    },
  },
  'the tsconfig.json next to a module': {
    file: 'tsconfig.json',
    async read(checkout) {
      await writeFile(path.join(checkout, 'agent.ts'), 'export const graph = 1;');
      return bundle(checkout, 'agent.ts');
    },
  },
  'the .npmrc of a build': {
    file: '.npmrc',
    read: (checkout) => readRegistrySettings(checkout, [checkout]),
  },
  'the pyproject.toml that may contain credentials': {
    file: 'pyproject.toml',
    read: (checkout) => pythonFilesHaveCredentials(checkout),
  },
  'a graph configuration that is checked': {
    file: 'langgraph.json',
    read: async (checkout) =>
      checkAgent({
        reader: await openCheckout(checkout),
        configPath: 'langgraph.json',
        rootName: 'agent',
        installCommand: undefined,
        buildCommand: undefined,
      }),
  },
  'a file that init reads': {
    file: 'langgraph.json',
    read: async (checkout) => (await openForInit(checkout, {}, signal)).read('langgraph.json'),
  },
  ...Object.fromEntries(
    ['HEAD', 'config', 'packed-refs', 'shallow', 'info/exclude', 'commondir', 'index'].map((name) => [
      `the ${name} of a repository`,
      {
        file: `.git/${name}`,
        async read(checkout: string) {
          const found = (await findCheckout(checkout, checkout)) ?? (await openRepository(checkout));
          return found && createFacade(found, path.join(checkout, 'facade'), process.platform);
        },
      },
    ]),
  ),
  'a .git file': { file: '.git', read: (checkout) => findCheckout(checkout, checkout) },
};

/** Modules that read files which other programs write, each with the readers in the table that call it. */
const COVERED: Record<string, readonly string[]> = {
  'action/emulator/machine': ['the saved state of the emulator action', 'the journal of a stopped emulator'],
  'action/gate/report/files': ['the responses of an earlier attempt'],
  'action/host/runner-host': ["the runner's event"],
  'action/pack/code-reader': ['a module whose code is searched'],
  'action/pack/ignore-file': ['the .dockerignore of a packed folder', 'the .gitignore of a packed folder'],
  'action/pack/select': [
    'a packed file that might contain a secret',
    'the graph configuration of a packed folder',
  ],
  'action/pack/tar': ['a packed file that changed'],
  'action/sandbox/machine': ['the saved state of the sandbox action', 'the audit file of a sandbox'],
  'action/workspace-file': ['a file that an input names'],
  'cli/checkout': ['the refs that the command line reads'],
  'cli/secret-files': ['a file with secrets'],
  'emulator/admin/journal-file': ['the journal file'],
  'emulator/cli/environment': ['the file of the API key'],
  'emulator/cli/yaml-file': ['the seed file'],
  'emulator/data-plane/build/bundle': ['a module of an agent', 'a JSON file that a module imports'],
  'emulator/data-plane/build/package-access': [
    'the .npmrc of a build',
    'the pyproject.toml that may contain credentials',
  ],
  'emulator/data-plane/git/checkout': ['the .gitattributes of a build'],
  'emulator/data-plane/python/build-systems': ['the pyproject.toml of a local project'],
  'emulator/data-plane/python/resolution-cache': ['the pyproject.toml of a cached resolution'],
  'emulator/data-plane/python/requirement-files': ['a requirements file of a build'],
  'emulator/data-plane/python/tree-settings': ['the uv.toml of a build', 'the pip.conf of a build'],
  'emulator/data-plane/workload/worker-settings': ['the environment file of an agent'],
  'emulator/dev/address': ['the graph configuration of the agent that dev shows'],
  'emulator/dashboard/session-file': ['the session file of the dashboard'],
  'emulator/dev/data-folder': ['the key file of a data folder'],
  'git/repository': ['the HEAD of a repository', 'the packed-refs of a repository', 'a .git file'],
  'init/disk': ['a file that init reads'],
  'os/checkout-reader': ['the graph configuration of a build', 'the package.json of a build'],
};

/** Other modules that read files through the same module, and the reason why the table does not call them. */
const NOT_CALLED: Record<string, string> = {
  'action/emulator/install': 'files that the package manager has just written',
  'action/git/resolve-ref': 'a check before git reads the file, by the reader of git/repository',
  'box/box-folder': 'files of the kernel and of this installation',
  'box/launch': 'a file that the launcher of the box wrote',
  'cli/command-line-host': 'files that the user names, by the reader of action/host/runner-host',
  'cli/explain': 'a page of this installation',
  'cli/help': 'a manifest of this installation',
  'cli/run': 'a manifest of this installation',
  'emulator/cli/run': 'a file that the user names',
  'emulator/dashboard/files': 'files of this installation',
  'emulator/data-plane/artifacts/survey': 'needs a finished build; tested with the archives',
  'emulator/data-plane/artifacts/unpack': 'needs a finished build; tested with the archives',
  'emulator/data-plane/build/artifact': 'a description that the emulator wrote',
  'emulator/data-plane/git/history': 'a file that git has just written into a temporary folder',
  'emulator/data-plane/images/registry':
    'a file of the installation that holds the credentials of registries',
  'emulator/data-plane/install/install': 'needs an installation; reads like os/checkout-reader',
  'emulator/data-plane/places/kubernetes/api/credentials': 'files of the machine',
  'emulator/data-plane/places/kubernetes/api/kubeconfig': 'files of the machine',
  'emulator/data-plane/places/kubernetes/build-pods': 'files of the machine',
  'emulator/data-plane/python/installer': 'output of a program that the emulator started',
  'emulator/data-plane/python/environment-cache': 'a file that the emulator wrote',
  'emulator/data-plane/python/pip-installer': 'programs of an environment that pip has just created',
  'emulator/data-plane/python/uv-installer': 'needs uv; reads like python/tree-settings',
  'emulator/data-plane/worker/failures': "runs in the worker, as the author's code does",
  'emulator/data-plane/worker/launcher': 'files of a finished build',
  'emulator/data-plane/worker/library': "runs in the worker, as the author's code does",
  'emulator/data-plane/worker/type-parser': 'runs in a process with a time limit',
  'emulator/dev/working-tree': 'files of the user who runs dev; tested with the snapshots',
  'emulator/replicas/replica': 'a file that the emulator wrote',
  'emulator/sandboxes/runtime': 'a file that the user names',
  'emulator/storage': 'a file that the emulator wrote',
  'emulator/store/keyring': 'a file that the user names',
};

test('the table of hostile-file tests contains every module that reads files', () => {
  const src = path.resolve(import.meta.dirname, '../../src');
  const readers = /\b(?:readPlain(?:File|Text|TextSync|Lines)|openPlainFile|readFileOrPipe|readShortFile)\b/;
  const found = globSync('**/*.ts', { cwd: src })
    .filter((file) => file !== path.join('os', 'plain-file.ts'))
    .filter((file) => readers.test(readFileSync(path.join(src, file), 'utf8')))
    .map((file) => file.slice(0, -'.ts'.length).replaceAll(path.sep, '/'));
  expect(found.toSorted()).toEqual([...Object.keys(COVERED), ...Object.keys(NOT_CALLED)].toSorted());
  const called = Object.values(COVERED).flat();
  expect(called.filter((name) => READERS[name] === undefined)).toEqual([]);
});

async function firstLine(lines: AsyncIterable<string>): Promise<string | undefined> {
  for await (const line of lines) return line.slice(0, 1000);
  return undefined;
}

let folder = '';
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'hostile-files-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

// docs/security/checkouts.md#plain-files-only
(process.platform === 'linux' ? describe : describe.skip).each(Object.entries(READERS))('%s', (_, reader) => {
  const files = HOSTILE_FILES.filter(({ name }) => reader.mayBePipe !== true || !name.includes('FIFO'));
  test.each(files)(
    'can be $name, and the read of the file still ends without content from outside of the checkout',
    async (hostile) => {
      const [checkout, outside] = [path.join(folder, 'checkout'), path.join(folder, 'outside')];
      const file = path.join(checkout, reader.file);
      await mkdir(path.dirname(file), { recursive: true });
      if (reader.file.startsWith('.git/')) {
        for (const name of ['objects', 'refs']) await mkdir(path.join(checkout, '.git', name));
        if (reader.file !== '.git/HEAD')
          await writeFile(path.join(checkout, '.git', 'HEAD'), 'ref: refs/heads/main\n');
      }
      await mkdir(outside);
      const server: Server | void = await hostile.create(file, outside);
      const result = await reader.read(checkout).then(
        (value) => ({ value }),
        (error: unknown) => ({ error: String(error) }),
      );
      if (server) server.close();
      if (reader.isAnywhere !== true) expect(JSON.stringify(result)).not.toContain('outside-of-the-checkout');
    },
  );
});
