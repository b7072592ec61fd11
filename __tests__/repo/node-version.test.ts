import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = path.resolve(import.meta.dirname, '../..');

const COMMAND = /\bnpx (?:-p )?agent-deploy-emulator\b/;

// docs/package.md#node
test.each([
  'README.md',
  'docs/dev.md',
  'docs/init.md',
  'docs/cli.md',
  'docs/emulator.md',
  'docs/package.md',
  'scripts/package-emulator/files/README.md',
])('%s states that Node 24 is required, in each section before the first command of the package', (page) => {
  const text = readFileSync(path.join(ROOT, page), 'utf8');
  // Readers may start the README at any section, but other pages only at the top.
  const parts = page === 'README.md' ? text.split(/^## /m) : [text];
  const withCommand = parts.filter((part) => COMMAND.test(part));
  expect(withCommand.length).toBeGreaterThan(0);
  for (const part of withCommand) expect(`…${part.slice(0, part.search(COMMAND))}`).toMatch(/Node 24/);
});
