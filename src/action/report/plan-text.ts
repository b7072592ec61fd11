import { type Change, makesRevision, type Plan } from '../plan/types.ts';

/** The plan as lines of the log: each field's old and new value, and whether a revision results. Pure. */
export function planLines(plan: Plan): string[] {
  return [...plan.changes.map(changeLine), ...refusalLines(plan), planSummary(plan)];
}

/** What the plan comes to, in one sentence. Pure. */
export function planSummary(plan: Plan): string {
  switch (plan.kind) {
    case 'create':
      return 'The deployment is created with its first revision.';
    case 'patch':
      return makesRevision(plan) ? 'A new revision results.' : 'No new revision results.';
    case 'redeploy':
      return 'The service deploys that revision again, as a new one.';
    case 'adopt':
      return 'Nothing is sent: a revision with these settings is on its way.';
    case 'unchanged':
      return 'Nothing differs.';
    case 'refused':
      return 'This cannot be done; nothing is sent.';
  }
}

function refusalLines(plan: Plan): string[] {
  if (plan.kind !== 'refused') return [];
  return plan.refusals.map(({ field, problem, cure }) => `! ${field}: ${problem}. ${cure}`);
}

function changeLine({ field, from, to, revision }: Change): string {
  const makes = revision ? '  (makes a revision)' : '';
  if (from === null) return `+ ${field}: ${to ?? ''}`;
  if (to === null) return `- ${field}: ${from}${makes}`;
  return `~ ${field}: ${from} -> ${to}${makes}`;
}
