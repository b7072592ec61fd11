import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

export interface ImportEdge {
  from: string;
  /** Path of the imported file in the repository, or the bare specifier of a package or built-in module. */
  to: string;
  bare: boolean;
  typeOnly: boolean;
  /** True for a dynamic import. */
  dynamic: boolean;
  /** Line in the importing file, starting at 1. */
  line: number;
}

export interface SourceGraph {
  edges: ImportEdge[];
  /**
   * Watched globals that each file uses, by file. Names in comments and strings, and shadowed names, are not included.
   */
  globals: Map<string, string[]>;
}

const TYPE_MARK = 'type-only:';
const GLOBAL_MARK = '__global_';

// Converts `import type` to marked plain imports. The rules apply to types too, but esbuild would drop type imports.
const markTypeImports = (source: string): string =>
  source.replace(
    /^(import|export) type (\{[^}]*\}|\* as \w+|\w+) from '([^']+)'/gm,
    (_, keyword: string, names: string, specifier: string) =>
      `${keyword} ${names} from '${TYPE_MARK}${specifier}'`,
  );

/**
 * Reads the imports of `files` (paths relative to `root`) with esbuild's parser, one file at a time, without following
 * imports. Also finds the uses of `watchedGlobals` in each file. Throws esbuild's error if it cannot parse a file.
 */
export async function readSourceGraph(
  root: string,
  files: string[],
  watchedGlobals: string[],
): Promise<SourceGraph> {
  const edges: ImportEdge[] = [];
  const sources = new Map<string, string>();
  const lineOf = (file: string, specifier: string): number => {
    const source = sources.get(file) ?? '';
    return source.slice(0, Math.max(0, source.indexOf(`'${specifier}'`))).split('\n').length;
  };
  const marked = new Map(watchedGlobals.map((name) => [name, GLOBAL_MARK + name.replaceAll('.', '_')]));
  const relative = (file: string) => path.relative(root, file).split(path.sep).join('/');
  const result = await build({
    absWorkingDir: root,
    entryPoints: files,
    outdir: 'unused',
    outbase: root,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    treeShaking: false,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: Object.fromEntries(marked),
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    plugins: [
      {
        name: 'read-imports',
        setup(setup) {
          setup.onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
            const source = await readFile(file, 'utf8');
            sources.set(file, source);
            return { contents: markTypeImports(source), loader: file.endsWith('x') ? 'tsx' : 'ts' };
          });
          setup.onResolve({ filter: /.*/ }, ({ path: specifier, importer, kind, resolveDir }) => {
            if (kind === 'entry-point') return undefined;
            const typeOnly = specifier.startsWith(TYPE_MARK);
            const plain = typeOnly ? specifier.slice(TYPE_MARK.length) : specifier;
            // A path into a package's folder counts as the package.
            const inner = plain.split('node_modules/')[1];
            const bare = inner !== undefined || !plain.startsWith('.');
            edges.push({
              from: relative(importer),
              to: inner ?? (bare ? plain : relative(path.resolve(resolveDir, plain))),
              bare,
              typeOnly,
              dynamic: kind === 'dynamic-import',
              line: lineOf(importer, plain),
            });
            return { path: plain, external: true };
          });
        },
      },
    ],
  });
  const globals = new Map<string, string[]>();
  for (const output of result.outputFiles) {
    const file = relative(output.path)
      .replace(/^unused\//, '')
      .replace(/\.js$/, '.ts');
    const used = watchedGlobals.filter((name) => output.text.includes(marked.get(name) ?? name));
    if (used.length > 0) globals.set(file, used);
  }
  return { edges, globals };
}
