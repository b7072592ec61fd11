import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { serveGit } from '../../harness/git-server.ts';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';
import { createResolveRef } from '../../src/action/git/resolve-ref.ts';
import { createCheckout } from '../../src/emulator/data-plane/git/checkout.ts';
import { createGit } from '../../src/emulator/data-plane/git/git.ts';
import { createProcesses } from '../../src/emulator/data-plane/places/process/processes.ts';
import { findRedirect } from '../../src/git/redirects.ts';

const never = new AbortController().signal;
const STATUSES = [301, 302, 303, 307, 308];

describe('a redirect of a git repository', () => {
  const DISCOVERY = '/info/refs?service=git-upload-pack';
  /** Responses by URL. The response for every other URL is a 200. */
  const find = (address: string, responses: Record<string, { status: number; location?: string }>) => {
    const requested: string[] = [];
    const result = findRedirect(address, async (url) => {
      requested.push(url.href);
      const { status, location } = responses[url.href] ?? { status: 200 };
      return { status, location };
    });
    return result.then((redirect) => ({ redirect, requested }));
  };

  test('to a renamed repository at the same origin is followed step by step', async () => {
    const { redirect, requested } = await find('https://git.test/a.git', {
      [`https://git.test/a.git${DISCOVERY}`]: { status: 301, location: `/b.git${DISCOVERY}` },
      [`https://git.test/b.git${DISCOVERY}`]: {
        status: 308,
        location: `https://git.test/c.git${DISCOVERY}`,
      },
    });
    expect(redirect).toEqual({ kind: 'moved', address: 'https://git.test/c.git' });
    expect(requested).toHaveLength(3);
  });

  test.each([
    ['another host', `https://evil.test/a.git${DISCOVERY}`, 'https://evil.test, which is another origin'],
    ['another port', `https://git.test:8443/a.git${DISCOVERY}`, 'https://git.test:8443'],
    ['another scheme', `http://git.test/a.git${DISCOVERY}`, 'http://git.test'],
    ['a host without a scheme', `//evil.test/a.git${DISCOVERY}`, 'https://evil.test'],
    ['a URL with credentials', `https://a:b@git.test/a.git${DISCOVERY}`, 'another origin'],
    ['a page that is not a repository', 'https://git.test/login', 'a page that is not a Git repository'],
    [
      'another Git service',
      'https://git.test/b.git/info/refs?service=git-receive-pack',
      'not a Git repository',
    ],
    ['text that is not a URL', 'https://', 'without a usable Location'],
  ])('to %s is rejected without a request to that address', async (_name, location, reason) => {
    const { redirect, requested } = await find('https://git.test/a.git', {
      [`https://git.test/a.git${DISCOVERY}`]: { status: 302, location },
    });
    expect(redirect).toEqual({ kind: 'refused', reason: expect.stringContaining(reason) });
    expect(requested).toEqual([`https://git.test/a.git${DISCOVERY}`]);
  });

  test('in a loop is rejected', async () => {
    const loop = { status: 302, location: `/a.git${DISCOVERY}` };
    const { redirect, requested } = await find('https://git.test/a.git', {
      [`https://git.test/a.git${DISCOVERY}`]: loop,
    });
    expect(redirect).toEqual({ kind: 'refused', reason: 'redirects more than 5 times' });
    expect(requested).toHaveLength(6);
  });

  test('is reported as missing if the server responds without a redirect or not at all', async () => {
    expect((await find('https://git.test/a.git', {})).redirect).toEqual({ kind: 'none' });
    expect(await findRedirect('https://git.test/a.git', async () => undefined)).toEqual({ kind: 'none' });
  });
});

