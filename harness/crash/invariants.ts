import { isFinal } from '../../src/contract/statuses.ts';
import type { StoredState, StoredRevision } from './data-dir.ts';
import type {
  DeploymentIntent,
  DeploymentLedger,
  RevisionIntent,
  RunIntent,
  RunLedger,
  ObservedThread,
} from './ledger.ts';
import type { ObservedDeployment } from './observe.ts';

/** History of an emulator that was killed and restarted, which is checked once nothing changes any more. */
export interface DeploymentHistory {
  ledger: DeploymentLedger;
  /** Stored data after each kill, in order. */
  crashes: readonly StoredState[];
  /** Deployments that a client reads at the end. */
  seen: readonly ObservedDeployment[];
}

/**
 * Checks the deployments of an emulator: no acknowledged change is lost, nothing is done twice or partially, and
 * nothing waits without a reason. Returns the violations as sentences.
 */
export function checkDeployments({ ledger, crashes, seen }: DeploymentHistory): string[] {
  const findings: string[] = [];
  const claimed = new Set<string>();
  for (const intent of ledger.deployments) {
    const found = findSeen(intent, ledger, seen);
    if (found) claimed.add(found.id);
    findings.push(...judgeExistence(intent, found));
    if (!found) continue;
    const intents = ledger.revisions.filter(({ deployment }) => deployment === intent.key);
    findings.push(...judgeRevisions(found, intents, intent.deleted !== undefined, crashes));
    findings.push(...judgeActive(found));
    findings.push(...judgeSecret(found, intents));
  }
  for (const { id, name } of seen) {
    if (!claimed.has(id)) findings.push(`deployment ${name} (${id}) exists but was never requested`);
  }
  return [...findings, ...judgeSightings(ledger, seen), ...judgeDurability(ledger, crashes)];
}

function findSeen(
  { id, name }: DeploymentIntent,
  ledger: DeploymentLedger,
  seen: readonly ObservedDeployment[],
): ObservedDeployment | undefined {
  if (id !== undefined) return seen.find((deployment) => deployment.id === id);
  const others = new Set(ledger.deployments.flatMap((other) => other.id ?? []));
  return seen.find((deployment) => deployment.name === name && !others.has(deployment.id));
}

function judgeExistence(
  { key, answered, deleted }: DeploymentIntent,
  found: ObservedDeployment | undefined,
): string[] {
  if (answered === 'kept' && deleted === undefined && !found) {
    return [`deployment ${key} was acknowledged but no longer exists`];
  }
  if (!found) return [];
  if (answered === 'refused') return [`deployment ${key} was refused but exists`];
  if (deleted === 'kept') return [`deployment ${key} was deleted but still exists (${found.status})`];
  if (found.status !== 'READY') return [`deployment ${key} is stuck in ${found.status}`];
  return [];
}

function judgeRevisions(
  { name, revisions }: ObservedDeployment,
  intents: readonly RevisionIntent[],
  dying: boolean,
  crashes: readonly StoredState[],
): string[] {
  const findings: string[] = [];
  const where = (intent: RevisionIntent) => `${name}: the revision ${intent.marker || 'without a source'}`;
  for (const intent of intents) {
    const found = revisions.filter(({ marker }) => marker === intent.marker);
    if (found.length > 1) findings.push(`${where(intent)} was created ${found.length} times`);
    const [revision] = found;
    if (!revision) {
      if (intent.answered === 'kept' && !dying)
        findings.push(`${where(intent)} was acknowledged but no longer exists`);
      continue;
    }
    if (intent.answered === 'refused') findings.push(`${where(intent)} was refused but exists`);
    if (intent.revisionId !== undefined && intent.revisionId !== revision.id) {
      findings.push(`${where(intent)} has a different ID than the response contained`);
    }
    const newer = revisions.indexOf(revision) > 0;
    const givenUp = revision.status.includes('FAILED') && timesCutShort(revision.id, crashes) > 1;
    if (!givenUp && !isLegalEnd(revision.status, intent, newer)) {
      findings.push(
        `${where(intent)} is ${revision.status} (${revision.message ?? 'no message'}); expected that it ${intent.expect}`,
      );
    }
  }
  const known = new Set(intents.map(({ marker }) => marker));
  for (const { marker, status } of revisions) {
    if (!known.has(marker)) findings.push(`${name}: the revision ${marker} (${status}) was never requested`);
  }
  return findings;
}

