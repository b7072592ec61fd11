import path from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';

// Tests every field of every route with bodies of the maximum number of values, keys and bytes. A route that works too
// long for each value blocks the event loop; the limit is ten times the aim of `bench/loop-lag`.
const LIMIT_MS = 1_000;
/** Restricts the test to operations whose method and path contain this string. */
const only = process.env['LARGE_BODIES_OF'] ?? '';
const HOUR_MS = 3_600_000;
const BLOCKED = /bench: blocked ([\d.]+) ms/g;

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}
interface Operation {
  requestBody?: { content?: Record<string, { schema?: Schema }> };
}

const repeated = (text: string, count: number): string => `[${`${text},`.repeat(count - 1)}${text}]`;
const keys = (count: number): string =>
  `{${Array.from({ length: count }, (_, at) => `"key${at}":1`).join()}}`;

/** JSON at the limits of an agent server, and above the limits. */
const CONTENTS: Record<string, string> = {
  numbers: repeated('1', 249_000),
  'integers of 64 bits': repeated('12345678901234567891', 62_000),
  'empty lists': repeated('[]', 249_000),
  'empty objects': repeated('{}', 249_000),
  texts: repeated('"abc"', 249_000),
  'UUIDs that are none': repeated('"6f1a9f0e-3f6d-4c55-9c1e-11111111111"', 249_000),
  keys: keys(49_000),
  'objects of one key': repeated('{"a":1}', 49_000),
  levels: `${'['.repeat(490)}${']'.repeat(490)}`,
  'one long text': `"${'x'.repeat(15_000_000)}"`,
  'escaped text': `"${'\\u0000'.repeat(2_000_000)}"`,
  'far too many lists': repeated('[]', 4_000_000),
  'far too many keys': keys(900_000),
};

/** Returns the fields of a body, from all branches of its schema. */
function fieldsOf(document: Document, schema: Schema | undefined, depth = 0): string[] {
  if (schema === undefined || depth > 6) return [];
  const name = schema.$ref?.replace('#/components/schemas/', '');
  const branches = [
    ...(name === undefined ? [] : [document.components?.schemas?.[name]]),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
  ];
  return [
    ...Object.keys(schema.properties ?? {}),
    ...branches.flatMap((one) => fieldsOf(document, one, depth + 1)),
  ];
}

let emulator: EmulatorHandle;
let agentUrl: string;
beforeAll(async () => {
  emulator = await startEmulator({
    runtime: 'stub',
    env: { EMULATOR_CHECK_ANSWERS: '0' },
    preload: [path.join(import.meta.dirname, '../../bench/support/loop-delay.ts')],
  });
  const made = await emulator.api('POST', '/v2/deployments', {
    name: 'large-bodies',
    source: 'git_host',
    source_config: { repo_url: 'https://git.example/acme/agent' },
    source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
    secrets: [],
  });
  const { id } = z.object({ id: z.string() }).parse(made.body);
  const Served = z.object({
    active_revision_id: z.string(),
    source_config: z.looseObject({ custom_url: z.string() }),
  });
  for (;;) {
    const served = Served.safeParse((await emulator.api('GET', `/v2/deployments/${id}`)).body).data;
    if (served !== undefined) {
      agentUrl = served.source_config.custom_url;
      return;
    }
    await delay(50);
  }
}, HOUR_MS);
afterAll(() => emulator.stop(), HOUR_MS);

async function blocked(): Promise<number> {
  const before = [...emulator.log().matchAll(BLOCKED)].length;
  process.kill(emulator.pid, 'SIGUSR2');
  for (;;) {
    const found = [...emulator.log().matchAll(BLOCKED)];
    if (found.length > before) return Number(found.at(-1)?.[1]);
    await delay(5);
  }
}

/** Sends each content in each field of each operation, and returns the requests that took too long or failed. */
async function sweep(base: string): Promise<{ problems: string[]; requests: number }> {
  const headers = { 'x-api-key': emulator.apiKey, 'content-type': 'application/json' };
  const document = (await (await fetch(`${base}/openapi.json`, { headers })).json()) as Document;
  const problems: string[] = [];
  let requests = 0;
  for (const [template, methods] of Object.entries(document.paths)) {
    if (template.startsWith('/_local')) continue;
    for (const [method, operation] of Object.entries(methods)) {
      const schema = operation.requestBody?.content?.['application/json']?.schema;
      if (schema === undefined || !`${method.toUpperCase()} ${template}`.includes(only)) continue;
      const place = template.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
      for (const field of ['', ...new Set(fieldsOf(document, schema))]) {
        for (const [name, content] of Object.entries(CONTENTS)) {
          await blocked();
          const answer = await fetch(`${base}${place}`, {
            method: method.toUpperCase(),
            headers,
            body: field === '' ? content : `{${JSON.stringify(field)}:${content}}`,
            signal: AbortSignal.timeout(WAIT_LIMIT_MS),
          });
          await answer.body?.cancel();
          const ms = await blocked();
          requests += 1;
          const what = `${method.toUpperCase()} ${template} with ${name} in ${field || 'the body'}`;
          if (answer.status === 500) problems.push(`${what}: 500`);
          if (ms > LIMIT_MS) problems.push(`${what}: ${ms} ms`);
        }
      }
    }
  }
  return { problems, requests };
}

describe('bodies at the limits of JSON', () => {
  test.each(['agent server', 'control plane'])(
    'are handled by every route of the %s without blocking the event loop',
    async (which) => {
      const found = await sweep(which === 'agent server' ? agentUrl : emulator.urls.controlPlane);
      process.stderr.write(`${which}: ${found.requests} requests\n`);
      if (only === '') expect(found.requests).toBeGreaterThan(100);
      expect(found.problems).toEqual([]);
    },
    HOUR_MS,
  );
});
