import { readdirSync } from 'node:fs';
import { describe, type Bench } from './support/measure.ts';

// `npm run bench` measures every claim, `npm run bench -- <name>…` those named. Quiet machine, please: figures are wall time.
const names = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && name !== 'main.ts')
  .map((name) => name.replace(/\.ts$/, ''))
  .toSorted();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no such bench: ${unknown.join(', ')}. There are: ${names.join(', ')}`);
  process.exitCode = 2;
} else {
  console.log(`node ${process.versions.node}, ${process.platform} ${process.arch}\n`);
  for (const name of asked.length > 0 ? asked : names) {
    const { measure } = (await import(`./${name}.ts`)) as { measure: Bench };
    try {
      console.log(`${name}: ${describe(await measure()).join('\n')}\n`);
    } catch (failure) {
      console.error(`${name}: NOT MEASURED: ${failure instanceof Error ? failure.stack : String(failure)}\n`);
      process.exitCode = 1;
    }
  }
}
