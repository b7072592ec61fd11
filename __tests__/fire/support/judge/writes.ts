import { isFinal } from '../../../../src/contract/statuses.ts';
import type { Played, PlayedRun } from '../play/played.ts';
import type { Origin } from '../schedule.ts';
import { type Court, madeBy, othersActed } from './court.ts';

/** One intent, one write: a create that met somebody else's deployment goes on as an update. */
export function judgeWrites({ played, accuse, exempt }: Court, run: PlayedRun): void {
  const { creates, patches, unsureCreate } = run.evidence;
  if (creates > 1) accuse(run, 'it created more than once');
  if (patches > 1) accuse(run, 'it patched more than once');
  const revisions = madeBy(played.makers.revisions, run.index);
  const deployments = madeBy(played.makers.deployments, run.index);
  if (run.plan.dryRun && revisions.length + deployments.length > 0)
    accuse(run, 'a dry run changed something');
  if (deployments.length > 1) accuse(run, 'it made two deployments');
  if (revisions.length <= 1) return;
  // Ours, taken for somebody else's because somebody else had changed it when we looked.
  if (unsureCreate && (othersActed(played) || changedOnTop(played, run))) exempt('lost-and-not-seen');
  else accuse(run, `it made ${revisions.length} revisions`);
}

/** Somebody else's revision, another run's too, came between those of this one. */
function changedOnTop({ settled }: Played, { index }: PlayedRun): boolean {
  return settled.deployments.some(({ revisions }) => {
    const ours = revisions.flatMap(({ by, seq }) => (by === index ? [seq] : []));
    const [first, last] = [Math.min(...ours), Math.max(...ours)];
    return revisions.some(({ by, seq }) => by !== index && first < seq && seq < last);
  });
}

/** Merging drops nobody's variable; replacing leaves only what was given. */
export function judgeKept({ played, accuse }: Court, run: PlayedRun): void {
  const { words } = played;
  if (words.secrets(run.plan.secrets).length === 0) return;
  for (const { revisions } of played.settled.deployments) {
    for (const revision of revisions.filter(({ by }) => by === run.index)) {
      const before = revisions.find(({ seq }) => seq === revision.seq - 1);
      if (before === undefined) continue;
      const had = before.secrets?.has(words.kept.name) === true;
      const has = revision.secrets?.has(words.kept.name);
      if (has === undefined) continue;
      if (run.plan.strategy === 'merge' && had && !has)
        accuse(run, 'merging dropped a variable of somebody else');
      if (run.plan.strategy === 'replace' && has) accuse(run, 'replacing left a variable of somebody else');
    }
  }
}

/** A second run that wants the same and begins after the first one's change does not make another revision. */
export function judgeRepetition({ played, accuse }: Court): void {
  const [first, second] = played.runs.toSorted((a, b) => a.startedAt - b.startedAt);
  if (first === undefined || second === undefined) return;
  const { schedule, makers } = played;
  const wants = ({ plan }: PlayedRun) =>
    JSON.stringify([plan.origin, plan.secrets, plan.strategy, plan.buildCommand]);
  const [made] = madeBy(makers.revisions, first.index);
  if (wants(first) !== wants(second) || second.plan.force || made === undefined) return;
  if (othersActed(played) || (schedule.source === 'git' && !schedule.tellsCommits)) return;
  if (schedule.hides && second.plan.secrets !== 'none') return;
  const then = second.before.deployments.find(({ live }) => live)?.revisions.find(({ id }) => id === made);
  const fine = then !== undefined && (!isFinal(then.status) || then.status === 'DEPLOYED');
  if (!fine || failsLater(played, made, second.plan.origin)) return;
  if (madeBy(makers.revisions, second.index).length > 0)
    accuse(second, 'it made again what the first run had made');
}

/** It came to nothing by itself; one that was skipped may have been skipped for the very revision in question. */
function failsLater({ schedule, words, settled }: Played, id: string, wanted: Origin): boolean {
  const revision = settled.deployments.flatMap(({ revisions }) => revisions).find((one) => one.id === id);
  const { status = '', commit } = revision ?? {};
  if (/FAILED|INTERRUPTED/.test(status) || schedule.pace.trouble.kind === 'status') return true;
  // The branch had moved on: it was not what was wanted.
  return commit !== undefined && commit !== words.commit(wanted);
}
