import { transform } from 'esbuild';

/**
 * Cleans up the bundler's output for readers and for the engine: removes comments (a fifth of the bytes; the licenses
 * are in licenses.txt), shortens module names, and loads Node's own modules directly. Names in the sources and the
 * layout stay unchanged.
 */
export async function tidy(source: string): Promise<string> {
  // The first pass removes comments within expressions too, and the second pass restores the layout.
  const { code } = await transform(await compact(source), OPTIONS);
  return ascii(await withTabs(withShortNames(withBuiltins(withoutAssets(code)))));
}

/**
 * Throws if the code contains a character outside ASCII, because with a character outside Latin-1, the engine stores
 * and parses the file with two bytes per character.
 */
function ascii(code: string): string {
  const line = code.split('\n').find((text) => /[^\x00-\x7f]/.test(text));
  if (line === undefined) return code;
  throw new Error(
    `dist must be ASCII. In a string the packager escapes what is not, in a pattern it cannot: write \\u…, or build the pattern from a string.\n${line.trim().slice(0, 200)}`,
  );
}

const OPTIONS = { format: 'esm', target: 'node24', legalComments: 'none' } as const;

async function compact(text: string): Promise<string> {
  return (await transform(text, { ...OPTIONS, minifyWhitespace: true })).code;
}

/** Indents with tabs, except in multi-line strings. A comment marks each line, and survives only in strings. */
async function withTabs(code: string): Promise<string> {
  const lines = code.split('\n');
  const marked = lines.map((line, index) => line.replace(/^(?: {2})+/, (spaces) => `${spaces}/*${index}:*/`));
  const inText = new Set(
    Array.from((await compact(marked.join('\n'))).matchAll(/\/\*(\d+):\*\//g), ([, at]) => Number(at)),
  );
  return lines
    .map((line, index) =>
      inText.has(index) ? line : line.replace(/^(?: {2})+/, (spaces) => '\t'.repeat(spaces.length / 2)),
    )
    .join('\n');
}

/**
 * Removes the lookup of the assets folder. No module uses this folder, and the lookup takes longer than loading the
 * bundler's code.
 */
function withoutAssets(code: string): string {
  const rest = code.replace(/^if \(typeof (\w+) !== "undefined"\) \1\.ab = .*\n/m, '');
  if (/\b__(?:webpack|nccwpck)_require__\.ab\b/.test(rest)) throw new Error('a module asks for an asset');
  return rest;
}

/** Loads Node's modules directly, because each call of the bundler's `require` costs a module and a resolution. */
function withBuiltins(code: string): string {
  return code
    .replace(
      /^import \{ createRequire as __WEBPACK_EXTERNAL_createRequire \} from "(?:node:)?module";\n/m,
      '',
    )
    .replaceAll('__WEBPACK_EXTERNAL_createRequire(import.meta.url)(', 'process.getBuiltinModule(');
}

/** Names that the bundler gives to a module's arguments, and the names that replace them. */
const GIVEN: readonly [RegExp, string][] = [
  [/\b__(?:webpack|nccwpck)_require__\b/g, '__require'],
  [/\b(?:__unused_webpack_)?__webpack_exports__\b/g, '__exports'],
  [/\b__unused_webpack_(?:__webpack_module__|module)\b/g, '__module'],
  [/\b__unused_webpack_exports\b/g, '__exports'],
];

/** Matches the bundler's names of imports: `_clients_errors_js__WEBPACK_IMPORTED_MODULE_3__` becomes `$$errors3`. */
const IMPORTED = /\b(\w+?)(?:_c?js)?__WEBPACK_IMPORTED_MODULE_(\d+)__(_default)?\b/g;

function withShortNames(code: string): string {
  const taken = /\b(?:__require|__exports|__module)\b|(?<![\w$])\$\$\w+/.exec(code);
  if (taken !== null)
    throw new Error(`${taken[0]} is a name of the sources already: choose other short names`);
  const given = GIVEN.reduce((text, [name, short]) => text.replaceAll(name, short), code);
  return given.replaceAll(
    IMPORTED,
    (_, path: string, index: string, suffix = '') => `$$${path.split('_').at(-1) ?? ''}${index}${suffix}`,
  );
}
