import { isFinal } from '../../../src/contract/statuses.ts';
import type { DeploymentIntent, DeploymentLedger, RevisionIntent } from '../ledger.ts';
import type { Kept } from '../kept.ts';
import type { SeenDeployment } from '../seen.ts';

/** What an emulator is judged on once it has been killed, started again and left to settle. */
export interface DeploymentCase {
  ledger: DeploymentLedger;
  /** What the data held each time it had been killed, in order. */
  crashes: readonly Kept[];
  /** What a client sees now. */
  seen: readonly SeenDeployment[];
}

/**
 * Holds an emulator's deployments to what it had promised: nothing acknowledged is lost, nothing is done twice, nothing
 * is by half, nothing waits without reason. Gives what is wrong, as sentences.
 */
export function judgeDeployments({ ledger, crashes, seen }: DeploymentCase): string[] {
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
    if (!claimed.has(id)) findings.push(`deployment ${name} (${id}) is there, and nobody asked for it`);
  }
  return [...findings, ...judgeSightings(ledger, seen), ...judgeDurability(ledger, crashes)];
}

function findSeen(
  { id, name }: DeploymentIntent,
  ledger: DeploymentLedger,
  seen: readonly SeenDeployment[],
): SeenDeployment | undefined {
  if (id !== undefined) return seen.find((deployment) => deployment.id === id);
  const others = new Set(ledger.deployments.flatMap((other) => other.id ?? []));
  return seen.find((deployment) => deployment.name === name && !others.has(deployment.id));
}

function judgeExistence(
  { key, answered, deleted }: DeploymentIntent,
  found: SeenDeployment | undefined,
): string[] {
  if (answered === 'kept' && deleted === undefined && !found) {
    return [`deployment ${key} was acknowledged and is gone`];
  }
  if (!found) return [];
  if (answered === 'refused') return [`deployment ${key} was refused and is there`];
  if (deleted === 'kept') return [`deployment ${key} was deleted and is still there (${found.status})`];
  if (found.status !== 'READY') return [`deployment ${key} is stuck in ${found.status}`];
  return [];
}

function judgeRevisions(
  { name, revisions }: SeenDeployment,
  intents: readonly RevisionIntent[],
  dying: boolean,
  crashes: readonly Kept[],
): string[] {
  const findings: string[] = [];
  const where = (intent: RevisionIntent) => `${name}: the revision ${intent.marker || 'without a source'}`;
  for (const intent of intents) {
    const found = revisions.filter(({ marker }) => marker === intent.marker);
    if (found.length > 1) findings.push(`${where(intent)} was made ${found.length} times`);
    const [revision] = found;
    if (!revision) {
      if (intent.answered === 'kept' && !dying)
        findings.push(`${where(intent)} was acknowledged and is gone`);
      continue;
    }
    if (intent.answered === 'refused') findings.push(`${where(intent)} was refused and is there`);
    if (intent.revisionId !== undefined && intent.revisionId !== revision.id) {
      findings.push(`${where(intent)} has another id than was answered`);
    }
    const newer = revisions.indexOf(revision) > 0;
    const givenUp = revision.status.includes('FAILED') && timesCutShort(revision.id, crashes) > 1;
    if (!givenUp && !isLegalEnd(revision.status, intent, newer)) {
      findings.push(
        `${where(intent)} is ${revision.status} (${revision.message ?? 'no message'}), and ${intent.expect}`,
      );
    }
  }
  const known = new Set(intents.map(({ marker }) => marker));
  for (const { marker, status } of revisions) {
    if (!known.has(marker)) findings.push(`${name}: nobody asked for the revision ${marker} (${status})`);
  }
  return findings;
}

/** How often an emulator was killed while it built or launched this revision: twice, and it is not tried again. */
function timesCutShort(id: string, crashes: readonly Kept[]): number {
  const found = crashes.map(({ revisions }) => revisions.find((revision) => revision.id === id)?.status);
  return found.filter((status) => status === 'BUILDING' || status === 'DEPLOYING').length;
}

