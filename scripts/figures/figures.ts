import * as z from 'zod';

/** Figures of the packed emulator on one architecture. Sizes are in megabytes of 1,000,000 bytes. */
export const Figures = z.strictObject({
  version: z.string(),
  /** Number of cores and version of Node of the machine that measured. */
  machine: z.string(),
  readyMs: z.number().positive(),
  idleMb: z.number().positive(),
  tarballMb: z.number().positive(),
  installedMb: z.number().positive(),
  /** Size of the unpacked image, or null if no image was measured. */
  imageMb: z.number().positive().nullable(),
});

/** Figures by architecture, as Node names it. */
export const FiguresFile = z.partialRecord(z.enum(['x64', 'arm64']), Figures);

const NAMES = { x64: 'amd64', arm64: 'arm64' } as const;

/** Published figures of emulators for other services, from their own pages or from their users. */
const PUBLISHED = [
  '| floci (its README) | 24 ms | 14 MB | – | about 90 MB |',
  '| LocalStack (users who compared it) | 3,300 ms | 150 MB | – | 503 MB, compressed |',
];

/** Returns the table with the figures for the README. */
export function figuresTable(figures: z.infer<typeof FiguresFile>): Record<string, string> {
  const rows = (['x64', 'arm64'] as const).map((arch) => {
    const found = figures[arch];
    const name = `| this emulator, ${NAMES[arch]}`;
    if (found === undefined)
      return `${name} | not measured yet | not measured yet | not measured yet | not measured yet |`;
    const { readyMs, idleMb, tarballMb, installedMb, imageMb } = found;
    const image = imageMb === null ? 'not measured yet' : `${rounded(imageMb)} MB`;
    return `${name} | ${rounded(readyMs)} ms | ${rounded(idleMb)} MB | ${rounded(tarballMb)} MB, installed ${rounded(installedMb)} MB | ${image} |`;
  });
  const head = ['| | start | memory when idle | package | image |', '| --- | --- | --- | --- | --- |'];
  return { figures: [...head, ...rows, ...PUBLISHED].join('\n') };
}

const rounded = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
