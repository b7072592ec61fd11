import { access, mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import * as z from 'zod';
import { GENERATED_MAX_BYTES, readPlainText } from '../../../os/plain-file.ts';
import type { AgentLanguage, ModuleSource, PythonRuntime, UiComponents } from '../../ports/worker.ts';
import { isDiskFullAt } from './disk.ts';
import { isWithin } from '../../../os/paths.ts';
import type { GraphConfig, ProgramCommand } from '../../../graph-config/parse.ts';
import { ConfigSections } from '../../../graph-config/schema.ts';

/** A build's result on disk, from which a revision can be started any number of times. */
export interface Artifact {
  commitSha: string | null;
  /** The configuration's folder, absolute: where workers run. */
  folder: string;
  language: AgentLanguage;
  graphs: ArtifactGraphs;
  /** The modules of keys that are carried out, by key (`auth.path`, `http.app`): as those of graphs. */
  modules: ArtifactModules;
  /** Absent: it names no component of a user interface. */
  ui?: UiComponents | undefined;
  /** Where Python graphs are loaded. */
  python?: { runtime: PythonRuntime; key: string | undefined } | undefined;
  /** The image that they are loaded in, in place of this machine. */
  image?: ArtifactImage | undefined;
  /** The program that serves instead of them. */
  command?: ProgramCommand | undefined;
  env: GraphConfig['env'];
  /** What the configuration says of the server, storage and access. */
  sections: GraphConfig['sections'];
  /** The cached install it uses. */
  moduleKey: string | undefined;
}

/** An image that holds the checkout where it lies on this machine. */
export interface ArtifactImage {
  name: string;
  /** Python: the folders to import from besides what is installed. */
  paths: readonly string[];
}

/** Graph id → its bundled module (absolute), or in Python as the configuration names it. */
export type ArtifactGraphs = Record<
  string,
  {
    module: string;
    exportName: string;
    description?: string | undefined;
    /** Absent for JavaScript, Python, and artifacts of earlier versions. */
    source?: ModuleSource | undefined;
  }
>;

export type ArtifactModules = Record<string, { module: string; exportName: string }>;

const Stored = z.object({
  version: z.literal(1),
  commitSha: z.string().nullable(),
  folder: z.string(),
  // Artifacts of versions that knew one language name none.
  language: z.enum(['javascript', 'python']).default('javascript'),
  graphs: z.record(
    z.string(),
    z.object({
      module: z.string(),
      exportName: z.string(),
      description: z.string().optional(),
      source: z.object({ file: z.string(), checkout: z.string() }).optional(),
    }),
  ),
  modules: z.record(z.string(), z.object({ module: z.string(), exportName: z.string() })).default({}),
  ui: z
    .record(z.string(), z.object({ folder: z.string(), files: z.array(z.string()).readonly() }))
    .optional(),
  python: z
    .object({
      runtime: z.object({
        interpreter: z.string(),
        overlay: z.string().optional(),
        paths: z.array(z.string()).readonly(),
      }),
      key: z.string().optional(),
      /** The revision's folder when its own packages were installed: they name it by its absolute path. */
      home: z.string().optional(),
    })
    .optional(),
  image: z
    .object({
      name: z.string(),
      paths: z.array(z.string()).readonly(),
      /** The revision's folder when it was built. */
      home: z.string(),
    })
    .optional(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  // Artifacts of earlier versions have none.
  sections: ConfigSections.default({}),
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
  /** Undefined: nothing is built, or has to be built again, for its Python is gone or its packages have moved. */
  read(revisionId: string): Promise<Artifact | undefined>;
  remove(revisionId: string): Promise<void>;
  /** The folder of a revision. */
  homeOf(revisionId: string): string;
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
      // For this user alone, as it has an author's `.env`.
      await mkdir(root, { recursive: true, mode: 0o700 });
      await mkdir(checkout, { recursive: true });
      return checkout;
    },
    async write(id, artifact) {
      // Relative, so that the data directory can be moved. What lies outside of it does not move.
      const real = await realpath(root);
      const inside = (path: string) => {
        if (isWithin(dirname(real), path)) return relative(join(real, id), path);
        return isWithin(dirname(root), path) ? relative(home(id), path) : path;
      };
      const mapped = mapPaths(artifact, inside);
      // An environment of the revision's own names that place as well, as an overlay does.
      const { python, image } = artifact;
      const isBound = python && (python.runtime.overlay !== undefined || python.key === undefined);
      const stored: z.input<typeof Stored> = {
        version: 1,
        ...mapped,
        python: mapped.python && { ...mapped.python, home: isBound ? join(real, id) : undefined },
        image: image && { ...image, home: join(real, id) },
      };
      const draft = join(home(id), `${FILE}.new`);
      await writeFile(draft, JSON.stringify(stored));
      await rename(draft, join(home(id), FILE));
    },
    async read(id) {
      const text = await readPlainText(join(home(id), FILE), { maxBytes: GENERATED_MAX_BYTES }).catch(
        () => undefined,
      );
      if (text === undefined) return undefined;
      const parsed = Stored.safeParse(parseJson(text));
      if (!parsed.success) return undefined;
      const { version: _, moduleKey, python, ...stored } = parsed.data;
      // In an image, it lies where it really lay when that was built.
      const place = stored.image?.home ?? home(id);
      const outside = (path: string) => (isAbsolute(path) ? path : resolve(place, path));
      const artifact = mapPaths(
        { ...stored, moduleKey, python: python && { runtime: python.runtime, key: python.key } },
        outside,
      );
      if (artifact.python && !(await isThere(artifact.python.runtime.interpreter))) return undefined;
      for (const bound of [python?.home, stored.image?.home]) {
        if (bound !== undefined && bound !== (await realpath(home(id)))) return undefined;
      }
      return artifact;
    },
    remove,
    homeOf: home,
    list: () => readdir(root).catch(() => []),
    isDiskFull: () => isDiskFullAt(root),
  };
}

/** The artifact with each of its paths changed; modules of Python are no paths. */
function mapPaths(artifact: Artifact, change: (path: string) => string): Artifact {
  const { folder, graphs, modules, ui, language, python } = artifact;
  const mapModules = <T extends { module: string; source?: ModuleSource | undefined }>(
    named: Record<string, T>,
  ): Record<string, T> =>
    language === 'python'
      ? named
      : Object.fromEntries(
          Object.entries(named).map(([key, one]) => {
            const { module, source } = one;
            const moved = source && { file: change(source.file), checkout: change(source.checkout) };
            return [key, { ...one, module: change(module), ...(moved && { source: moved }) }];
          }),
        );
  return {
    ...artifact,
    folder: change(folder),
    graphs: mapModules(graphs),
    modules: mapModules(modules),
    ui: ui && mapFolders(ui, change),
    python: python && { ...python, runtime: mapRuntime(python.runtime, change) },
  };
}

function mapFolders(ui: UiComponents, change: (path: string) => string): UiComponents {
  return Object.fromEntries(
    Object.entries(ui).map(([name, one]) => [name, { ...one, folder: change(one.folder) }]),
  );
}

function mapRuntime(
  { interpreter, overlay, paths }: PythonRuntime,
  change: (path: string) => string,
): PythonRuntime {
  return {
    interpreter: change(interpreter),
    overlay: overlay === undefined ? undefined : change(overlay),
    paths: paths.map(change),
  };
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
