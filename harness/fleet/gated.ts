import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { graphConfig } from '../agents/working.ts';
import type { FileTree } from '../git/repository.ts';

/** Builds and runs that tell that they began, and end when they are let. */
export interface Gates {
  /** For `source_config.build_command`: tells of the build, and waits while builds are held. */
  readonly buildCommand: string;
  /** An agent whose runs tell of themselves, and wait while runs are held. */
  readonly agent: FileTree;
  hold(what: 'builds' | 'runs'): Promise<void>;
  letGo(what: 'builds' | 'runs'): Promise<void>;
  /** Each build that began: its revision, and the data directory of the emulator that began it. */
  builds(): Promise<{ revisionId: string; dataDir: string }[]>;
  /** What each attempt at a run was asked to say, in the order in which they began. */
  runs(): Promise<string[]>;
}

/** Makes them over files in this folder. */
export async function openGates(folder: string): Promise<Gates> {
  await mkdir(folder, { recursive: true });
  const file = (name: string) => path.join(folder, name);
  const gate = (what: string) => file(`${what}-may-go-on`);
  const waiting = (what: string) =>
    `while (!existsSync(${JSON.stringify(gate(what))})) await setTimeout(20);`;
  const program = file('build.mjs');
  await writeFile(
    program,
    `import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
appendFileSync(${JSON.stringify(file('builds'))}, process.cwd() + '\\n');
${waiting('builds')}
`,
  );
  const agent: FileTree = {
    'langgraph.json': graphConfig(),
    'src/agent.ts': `import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

export const graph = {
  async invoke(input: { say?: string }) {
    appendFileSync(${JSON.stringify(file('runs'))}, String(input.say) + '\\n');
    ${waiting('runs')}
    return { said: input.say, pid: process.pid };
  },
};
`,
  };
  const lines = async (name: string) =>
    (await readFile(file(name), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  const letGo = (what: string) => writeFile(gate(what), '');
  await letGo('builds');
  await letGo('runs');
  return {
    buildCommand: `node ${program}`,
    agent,
    async hold(what) {
      await rm(gate(what), { force: true });
    },
    letGo,
    builds: async () =>
      (await lines('builds')).map((folderOf) => {
        const [dataDir = '', rest = ''] = folderOf.split(`${path.sep}revisions${path.sep}`);
        return { dataDir, revisionId: rest.split(path.sep)[0] ?? '' };
      }),
    runs: () => lines('runs'),
  };
}
