import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs, promisify } from 'node:util';
import * as z from 'zod';
import { Figures, FiguresFile } from './figures.ts';

// `npm run figures [-- --image <name> --engine docker --out <file>]` measures the packed emulator, and with
// `--image` also the image. The program writes the figures of this architecture, by default into the file for the README.
// Run the program while nothing else runs on the machine.

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const README_FILE = path.join(import.meta.dirname, 'figures.json');
const run = promisify(execFile);
const MEGABYTE = 1_000_000;

/** Fields of a bench's measurement that contain the figures. */
const Measured = z.tuple([
  z.object({
    measurement: z.object({
      figures: z.array(z.object({ name: z.string(), value: z.number() })),
    }),
    medians: z.tuple([z.number()], z.number()),
  }),
]);

const { values } = parseArgs({
  options: {
    image: { type: 'string' },
    engine: { type: 'string', default: 'docker' },
    out: { type: 'string', default: README_FILE },
  },
});
const architecture = z.enum(['x64', 'arm64']).parse(process.arch);
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')));
const {
  measurement: { figures },
  medians,
} = await measurePackage();
const figureNamed = (name: string): number => {
  const found = figures.find((figure) => figure.name === name);
  if (found === undefined) throw new Error(`The bench package-ready has no figure "${name}".`);
  return found.value;
};
const measured = Figures.parse({
  version,
  machine: `${os.availableParallelism()} cores, Node ${process.versions.node}`,
  readyMs: medians[0],
  idleMb: figureNamed('idle memory'),
  tarballMb: figureNamed('tarball'),
  installedMb: figureNamed('installed'),
  imageMb: values.image === undefined ? null : await sizeOfImage(values.engine, values.image),
});
const known = FiguresFile.parse(JSON.parse(await readFile(values.out, 'utf8').catch(() => '{}')));
await writeFile(values.out, `${JSON.stringify({ ...known, [architecture]: measured }, null, 2)}\n`);
console.log(values.out);

async function measurePackage(): Promise<z.infer<typeof Measured>[0]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'figures-'));
  try {
    const file = path.join(folder, 'bench.json');
    await run(process.execPath, ['scripts/run.mjs', 'bench/main.ts', '--json', file, 'package-ready'], {
      cwd: ROOT,
    });
    const [measured] = Measured.parse(JSON.parse(await readFile(file, 'utf8')));
    return measured;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the size of a local image without compression, in megabytes. */
async function sizeOfImage(engine: string, image: string): Promise<number> {
  const { stdout } = await run(engine, ['image', 'inspect', '--format', '{{.Size}}', image]);
  return Number(stdout) / MEGABYTE;
}
