import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { watchFolder, type Watcher } from '../../../src/emulator/dev/watch.ts';
import { testFolder } from './support.ts';

async function untilSeen(watcher: Watcher, file: string): Promise<void> {
  while (!(await watcher.next()).includes(file)) {
    // Events of an earlier change are ignored.
  }
}

test('the file watcher notices each save, in place or by renaming, even in new folders', async () => {
  await using folder = await testFolder({ 'src/agent.ts': 'one' });
  const at = (name: string) => path.join(folder.path, name);
  const watcher = await watchFolder(folder.path, () => false);
  try {
    for (let round = 0; round < 3; round += 1) {
      await folder.write({ 'src/agent.ts': `in place ${round}` });
      await untilSeen(watcher, at('src/agent.ts'));
      await folder.write({ 'src/.new': `renamed ${round}` });
      await rename(at('src/.new'), at('src/agent.ts'));
      await untilSeen(watcher, at('src/agent.ts'));
    }
    await mkdir(at('a/b'), { recursive: true });
    await folder.write({ 'a/b/new.ts': '' });
    await untilSeen(watcher, at('a/b/new.ts'));
    await rm(at('a'), { recursive: true });
    await untilSeen(watcher, at('a'));
  } finally {
    await watcher.close();
  }
});

// docs/dev.md#save-again
test('the file watcher notices a save that follows the report of an earlier save immediately', async () => {
  await using folder = await testFolder({ 'agent.ts': '' });
  const file = path.join(folder.path, 'agent.ts');
  const watcher = await watchFolder(folder.path, () => false);
  try {
    for (let round = 0; round < 5; round += 1) {
      await folder.write({ 'agent.ts': `${round}` });
      await untilSeen(watcher, file);
    }
  } finally {
    await watcher.close();
  }
});

test('the file watcher ignores files that git ignores', async () => {
  await using folder = await testFolder({ 'agent.ts': '', 'node_modules/pkg/index.js': '' });
  const at = (name: string) => path.join(folder.path, name);
  const watcher = await watchFolder(folder.path, (file) => file.includes('node_modules'));
  try {
    await folder.write({ 'node_modules/pkg/index.js': 'changed' });
    await folder.write({ 'agent.ts': 'changed' });
    expect(await watcher.next()).toEqual([at('agent.ts')]);
  } finally {
    await watcher.close();
  }
});