describe('a git server that redirects', () => {
  let folder: string;
  let repository: FixtureRepository;
  let own: { server: Server; origin: string };
  let foreign: { server: Server; origin: string };
  let heardByForeign: string[];
  /** Status and method of the requests that the first server redirects to a foreign server. */
  let redirected: { status: number; method: 'GET' | 'POST' };
  const processes = createProcesses();

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-redirects-'));
    repository = await createRepository({ 'a.txt': 'one\n' });
    const repositories = path.dirname(repository.origin);
    const serve = (request: IncomingMessage, response: Parameters<typeof serveGit>[1], below: string) =>
      serveGit(request, response, { repositories, below });
    foreign = await listen((request, response) => {
      heardByForeign.push(`${request.method} ${request.headers.authorization ?? 'without credentials'}`);
      serve(request, response, '/there');
    });
    own = await listen((request, response) => {
      const url = request.url ?? '';
      if (url.startsWith('/moved/')) {
        // GitHub redirects requests for a renamed repository in this way.
        response.writeHead(redirected.status, { location: url.replace('/moved/', '/here/') }).end();
      } else if (url.startsWith('/away/') && request.method === redirected.method) {
        const location = foreign.origin + url.replace('/away/', '/there/');
        request.resume().on('end', () => response.writeHead(redirected.status, { location }).end());
      } else {
        serve(request, response, url.startsWith('/away/') ? '/away' : '/here');
      }
    });
  });
  afterAll(async () => {
    await processes.close();
    await Promise.all([own, foreign].map(({ server }) => new Promise((done) => server.close(done))));
    await repository.remove();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    heardByForeign = [];
  });

  const addressOf = (place: string) => `${own.origin.replace('//', '//user:token@')}/${place}/origin.git`;

  async function resolveByAction(place: string): Promise<{ commit: string | undefined; log: string[] }> {
    const log: string[] = [];
    const env = { PATH: process.env['PATH'], HOME: folder, RUNNER_TEMP: folder, GITHUB_WORKSPACE: folder };
    const resolveRef = createResolveRef(env, (line) => log.push(line));
    return { commit: await resolveRef(addressOf(place), 'main', never), log };
  }

  let clones = 0;
  async function checkOutByEmulator(place: string): Promise<string> {
    const home = path.join(folder, `emulator-${(clones += 1)}`);
    const into = path.join(home, 'out');
    await mkdir(into, { recursive: true });
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
    const git = createGit({ processes, folder: home, env, allowLocal: false });
    const request = { ref: 'main', commitSha: null, into, signal: never, log: () => undefined };
    await createCheckout({ git, folder: home, allowLocal: false }).run({
      repoUrl: addressOf(place),
      ...request,
    });
    return readFile(path.join(into, 'a.txt'), 'utf8');
  }

  // docs/security/checkouts.md#git-follows-no-redirect
  describe.each(['GET', 'POST'] as const)('each %s to another server', (method) => {
    test.each(STATUSES)(
      'with %i leaves the commit unknown to the action, and the other server receives no request',
      async (status) => {
        redirected = { status, method };
        const { commit, log } = await resolveByAction('away');
        expect(commit).toBeUndefined();
        expect(heardByForeign).toEqual([]);
        expect(log.join('\n')).not.toContain('token');
        if (method === 'GET') {
          expect(log).toEqual([
            expect.stringContaining(`redirects to ${foreign.origin}, which is another origin`),
          ]);
        }
      },
    );

    test.each(STATUSES)(
      "with %i fails the emulator's build, and the other server receives no request",
      async (status) => {
        redirected = { status, method };
        const failure = await checkOutByEmulator('away').catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(Error);
        expect(heardByForeign).toEqual([]);
        expect(String(failure)).not.toContain('token');
        if (method === 'GET') {
          expect(String(failure)).toContain(`redirects to ${foreign.origin}, which is another origin`);
          expect(String(failure)).toContain('Set repo_url to the current URL of the repository.');
        }
      },
    );
  });

  test.each(STATUSES)('is followed with %i to a renamed repository on the same server', async (status) => {
    redirected = { status, method: 'GET' };
    expect(await resolveByAction('moved')).toEqual({ commit: await repository.head(), log: [] });
    expect(await checkOutByEmulator('moved')).toBe('one\n');
  });
});

async function listen(
  handler: Parameters<typeof createServer>[1],
): Promise<{ server: Server; origin: string }> {
  const server = createServer(handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { server, origin: `http://127.0.0.1:${address.port}` };
}
