import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CONFORMANCE_GRAPHS, conformanceAgent } from '../../harness/agents/fixtures.ts';
import {
  installPackages,
  REFERENCE,
  type ReferenceServer,
  startReference,
} from '../../harness/reference/server.ts';
import { CASES } from '../emulator/clients/sdk/cases.ts';
import { DIFFERENCES, ERRORS_ARE_JSON } from '../emulator/clients/sdk/differences.ts';
import { type Observations, runCases } from '../emulator/clients/sdk/run-cases.ts';

// Repeats the cases of official-sdk.slow.test.ts on the reference server in memory, with the same client.
// differences.ts lists the expected differences exactly.
let scratch: string;
let server: ReferenceServer | undefined;
let saw: Observations;
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'reference-'));
  await installPackages(scratch, REFERENCE);
  const graphs = Object.fromEntries(CONFORMANCE_GRAPHS.map((name) => [name, `./agent.ts:${name}`]));
  server = await startReference({ folder: scratch, agent: conformanceAgent(), graphs });
  saw = await runCases(CASES, { url: server.url, apiKey: 'none', continuesDeletedRuns: true });
});
afterAll(async () => {
  await server?.stop();
  await rm(scratch, { recursive: true, force: true });
});

/**
 * Removes the difference that the reference server's errors are not JSON, which one case shows, from all other cases.
 */
const lookedOver = (seen: unknown): unknown =>
  JSON.parse(JSON.stringify(seen ?? null).replaceAll('"detail":false', '"detail":true'));

const theirs = new Map(DIFFERENCES.flatMap(({ cases }) => Object.entries(cases)));

describe(`the official client, on the reference server ${REFERENCE['@langchain/langgraph-api']}`, () => {
  test.each(CASES.map((one) => [one.name, one] as const))(
    'gets the expected result in the case "%s"',
    (name, { expected }) => {
      const seen = saw.seen.get(name);
      const listed = theirs.has(name);
      expect(name === ERRORS_ARE_JSON ? seen : lookedOver(seen)).toEqual(
        listed ? theirs.get(name) : expected,
      );
      // A difference in the list must still exist.
      if (listed) expect(theirs.get(name)).not.toEqual(expected);
    },
  );
});
