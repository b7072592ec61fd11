import type { RunnerEvent } from '../../events/index.ts';
import type { Workflow } from '../model/schema.ts';
import { dispatchInputs, type DispatchValues } from './dispatch.ts';
import { fits, passes } from './filters.ts';

/** Whether an event starts a workflow: if not, why not. */
export type Triggered = { starts: true; inputs: DispatchValues } | { starts: false; reason: string };

/** What only the repository knows. */
export interface RepositoryFacts {
  /** Files the event changed, as GitHub lists them; null when it does not look (too many commits). */
  changedFiles(): Promise<readonly string[] | null>;
  /** Message of the commit the event is about; null when it is not known. */
  message(): Promise<string | null>;
}

const SKIP = /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]/;
/** GitHub looks at so many changed files and no more. */
const FILES_SEEN = 300;
const PULL_REQUEST_TYPES = ['opened', 'synchronize', 'reopened'];
const NO_INPUTS: DispatchValues = { inputs: {}, payload: {} };

/** Decides whether an event starts a workflow. Throws for a pattern that cannot be read. */
export async function trigger(
  workflow: Workflow,
  event: RunnerEvent,
  facts: RepositoryFacts,
): Promise<Triggered> {
  if (!Object.hasOwn(workflow.on, event.name)) {
    return { starts: false, reason: `'on' does not name ${event.name}` };
  }
  if (event.name === 'workflow_dispatch') {
    const given = dispatchInputs(workflow.on.workflow_dispatch?.inputs ?? {}, event.payload['inputs']);
    return 'problem' in given ? { starts: false, reason: given.problem } : { starts: true, inputs: given };
  }
  if (event.name === 'push' || event.name === 'pull_request') {
    const message = await facts.message();
    if (message !== null && (SKIP.test(message) || /\n\nskip-checks: *true\s*$/.test(message))) {
      return { starts: false, reason: 'the commit message asks to skip workflows' };
    }
  }
  const reason = await refusal(workflow, event, facts);
  return reason === null ? { starts: true, inputs: NO_INPUTS } : { starts: false, reason };
}

async function refusal({ on }: Workflow, event: RunnerEvent, facts: RepositoryFacts): Promise<string | null> {
  switch (event.name) {
    case 'push':
      return pushRefusal(on.push ?? {}, event, facts);
    case 'pull_request':
    case 'pull_request_target':
      return pullRefusal(on[event.name] ?? {}, event, facts);
    case 'schedule': {
      const cron = event.payload['schedule'];
      return on.schedule?.some((entry) => entry.cron === cron)
        ? null
        : `no schedule of the workflow is '${String(cron)}'`;
    }
    default: {
      const config = on[event.name];
      const types =
        typeof config === 'object' && config !== null && 'types' in config ? config.types : undefined;
      return typeRefusal(typeof types === 'string' ? [types] : types, event);
    }
  }
}

type PushFilters = NonNullable<Workflow['on']['push']>;
type PullFilters = NonNullable<Workflow['on']['pull_request']>;

async function pushRefusal(
  filters: PushFilters,
  event: RunnerEvent,
  facts: RepositoryFacts,
): Promise<string | null> {
  const ref = typeof event.payload['ref'] === 'string' ? event.payload['ref'] : event.ref;
  const [kind, other] = ref.startsWith('refs/tags/')
    ? (['tags', 'branches'] as const)
    : (['branches', 'tags'] as const);
  const name = ref.replace(/^refs\/(?:heads|tags)\//, '');
  const named = (which: 'tags' | 'branches') =>
    filters[which] !== undefined || filters[`${which}-ignore`] !== undefined;
  if (!named(kind) && named(other)) return `the push is for ${kind}, and only ${other} are named`;
  const refused = nameRefusal(kind, name, filters[kind], filters[`${kind}-ignore`]);
  // The paths of a tag are not looked at.
  return refused ?? (kind === 'tags' ? null : pathRefusal(filters, facts));
}

async function pullRefusal(
  filters: PullFilters,
  event: RunnerEvent,
  facts: RepositoryFacts,
): Promise<string | null> {
  return (
    typeRefusal(filters.types ?? PULL_REQUEST_TYPES, event) ??
    nameRefusal('branches', event.baseRef || baseOf(event), filters.branches, filters['branches-ignore']) ??
    (await pathRefusal(filters, facts))
  );
}

/** `pull_request_target` too is about the branch that would be changed. */
function baseOf(event: RunnerEvent): string {
  return event.ref.replace(/^refs\/heads\//, '');
}

function typeRefusal(types: unknown, event: RunnerEvent): string | null {
  const action = String(event.payload['action']);
  return Array.isArray(types) && !types.includes(action)
    ? `the activity '${action}' is not among the types ${types.join(', ')}`
    : null;
}

function nameRefusal(
  kind: string,
  name: string,
  wanted: readonly string[] | undefined,
  ignored: readonly string[] | undefined,
): string | null {
  if (wanted !== undefined && !passes(wanted, name)) return `'${name}' does not pass the filter of ${kind}`;
  if (ignored !== undefined && fits(ignored, name)) return `'${name}' is among the ignored ${kind}`;
  return null;
}

async function pathRefusal(
  filters: { paths?: string[] | undefined; 'paths-ignore'?: string[] | undefined },
  facts: RepositoryFacts,
): Promise<string | null> {
  const { paths, 'paths-ignore': ignored } = filters;
  if (paths === undefined && ignored === undefined) return null;
  const all = await facts.changedFiles();
  if (all === null) return null;
  const files = all.slice(0, FILES_SEEN);
  if (paths !== undefined && !files.some((file) => passes(paths, file))) {
    return 'no changed file passes the filter of paths';
  }
  if (ignored !== undefined && files.every((file) => fits(ignored, file))) {
    return 'every changed file is among the ignored paths';
  }
  return null;
}
