import { deployAgent } from '../../harness/agents/deploy.ts';
import { rootModulesInstall } from '../../harness/agents/fixtures.ts';
import { ownAuthAgent, withoutAuth } from '../../harness/agents/own-auth.ts';
import { startEmulator } from '../../harness/emulator.ts';
import { createRepository, type FileTree } from '../../harness/git.ts';
import { median, type Measurement, percentile } from './measure.ts';

const ROUNDS = 400;
const WARM_UP = 50;

type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

/** Creates a function that sends a request on an open connection, reads the body, and throws if the request fails. */
const callerOf =
  (url: string, headers: Record<string, string>): Call =>
  async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  };

/**
 * Compares an agent with custom authentication with the same agent behind an API key, alternately: reading a thread,
 * which checks identity and permission, and a whole run.
 */
export async function besideUnguarded(language: 'javascript' | 'python'): Promise<Measurement> {
  await using stack = new AsyncDisposableStack();
  const emulator = await startEmulator();
  stack.defer(() => emulator.stop());
  const deploy = async (files: FileTree, headers: Record<string, string>): Promise<Call> => {
    const repository = await createRepository(files);
    stack.defer(() => repository.remove());
    const install = language === 'javascript' ? { installCommand: rootModulesInstall() } : {};
    return callerOf((await deployAgent(emulator, repository, install)).url, headers);
  };
  const files = ownAuthAgent(language);
  const guarded = await deploy(files, { authorization: 'Bearer alice' });
  const open = await deploy(withoutAuth(files), { 'x-api-key': emulator.apiKey });

  const [reads, runs] = [await rounds([guarded, open], aRead), await rounds([guarded, open], aRun)];
  const added = (samples: Samples, at: (values: number[]) => number) => at(samples[0]) - at(samples[1]);
  const tail = (values: number[]) => percentile(values, 0.99);
  const created = await rounds([guarded, open], async () => create);
  return {
    claim: 'authentication by the author adds at most a millisecond to a request',
    sides: [
      { name: 'reading a thread, guarded', unit: 'ms', samples: reads[0] },
      { name: 'reading a thread, by a key', unit: 'ms', samples: reads[1] },
      { name: 'creating a thread, guarded', unit: 'ms', samples: created[0] },
      { name: 'creating a thread, by a key', unit: 'ms', samples: created[1] },
      { name: 'a run, guarded', unit: 'ms', samples: runs[0] },
      { name: 'a run, by a key', unit: 'ms', samples: runs[1] },
    ],
    ratio: { name: 'reading a thread, guarded to by a key', value: median(reads[0]) / median(reads[1]) },
    moreRatios: [{ name: 'a run, guarded to by a key', value: median(runs[0]) / median(runs[1]) }],
    figures: [
      { name: 'added to reading a thread, medians', value: added(reads, median), unit: 'ms', aim: 1 },
      { name: 'the same, 99 of 100 within', value: added(reads, tail), unit: 'ms' },
      { name: 'added to creating a thread, medians', value: added(created, median), unit: 'ms' },
      { name: 'added to a run, medians', value: added(runs, median), unit: 'ms' },
    ],
  };
}

type Samples = [number[], number[]];
type Prepare = (call: Call) => Promise<(call: Call) => Promise<unknown>>;

const create = (call: Call) => call('POST', '/threads', {});
const aRead: Prepare = async (call) => {
  const { thread_id: id } = await create(call);
  return (call) => call('GET', `/threads/${String(id)}`);
};
const aRun: Prepare = async () => (call) => call('POST', '/runs/wait', { assistant_id: 'agent', input: {} });

/** Measures the milliseconds of each call on the two sides alternately. */
async function rounds(sides: [Call, Call], prepare: Prepare): Promise<Samples> {
  const once = await Promise.all(sides.map((call) => prepare(call)));
  const samples: Samples = [[], []];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const side of [0, 1] as const) {
      const startedAt = performance.now();
      await once[side]?.(sides[side]);
      if (round >= 0) samples[side].push(performance.now() - startedAt);
    }
  }
  return samples;
}
