import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { conformanceAgent, rootModulesInstall } from '../../harness/agents/index.ts';
import { startEmulator } from '../../harness/emulator.ts';
import { createRepository } from '../../harness/git/index.ts';
import { installPackages, REFERENCE, startReference } from '../../harness/reference/index.ts';

/** An agent server as its callers see it. */
export interface AgentServer {
  /** One request; throws unless it is answered with success. */
  call(method: string, place: string, body?: unknown): Promise<Response>;
  /** A new thread's id. */
  thread(): Promise<string>;
}

/**
 * The same agent on a deployment of the emulator and on the reference in-memory server, both for as long as `work`
 * takes. The reference is installed from the npm registry: throws, saying so, when that is out of reach.
 */
export async function withBothServers<T>(
  work: (servers: { ours: AgentServer; theirs: AgentServer }) => Promise<T>,
): Promise<T> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-reference-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await installPackages(folder, REFERENCE);
  const reference = await startReference({
    folder,
    agent: conformanceAgent(),
    graphs: { steps: './agent.ts:steps' },
  });
  stack.defer(() => reference.stop());
  const repository = await createRepository(conformanceAgent());
  stack.defer(() => repository.remove());
  const emulator = await startEmulator();
  stack.defer(() => emulator.stop());
  const { url } = await deployAgent(emulator, repository, { installCommand: rootModulesInstall() });
  return await work({ ours: agentServer(url, emulator.apiKey), theirs: agentServer(reference.url, 'none') });
}

/**
 * Lets both servers do the same many times, ten at once, before anything is measured: a program just started is not what
 * its users wait for.
 */
export async function warmUp(
  servers: readonly AgentServer[],
  once: (server: AgentServer) => Promise<unknown>,
) {
  for (let round = 0; round < 15; round += 1) {
    for (const server of servers) await Promise.all(Array.from({ length: 10 }, () => once(server)));
  }
}

function agentServer(url: string, apiKey: string): AgentServer {
  const call: AgentServer['call'] = async (method, place, body) => {
    const answer = await fetch(`${url}${place}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${place} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  return {
    call,
    async thread() {
      const made = (await (await call('POST', '/threads', {})).json()) as { thread_id: string };
      return made.thread_id;
    },
  };
}
