import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';

/** Sources that a start of the emulator loads: the program, and the sources that it imports dynamically. */
export interface StartSources {
  /** Entry point of the program. */
  readonly program: string;
  readonly later: readonly string[];
}

/**
 * Bundles `entryPoints` into `lib` so that a start loads only a few files: the program, a file with its static
 * imports, and a file with its dynamic imports. The bundler creates a chunk for each set of importers, 75 for a start,
 * whose loading takes as long as running them. Returns the sources.
 */
export async function bundleWithJoinedStart(
  options: BuildOptions & { entryPoints: Record<string, string> },
  lib: string,
  start: StartSources,
): Promise<Metafile> {
  await mkdir(lib, { recursive: true });
  const folder = await mkdtemp(path.join(path.dirname(lib), 'chunks-'));
  try {
    const { metafile } = await build({
      ...options,
      banner: {},
      outdir: folder,
      chunkNames: 'shared-[hash]',
      splitting: true,
      metafile: true,
    });
    const chunks = readChunks(metafile);
    const joined = joinedChunks(chunks, start);
    const again: BuildOptions = { ...options, absWorkingDir: folder, write: true };
    const inside = (into: string) => [
      outside((name) => (joined.get(name)?.into === into ? 'inside' : 'joined'), joined),
    ];
    for (const into of new Set([...joined.values()].map((one) => one.into))) {
      const names = [...joined].filter(([, one]) => one.into === into);
      const contents = names.map(([name, { exports }]) => reexport(`./${name}`, exports)).join('');
      const { entryPoints: _, outdir: __, ...rest } = again;
      await build({
        ...rest,
        stdin: { contents, resolveDir: folder },
        outfile: path.join(lib, into),
        plugins: inside(into),
      });
    }
    await build({
      ...again,
      entryPoints: [...chunks.keys()].filter((name) => !joined.has(name)),
      outdir: lib,
      plugins: [outside(() => 'joined', joined)],
    });
    for (const [name, { into, exports }] of joined) {
      // Dynamic imports refer to this name, so the file stays, and exports the names of the joined file.
      if (chunks.get(name)?.entryPoint !== undefined) {
        await writeFile(path.join(lib, name), reexport(`./${into}`, reversed(exports)));
      }
    }
    return metafile;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Chunk = Metafile['outputs'][string];
/** Chunks by file name. */
type Chunks = ReadonlyMap<string, Chunk>;

function readChunks({ outputs }: Metafile): Chunks {
  return new Map(Object.entries(outputs).map(([file, chunk]) => [path.basename(file), chunk]));
}

function statically(imports: Chunk['imports'] = []): string[] {
  return imports.flatMap(({ path: target, kind, external }) =>
    kind === 'dynamic-import' || external === true ? [] : [target],
  );
}

/** A chunk that is now part of the file `into`, where the chunk's exports have new names. */
interface Joined {
  readonly into: string;
  readonly exports: readonly Renamed[];
}
type Renamed = readonly [own: string, as: string];

function joinedChunks(chunks: Chunks, { program, later }: StartSources): Map<string, Joined> {
  const ofSource = (source: string) => {
    for (const [name, { entryPoint }] of chunks) if (entryPoint === source) return name;
    throw new Error(`no dynamic import leads to ${source}: correct what a start loads`);
  };
  const joined = new Map<string, Joined>();
  const groups = { 'command.mjs': importsOf(chunks, ofSource(program)), 'start.mjs': later.map(ofSource) };
  for (const [into, queue] of Object.entries(groups)) {
    // Names that are already used; two chunks may export the same name.
    const taken = new Set<string>();
    for (const name of queue) {
      if (joined.has(name)) continue;
      const exports = (chunks.get(name)?.exports ?? []).map((own): Renamed => {
        let as = own;
        for (let number = 2; taken.has(as); number += 1) as = `${own}${number}`;
        taken.add(as);
        return [own, as];
      });
      joined.set(name, { into, exports });
      queue.push(...importsOf(chunks, name));
    }
  }
  return joined;
}

function importsOf(chunks: Chunks, name: string): string[] {
  return statically(chunks.get(name)?.imports).map((file) => path.basename(file));
}

function reexport(from: string, names: readonly Renamed[]): string {
  const list = names.map(([own, as]) => `${own} as ${as}`).join(', ');
  return `export { ${list} } from ${JSON.stringify(from)};\n`;
}

const reversed = (names: readonly Renamed[]): Renamed[] => names.map(([own, as]) => [as, own]);

/**
 * Marks chunks as external, except the chunks in `inside`. Imports of joined chunks refer to the file that contains
 * the joined chunks.
 */
function outside(
  placeOf: (name: string) => 'inside' | 'joined',
  joined: ReadonlyMap<string, Joined>,
): Plugin {
  return {
    name: 'outside',
    setup(bundler) {
      bundler.onResolve({ filter: /.*/ }, ({ path: target, kind, namespace }) => {
        if (kind === 'entry-point') return undefined;
        const name = path.basename(target);
        if (kind === 'dynamic-import' || namespace === 'joined' || !joined.has(name)) {
          // An entry that uses none of the exports must not load the joined file.
          return { path: target, external: true, sideEffects: namespace !== 'joined' };
        }
        return placeOf(name) === 'inside'
          ? undefined
          : { path: name, namespace: 'joined', sideEffects: false };
      });
      bundler.onLoad({ filter: /.*/, namespace: 'joined' }, ({ path: name }) => {
        const { into = '', exports = [] } = joined.get(name) ?? {};
        return { contents: reexport(`./${into}`, reversed(exports)), loader: 'js' };
      });
    },
  };
}
