import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';

/** Module that every phase loads when it starts. `PROCESSES` contains the modules that start without a phase. */
const PHASE = 'action/start.js';
const PROCESSES = ['credential-proxy/main.js', 'box/supervisor/main.js'];
/** File that passes exports of the phase's modules to chunks that are loaded later. */
const LATER = 'later.js';

/**
 * In a compiled tree, joins the modules that every phase loads when it starts into one module, and the modules that
 * other processes also need into a second module. The bundler wraps each module that several chunks use in a function,
 * with an accessor for each export. For sixty modules, these functions take a fifth of a step's start time. The joined
 * modules remain as files that reexport the same names, which the bundler resolves.
 */
export async function joinModules(lib: string): Promise<void> {
  const ofPhase = await loadedWith(lib, [PHASE], { dynamic: false });
  const ofProcesses = await loadedWith(lib, PROCESSES, { dynamic: true });
  const shared = ofPhase.filter((module) => ofProcesses.includes(module));
  const own = ofPhase.filter((module) => !shared.includes(module));
  await write(lib, await join(lib, 'shared.js', shared));
  await write(lib, await join(lib, 'phase.js', own), PHASE);
}

/** Writes the joined module, and replaces each original module with a file that reexports the module's names. */
async function write(lib: string, { file, text, modules }: Joined, direct?: string): Promise<void> {
  await writeFile(path.join(lib, file), text);
  for (const { module, names } of modules) {
    const source = direct === undefined || module === direct ? file : LATER;
    const list = names.map(([name, as]) => `${as} as ${name}`).join(', ');
    await writeFile(
      path.join(lib, module),
      `export { ${list} } from '${relative(path.dirname(module), source)}';\n`,
    );
  }
  if (direct === undefined) return;
  const names = modules.flatMap((one) => (one.module === direct ? [] : one.names.map(([, as]) => as)));
  await writeFile(
    path.join(lib, LATER),
    `import { later } from './${file}';\nexport const { ${names.join(', ')} } = later();\n`,
  );
}

/**
 * Returns the paths of this repository's modules that the entries import, in the tree. `dynamic` includes dynamic
 * imports.
 */
async function loadedWith(
  lib: string,
  entries: string[],
  { dynamic }: { dynamic: boolean },
): Promise<string[]> {
  const { metafile } = await build({
    ...options(lib),
    entryPoints: entries,
    outdir: 'unused',
    plugins: [outside(lib, (_, kind) => dynamic || kind !== 'dynamic-import')],
  });
  return Object.keys(metafile.inputs).toSorted();
}

interface Joined {
  file: string;
  text: string;
  modules: { module: string; names: (readonly [name: string, as: string])[] }[];
}

/**
 * Builds one module from these modules, which exports all their names. Of the phase's modules, only modules that start
 * the phase are exported directly: a hundred accessors for chunks that may never be loaded take a millisecond to
 * create.
 */
async function join(lib: string, file: string, modules: string[]): Promise<Joined> {
  const taken = new Set<string>(['later', 'made']);
  const named: Joined['modules'] = [];
  for (const module of modules) {
    const names = (await exportsOf(lib, module)).map((name) => {
      let as = name;
      for (let number = 2; taken.has(as); number += 1) as = `${name}${number}`;
      taken.add(as);
      return [name, as] as const;
    });
    named.push({ module, names });
  }
  const isLater = (module: string) => modules.includes(PHASE) && module !== PHASE;
  const lines = named.map(({ module, names }) => {
    const list = names.map(([name, as]) => `${name} as ${as}`).join(', ');
    return `${isLater(module) ? 'import' : 'export'} { ${list} } from './${module}';`;
  });
  const later = named.flatMap(({ module, names }) => (isLater(module) ? names.map(([, as]) => as) : []));
  if (later.length > 0) {
    lines.push('let made;', `export const later = () => (made ??= { ${later.join(', ')} });`);
  }
  const { outputFiles } = await build({
    ...options(lib),
    stdin: { contents: lines.join('\n'), resolveDir: lib },
    plugins: [outside(lib, (module, kind) => kind !== 'dynamic-import' && modules.includes(module))],
  });
  const [output] = outputFiles;
  if (output === undefined) throw new Error(`nothing was built of ${file}`);
  refuseUnicodePatterns(output.text);
  return { file, text: output.text, modules: named };
}

/**
 * Throws if the code contains regular expressions with Unicode tables, because they take up to half a millisecond of
 * every start, and esbuild converts the literals to calls.
 */
function refuseUnicodePatterns(text: string): void {
  const line = text
    .split('\n')
    .find(
      (one) => /\bnew RegExp\(.*\\p\{|(?<!\\)\\p\{.*\/[a-z]*u/i.test(one) && !one.includes('unicodePattern'),
    );
  if (line === undefined) return;
  throw new Error(
    `every phase loads this pattern: make it with unicodePattern of src/redaction/unicode-pattern.ts\n${line.trim().slice(0, 200)}`,
  );
}

async function exportsOf(lib: string, module: string): Promise<string[]> {
  const { metafile } = await build({
    ...options(lib),
    entryPoints: [module],
    outdir: 'unused',
    plugins: [outside(lib, () => false)],
  });
  return Object.values(metafile.outputs).flatMap((output) => output.exports);
}

const options = (lib: string) =>
  ({
    absWorkingDir: lib,
    bundle: true,
    format: 'esm',
    target: 'node24',
    write: false,
    metafile: true,
  }) as const;

/** Creates a plug-in that marks all imports as external, except the wanted modules. */
function outside(lib: string, isWanted: (module: string, kind: string) => boolean): Plugin {
  return {
    name: 'outside',
    setup(bundler) {
      bundler.onResolve({ filter: /.*/ }, ({ path: target, kind, resolveDir }) => {
        if (kind === 'entry-point') return undefined;
        if (!target.startsWith('.')) return { path: target, external: true };
        const module = slashes(path.relative(lib, path.resolve(resolveDir, target)));
        return isWanted(module, kind) ? undefined : { path: relative('', module), external: true };
      });
    },
  };
}

function relative(from: string, to: string): string {
  const target = slashes(path.relative(from, to));
  return target.startsWith('.') ? target : `./${target}`;
}

const slashes = (file: string): string => file.split(path.sep).join('/');
