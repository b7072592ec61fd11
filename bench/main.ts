import { readdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describe, isMeasured, median, type Bench, type Measurement } from './support/measure.ts';

// `npm run bench` measures all claims, and `npm run bench -- <name>…` only the named claims. Run the benches on a
// quiet machine, because the figures are wall-clock times. With `--once`, each bench measures a single round to show
// that the bench works; `npm run check` does this. `--json <file>` also writes the measurements to a file.

/** Benches whose rounds take only seconds, and that need no network, browser, cluster or system package. */
const QUICK = [
  'bytes',
  'cold-start',
  'conceal-environment',
  'detection-lag',
  'emulator-ready',
  'protocol-first-event',
  'requests-per-deploy',
  'rollback',
  'search-by-meaning',
  'stream-replay',
  'virtual-time',
];

const names = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && name !== 'main.ts')
  .map((name) => name.replace(/\.ts$/, ''))
  .toSorted();
const { values, positionals: requested } = parseArgs({
  options: { once: { type: 'boolean', default: false }, json: { type: 'string' } },
  allowPositionals: true,
});
const { once } = values;
/** Measurements, each with the medians of its sides. */
const measurements: { name: string; measurement: Measurement; medians: number[] }[] = [];
const unknown = requested.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no such bench: ${unknown.join(', ')}. Choose from: ${names.join(', ')}`);
  process.exitCode = 2;
} else {
  if (once) process.env['BENCH_ONCE'] = '1';
  console.log(`node ${process.versions.node}, ${process.platform} ${process.arch}\n`);
  for (const name of requested.length > 0 ? requested : once ? QUICK : names) {
    const { measure } = (await import(`./${name}.ts`)) as { measure: Bench };
    try {
      const measurement = await measure();
      if (!isMeasured(measurement)) throw new Error('a figure of the measurement is not a number');
      measurements.push({
        name,
        measurement,
        medians: measurement.sides.map(({ samples }) => median(samples)),
      });
      console.log(`${name}: ${describe(measurement).join('\n')}\n`);
    } catch (failure) {
      console.error(`${name}: NOT MEASURED: ${failure instanceof Error ? failure.stack : String(failure)}\n`);
      process.exitCode = 1;
    }
  }
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(measurements));
}
