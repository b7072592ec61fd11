import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import * as z from 'zod';
import { DASHBOARD_PACKAGES } from '../dashboard/build.ts';
import { licensedPackages } from '../licenses.ts';
import { bundleEmulator } from '../package-emulator/bundle.ts';
import { manifestsOf } from '../package-emulator/manifest.ts';
import {
  type Bill,
  createBill,
  NpmBill,
  type PackageVersion,
  parseDebianPackages,
  programComponent,
} from './bill.ts';

// `npm run sbom [-- --out <folder> --debian <file>]` writes the bills of materials of the action and of the emulator's
// package in CycloneDX, by default into `.tmp`. With a list of an image's Debian packages, the program also writes the
// bill of the emulator's image.

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const LockFile = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({ name: z.string().optional(), version: z.string().optional() }),
  ),
});
const run = promisify(execFile);

const { values } = parseArgs({
  options: { out: { type: 'string', default: '.tmp' }, debian: { type: 'string' } },
});
const { version } = z.object({ version: z.string() }).parse(await readJson('package.json'));
const { packages: locked } = LockFile.parse(await readJson('package-lock.json'));
const { stdout } = await run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
  cwd: ROOT,
  maxBuffer: 64 * 1024 * 1024,
});
const whole = NpmBill.parse(JSON.parse(stdout));
const emulator = await packagesOfEmulator();
await write('agent-deploy', await billOfAction());
await write('agent-deploy-emulator', billOfEmulator());
if (values.debian !== undefined) await write('agent-deploy-emulator-image', await billOfImage(values.debian));

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(path.join(ROOT, file), 'utf8'));
}

async function write(name: string, bill: Bill): Promise<void> {
  const file = path.resolve(values.out, `${name}.cdx.json`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(file);
}

/** Returns the installed versions of packages at the top of the lock file. */
function versionsOf(names: readonly string[]): PackageVersion[] {
  return names.map((name) => {
    const found = locked[`node_modules/${name}`];
    if (found?.version === undefined) throw new Error(`package-lock.json has no version of ${name}.`);
    // The folder of an aliased package has the name of the alias.
    return { name: found.name ?? name, version: found.version };
  });
}

async function billOfAction(): Promise<Bill> {
  const bundled = licensedPackages(await readFile(path.join(ROOT, 'dist/licenses.txt'), 'utf8'));
  const purl = `pkg:npm/agent-deploy@${version}`;
  return createBill({ name: 'agent-deploy', version, type: 'application', purl }, whole, bundled);
}

/** Returns the packages in the emulator's package, and the packages that npm installs with it. */
async function packagesOfEmulator(): Promise<PackageVersion[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sbom-'));
  try {
    const bundled = await bundleEmulator(ROOT, path.join(folder, 'lib'));
    const { installed } = await manifestsOf(ROOT, undefined);
    return versionsOf([...new Set([...bundled, ...DASHBOARD_PACKAGES, ...installed])]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function billOfEmulator(): Bill {
  const name = 'agent-deploy-emulator';
  const purl = `pkg:npm/${name}@${version}`;
  return createBill({ name, version, type: 'application', purl }, whole, emulator);
}

async function billOfImage(debianList: string): Promise<Bill> {
  const debian = parseDebianPackages(await readFile(debianList, 'utf8'));
  const dockerfile = await readFile(path.join(ROOT, 'emulator/Dockerfile'), 'utf8');
  const uv = await readFile(path.join(ROOT, 'emulator/uv.txt'), 'utf8');
  const programs = [
    programComponent('npm', { name: 'agent-deploy-emulator', version }),
    programComponent('generic', {
      name: 'node',
      version: matched(dockerfile, /^ARG BASE=\S+\/node:([\d.]+)-/m),
    }),
    programComponent('pypi', { name: 'uv', version: matched(uv, /^uv==(\S+)/m) }),
  ];
  const name = 'agent-deploy-emulator-image';
  const product = {
    name,
    version,
    type: 'container',
    purl: `pkg:oci/agent-deploy-emulator@${version}`,
  } as const;
  return createBill(product, whole, emulator, [...programs, ...debian]);
}

function matched(text: string, pattern: RegExp): string {
  const [, found] = pattern.exec(text) ?? [];
  if (found === undefined) throw new Error(`Found no text of the form ${String(pattern)}.`);
  return found;
}
