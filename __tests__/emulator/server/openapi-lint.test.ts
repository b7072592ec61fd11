import { beforeAll, expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { createEmulator } from '../../../src/emulator/index.ts';
import { call } from './plane.ts';

/** What the linter says of a document, by its recommended rules: warnings count like errors. */
async function complaints(document: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(
    ({ ruleId, location }) => `${ruleId} ${location.map(({ pointer }) => pointer ?? '').join()}`,
  );
}

/** Complaints that are no mistakes, each with its reason. */
const ACCEPTED = [
  // They take no key, no parameter and no body: there is nothing that they could refuse.
  'operation-4xx-response #/paths/~1openapi.json/get/responses',
  'operation-4xx-response #/paths/~1api~1v1~1info/get/responses',
  // A WebSocket is answered 101.
  'operation-2xx-response #/paths/~1s~1{sandbox_id}~1execute~1ws/get/responses',
  'operation-2xx-response #/paths/~1s~1{sandbox_id}~1tunnel/get/responses',
  // As the info above.
  'operation-4xx-response #/paths/~1ok/get/responses',
  'operation-4xx-response #/paths/~1health/get/responses',
  // The protocol requires a refusal of what the server does not do.
  'operation-2xx-response #/paths/~1d~1{deployment_id}~1mcp/get/responses',
  'operation-2xx-response #/paths/~1d~1{deployment_id}~1mcp/delete/responses',
];

// What tools expect of an OpenAPI document; what the API itself promises is tested elsewhere.
let document: { paths: Record<string, Record<string, unknown>> };
beforeAll(async () => {
  const emulator = await createEmulator({ runtime: 'stub' });
  document = (await call(emulator, 'GET', '/openapi.json')).body;
  await emulator.close();
});

test('a linter finds only the accepted problems in the API document', async () => {
  expect(await complaints(document)).toEqual(ACCEPTED);
});

test('the linter finds a wrong document', async () => {
  const { paths } = structuredClone(document);
  const list = paths['/v2/deployments'];
  if (list !== undefined) list['get'] = { responses: { 200: {} } };
  const found = (await complaints({ ...document, paths })).map((line) => line.split(' ')[0]);
  expect(found).toEqual(expect.arrayContaining(['operation-summary', 'security-defined', 'struct']));
});
