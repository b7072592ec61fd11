import * as z from 'zod';
import {
  ActiveFaultRules,
  FaultRemoval,
  FaultRuleAddition,
  FaultRuleChange,
} from '../../contract/dashboard/faults.ts';
import { DASHBOARD_API } from '../../contract/dashboard/session.ts';
import { DetailError } from '../../contract/error-bodies.ts';
import { FaultPlan } from '../admin/fault-plan.ts';
import { RuleConflict, type RuleList } from '../admin/faults.ts';
import type { Journal } from '../admin/journal.ts';
import { HttpError } from '../server/http-error.ts';
import { type Route, routesOf } from '../server/route.ts';
import type { DashboardDependencies } from './dependencies.ts';
import { toFaultRules } from './views.ts';

const api = routesOf('dashboard', 'session');
const path = `${DASHBOARD_API}/faults`;
const responses = {
  200: { description: 'The rules in force', schema: ActiveFaultRules },
  409: { description: 'Another tab or program changed the rules', schema: DetailError },
};
const RulePath = z.object({ id: z.string().max(50) });

/**
 * Creates the routes that change single fault rules, so that clients do not overwrite each other's changes, and so that
 * other rules keep their counters.
 */
export function faultRoutes({ faults, journal }: DashboardDependencies): Route[] {
  const shown = (list: RuleList) => ({ status: 200, body: toFaultRules(list, newestHits(journal)) });
  const change = (work: () => RuleList) => {
    try {
      return shown(work());
    } catch (cause) {
      if (!(cause instanceof RuleConflict)) throw cause;
      throw new HttpError(409, `${cause.message} Read the current rules, and repeat the change.`, {
        cause,
      });
    }
  };
  return [
    api.get(path, {
      summary: 'The fault rules in force with their IDs, counters and last hits',
      responses: { 200: responses[200] },
      handler: () => shown(faults.list()),
    }),
    api.post(path, {
      summary: 'Add a fault rule. The counters of other rules stay unchanged',
      body: FaultRuleAddition,
      responses,
      handler: ({ body }) => change(() => faults.add(parseRule(body.rule), body.before)),
    }),
    api.put(`${path}/{id}`, {
      summary: 'Change a fault rule, unless it was changed since it was read',
      params: RulePath,
      body: FaultRuleChange,
      responses,
      handler: ({ params, body }) =>
        change(() => faults.change(params.id, body.revision, parseRule(body.rule))),
    }),
    api.delete(`${path}/{id}`, {
      summary: 'Remove a fault rule, unless it was changed since it was read',
      params: RulePath,
      query: FaultRemoval,
      responses,
      handler: ({ params, query }) => change(() => faults.remove(params.id, query.revision)),
    }),
    api.delete(path, {
      summary: 'Remove all fault rules, unless they have changed since the page loaded them',
      query: FaultRemoval,
      responses,
      handler: ({ query }) => change(() => faults.removeAll(query.revision)),
    }),
  ];
}

/** Parses a rule with the schema of a plan. @throws HttpError 422 with the problems' positions below `rule`. */
function parseRule(rule: unknown): FaultPlan['rules'][number] {
  const parsed = FaultPlan.safeParse({ rules: [rule] });
  const [found] = parsed.data?.rules ?? [];
  if (found !== undefined) return found;
  throw new HttpError(
    422,
    (parsed.error?.issues ?? []).map(({ path: place, message }) => ({
      loc: [
        'body',
        'rule',
        ...place.slice(2).map((part) => (typeof part === 'symbol' ? String(part) : part)),
      ],
      msg: message,
      type: 'value_error',
    })),
  );
}

const HITS = 10;
/** Number of newest journal entries that are searched for requests that rules affected. */
const MAX_JOURNAL_ENTRIES = 2_000;

/** Returns a function that maps a rule's ID to the newest requests that the rule affected. */
export function newestHits(journal: Journal): (rule: string) => readonly number[] {
  const last = journal.lastSeq();
  const hits = new Map<string, number[]>();
  for (const { seq, rule } of journal.marked(last - MAX_JOURNAL_ENTRIES)) {
    const found = hits.get(rule) ?? [];
    hits.set(rule, found);
    found.unshift(seq);
  }
  return (rule) => (hits.get(rule) ?? []).slice(0, HITS);
}
