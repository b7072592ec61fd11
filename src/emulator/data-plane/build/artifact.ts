import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import * as z from 'zod';
import type { GraphConfig, ProgramCommand } from './graph-config.ts';
import { isDiskFullAt } from './disk.ts';

/** A build's result on disk, from which a revision can be started any number of times. */
export interface Artifact {
  commitSha: string | null;
  /** The configuration's folder, absolute: where workers run. */
  folder: string;
  graphs: Record<string, { module: string; exportName: string }>;
  /** The program that serves instead of them. */
  command?: ProgramCommand | undefined;
  env: GraphConfig['env'];
  /** The cached install it uses. */
  moduleKey: string | undefined;
}

const Stored = z.object({
  version: z.literal(1),
  commitSha: z.string().nullable(),
  folder: z.string(),
  graphs: z.record(z.string(), z.object({ module: z.string(), exportName: z.string() })),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  env: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('file'), path: z.string() }),
    z.object({ kind: z.literal('values'), values: z.record(z.string(), z.string()) }),
  ]),
  moduleKey: z.string().optional(),
});

/** The folders of revisions. An artifact is there as a whole or not at all. */
export interface RevisionFolders {
  /** Makes an empty checkout folder, removing what an earlier attempt left. */
  recreate(revisionId: string): Promise<string>;
  write(revisionId: string, artifact: Artifact): Promise<void>;
  read(revisionId: string): Promise<Artifact | undefined>;
  remove(revisionId: string): Promise<void>;
  list(): Promise<string[]>;
  isDiskFull(): Promise<boolean>;
}

const FILE = 'artifact.json';

export function createRevisionFolders(root: string): RevisionFolders {
  const home = (id: string) => join(root, id);
  const remove = async (id: string) => {
    // The file that marks a complete build goes first: a crash in between must not leave half a build that looks complete.
    await rm(join(home(id), FILE), { force: true });
    await rm(home(id), { recursive: true, force: true, maxRetries: 3 });
  };
  return {
    async recreate(id) {
      await remove(id);
      const checkout = join(home(id), 'checkout');
      await mkdir(checkout, { recursive: true });
      return checkout;
    },
    async write(id, artifact) {
      // Relative, so that the data directory can be moved.
      const inside = (path: string) => relative(home(id), path);
      const stored: z.infer<typeof Stored> = {
        version: 1,
        ...artifact,
        folder: inside(artifact.folder),
        graphs: mapModules(artifact.graphs, inside),
      };
      const draft = join(home(id), `${FILE}.new`);
      await writeFile(draft, JSON.stringify(stored));
      await rename(draft, join(home(id), FILE));
    },
    async read(id) {
      const text = await readFile(join(home(id), FILE), 'utf8').catch(() => undefined);
      if (text === undefined) return undefined;
      const parsed = Stored.safeParse(parseJson(text));
      if (!parsed.success) return undefined;
      const { version: _, moduleKey, ...stored } = parsed.data;
      const outside = (path: string) => (isAbsolute(path) ? path : resolve(home(id), path));
      return {
        ...stored,
        moduleKey,
        folder: outside(stored.folder),
        graphs: mapModules(stored.graphs, outside),
      };
    },
    remove,
    list: () => readdir(root).catch(() => []),
    isDiskFull: () => isDiskFullAt(root),
  };
}

function mapModules(graphs: Artifact['graphs'], change: (path: string) => string): Artifact['graphs'] {
  return Object.fromEntries(
    Object.entries(graphs).map(([id, graph]) => [id, { ...graph, module: change(graph.module) }]),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
