import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';

const ENTRY = 'dashboard/src/main.tsx';
/** The packages whose code is in the page. */
const PACKAGES = ['preact', '@preact/signals', '@preact/signals-core', '@dagrejs/dagre', '@dagrejs/graphlib'];

/**
 * Builds the dashboard into `outDir` (recreated): `index.html`, one script and one style sheet for the first screen, and the
 * scripts that are loaded later. Names hold a hash of the content, so that browsers may keep the files forever. The same
 * sources give the same bytes in any folder.
 */
export async function buildDashboard(root: string, outDir: string): Promise<void> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { dashboard: ENTRY },
    tsconfig: 'dashboard/tsconfig.json',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17'],
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
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  for (const file of outputFiles) await writeFile(path.join(outDir, path.basename(file.path)), file.contents);
  await writeFile(path.join(outDir, 'index.html'), page(entryOf(metafile)));
  await writeFile(path.join(outDir, 'licenses.txt'), await licences(root));
}

interface Entry {
  script: string;
  style: string;
  /** What the script imports at once. */
  shared: string[];
}

function entryOf(metafile: Metafile): Entry {
  const found = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === ENTRY);
  if (found?.[1].cssBundle === undefined) {
    throw new Error(`the bundler made no script with a style sheet of ${ENTRY}`);
  }
  const shared = found[1].imports.filter(({ kind }) => kind === 'import-statement');
  return {
    script: path.basename(found[0]),
    style: path.basename(found[1].cssBundle),
    shared: shared.map((one) => path.basename(one.path)),
  };
}

/** Without any script or style of its own: the page's policy allows files of its origin alone. */
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
<div id="app"></div>
<noscript>The dashboard is a program: it needs JavaScript.</noscript>
</body>
</html>
`;

async function licences(root: string): Promise<string> {
  const texts = await Promise.all(
    PACKAGES.map(async (name) => {
      const text = await readFile(path.join(root, 'node_modules', name, 'LICENSE'), 'utf8');
      return `${name}\n${text.replaceAll('\r\n', '\n').trim()}\n`;
    }),
  );
  return texts.join('\n');
}
