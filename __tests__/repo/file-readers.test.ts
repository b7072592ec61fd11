import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Returns the messages of this repository's linter for a source file in `src` with this text. */
function lint(text: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'file-readers-'));
  try {
    mkdirSync(path.join(folder, 'src'));
    copyFileSync(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
    writeFileSync(path.join(folder, 'src', 'file.ts'), text);
    execFileSync(path.join(root, 'node_modules', '.bin', 'oxlint'), ['src'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return '';
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const READING = [
  'readFile',
  'readFileSync',
  'open',
  'openSync',
  'createReadStream',
  'copyFile',
  'cp',
  'openAsBlob',
];

// docs/security/checkouts.md#plain-files-lint
test.each([
  ...READING.map((name) => `import { ${name} } from 'node:fs';\nexport const used = ${name};\n`),
  ...READING.map(
    (name) => `import { ${name} as other } from 'node:fs/promises';\nexport const used = other;\n`,
  ),
  "import * as fs from 'node:fs';\nexport const used = fs;\n",
  "import fs from 'node:fs/promises';\nexport const used = fs;\n",
])('the linter rejects a reader of files outside of src/os/plain-file.ts: %j', (text) => {
  expect(lint(text)).toContain('Read files by src/os/plain-file.ts');
});

test('the linter accepts code that opens no file for reading', () => {
  expect(lint("import { stat } from 'node:fs/promises';\nexport const used = stat;\n")).toBe('');
});

test('no source file accesses the file system through an expression, which the linter cannot detect', () => {
  const files = globSync('src/**/*.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) =>
    /(?:import|require|getBuiltinModule)\(\s*['"](?:node:)?fs/.test(
      readFileSync(path.join(root, file), 'utf8'),
    ),
  );
  expect(found).toEqual([]);
});