/**
 * Returns how often an emulator was killed while it built or started a revision. After two kills, the revision is not
 * attempted again.
 */
function timesCutShort(id: string, crashes: readonly StoredState[]): number {
  const found = crashes.map(({ revisions }) => revisions.find((revision) => revision.id === id)?.status);
  return found.filter((status) => status === 'BUILDING' || status === 'DEPLOYING').length;
}

/** Returns whether a revision is allowed to end in this status. `newer` is true if a newer revision exists. */
function isLegalEnd(status: string, { expect, interrupted }: RevisionIntent, newer: boolean): boolean {
  if (interrupted === 'kept') return status === 'INTERRUPTED';
  if (interrupted === 'lost' && status === 'INTERRUPTED') return true;
  // Only a newer revision can cause a revision to be skipped.
  if (status === 'SKIPPED') return newer;
  switch (expect) {
    case 'deploys':
      return status === 'DEPLOYED';
    case 'fails':
      return status.includes('FAILED');
    case 'waits':
      return status === 'CREATING' && !newer;
  }
}

/** Returns a violation if the active revision is not the newest deployed revision. */
function judgeActive({ name, active, latest, revisions }: ObservedDeployment): string[] {
  const newest = revisions.find(({ status }) => status === 'DEPLOYED');
  const findings: string[] = [];
  if ((newest?.id ?? null) !== active) {
    const is = revisions.find(({ id }) => id === active);
    findings.push(
      `${name}: active is ${is ? `${is.marker} (${is.status})` : String(active)}, not the newest deployed one, ${newest?.marker ?? 'because none was deployed'}`,
    );
  }
  if (latest !== (revisions[0]?.id ?? null))
    findings.push(`${name}: latest_revision_id is not the latest revision`);
  return findings;
}

/** Returns a violation if the deployment does not have the secrets of the newest executed request. */
function judgeSecret(
  { name, secret, revisions }: ObservedDeployment,
  intents: readonly RevisionIntent[],
): string[] {
  const done = intents.filter(({ marker }) => revisions.some((revision) => revision.marker === marker));
  const wanted = done.findLast((intent) => intent.secret !== undefined)?.secret;
  return wanted === secret ? [] : [`${name} does not have the secrets of the newest revision`];
}

/**
 * Returns violations for final statuses that changed after they were read, and for URLs that no longer belong to their
 * deployment.
 */
function judgeSightings(
  { deployments, seen: { finals, urls } }: DeploymentLedger,
  seen: readonly ObservedDeployment[],
): string[] {
  const deleted = new Set(deployments.filter((one) => one.deleted !== undefined).map(({ id }) => id));
  const findings: string[] = [];
  for (const { id, name, url, revisions } of seen) {
    for (const { id: revisionId, status, marker } of revisions) {
      const was = finals.get(revisionId);
      if (was !== undefined && was !== status)
        findings.push(`${name}: revision ${marker} was ${was} before and is now ${status}`);
    }
    const was = urls.get(id);
    if (was !== undefined && was !== url && !deleted.has(id))
      findings.push(`${name}: the URL changed from ${was} to ${url}`);
  }
  return findings;
}

/** Returns violations for acknowledged changes that were not on disk when the process was killed. */
function judgeDurability(
  { deployments, revisions }: DeploymentLedger,
  [crash]: readonly StoredState[],
): string[] {
  if (!crash) return [];
  const keptDeployments = new Map(crash.deployments.map((row) => [row.id, row]));
  const keptRevisions = new Set(crash.revisions.map(({ id }) => id));
  const lost = deployments
    .filter(({ id, answered, deleted }) => {
      const row = keptDeployments.get(id ?? '');
      if (deleted === 'kept') return row !== undefined && row.status !== 'AWAITING_DELETE';
      return answered === 'kept' && deleted === undefined && row === undefined;
    })
    .map(({ key }) => `acknowledged data of deployment ${key} was not on disk when the emulator was killed`);
  const living = new Set(deployments.filter(({ deleted }) => deleted === undefined).map(({ key }) => key));
  const missing = revisions
    .filter(({ deployment, revisionId }) => living.has(deployment) && revisionId !== undefined)
    .filter(({ revisionId }) => !keptRevisions.has(revisionId ?? ''))
    .map(({ marker }) => `revision ${marker} was acknowledged but not on disk when the emulator was killed`);
  return [...lost, ...missing];
}

