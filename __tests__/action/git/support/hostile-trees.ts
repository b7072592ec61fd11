import { execFile, execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WAIT_LIMIT_MS } from '../../../../harness/hang-limit.ts';
import { type Trap, TRAPS } from './traps.ts';

/** A workspace with a setting or file that makes git start a program (a trap). */
export interface HostileTree {
  /** Description of the trap. */
  name: string;
  workspace: string;
  /** Address of the repository that contains the trap. */
  hostile: string;
  sourcePath: string;
  /** Variables of the step that make git use the trap. */
  env: Record<string, string>;
  /** Returns whether the trap's program has run. */
  fired(): boolean;
  /** Runs the plain git command that starts the trap's program. */
  spring(): Promise<void>;
}

interface Placed {
  /** Working directory of the plain git command. */
  cwd: string;
  hostile: string;
  sourcePath: string;
  env?: Record<string, string>;
}
interface Scene {
  root: string;
  workspace: string;
  trap: Trap;
  program: string;
  /** Creates a checkout with a git directory at `gitDir` that contains the trap, or at `elsewhere` if it is given. */
  spoil(gitDir: string, top: string, elsewhere?: (config: string) => Promise<string>): Promise<void>;
  checkout(top: string): Promise<void>;
}

/** Location of a trap, and how git finds it. */
export interface Placement {
  name: string;
  /** Set for a location that supports only traps in a configuration file. */
  anyConfig?: true;
  place(scene: Scene): Promise<Placed>;
}

const AGENT = {
  'langgraph.json': JSON.stringify({ graphs: { agent: './src/agent.ts:graph' } }),
  'src/agent.ts': 'export const graph = {};\n',
  '.gitignore': '*.log\n',
  'a.trap': 'one\n',
};

/** Creates the clean repository that all trees copy, with a branch to merge and a tag. */
async function template(at: string): Promise<void> {
  for (const [name, text] of Object.entries(AGENT)) {
    await mkdir(path.dirname(path.join(at, name)), { recursive: true });
    await writeFile(path.join(at, name), text);
  }
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: at, env: plainEnvironment(at), stdio: ['ignore', 'pipe', 'pipe'] });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'one');
  git('checkout', '-q', '-b', 'side');
  await writeFile(path.join(at, 'a.trap'), 'side\n');
  git('commit', '-q', '-a', '-m', 'side');
  git('checkout', '-q', 'main');
  await writeFile(path.join(at, 'a.trap'), 'two\n');
  git('commit', '-q', '-a', '-m', 'two');
  git('tag', '-a', 'v1', '-m', 'v1');
  await rm(path.join(at, '.git/hooks'), { recursive: true, force: true });
}

function plainEnvironment(home: string): Record<string, string> {
  const who = { NAME: 'Mona Lisa', EMAIL: 'mona@example.org' };
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_MERGE_AUTOEDIT: 'no',
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((role) =>
        Object.entries(who).map(([key, value]) => [`GIT_${role}_${key}`, value]),
      ),
    ),
  };
}

const inRepository = (name: string, wrap?: (config: string, at: string) => Promise<string>): Placement => ({
  name,
  async place({ workspace, checkout, spoil }) {
    await checkout(workspace);
    const gitDir = path.join(workspace, '.git');
    await spoil(gitDir, workspace, wrap && ((config) => wrap(config, workspace)));
    return { cwd: workspace, hostile: workspace, sourcePath: '.' };
  },
});

const included = (name: string, head: string): Placement => ({
  ...inRepository(name, async (config, at) => {
    const file = path.join(at, 'settings.txt');
    await writeFile(file, config);
    return `${head}\n\tpath = ${file}\n`;
  }),
});

const byVariable = (
  name: string,
  lead: (scene: Scene, config: string) => Promise<Record<string, string>>,
): Placement => ({
  name,
  anyConfig: true,
  async place(scene) {
    const { workspace, checkout, spoil, root } = scene;
    await checkout(workspace);
    const file = path.join(root, 'machine.txt');
    let env: Record<string, string> = {};
    await spoil(path.join(workspace, '.git'), workspace, async (config) => {
      await writeFile(file, config);
      env = await lead(scene, file);
      return '';
    });
    return { cwd: workspace, hostile: workspace, sourcePath: '.', env };
  },
});

/** Creates a separate git directory with the trap, from a checkout that is then removed. */
async function hostileFolder({ root, checkout, spoil }: Scene, gitDir: string, top: string): Promise<void> {
  const made = path.join(root, 'made');
  await checkout(made);
  await mkdir(path.dirname(gitDir), { recursive: true });
  await cp(path.join(made, '.git'), gitDir, { recursive: true });
  await cp(made, top, { recursive: true, filter: (from) => path.basename(from) !== '.git' });
  await rm(made, { recursive: true });
  await spoil(gitDir, top);
}

