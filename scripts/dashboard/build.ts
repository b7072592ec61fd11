import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { licensesOf } from '../licenses.ts';

const ENTRY = 'dashboard/src/main.tsx';
/** Packages whose code is included in the page. */
export const DASHBOARD_PACKAGES = [
  'preact',
  '@preact/signals',
  '@preact/signals-core',
  '@dagrejs/dagre',
  '@dagrejs/graphlib',
  'diff',
  'markdown-it',
  'linkify-it',
  'mdurl',
  'partial-json',
  'punycode.js',
  'uc.micro',
];

/** Size of the page's files after gzip, in KB of 1024 bytes: for the first screen, and in total. */
export interface PageSize {
  firstScreen: number;
  whole: number;
}

/** Maximum size of the page, above which the build fails. */
export const PAGE_BUDGET: PageSize = { firstScreen: 60, whole: 200 };

/** Returns one sentence for each exceeded limit. */
export function budgetProblems(size: PageSize, budget: PageSize = PAGE_BUDGET): string[] {
  const parts = [
    ['The first screen', size.firstScreen, budget.firstScreen],
    ['The whole page', size.whole, budget.whole],
  ] as const;
  return parts.flatMap(([part, kilobytes, limit]) =>
    kilobytes <= limit
      ? []
      : [
          `${part} of the dashboard is ${kilobytes.toFixed(1)} KB compressed, of ${limit} KB: load what only some screens need by an import of its own, or leave it out`,
        ],
  );
}

/**
 * Builds the dashboard into `outDir`, which is recreated: `index.html`, a script and a style sheet for the first
 * screen, and scripts that are loaded later. File names contain a hash of the content, so browsers may cache the files
 * forever. The same sources result in the same bytes in any folder. Throws without writing files if the page exceeds
 * its budget.
 */
export async function buildDashboard(root: string, outDir: string): Promise<PageSize> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { dashboard: ENTRY },
    tsconfig: 'dashboard/tsconfig.json',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17'],
    alias: { entities: path.resolve(import.meta.dirname, 'html-entities.ts') },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    charset: 'ascii',
    legalComments: 'none',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    metafile: true,
    write: false,
    logLevel: 'silent',
    outdir: path.resolve(root, outDir),
  });
  const entry = entryOf(metafile);
  const first = new Set([entry.script, entry.style, ...entry.shared]);
  const kilobytes = (files: typeof outputFiles): number =>
    files.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0) / 1024;
  const size = {
    firstScreen: kilobytes(outputFiles.filter((file) => first.has(path.basename(file.path)))),
    whole: kilobytes(outputFiles),
  };
  const problems = budgetProblems(size);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  for (const file of outputFiles) await writeFile(path.join(outDir, path.basename(file.path)), file.contents);
  await writeFile(path.join(outDir, 'index.html'), page(entry));
  await writeFile(path.join(outDir, 'licenses.txt'), await licensesOf(root, DASHBOARD_PACKAGES));
  return size;
}

interface Entry {
  script: string;
  style: string;
  /** Names of scripts that the entry script imports statically. */
  shared: string[];
}

function entryOf(metafile: Metafile): Entry {
  const found = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === ENTRY);
  if (found?.[1].cssBundle === undefined) {
    throw new Error(`the bundler made no script with a style sheet of ${ENTRY}`);
  }
  const shared = importedAtOnce(metafile, found[0]).slice(1);
  return {
    script: path.basename(found[0]),
    style: path.basename(found[1].cssBundle),
    shared: shared.map((file) => path.basename(file)),
  };
}

/** Returns a script and all its static imports, in import order. */
function importedAtOnce({ outputs }: Metafile, script: string): string[] {
  const files = [script];
  for (const file of files) {
    const statements = outputs[file]?.imports.filter(({ kind }) => kind === 'import-statement') ?? [];
    for (const one of statements) if (!files.includes(one.path)) files.push(one.path);
  }
  return files;
}

/**
 * The page contains no inline script or style, because its content security policy permits only files of its origin.
 */
const page = ({ script, style, shared }: Entry): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Emulator</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/_local/ui/${style}">
${shared.map((name) => `<link rel="modulepreload" href="/_local/ui/${name}">\n`).join('')}<script type="module" src="/_local/ui/${script}"></script>
</head>
<body>
<div id="app"><header><span class="brand">Emulator</span></header></div>
<noscript>The dashboard is a program: it needs JavaScript.</noscript>
</body>
</html>
`;
