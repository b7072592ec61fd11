import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Bill, createBill, type NpmBill, parseDebianPackages } from '../../scripts/sbom/bill.ts';
import { licensedPackages, licensesOf } from '../../scripts/licenses.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const component = (name: string) => ({
  'bom-ref': `${name}@1.0.0`,
  name,
  version: '1.0.0',
  purl: `pkg:npm/${name}@1.0.0`,
  scope: 'optional',
});
const WHOLE: (typeof NpmBill)['_output'] = {
  specVersion: '1.5',
  components: ['a', 'b', 'c'].map(component),
  dependencies: [{ ref: 'a@1.0.0', dependsOn: ['c@1.0.0', 'b@1.0.0'] }],
};
const PRODUCT = {
  name: 'product',
  version: '2.0.0',
  type: 'application',
  purl: 'pkg:npm/product@2.0.0',
} as const;

// docs/security/releases.md#bills
describe('a bill of materials', () => {
  test("contains only the product's packages, their dependencies on each other, and no time", () => {
    const packages = ['b', 'a'].map((name) => ({ name, version: '1.0.0' }));
    expect(createBill(PRODUCT, WHOLE, packages)).toEqual({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: { component: { 'bom-ref': 'product@2.0.0', ...PRODUCT } },
      components: ['a', 'b'].map((name) => ({ ...component(name), type: 'library', scope: 'required' })),
      dependencies: [
        { ref: 'a@1.0.0', dependsOn: ['b@1.0.0'] },
        { ref: 'product@2.0.0', dependsOn: ['a@1.0.0', 'b@1.0.0'] },
      ],
    });
  });

  test("is refused if npm's bill lacks a package of the product", () => {
    expect(() => createBill(PRODUCT, WHOLE, [{ name: 'd', version: '1.0.0' }])).toThrow('has no d@1.0.0');
  });

  test("lists an image's Debian packages by their package URLs", () => {
    expect(parseDebianPackages('libstdc++6\t14.2.0-19\tamd64\ntzdata\t1:2025b\tall\n')).toMatchObject([
      {
        name: 'libstdc++6',
        version: '14.2.0-19',
        purl: 'pkg:deb/debian/libstdc%2B%2B6@14.2.0-19?arch=amd64',
      },
      { name: 'tzdata', version: '1:2025b', purl: 'pkg:deb/debian/tzdata@1%3A2025b?arch=all' },
    ]);
  });

  test.each([
    ['', 'The list of Debian packages is empty'],
    ['git\t1\tamd64\ngit 1 amd64\n', 'Line 2 of the list'],
    ['GIT\t1\tamd64\n', 'Line 1 of the list'],
    ['git\t1\n', 'Line 1 of the list'],
  ])('is refused for the list %j', (list, message) => {
    expect(() => parseDebianPackages(list)).toThrow(message);
  });
});

describe('the command npm run sbom', () => {
  let folder = '';
  const bills = new Map<string, Bill>();
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sbom-test-'));
    const debian = path.join(folder, 'debian.tsv');
    writeFileSync(debian, 'git\t1:2.47.3-0+deb13u1\tamd64\n');
    const program = ['scripts/run.mjs', 'scripts/sbom/main.ts', '--out', folder, '--debian', debian];
    execFileSync(process.execPath, program, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.cdx.json'))) {
      bills.set(
        name.replace('.cdx.json', ''),
        JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Bill,
      );
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const namesIn = (bill: string) => bills.get(bill)?.components.map(({ name }) => name) ?? [];

  test('writes a bill for the action, the package and the image, each with its packages', () => {
    expect([...bills.keys()].toSorted()).toEqual([
      'agent-deploy',
      'agent-deploy-emulator',
      'agent-deploy-emulator-image',
    ]);
    expect(namesIn('agent-deploy')).toEqual(expect.arrayContaining(['@actions/core', 'undici', 'zod']));
    expect(namesIn('agent-deploy')).not.toContain('kysely');
    expect(namesIn('agent-deploy-emulator')).toEqual(
      expect.arrayContaining(['kysely', 'pg', 'preact', 'esbuild', '@esbuild/linux-x64', 'undici']),
    );
    expect(namesIn('agent-deploy-emulator-image')).toEqual(
      expect.arrayContaining([
        'git',
        'node',
        'uv',
        'agent-deploy-emulator',
        ...namesIn('agent-deploy-emulator'),
      ]),
    );
  });

  test('names the package URL and the hash of each package, and no address', () => {
    for (const { components } of bills.values()) {
      for (const { type, purl, ...more } of components) {
        expect(purl).toMatch(/^pkg:(npm|deb|generic|pypi)\/\S+@\S+$/);
        if (type === 'library' && purl.startsWith('pkg:npm')) expect(more).toHaveProperty('hashes.0.content');
      }
      expect(JSON.stringify(components)).not.toMatch(/registry\./);
    }
  });

  // docs/security/releases.md#licenses
  test('takes the packages of the action from the licenses in dist', async () => {
    const packages = licensedPackages(readFileSync(path.join(ROOT, 'dist/licenses.txt'), 'utf8'));
    expect(packages.map(({ name }) => name).toSorted()).toEqual(namesIn('agent-deploy').toSorted());
    expect(
      licensedPackages(await licensesOf(ROOT, ['zod', '@actions/core'])).map(({ name }) => name),
    ).toEqual(['zod', '@actions/core']);
    expect(() => licensedPackages('zod\nMIT\n')).toThrow('does not begin with the name and version');
  });
});
