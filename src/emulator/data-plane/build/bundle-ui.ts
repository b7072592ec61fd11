import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import type { UiComponents } from '../../ports/worker.ts';
import { BUNDLE_FOLDER, type BundleContext, runBundler } from './bundle.ts';

/** File listed under `ui` in the configuration, located in the checkout. */
export interface UiFile {
  name: string;
  /** Absolute path of the file, with links resolved. */
  file: string;
}

/** Packages that the page provides, as for the official component loader. */
const SHARED = ['react', 'react-dom', '@langchain/langgraph-sdk', '@langchain/langgraph-sdk/react-ui'];

/**
 * Returns a module that mounts `file`'s components. The loader passes the mount point in the global variable
 * `LGUI_EXT_STORE`.
 */
const renderer = (file: string): string => `import components from ${JSON.stringify(file)};
export const render = (name, shadowRootId) => {
  const root = document.getElementById(shadowRootId).shadowRoot;
  const target = root.appendChild(document.createElement('div'));
  window[Symbol.for('LGUI_EXT_STORE')].respond(shadowRootId, components[name], target);
};`;

/** Returns the global variable through which the page's script finds the components. */
const globalName = (name: string): string => `__LGUI_${name.replaceAll(/[^a-zA-Z0-9]/g, '_')}`;

/**
 * Bundles the components of a user interface for browsers: one script and one style sheet per name. All packages come
 * from the checkout, except packages that the page provides.
 * @throws StepFailure with the position in the source.
 */
export async function bundleUi(
  { folder, files, shared }: { folder: string; files: readonly UiFile[]; shared: readonly string[] },
  context: BundleContext,
): Promise<UiComponents> {
  const made: Record<string, UiComponents[string]> = {};
  for (const [index, { name, file }] of files.entries()) {
    const outdir = join(folder, BUNDLE_FOLDER, `ui-${index}`);
    const importers = new Set<string>();
    const result = await runBundler(
      {
        stdin: { contents: renderer(file), resolveDir: folder, loader: 'js', sourcefile: 'entrypoint.js' },
        outdir,
        write: false,
        absWorkingDir: folder,
        bundle: true,
        platform: 'browser',
        target: 'es2020',
        format: 'iife',
        globalName: globalName(name),
        jsx: 'automatic',
        external: [...SHARED, ...shared],
        logLevel: 'silent',
        plugins: [withoutTailwind((importer) => importers.add(importer))],
      },
      context,
    );
    for (const importer of importers) context.log(tailwindWarning(name, importer), 'WARNING');
    await rm(outdir, { recursive: true, force: true });
    await mkdir(outdir, { recursive: true });
    const names: string[] = [];
    for (const output of result.outputFiles ?? []) {
      const named = `entrypoint${extname(output.path)}`;
      names.push(named);
      await writeFile(
        join(outdir, named),
        extname(named) === '.js' ? withPageModules(output.text) : output.text,
      );
    }
    made[name] = { folder: outdir, files: names };
  }
  return made;
}

/**
 * Makes the script load external modules from the page instead of calling `require`, which browsers do not
 * have.
 */
const withPageModules = (script: string): string =>
  script.replaceAll(
    'typeof require !== "undefined" ? require',
    'typeof globalThis[Symbol.for("LGUI_REQUIRE")] !== "undefined" ? globalThis[Symbol.for("LGUI_REQUIRE")]',
  );

/**
 * Removes imports of Tailwind from styles, because only the hosted service runs Tailwind and a local build would not
 * find Tailwind.
 */
const withoutTailwind = (note: (importer: string) => void): Plugin => ({
  name: 'without-tailwind',
  setup(build) {
    build.onResolve({ filter: /^tailwindcss(?:\/|$)/ }, ({ importer, kind }) => {
      if (kind !== 'import-rule') return undefined;
      note(basename(importer));
      return { path: 'tailwindcss', namespace: 'without-tailwind' };
    });
    build.onLoad({ filter: /.*/, namespace: 'without-tailwind' }, () => ({ contents: '', loader: 'css' }));
  },
});

const tailwindWarning = (name: string, importer: string): string =>
  `The key "ui.${name}": ${importer} imports Tailwind, but this emulator does not run Tailwind, so its classes have no effect. Test the styles on the hosted service`;
