import { access, mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import * as z from 'zod';
import { GENERATED_MAX_BYTES, readPlainText } from '../../../os/plain-file.ts';
import type { AgentLanguage, ModuleSource, PythonRuntime, UiComponents } from '../../ports/worker.ts';
import { isDiskFullAt } from './disk.ts';
import { isWithin } from '../../../os/paths.ts';
import type { GraphConfig, ProgramCommand } from '../../../graph-config/parse.ts';
import { ConfigSections } from '../../../graph-config/schema.ts';

/** Result of a build on disk, from which a revision can be started any number of times. */
export interface Artifact {
  commitSha: string | null;
  /** Absolute path of the configuration's folder, which is the working directory of workers. */
  folder: string;
  language: AgentLanguage;
  graphs: ArtifactGraphs;
  /** Modules to which configuration keys such as `auth.path` and `http.app` refer, in the same form as graphs. */
  modules: ArtifactModules;
  /** User interface components; absent if the configuration does not list any. */
  ui?: UiComponents | undefined;
  /** Python runtime that loads the graphs, and the key of its cached environment, if any. */
  python?: { runtime: PythonRuntime; key: string | undefined } | undefined;
  /** Image in which the graphs run; absent if they run directly on this machine. */
  image?: ArtifactImage | undefined;
  /** Program that serves requests instead of graphs. */
  command?: ProgramCommand | undefined;
  env: GraphConfig['env'];
  /** Sections of the configuration about the server, storage and access. */
  sections: GraphConfig['sections'];
  /** Key of the cached install that the artifact uses, if any. */
  moduleKey: string | undefined;
  /** Packages that the bundles import; absent for Python, and in artifacts of earlier versions. */
  imports?: readonly string[] | undefined;
}

/** Container image with the checkout at the same path as on this machine. */
export interface ArtifactImage {
  name: string;
  /** Folders from which Python imports modules, in addition to the installed packages. */
  paths: readonly string[];
}

/**
 * Module of each graph, by graph ID: absolute path of the bundle, or for Python the module's name in the
 * configuration.
 */
export type ArtifactGraphs = Record<
  string,
  {
    module: string;
    exportName: string;
    description?: string | undefined;
    /** TypeScript source of the module; absent for JavaScript, for Python, and in artifacts of earlier versions. */
    source?: ModuleSource | undefined;
  }
>;

export type ArtifactModules = Record<string, { module: string; exportName: string }>;

const Stored = z.object({
  version: z.literal(1),
  commitSha: z.string().nullable(),
  folder: z.string(),
  // Earlier versions of the emulator supported only JavaScript, and stored no language.
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
      /**
       * Folder of the revision when its Python packages were installed. The installed packages contain this absolute
       * path.
       */
      home: z.string().optional(),
    })
    .optional(),
  image: z
    .object({
      name: z.string(),
      paths: z.array(z.string()).readonly(),
      /** Folder of the revision when its image was built. */
      home: z.string(),
    })
    .optional(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  // Earlier versions of the emulator stored no sections.
  sections: ConfigSections.default({}),
  env: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('file'), path: z.string() }),
    z.object({ kind: z.literal('values'), values: z.record(z.string(), z.string()) }),
  ]),
  moduleKey: z.string().optional(),
  imports: z.array(z.string()).readonly().optional(),
});

/** Manages the folders of revisions. A folder contains a complete artifact or no artifact. */
export interface RevisionFolders {
  /** Creates an empty checkout folder for a revision, and removes the files of an earlier attempt. */
  recreate(revisionId: string): Promise<string>;
  write(revisionId: string, artifact: Artifact): Promise<void>;
  /**
   * Returns the artifact of a revision, or `undefined` if the build or its Python interpreter is missing, or if the
   * revision's packages were moved.
   */
  read(revisionId: string): Promise<Artifact | undefined>;
  remove(revisionId: string): Promise<void>;
  /** Returns the absolute path of a revision's folder. */
  homeOf(revisionId: string): string;
  list(): Promise<string[]>;
  isDiskFull(): Promise<boolean>;
}

const FILE = 'artifact.json';

export function createRevisionFolders(root: string): RevisionFolders {
  const home = (id: string) => join(root, id);
  const remove = async (id: string) => {
    // The file that marks a complete build is deleted first, so an interrupted deletion never looks like a complete
    // build.
    await rm(join(home(id), FILE), { force: true });
    await rm(home(id), { recursive: true, force: true, maxRetries: 3 });
  };
  return {
    async recreate(id) {
      await remove(id);
      const checkout = join(home(id), 'checkout');
      // Only this user may read the folder, because it may contain the agent's `.env`.
      await mkdir(root, { recursive: true, mode: 0o700 });
      await mkdir(checkout, { recursive: true });
      return checkout;
    },
    async write(id, artifact) {
      // Paths inside the data directory are stored as relative paths, so the data directory can be moved.
      const real = await realpath(root);
      const inside = (path: string) => {
        if (isWithin(dirname(real), path)) return relative(join(real, id), path);
        return isWithin(dirname(root), path) ? relative(home(id), path) : path;
      };
      const mapped = mapPaths(artifact, inside);
      // `home` records the absolute path of the revision's folder, which its Python environment or overlay
      // contains.
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
      // In an image, the checkout has the path that the revision's folder had at the time of the build.
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

/** Returns the artifact with `change` applied to each path. Names of Python modules are not paths. */
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