/** Returns whether these deployments can only change after another request. */
export function deploymentsSettled(seen: readonly ObservedDeployment[]): boolean {
  return seen.every(
    ({ status, revisions }) =>
      status === 'READY' &&
      revisions.every(
        (revision) => isFinal(revision.status) || (revision.status === 'CREATING' && revision.marker === ''),
      ),
  );
}

/**
 * Checks the histories of revisions: an interrupted stage is repeated once, and no other stage is repeated. `crashes`
 * contains the data after each kill, and `after` the final data.
 */
export function checkRevisionHistories(crashes: readonly StoredState[], after: StoredState): string[] {
  return after.revisions.flatMap((revision) => {
    const before = crashes.map(({ revisions }) => revisions.find(({ id }) => id === revision.id));
    return judgeHistory(
      revision,
      before.filter((one) => one !== undefined),
    );
  });
}

function judgeHistory(now: StoredRevision, crashes: readonly StoredRevision[]): string[] {
  const findings: string[] = [];
  const tell = (what: string) =>
    findings.push(`revision ${now.marker || now.id} ${what} (${now.history.join(' → ')})`);
  const times = (status: string) => now.history.filter((one) => one === status).length;
  /**
   * Returns how many executions of this stage were interrupted; each counts once, however often the emulator was
   * killed afterwards.
   */
  const cutShortIn = (wanted: string) => {
    const lost = crashes.filter(({ built }) => !(wanted === 'BUILDING' && built));
    return new Set(lost.map(({ history }) => cutShortAt(history, wanted)).filter((at) => at !== -1)).size;
  };

  if (times('DEPLOYED') > 1) tell('was deployed twice');
  const end = now.history.findIndex(isFinal);
  if (end !== -1 && end !== now.history.length - 1) tell('changed its status after a final status');
  if (times('BUILDING') > 1 + cutShortIn('BUILDING')) tell('was built again although its build was complete');
  if (times('DEPLOYING') > 1 + cutShortIn('DEPLOYING'))
    tell('was started again although it was already running');
  for (const before of crashes) {
    if (isFinal(before.status) && before.history.length !== now.history.length)
      tell('was changed after a final status');
    if (before.history.some((status, index) => now.history[index] !== status))
      tell('has a different history than before');
  }
  return findings;
}

/**
 * Returns the index of the last execution of a stage that a kill interrupted or that a stopping emulator returned to
 * the queue, or -1 if no such stage exists.
 */
function cutShortAt(history: readonly string[], wanted: string): number {
  const last = history.length - 1;
  const at = history[last] === 'QUEUED' ? last - 1 : last;
  return history[at] === wanted ? at : -1;
}

/**
 * Checks the runs of an agent server that was killed and restarted: an acknowledged run is complete, or was stopped or
 * rolled back on request, and nothing is partial. `seen` contains the threads at the end, when all gates are open.
 * Returns the violations as sentences.
 */
export function checkRuns(ledger: RunLedger, seen: readonly ObservedThread[]): string[] {
  const findings: string[] = [];
  for (const intent of ledger.threads) {
    const found = seen.find(({ id }) => id === intent.id);
    if (found && intent.deleted === 'kept')
      findings.push(`thread ${intent.key} was deleted but still exists`);
    if (!found && intent.answered === 'kept' && intent.deleted === undefined) {
      findings.push(`thread ${intent.key} was acknowledged but no longer exists`);
    }
    if (!found) continue;
    const intents = ledger.runs.filter(({ thread }) => thread === intent.key);
    findings.push(...judgeThread(intent.key, found, intents));
  }
  const known = new Set(ledger.threads.map(({ id }) => id));
  for (const { id, runs } of seen) {
    if (!known.has(id)) findings.push(`an unknown thread with ${runs.length} runs remains (${id})`);
  }
  return findings;
}

