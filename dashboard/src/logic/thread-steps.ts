import type { StepSummary, StepTask } from '../../../src/contract/dashboard/threads.ts';

/**
 * Lines of the branch tree within one row, where a lane is a column of the tree. Lanes are numbered from the left,
 * starting at 0.
 */
interface RowLanes {
  /** Lane in which the row's dot is drawn. */
  lane: number;
  /**
   * `up` is true if a line connects the dot with a newer row, and `down` is true if a line connects the dot with an
   * older row.
   */
  up: boolean;
  down: boolean;
  /** Lanes of other branches, whose lines cross the row. */
  passes: readonly number[];
  /** Lanes of branches that start at the row. */
  joins: readonly number[];
}

/** A row of a thread's timeline: a step, or a task that failed or waits after a step. */
export interface TimelineRow extends RowLanes {
  key: string;
  kind: 'step' | 'failed' | 'waiting';
  /** The step of the row. For a task, the step is the step that the task started after. */
  step: StepSummary;
  title: string;
  detail: string;
  /** Milliseconds between the parent step and this step, or null if unknown. */
  ms: number | null;
  /** Number of the row's branch. The branch of the newest row has the number 1. */
  branch: number;
  /** Number of the step. The first input has the number -1. */
  number: number;
  /** Keys of the state that the step changed. */
  channels: readonly string[];
}

/** Steps of a thread as a tree, newest row first. */
export interface Timeline {
  rows: readonly TimelineRow[];
  /** Newest row of each branch, in the order of the branch numbers. */
  tips: readonly TimelineRow[];
  steps: ReadonlyMap<string, StepSummary>;
  children: ReadonlyMap<string, readonly StepSummary[]>;
}

export const NO_TIMELINE: Timeline = { rows: [], tips: [], steps: new Map(), children: new Map() };

type Draft = Pick<TimelineRow, 'key' | 'kind' | 'step' | 'title' | 'detail' | 'ms' | 'channels'> & {
  parentKey: string | null;
};

/** Converts the steps of a thread, newest first, to rows with their branches. */
export function timelineOf(list: readonly StepSummary[]): Timeline {
  const steps = new Map(list.map((step) => [step.id, step]));
  const children = Map.groupBy(list.toReversed(), ({ parent_id: parent }) => parent ?? '');
  const drafts = list.flatMap((step): Draft[] => [
    ...unfinishedTasks(step).map((task, index) => taskRow(step, task, index, steps)),
    stepRow(step, steps),
  ]);
  const lanes = lanesOf(drafts, steps);
  const numbers = numbersOf(list);
  const rows: TimelineRow[] = drafts.map(({ parentKey: _parentKey, ...draft }, index) => ({
    ...draft,
    ...(lanes[index] ?? NO_LANES),
    branch: 0,
    number: numbers.get(draft.step.id) ?? 0,
  }));
  return { rows, tips: numberBranches(rows, drafts), steps, children };
}

const NO_LANES: RowLanes = { lane: 0, up: false, down: false, passes: [], joins: [] };

/** Returns the tasks of a step that failed or are waiting, and that have not finished since. */
const unfinishedTasks = ({ tasks }: StepSummary): StepTask[] =>
  tasks.filter(({ done, failed, waits }) => !done && (failed || waits));

function taskRow(
  step: StepSummary,
  task: StepTask,
  index: number,
  steps: ReadonlyMap<string, StepSummary>,
): Draft {
  const names = task.name === null ? nodesAfter(step, steps) : [task.name];
  const kind = task.failed && !task.waits ? 'failed' : 'waiting';
  return {
    key: `${step.id}!${index}`,
    kind,
    step,
    title: names.length === 0 ? (kind === 'failed' ? 'failed step' : 'question') : names.join(', '),
    detail: kind === 'failed' ? (task.error ?? 'Failed') : (task.questions[0] ?? 'Waits for your answer'),
    ms: null,
    channels: [],
    parentKey: step.id,
  };
}

function stepRow(step: StepSummary, steps: ReadonlyMap<string, StepSummary>): Draft {
  const parent = step.parent_id === null ? undefined : steps.get(step.parent_id);
  const channels = [...new Set((parent?.tasks ?? []).flatMap((task) => task.channels))];
  return {
    key: step.id,
    kind: 'step',
    step,
    title: titleOfStep(step, parent, steps),
    detail: step.source === 'input' ? '' : channels.length === 0 ? 'no change' : channels.join(', '),
    ms: parent === undefined || step.source === 'input' ? null : step.at_ms - parent.at_ms,
    channels,
    parentKey: step.parent_id,
  };
}

