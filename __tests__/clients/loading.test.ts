import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const run = promisify(execFile);

/** Returns the modules of undici that a new Node process loads for a script. */
async function undiciModules(script: string): Promise<string[]> {
  const source = `
    import { createRequire } from 'node:module';
    ${script}
    const loaded = Object.keys(createRequire(import.meta.url).cache).map((file) => file.replaceAll('\\\\', '/'));
    console.log(JSON.stringify(loaded.filter((file) => file.includes('/undici/'))));
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', source]);
  return JSON.parse(stdout) as string[];
}

const request = `
  import { createTransport } from './src/clients/transport.ts';
  import { createServer } from 'node:http';
  const server = createServer((request, response) => response.end('{"ok":true}')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const transport = createTransport({ env: {}, redact: (text) => text });
  const url = new URL('http://127.0.0.1:' + server.address().port);
  const { json } = await transport.call({ method: 'GET', url });
  if (json.ok !== true) throw new Error('no answer');
`;
const end = `
  await transport.close();
  server.close();
`;

test('importing the transport module loads no HTTP client', async () => {
  expect(await undiciModules(`import './src/clients/transport.ts';`)).toEqual([]);
});

test("a request loads undici's connection pool, but not undici's fetch, mocks, caches or package root", async () => {
  const loaded = await undiciModules(request + end);
  expect(loaded.length).toBeGreaterThan(5);
  expect(
    loaded.filter((file) => /\/undici\/index\.js$|\/lib\/(mock|cache|web|interceptor)\//.test(file)),
  ).toEqual([]);
});

test('exactly one copy of undici is loaded, even with the GitHub client', async () => {
  const github = `
    import { createGitHub } from './src/clients/github.ts';
    await createGitHub({ token: 'x', apiUrl: 'http://127.0.0.1:1', transport });
  `;
  const loaded = await undiciModules(request + github + end);
  const agents = loaded.filter((file) => file.endsWith('/dispatcher/agent.js'));
  expect(agents).toHaveLength(1);
});
