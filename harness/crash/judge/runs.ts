import type { RunIntent, RunLedger, SeenThread } from '../run-ledger.ts';

/**
 * Holds an agent server, killed and started again, to what it had promised: an acknowledged run is done, or was stopped
 * or undone because somebody asked for that; nothing is by half. `seen`: what a client sees once all is at rest and
 * every gate is open. Gives what is wrong, as sentences.
 */
export function judgeRuns(ledger: RunLedger, seen: readonly SeenThread[]): string[] {
  const findings: string[] = [];
  for (const intent of ledger.threads) {
    const found = seen.find(({ id }) => id === intent.id);
    if (found && intent.deleted === 'kept') findings.push(`thread ${intent.key} was deleted and is there`);
    if (!found && intent.answered === 'kept' && intent.deleted === undefined) {
      findings.push(`thread ${intent.key} was acknowledged and is gone`);
    }
    if (!found) continue;
    const intents = ledger.runs.filter(({ thread }) => thread === intent.key);
    findings.push(...judgeThread(intent.key, found, intents));
  }
  const known = new Set(ledger.threads.map(({ id }) => id));
  for (const { id, runs } of seen) {
    if (!known.has(id)) findings.push(`a thread nobody made is left, with ${runs.length} runs (${id})`);
  }
  return findings;
}

function judgeThread(key: string, thread: SeenThread, intents: readonly RunIntent[]): string[] {
  const findings: string[] = [];
  for (const [index, intent] of intents.entries()) {
    const found = thread.runs.filter(({ say }) => say === intent.say);
    if (found.length > 1) findings.push(`run ${intent.say} was made ${found.length} times`);
    const is = found[0]?.status ?? 'gone';
    const legal = legalEnds(intent, intents.slice(index + 1), thread);
    if (!legal.has(is)) findings.push(`run ${intent.say} is ${is}, and may be ${[...legal].join(' or ')}`);
  }
  for (const { say, status } of thread.runs) {
    if (!intents.some((intent) => intent.say === say))
      findings.push(`nobody asked for run ${say} (${status})`);
  }
  const done = thread.runs.filter(({ status }) => status === 'success');
  const partOf = (say: string | undefined) => intents.find((intent) => intent.say === say)?.part;
  const asks = ['question', 'half'].includes(partOf(done.at(-1)?.say) ?? '');
  if (thread.status !== (asks ? 'interrupted' : 'idle')) {
    findings.push(`thread ${key} is ${thread.status} although nothing runs`);
  }
  const last = done.findLast(({ say }) => partOf(say) !== 'half');
  if (last && thread.said !== last.say) {
    findings.push(`thread ${key} says ${String(thread.said)}, and the last of its runs said ${last.say}`);
  }
  return findings;
}

/** How a run may have ended; `later`: the runs of its thread that were asked for after it. */
function legalEnds(intent: RunIntent, later: readonly RunIntent[], thread: SeenThread): Set<string> {
  const { answered, cancelled, deleted, graph, joined } = intent;
  if (answered === 'refused' || deleted === 'kept') return new Set(['gone']);
  if (joined) return new Set(deleted === 'lost' ? ['success', 'gone'] : ['success']);
  const isThere = (run: RunIntent) => thread.runs.some(({ say }) => say === run.say);

  // Later runs that end this one: it has ended exactly when they are there, done or not by anybody's knowledge.
  const ender = later.find((run) => run.strategy !== 'enqueue' && (run.answered === 'kept' || isThere(run)));
  const ended = ender === undefined ? undefined : ender.strategy === 'rollback' ? 'gone' : 'interrupted';
  const asked = cancelled && (cancelled.action === 'rollback' ? 'gone' : 'interrupted');

  const legal = new Set<string>();
  if (answered === 'lost') legal.add('gone');
  if (deleted === 'lost') legal.add('gone');
  if (ended !== undefined) legal.add(ended);
  if (asked !== undefined) legal.add(asked);
  // One that waited at its gate could not end by itself before it was stopped.
  const stopped = ended !== undefined || cancelled?.answered === 'kept';
  if (!stopped || graph === 'echo') legal.add('success');
  return legal;
}

/** Whether every run has ended. */
export function runsAtRest(seen: readonly SeenThread[]): boolean {
  return seen.every(({ runs }) => runs.every(({ status }) => status !== 'pending' && status !== 'running'));
}