/** Whether a revision may rest in this status. `newer`: it is not the deployment's latest. */
function isLegalEnd(status: string, { expect, interrupted }: RevisionIntent, newer: boolean): boolean {
  if (interrupted === 'kept') return status === 'INTERRUPTED';
  if (interrupted === 'lost' && status === 'INTERRUPTED') return true;
  // Only a newer one takes a revision's turn away.
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

/** The active revision is the newest of those deployed. */
function judgeActive({ name, active, latest, revisions }: SeenDeployment): string[] {
  const newest = revisions.find(({ status }) => status === 'DEPLOYED');
  const findings: string[] = [];
  if ((newest?.id ?? null) !== active) {
    const is = revisions.find(({ id }) => id === active);
    findings.push(
      `${name}: active is ${is ? `${is.marker} (${is.status})` : String(active)}, not the newest deployed one, ${newest?.marker ?? 'there being none'}`,
    );
  }
  if (latest !== (revisions[0]?.id ?? null))
    findings.push(`${name}: latest_revision_id is not the latest revision`);
  return findings;
}

/** The secrets shown are those of the newest request that was done. */
function judgeSecret(
  { name, secret, revisions }: SeenDeployment,
  intents: readonly RevisionIntent[],
): string[] {
  const done = intents.filter(({ marker }) => revisions.some((revision) => revision.marker === marker));
  const wanted = done.findLast((intent) => intent.secret !== undefined)?.secret;
  return wanted === secret ? [] : [`${name}: its secrets are not those of the newest revision`];
}

/** What was seen to be final has stayed so, and a URL that was shown is still the deployment's. */
function judgeSightings(
  { deployments, seen: { finals, urls } }: DeploymentLedger,
  seen: readonly SeenDeployment[],
): string[] {
  const deleted = new Set(deployments.filter((one) => one.deleted !== undefined).map(({ id }) => id));
  const findings: string[] = [];
  for (const { id, name, url, revisions } of seen) {
    for (const { id: revisionId, status, marker } of revisions) {
      const was = finals.get(revisionId);
      if (was !== undefined && was !== status)
        findings.push(`${name}: ${marker} was seen ${was} and is ${status}`);
    }
    const was = urls.get(id);
    if (was !== undefined && was !== url && !deleted.has(id))
      findings.push(`${name}: its URL was ${was} and is ${url}`);
  }
  return findings;
}

/** What was acknowledged was on disk when the process was killed, and not only seen again later. */
function judgeDurability({ deployments, revisions }: DeploymentLedger, [crash]: readonly Kept[]): string[] {
  if (!crash) return [];
  const keptDeployments = new Map(crash.deployments.map((row) => [row.id, row]));
  const keptRevisions = new Set(crash.revisions.map(({ id }) => id));
  const lost = deployments
    .filter(({ id, answered, deleted }) => {
      const row = keptDeployments.get(id ?? '');
      if (deleted === 'kept') return row !== undefined && row.status !== 'AWAITING_DELETE';
      return answered === 'kept' && deleted === undefined && row === undefined;
    })
    .map(
      ({ key }) => `what was acknowledged of deployment ${key} was not on disk when the emulator was killed`,
    );
  const living = new Set(deployments.filter(({ deleted }) => deleted === undefined).map(({ key }) => key));
  const missing = revisions
    .filter(({ deployment, revisionId }) => living.has(deployment) && revisionId !== undefined)
    .filter(({ revisionId }) => !keptRevisions.has(revisionId ?? ''))
    .map(({ marker }) => `revision ${marker} was acknowledged and not on disk when the emulator was killed`);
  return [...lost, ...missing];
}

/** Whether nothing of these deployments is going to change by itself any more. */
export function atRest(seen: readonly SeenDeployment[]): boolean {
  return seen.every(
    ({ status, revisions }) =>
      status === 'READY' &&
      revisions.every(
        (revision) => isFinal(revision.status) || (revision.status === 'CREATING' && revision.marker === ''),
      ),
  );
}