/** Returns the names of the nodes that ran in a step. If no node ran, returns the step's source. */
function titleOfStep(
  step: StepSummary,
  parent: StepSummary | undefined,
  steps: ReadonlyMap<string, StepSummary>,
): string {
  if (step.source === 'update') return 'changed by hand';
  if (parent === undefined) return step.source ?? 'input';
  if (step.source === 'input' || step.source === 'fork') return step.source;
  const named = parent.tasks.flatMap(({ name, done }) => (name === null || !done ? [] : [name]));
  const nodes = named.length > 0 ? named : nodesAfter(parent, steps);
  const shown = [...new Set(nodes)].map((name) => (name === '__start__' ? 'start' : name));
  return shown.length > 0 ? shown.join(', ') : 'step';
}

/** Returns the nodes that start after a step, if the steps contain this information. */
function nodesAfter(step: StepSummary, steps: ReadonlyMap<string, StepSummary>): string[] {
  if (step.source === 'input') return ['__start__'];
  const parent = step.parent_id === null ? undefined : steps.get(step.parent_id);
  return [...new Set((parent?.tasks ?? []).flatMap(({ starts }) => starts))];
}

/** Returns the number of each step. A step without a number follows the number of its parent. */
function numbersOf(list: readonly StepSummary[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const { id, step, parent_id: parent } of list.toReversed()) {
    numbers.set(id, step ?? (numbers.get(parent ?? '') ?? -2) + 1);
  }
  return numbers;
}

/** Assigns a lane to each row, beginning with the newest row. A row is in the same lane as its newest child. */
function lanesOf(drafts: readonly Draft[], steps: ReadonlyMap<string, StepSummary>): RowLanes[] {
  /** For each lane, the key of the row to which the line in the lane leads. */
  const expected: (string | null)[] = [];
  return drafts.map(({ key, parentKey }) => {
    const incoming = expected.flatMap((one, lane) => (one === key ? [lane] : []));
    const free = expected.indexOf(null);
    const lane = incoming[0] ?? (free === -1 ? expected.length : free);
    const passes = expected.flatMap((one, other) => (one === null || one === key ? [] : [other]));
    for (const other of incoming.slice(1)) expected[other] = null;
    // A parent that is not loaded has no row, so no line leads to it.
    const hasParent = parentKey !== null && steps.has(parentKey);
    expected[lane] = hasParent ? parentKey : null;
    return { lane, up: incoming.length > 0, down: hasParent, passes, joins: incoming.slice(1) };
  });
}

/**
 * Sets the branch number of each row, and returns the newest row of each branch. A row of several branches gets the
 * lowest of their numbers.
 */
function numberBranches(rows: TimelineRow[], drafts: readonly Draft[]): TimelineRow[] {
  const indexOf = new Map(rows.map(({ key }, index) => [key, index]));
  const parents = new Set(drafts.map(({ parentKey }) => parentKey));
  const tips: TimelineRow[] = [];
  for (const tip of rows) {
    if (parents.has(tip.key)) continue;
    tips.push(tip);
    let at = indexOf.get(tip.key);
    while (at !== undefined) {
      const row = rows[at];
      const draft = drafts[at];
      if (row === undefined || draft === undefined || row.branch !== 0) break;
      row.branch = tips.length;
      at = draft.parentKey === null ? undefined : indexOf.get(draft.parentKey);
    }
  }
  return tips;
}

/** Returns the IDs of a step and its ancestors, oldest first. */
export function pathToStep(id: string, { steps }: Pick<Timeline, 'steps'>): string[] {
  const path: string[] = [];
  for (
    let at = steps.get(id);
    at !== undefined;
    at = at.parent_id === null ? undefined : steps.get(at.parent_id)
  ) {
    path.push(at.id);
  }
  return path.reverse();
}

/** A step where the path to a given step branches. */
export interface Fork {
  /** ID of the last step that all branches share. */
  step: string;
  /** Index of the branch that contains the given step, starting at 0. */
  index: number;
  /** Newest step of each branch, beginning with the oldest branch. */
  tips: readonly string[];
}

/** Returns the forks on the path to a step, oldest fork first. */
export function forksOf(id: string, timeline: Pick<Timeline, 'steps' | 'children'>): Fork[] {
  const path = pathToStep(id, timeline);
  return path.flatMap((step, at) => {
    const branches = timeline.children.get(step) ?? [];
    const index = branches.findIndex((one) => one.id === path[at + 1]);
    if (branches.length < 2 || index === -1) return [];
    return [{ step, index, tips: branches.map((branch) => newestBelow(branch.id, timeline)) }];
  });
}

/** Returns the newest of a step and its descendants; the IDs of steps are ordered by time. */
function newestBelow(id: string, { children }: Pick<Timeline, 'children'>): string {
  let newest = id;
  const open = [id];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at > newest) newest = at;
    for (const child of children.get(at) ?? []) open.push(child.id);
  }
  return newest;
}
