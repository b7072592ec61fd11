import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { operationKey, PUBLISHED_APIS } from '../../scripts/readme/published-operations.ts';
import { installPython, run } from './support/installs.ts';

// Compares the lists of published operations in docs/conformance with the newest packages of the service, so that an
// operation that the service adds is reported.

let scratch: string;
/** Folder with the installed Python packages. */
let packages: string;
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'published-operations-'));
  const bin = await installPython(path.join(scratch, 'python'), ['langgraph-api', 'langsmith']);
  const program = 'import sysconfig; print(sysconfig.get_path("purelib"))';
  packages = (await run(path.join(bin, 'python'), ['-c', program])).trim();
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** Returns the operations of these APIs in the lists, in the form of {@link operationKey}. */
const listed = (...names: string[]): string[] =>
  PUBLISHED_APIS.filter(({ name }) => names.includes(name)).flatMap(({ operations }) =>
    operations.map(operationKey),
  );

const Document = z.looseObject({ paths: z.record(z.string(), z.looseObject({})) });

test('the newest agent server has exactly the listed operations', async () => {
  const { paths } = Document.parse(JSON.parse(await readFile(path.join(packages, 'openapi.json'), 'utf8')));
  const published = Object.entries(paths).flatMap(([where, methods]) =>
    Object.keys(methods)
      .filter((method) => /^(get|post|put|patch|delete)$/.test(method))
      .map((method) => operationKey(`${method.toUpperCase()} ${where.replace(/(.)\/$/, '$1')}`)),
  );
  expect(published.toSorted()).toEqual(listed('agent-server').toSorted());
});

/** Matches a request of the generated client: its method, and its path. */
const REQUEST = /self\._(get|post|patch|put|delete)\(\s*(?:path_template\(\s*)?f?"(\/api\/v2\/[^"]+)"/g;

/** Returns the requests to the second version of the API that the newest generated client makes. */
async function requestsOfClient(): Promise<string[]> {
  const folder = path.join(packages, 'langsmith/resources');
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.py'));
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
  const requests = texts.flatMap((text) =>
    [...text.matchAll(REQUEST)].map(([, method = '', where = '']) =>
      operationKey(`${method.toUpperCase()} ${where}`),
    ),
  );
  return [...new Set(requests)].toSorted();
}

test('the newest generated client makes no request to sandboxes or evaluations that the lists lack', async () => {
  const requests = await requestsOfClient();
  const known = listed('sandboxes', 'evaluation-v2');
  expect(requests.filter((one) => known.includes(one)).length).toBeGreaterThan(20);
  const relevant = /^\w+ \/api\/v2\/(sandboxes|datasets|runs|sessions|traces|threads)\b/;
  // Rules for runs are not part of evaluations by code, and threads are shared on the service's pages.
  const excluded = [/\/runs\/rules$/, /\/threads\/\{\}\/share$/];
  const added = requests.filter(
    (one) => relevant.test(one) && !known.includes(one) && !excluded.some((pattern) => pattern.test(one)),
  );
  expect(added).toEqual([]);
});
