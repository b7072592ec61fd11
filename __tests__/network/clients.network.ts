import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { installNpm, installPython, run } from './support/installs.ts';
import {
  checkDeployFlow,
  JS_CLI_FLAGS,
  validateExamples,
  writeAgent,
  writeDockerfiles,
} from './support/official-cli.ts';

// Tests with the service's own unmodified clients from their registries, and a client generated from the API document,
// each in a separate process. docs/clients.md lists the versions; newest-clients.versions.ts runs the newest versions.
const JS_CLI = '1.5.1';
const PYTHON_CLI = '0.4.31';
const GENERATOR = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3'];

let scratch: string;
let folder: string;
let emulator: EmulatorHandle;
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'official-clients-'));
  folder = await writeAgent(path.join(scratch, 'agent'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));
beforeEach(async () => {
  emulator = await startEmulator({ runtime: 'stub', compat: 'hosted' });
});
afterEach(() => emulator.stop());

describe('an unmodified official client', () => {
  test(`(the JavaScript CLI ${JS_CLI}) deploys, updates, lists, shows logs and deletes, and accepts the examples`, async () => {
    const cli = `@langchain/langgraph-cli@${JS_CLI}`;
    const modules = await installNpm(path.join(scratch, 'js'), [cli], ...JS_CLI_FLAGS);
    const flags = ['--host-url', emulator.urls.controlPlane, '--api-key', emulator.apiKey];
    await checkDeployFlow(path.join(modules, '.bin/langgraphjs'), { emulator, folder, flags });
    await writeDockerfiles(path.join(modules, '.bin/langgraphjs'), path.join(scratch, 'dockerfiles'));
  });

  test(`(the Python CLI ${PYTHON_CLI}) deploys, updates, lists, shows logs and deletes, and accepts the examples`, async () => {
    const bin = await installPython(path.join(scratch, 'python'), [`langgraph-cli==${PYTHON_CLI}`]);
    const env = {
      LANGGRAPH_HOST_URL: emulator.urls.controlPlane,
      LANGGRAPH_HOST_API_KEY: emulator.apiKey,
    };
    await checkDeployFlow(path.join(bin, 'langgraph'), { emulator, folder, env });
    await validateExamples(path.join(bin, 'langgraph'));
  });
});

/** A user's program with the generated types, which is compiled before it runs. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { paths } from './api';
const [baseUrl = '', key = ''] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { 'X-Api-Key': key } });
const made = await api.POST('/v2/deployments', { body: {
  name: 'generated', source: 'external_docker', source_config: {},
  source_revision_config: { image_uri: 'registry.example/agent:1' }, secrets: [],
} });
if (made.data === undefined) throw new Error(JSON.stringify(made.error));
const { id, latest_revision_id: first } = made.data;
if (first === null) throw new Error('no revision');
const path = { deployment_id: id };
for (;;) {
  const { data } = await api.GET('/v2/deployments/{deployment_id}/revisions/{revision_id}', { params: { path: { ...path, revision_id: first } } });
  if (data?.status === 'DEPLOYED') break;
  await new Promise((resolve) => setTimeout(resolve, 50));
}
const patched = await api.PATCH('/v2/deployments/{deployment_id}', { params: { path }, body: { secrets: [{ name: 'A', value: 'b' }] } });
if (patched.data?.latest_revision_id === first) throw new Error('no new revision');
const deleted = await api.DELETE('/v2/deployments/{deployment_id}', { params: { path } });
console.log(deleted.response.status, patched.data?.secrets[0]?.name);
`;

test('a client that is generated from /openapi.json compiles, and creates, polls, patches and deletes a deployment', async () => {
  const generated = path.join(scratch, 'generated');
  const bin = path.join(await installNpm(generated, GENERATOR), '.bin');
  const at = { cwd: generated };
  const { body } = await emulator.api('GET', '/openapi.json');
  await writeFile(path.join(generated, 'openapi.json'), JSON.stringify(body));
  await run(path.join(bin, 'openapi-typescript'), ['openapi.json', '-o', 'api.d.ts'], at);
  const strict = ['--strict', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const globals = `declare const process: { argv: string[] };\n`;
  await writeFile(path.join(generated, 'program.ts'), globals + PROGRAM);
  await run(path.join(bin, 'tsc'), [...strict, '--skipLibCheck', 'program.ts'], at);
  const program = ['program.js', emulator.urls.controlPlane, emulator.apiKey];
  expect((await run(process.execPath, program, at)).trim()).toBe('204 A');

  // The types detect an error in a program.
  await writeFile(
    path.join(generated, 'wrong.ts'),
    globals + PROGRAM.replace("name: 'generated'", 'name: 5'),
  );
  await expect(run(path.join(bin, 'tsc'), [...strict, '--noEmit', 'wrong.ts'], at)).rejects.toThrow(
    'wrong.ts',
  );
});