export const PLACEMENTS: readonly Placement[] = [
  inRepository("the repository's configuration"),
  included('a file of the checkout that include.path specifies', '[include]'),
  included('a file of the checkout that includeIf.gitdir specifies', '[includeIf "gitdir:**/.git"]'),
  included('a file of the checkout that includeIf.onbranch specifies', '[includeIf "onbranch:*"]'),
  {
    name: 'a folder that looks like a repository',
    async place(scene) {
      const { workspace, checkout } = scene;
      await checkout(workspace);
      const gitDir = path.join(workspace, 'vendor/agent');
      await hostileFolder(scene, gitDir, gitDir);
      await appendTo(path.join(gitDir, 'config'), '[core]\n\tbare = false\n\tworktree = .\n');
      return { cwd: gitDir, hostile: gitDir, sourcePath: 'vendor/agent' };
    },
  },
  {
    name: 'a folder of the checkout to which a .git file points',
    async place(scene) {
      const { workspace, checkout } = scene;
      await checkout(workspace);
      const top = path.join(workspace, 'agent');
      await hostileFolder(scene, path.join(workspace, 'data'), top);
      await writeFile(path.join(top, '.git'), 'gitdir: ../data\n');
      return { cwd: top, hostile: top, sourcePath: 'agent' };
    },
  },
  {
    name: "a folder to which the workspace's .git file points",
    async place(scene) {
      const { workspace } = scene;
      await hostileFolder(scene, path.join(workspace, 'data'), workspace);
      await writeFile(path.join(workspace, '.git'), 'gitdir: ./data\n');
      return { cwd: workspace, hostile: workspace, sourcePath: '.' };
    },
  },
  {
    name: 'a folder of the checkout to which the link .git leads',
    async place(scene) {
      const { workspace } = scene;
      await hostileFolder(scene, path.join(workspace, 'data'), workspace);
      await symlink('data', path.join(workspace, '.git'));
      return { cwd: workspace, hostile: workspace, sourcePath: '.' };
    },
  },
  {
    name: 'a nested repository',
    async place(scene) {
      const { workspace, checkout } = scene;
      await checkout(workspace);
      const top = path.join(workspace, 'lib/inner');
      await hostileFolder(scene, path.join(top, '.git'), top);
      return { cwd: top, hostile: top, sourcePath: '.' };
    },
  },
  {
    name: 'the repository of a submodule',
    async place(scene) {
      const { workspace, checkout, program } = scene;
      await checkout(workspace);
      const top = path.join(workspace, 'sub');
      await hostileFolder(scene, path.join(workspace, '.git/modules/sub'), top);
      await writeFile(path.join(top, '.git'), 'gitdir: ../.git/modules/sub\n');
      const modules = `[submodule "sub"]\n\tpath = sub\n\turl = ext::${program}\n\tupdate = !${program}\n`;
      await writeFile(path.join(workspace, '.gitmodules'), modules);
      await appendTo(path.join(workspace, '.git/config'), modules);
      return { cwd: top, hostile: top, sourcePath: '.' };
    },
  },
  {
    name: 'the repository of a worktree',
    async place(scene) {
      const { workspace, checkout, spoil } = scene;
      const main = path.join(workspace, 'main');
      const top = path.join(workspace, 'tree');
      await checkout(main);
      const gitDir = path.join(main, '.git');
      execFileSync('git', ['worktree', 'add', '-q', top, 'side'], {
        cwd: main,
        env: plainEnvironment(main),
        stdio: 'ignore',
      });
      await writeFile(path.join(top, 'a.trap'), 'changed in the worktree\n');
      await spoil(gitDir, top);
      return { cwd: top, hostile: top, sourcePath: 'tree' };
    },
  },
  byVariable('~/.gitconfig', async ({ root }, file) => {
    const home = path.join(root, 'home');
    await mkdir(home);
    await cp(file, path.join(home, '.gitconfig'));
    return { HOME: home };
  }),
  byVariable('the configuration in XDG_CONFIG_HOME', async ({ root }, file) => {
    const folder = path.join(root, 'xdg');
    await mkdir(path.join(folder, 'git'), { recursive: true });
    await cp(file, path.join(folder, 'git/config'));
    return { XDG_CONFIG_HOME: folder };
  }),
  byVariable('the configuration in GIT_CONFIG_GLOBAL', async (_scene, file) => ({ GIT_CONFIG_GLOBAL: file })),
  byVariable('an include in GIT_CONFIG_COUNT', async (_scene, file) => ({
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'include.path',
    GIT_CONFIG_VALUE_0: file,
  })),
  {
    name: 'a repository that GIT_DIR specifies',
    async place(scene) {
      const { root, workspace, checkout } = scene;
      await checkout(workspace);
      const gitDir = path.join(root, 'elsewhere.git');
      await hostileFolder(scene, gitDir, workspace);
      const env = { GIT_DIR: gitDir, GIT_WORK_TREE: workspace };
      return { cwd: workspace, hostile: gitDir, sourcePath: '.', env };
    },
  },
];