function judgeThread(key: string, thread: ObservedThread, intents: readonly RunIntent[]): string[] {
  const findings: string[] = [];
  for (const [index, intent] of intents.entries()) {
    const found = thread.runs.filter(({ say }) => say === intent.say);
    if (found.length > 1) findings.push(`run ${intent.say} was created ${found.length} times`);
    const is = found[0]?.status ?? 'gone';
    const legal = legalEnds(intent, intents.slice(index + 1), thread);
    if (!legal.has(is)) findings.push(`run ${intent.say} is ${is}; expected ${[...legal].join(' or ')}`);
  }
  for (const { say, status } of thread.runs) {
    if (!intents.some((intent) => intent.say === say))
      findings.push(`run ${say} (${status}) was never requested`);
  }
  const done = thread.runs.filter(({ status }) => status === 'success');
  const partOf = (say: string | undefined) => intents.find((intent) => intent.say === say)?.part;
  const asks = ['question', 'half'].includes(partOf(done.at(-1)?.say) ?? '');
  if (thread.status !== (asks ? 'interrupted' : 'idle')) {
    findings.push(`thread ${key} is ${thread.status} although no run is active`);
  }
  const last = done.findLast(({ say }) => partOf(say) !== 'half');
  if (last && thread.said !== last.say) {
    findings.push(
      `thread ${key} contains ${String(thread.said)}; expected ${last.say}, the output of its last run`,
    );
  }
  return findings;
}

/**
 * Returns the final statuses that a run is allowed to have. `later` contains the runs that were requested later on the
 * same thread.
 */
function legalEnds(intent: RunIntent, later: readonly RunIntent[], thread: ObservedThread): Set<string> {
  const { answered, cancelled, deleted, graph, joined } = intent;
  if (answered === 'refused' || deleted === 'kept') return new Set(['gone']);
  if (joined) return new Set(deleted === 'lost' ? ['success', 'gone'] : ['success']);
  const isThere = (run: RunIntent) => thread.runs.some(({ say }) => say === run.say);

  // A later run whose strategy is not `enqueue` ends this run, whether or not the later run was acknowledged.
  const ender = later.find((run) => run.strategy !== 'enqueue' && (run.answered === 'kept' || isThere(run)));
  const ended = ender === undefined ? undefined : ender.strategy === 'rollback' ? 'gone' : 'interrupted';
  const asked = cancelled && (cancelled.action === 'rollback' ? 'gone' : 'interrupted');

  const legal = new Set<string>();
  if (answered === 'lost') legal.add('gone');
  if (deleted === 'lost') legal.add('gone');
  if (ended !== undefined) legal.add(ended);
  if (asked !== undefined) legal.add(asked);
  // A run that waits at its gate cannot complete before a later run stops it.
  const stopped = ended !== undefined || cancelled?.answered === 'kept';
  if (!stopped || graph === 'echo') legal.add('success');
  return legal;
}

/** Returns whether every run has ended. */
export function runsSettled(seen: readonly ObservedThread[]): boolean {
  return seen.every(({ runs }) => runs.every(({ status }) => status !== 'pending' && status !== 'running'));
}

/**
 * Number of deployed revisions per deployment whose files stay on disk, including the active revision
 * (docs/crash-safety.md).
 */
export const RETAINED_REVISIONS = 3;

/**
 * Returns the IDs of the revisions whose files may be needed: revisions in progress, active revisions, and the last
 * deployed revisions.
 */
export function neededRevisions({ deployments, revisions }: StoredState): Set<string> {
  const needed = revisions.filter(({ status }) => !isFinal(status)).map(({ id }) => id);
  for (const deployment of deployments) {
    const deployed = revisions
      .filter(({ deploymentId, status }) => deploymentId === deployment.id && status === 'DEPLOYED')
      .sort((a, b) => b.seq - a.seq);
    needed.push(...deployed.slice(0, RETAINED_REVISIONS).map(({ id }) => id));
    if (deployment.active_revision_id !== null) needed.push(deployment.active_revision_id);
  }
  return new Set(needed);
}
