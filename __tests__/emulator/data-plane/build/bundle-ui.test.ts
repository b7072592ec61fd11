import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { DEFAULT_LIMITS } from '../../../../src/emulator/data-plane/build/step.ts';
import { retainBundler } from '../../../../src/emulator/data-plane/build/bundle.ts';
import { bundleUi } from '../../../../src/emulator/data-plane/build/bundle-ui.ts';

let folder: string;
let release: () => Promise<void>;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'bundle-ui-')));
  release = retainBundler();
});
afterEach(async () => {
  await release();
  await rm(folder, { recursive: true, force: true });
});

async function bundle(files: Readonly<Record<string, string>>, names: readonly string[] = ['ui']) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const lines: string[] = [];
  const made = await bundleUi(
    { folder, files: names.map((name) => ({ name, file: join(folder, 'ui.tsx') })), shared: [] },
    {
      log: (line, level) => lines.push(`${level} ${line}`),
      signal: new AbortController().signal,
      limits: DEFAULT_LIMITS,
    },
  );
  return { made, lines };
}

// docs/departures/graphs.md#ui-tailwind
test('a bundle of UI components omits an import of Tailwind with a warning', async () => {
  const { made, lines } = await bundle({
    'ui.tsx': `import './ui.css'; export default {};`,
    'ui.css': '@import "tailwindcss";\n@import "tailwindcss/utilities";\n.own { color: red }',
  });
  expect(made['ui']?.files).toEqual(['entrypoint.js', 'entrypoint.css']);
  const styles = await readFile(join(made['ui']?.folder ?? '', 'entrypoint.css'), 'utf8');
  expect(styles).toContain('.own');
  expect(styles).not.toContain('@import');
  expect(lines).toEqual([expect.stringContaining('WARNING The key "ui.ui": ui.css imports Tailwind')]);
});

test('UI components get separate folders even if their names are not valid file names', async () => {
  const { made } = await bundle({ 'ui.tsx': 'export default {};' }, ['../a', 'b/c']);
  const folders = Object.values(made).map((one) => one.folder);
  expect(folders).toEqual([join(folder, '.agent-deploy/ui-0'), join(folder, '.agent-deploy/ui-1')]);
});

test('an error in a UI component is reported with its position', async () => {
  await expect(bundle({ 'ui.tsx': 'export default {\n  card: <b>\n};' })).rejects.toThrow(
    'Bundling failed: ui.tsx:',
  );
  await expect(bundle({ 'ui.tsx': `import 'no-such-package';` })).rejects.toThrow('no-such-package');
});
