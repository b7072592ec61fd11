import { beforeAll, expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { createEmulator } from '../../../src/emulator/index.ts';
import { call } from './plane.ts';

/** Returns the problems that the linter's recommended rules find. Warnings count as errors. */
async function complaints(document: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(
    ({ ruleId, location }) => `${ruleId} ${location.map(({ pointer }) => pointer ?? '').join()}`,
  );
}

/** Problems that are not errors, each with the reason. */
const ACCEPTED = [
  // The hosted service has the same paths. The other segment of the path is a dataset's ID, which is always a UUID.
  'no-ambiguous-paths #/paths/~1datasets~1comparative~1{comparative_experiment_id}',
  'no-ambiguous-paths #/paths/~1datasets~1{dataset_id}~1share',
  'no-ambiguous-paths #/paths/~1datasets~1{dataset_id}~1runs',
  'no-ambiguous-paths #/paths/~1api~1v1~1datasets~1comparative~1{comparative_experiment_id}',
  'no-ambiguous-paths #/paths/~1api~1v1~1datasets~1{dataset_id}~1share',
  'no-ambiguous-paths #/paths/~1api~1v1~1datasets~1{dataset_id}~1runs',
  // These routes require no key, parameter or body, so they never refuse a request.
  'operation-4xx-response #/paths/~1openapi.json/get/responses',
  'operation-4xx-response #/paths/~1info/get/responses',
  'operation-4xx-response #/paths/~1api~1v1~1info/get/responses',
  // The status of a successful WebSocket request is 101.
  'operation-2xx-response #/paths/~1s~1{sandbox_id}~1execute~1ws/get/responses',
  'operation-2xx-response #/paths/~1s~1{sandbox_id}~1tunnel/get/responses',
  // These routes require no key, parameter or body either, so they never refuse a request.
  'operation-4xx-response #/paths/~1ok/get/responses',
  'operation-4xx-response #/paths/~1health/get/responses',
  'operation-4xx-response #/paths/~1_local~1live/get/responses',
  // The protocol requires that these routes refuse every request.
  'operation-2xx-response #/paths/~1d~1{deployment_id}~1mcp/get/responses',
  'operation-2xx-response #/paths/~1d~1{deployment_id}~1mcp/delete/responses',
];

// This suite checks that the document meets the expectations of OpenAPI tools. Other suites check the API's behavior.
let document: { paths: Record<string, Record<string, unknown>> };
beforeAll(async () => {
  const emulator = await createEmulator({ runtime: 'stub' });
  document = (await call(emulator, 'GET', '/openapi.json')).body;
  await emulator.close();
});

test('a linter finds only accepted problems in the API document', async () => {
  expect(await complaints(document)).toEqual(ACCEPTED);
});

test('the linter reports an invalid document', async () => {
  const { paths } = structuredClone(document);
  const list = paths['/v2/deployments'];
  if (list !== undefined) list['get'] = { responses: { 200: {} } };
  const found = (await complaints({ ...document, paths })).map((line) => line.split(' ')[0]);
  expect(found).toEqual(expect.arrayContaining(['operation-summary', 'security-defined', 'struct']));
});
