import { isApiError } from '../../clients/errors.ts';
import type { Sandbox } from '../../contract/sandbox.ts';
import type { SandboxSweepSettings } from '../inputs/sandbox-inputs.ts';
import { ActionError, outcome, type Outcome } from '../outcome.ts';
import { formatAge } from '../report/log-lines.ts';
import { countOf } from '../text.ts';
import { connectOptions } from './hosted.ts';
import { readSandboxName, repositoryHash } from './name.ts';
import type { SweptSandbox } from './record.ts';
import type { SandboxContext } from './context.ts';

/**
 * Deletes sandboxes that earlier runs of this repository left because their runner died before the post step. Selects
 * sandboxes by name and age, and never deletes a sandbox of this run. Reports sandboxes that cannot be deleted, and
 * fails the run if such sandboxes exist.
 */
export async function sweepSandboxes(
  context: SandboxContext,
  settings: SandboxSweepSettings,
): Promise<Outcome> {
  const { record, host, clock, signal } = context;
  const { access, prefix, olderThanMs, limit, dryRun } = settings;
  record.apiUrl = access.baseUrl;
  const mark = repositoryHash(host.env);
  const swept: SweptSandbox[] = [];
  record.swept = swept;
  const connection = await context.openService(access, connectOptions(context));
  try {
    const all = await connection.service.list(`${prefix}-${mark}-`, signal);
    const ours = all.flatMap((sandbox) => {
      const name = readSandboxName(sandbox.name);
      const left =
        name?.prefix === prefix && name.repository === mark && name.runId !== host.env['GITHUB_RUN_ID'];
      return left ? [{ sandbox, runId: name.runId, ageMs: ageOf(sandbox.created_at, clock.now()) }] : [];
    });
    const old = ours.filter(({ ageMs }) => ageMs !== undefined && ageMs >= olderThanMs);
    host.log(
      `Found ${ours.length} sandboxes of other runs, of which ${old.length} are older than ${formatAge(olderThanMs)}.`,
    );
    for (const [index, { sandbox, runId, ageMs = 0 }] of old.entries()) {
      const one: SweptSandbox = { name: sandbox.name, runId, ageMs, did: 'left' };
      swept.push(one);
      if (dryRun) one.did = 'would-delete';
      else if (index < limit) one.did = await remove(context, connection.service, sandbox);
      host.log(`${one.name}, ${formatAge(ageMs)} old, of run ${runId}: ${one.did}`);
    }
  } finally {
    await connection.close();
  }
  return conclude(swept, settings);
}

async function remove(
  { signal, host }: SandboxContext,
  service: { remove(name: string, signal: AbortSignal): Promise<boolean> },
  { name }: Sandbox,
): Promise<SweptSandbox['did']> {
  try {
    // Deletes by name, because the sandbox was selected by name, and an ID in a response could belong to another
    // sandbox.
    return (await service.remove(name, signal)) ? 'deleted' : 'already-gone';
  } catch (error) {
    if (!isApiError(error)) throw error;
    host.log(`${name} could not be deleted: ${error.message}`);
    return 'failed';
  }
}

function conclude(swept: readonly SweptSandbox[], { dryRun, limit }: SandboxSweepSettings): Outcome {
  const count = (did: SweptSandbox['did']) => swept.filter((one) => one.did === did).length;
  if (swept.length === 0)
    return outcome('unchanged', 'no-sandbox-left', 'There are no sandboxes of earlier runs to delete.');
  if (dryRun)
    return outcome(
      'planned',
      'dry-run',
      `${countOf(swept.length, 'sandbox', 'sandboxes')} would be deleted.`,
    );
  if (count('failed') > 0) {
    throw new ActionError(
      'sandboxes-left',
      `${count('failed')} of ${countOf(swept.length, 'sandbox', 'sandboxes')} could not be deleted.`,
    );
  }
  const rest =
    count('left') === 0 ? '' : ` The next sweep deletes ${count('left')} more (sweep-limit is ${limit}).`;
  return outcome(
    'torn-down',
    'sandboxes-swept',
    `${countOf(count('deleted'), 'sandbox was', 'sandboxes were')} deleted.${rest}`,
  );
}

/**
 * Returns the age of a sandbox in milliseconds, or `undefined` for an invalid time. Interprets a time without a zone as
 * UTC, because the runner's zone could add hours to the age.
 */
export function ageOf(createdAt: string | null | undefined, now: number): number | undefined {
  const text = createdAt ?? '';
  const at = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(at) ? undefined : now - at;
}