async function appendTo(file: string, text: string): Promise<void> {
  await writeFile(file, `${await readFile(file, 'utf8')}${text}`);
}

/** A trap at a location, before its files are created. */
export interface Hostile {
  trap: Trap;
  placement: Placement;
}

/** Every trap at every location that supports it. */
export const CORPUS: readonly Hostile[] = PLACEMENTS.flatMap((placement) =>
  TRAPS.filter(
    (trap) => (trap.only === undefined || placement.anyConfig !== true) && trap.not !== placement.name,
  ).map((trap) => ({
    trap,
    placement,
  })),
);

/** Creates hostile trees, all below one folder. */
export interface HostileFolders {
  make(hostile: Hostile): Promise<HostileTree>;
  remove(): Promise<void>;
}

export async function openHostileFolders(): Promise<HostileFolders> {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-traps-'));
  const clean = path.join(folder, 'clean');
  await mkdir(clean);
  await template(clean);
  let count = 0;
  return {
    make: (hostile) => makeTree(path.join(folder, `${(count += 1)}`), clean, hostile),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function makeTree(root: string, clean: string, { trap, placement }: Hostile): Promise<HostileTree> {
  const workspace = path.join(root, 'workspace');
  await mkdir(workspace, { recursive: true });
  const marker = path.join(root, 'fired');
  const program = path.join(root, 'program');
  await writeFile(program, `#!/bin/sh\necho "$0 $*" >> '${marker}'\nexit 1\n`);
  await chmod(program, 0o755);
  const checkout = async (top: string): Promise<void> => {
    await cp(clean, top, { recursive: true });
    // Git runs filters and drivers on changed files.
    await writeFile(path.join(top, 'a.trap'), 'changed and longer\n');
  };
  const spoil: Scene['spoil'] = async (gitDir, top, elsewhere) => {
    const config = trap.config?.(program, { top, gitDir }) ?? '';
    await appendTo(path.join(gitDir, 'config'), elsewhere === undefined ? config : await elsewhere(config));
    if (trap.hook !== undefined) {
      await mkdir(path.join(gitDir, 'hooks'), { recursive: true });
      await cp(program, path.join(gitDir, 'hooks', trap.hook));
    }
    if (trap.attributes !== undefined) {
      await mkdir(path.join(gitDir, 'info'), { recursive: true });
      await writeFile(path.join(gitDir, 'info/attributes'), trap.attributes);
    }
    if (trap.name === 'core.alternateRefsCommand') {
      await writeFile(path.join(gitDir, 'objects/info/alternates'), `${path.join(clean, '.git/objects')}\n`);
    }
    if (trap.partial === true) await loseIgnoreFile(gitDir, top, clean);
  };
  const placed = await placement.place({ root, workspace, trap, program, checkout, spoil });
  const env = placed.env ?? {};
  return {
    name: `${trap.name} in ${placement.name}`,
    workspace,
    hostile: placed.hostile,
    sourcePath: placed.sourcePath,
    env,
    fired: () => existsSync(marker),
    spring: () =>
      new Promise((resolve) => {
        const options = {
          cwd: placed.cwd,
          env: { ...plainEnvironment(root), ...env },
          timeout: WAIT_LIMIT_MS,
        };
        const child = execFile('git', [...trap.spring], options, () => resolve());
        child.stdin?.on('error', () => undefined);
        child.stdin?.end(trap.input ?? '');
      }),
  };
}

/** Removes `.gitignore` from the work tree and from the objects, while the index marks it as unchanged. */
async function loseIgnoreFile(gitDir: string, top: string, clean: string): Promise<void> {
  const options = { env: plainEnvironment(clean), encoding: 'utf8' as const };
  const blob = execFileSync('git', ['rev-parse', 'HEAD:.gitignore'], { ...options, cwd: clean }).trim();
  execFileSync('git', ['update-index', '--skip-worktree', '.gitignore'], {
    ...options,
    cwd: clean,
    env: { ...options.env, GIT_INDEX_FILE: path.join(await ownIndex(gitDir, top)) },
  });
  await rm(path.join(top, '.gitignore'), { force: true });
  await rm(path.join(gitDir, 'objects', blob.slice(0, 2), blob.slice(2)), { force: true });
}

/** Returns the index of a worktree. */
async function ownIndex(gitDir: string, top: string): Promise<string> {
  const [worktree] = await readdir(path.join(gitDir, 'worktrees')).catch(() => []);
  const main = path.join(gitDir, 'index');
  return worktree !== undefined && !gitDir.startsWith(top)
    ? path.join(gitDir, 'worktrees', worktree, 'index')
    : main;
}
