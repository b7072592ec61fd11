// Starts a TypeScript program of this repository: `node scripts/run.mjs <file.ts> [arguments]`. The program is plain
// JavaScript, so that an old Node can run the version check and report the required version.
import module from 'node:module';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import process from 'node:process';

// Ignores SIGUSR1, because Node would open its debugger to every program of the same user.
process.on('SIGUSR1', () => {});

const WANTED_MAJOR = 24;
const major = Number(process.versions.node.split('.')[0]);
if (!(major >= WANTED_MAJOR)) {
  process.stderr.write(
    [
      '',
      `  Node ${WANTED_MAJOR} or newer is needed, and this is Node ${process.versions.node} (${process.execPath}).`,
      '  `npm ci` installs Node 24 beside the other packages on Linux (x64, arm64) and Windows (x64),',
      '  and every `npm run …` then uses it by itself. Elsewhere, install Node 24 and run it again.',
      '',
      '',
    ].join('\n'),
  );
  process.exit(2);
}

const [target, ...rest] = process.argv.slice(2);
if (target === undefined) {
  process.stderr.write('usage: node scripts/run.mjs <file.ts> [arguments]\n');
  process.exit(2);
}
module.enableCompileCache();
const file = path.resolve(target);
process.argv = [process.argv[0], file, ...rest];
await import(pathToFileURL(file).href);
