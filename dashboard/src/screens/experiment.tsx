import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type {
  ComparedExperimentCase,
  ComparedScore,
  ExperimentComparison,
  ExperimentList,
} from '../../../src/contract/dashboard/experiments.ts';
import { stringifyExactJson } from '../../../src/contract/exact-json.ts';
import { CASE_VERDICTS } from '../../../src/contract/statuses.ts';
import { read } from '../live/api.ts';
import { draft } from '../live/draft.ts';
import { useKeys } from '../live/keys.ts';
import { navigateTo, query, setQuery } from '../live/navigation.ts';
import { usePaletteEntries } from '../live/palette-sources.ts';
import { deployments } from '../live/store.ts';
import { useVisit } from '../live/visits.ts';
import {
  type Axis,
  axisOf,
  CASE_STATES,
  caseNumbers,
  experimentTitle,
  filterCases,
  formatDifference,
  formatScore,
  positionOf,
  SCORE_STATES,
  sideOfDiff,
  textToTry,
  VERDICT_HEADINGS,
} from '../logic/experiments.ts';
import { formatCount, formatNumber, visibleLine, visibleText } from '../logic/format.ts';
import { pathOf, type Route } from '../logic/paths.ts';
import { wordDiff } from '../logic/text-diff.ts';
import { Age, downloadText, Problem, UntrustedText } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button } from '../parts/button.tsx';
import { DiffParts, LineDiff } from '../parts/diff.tsx';
import { Pick, Search, Segments } from '../parts/filters.tsx';
import { Icon } from '../parts/icon.tsx';
import { useLoaded } from '../parts/loading.ts';
import { Commit, Facts, StateMark, StateSymbol } from '../parts/marks.tsx';
import { Card, PageHead, Void } from '../parts/page.tsx';

/** Compares two experiments: the verdict, the scores with their intervals, and the cases, the worst case first. */
export default function Experiment({
  route: { id },
}: {
  route: Extract<Route, { screen: 'experiment' }>;
}): JSX.Element {
  const { baseline = '' } = query.value;
  const { value, problem } = useLoaded(
    () => read<ExperimentComparison>(`/experiments/${id}`, { baseline }),
    [id, baseline],
  );
  const list = useLoaded(() => read<ExperimentList>('/experiments'), []);
  const comparison = value.value;
  const others =
    list.value.value?.datasets
      .find((one) => one.id === comparison?.dataset.id)
      ?.experiments.filter((one) => one.id !== id) ?? [];
  const title =
    comparison === null
      ? 'Experiment'
      : comparison.baseline === null
        ? experimentTitle(comparison.candidate)
        : `${experimentTitle(comparison.candidate)} against ${experimentTitle(comparison.baseline)}`;
  useVisit(
    { screen: 'experiment', id },
    { name: comparison === null ? '' : experimentTitle(comparison.candidate), icon: 'experiment' },
  );
  usePaletteEntries(() =>
    (comparison?.cases ?? []).map((one) => ({
      group: 'Cases',
      name: `Case “${visibleLine(one.name)}”`,
      icon: CASE_STATES[one.verdict].icon,
      tone: CASE_STATES[one.verdict].tone,
      note: CASE_STATES[one.verdict].word,
      also: [one.example_id],
      href: pathOf({ screen: 'experiment', id }, { baseline, case: one.example_id }),
    })),
  );
  return (
    <>
      <PageHead
        crumbs={[
          { name: 'Experiments', href: pathOf({ screen: 'experiments' }) },
          ...(comparison === null
            ? []
            : [
                {
                  name: comparison.dataset.name,
                  href: pathOf({ screen: 'experiments' }, { text: comparison.dataset.name }),
                },
              ]),
        ]}
        title={title}
        acts={
          comparison === null ? undefined : (
            <>
              <Pick
                label="Against"
                value={baseline}
                onValue={(next) => setQuery({ baseline: next, case: '' })}
                options={[['', 'nothing'], ...others.map((one) => [one.id, one.name] as const)]}
              />
              <Button
                icon="save"
                onAct={() =>
                  downloadText('comparison.json', stringifyExactJson(comparison, 2), 'application/json')
                }
              >
                Download
              </Button>
            </>
          )
        }
      />
      <div class="page-body">
        <Problem text={problem.value} />
        {comparison === null ? (
          problem.value === '' ? (
            <Card>
              <Bones rows={6} />
            </Card>
          ) : null
        ) : (
          <>
            <Verdict comparison={comparison} />
            <Scores comparison={comparison} />
            <Cases comparison={comparison} />
          </>
        )}
      </div>
    </>
  );
}

function Verdict({ comparison }: { comparison: ExperimentComparison }): JSX.Element {
  const { heading, state } = VERDICT_HEADINGS[comparison.verdict];
  return (
    <section class={`card verdict is-${state.tone}`} aria-label="Verdict">
      <span class={`verdict-symbol ${state.tone}`}>
        <Icon name={state.icon} size="large" tone={state.tone} />
      </span>
      <div class="stack">
        <h2>{heading}</h2>
        <p class="mid">
          <UntrustedText text={comparison.sentence} limit={2_000} />
        </p>
      </div>
      <Facts
        list={[
          ['Cases', formatNumber(comparison.totals.cases)],
          ['Answers', formatNumber(comparison.totals.answers)],
          ['Data', <UntrustedText key="data" text={comparison.dataset.name} limit={80} />],
          ['Ran', <Age key="age" at={comparison.candidate.started_ms} />],
          ...(comparison.left_out === 0
            ? []
            : ([['Left out', formatCount(comparison.left_out, 'case')]] as const)),
        ]}
      />
    </section>
  );
}

function Scores({ comparison }: { comparison: ExperimentComparison }): JSX.Element | null {
  const { scores, baseline, candidate, min_pairs: minPairs } = comparison;
  if (scores.length === 0) return null;
  // With few pairs, a drawn interval would look more exact than the data.
  const axis = axisOf(scores);
  const few = scores.every(({ pairs }) => pairs < minPairs);
  const margin = scores[0]?.margin ?? 0;
  const unclear = scores.find((one) => one.cases_needed !== null);
  return (
    <Card
      title="Scores"
      acts={
        <span class="legend">
          {baseline === null || baseline.commit === null ? null : (
            <span>
              before <Commit commit={baseline.commit.slice(0, 64)} />
            </span>
          )}
          {candidate.commit === null ? null : (
            <span>
              after <Commit commit={candidate.commit.slice(0, 64)} />
            </span>
          )}
          {baseline === null ? null : (
            <span>
              <svg aria-hidden="true">
                <rect class="bar-folded" width="12" height="12" rx="2" />
              </svg>
              margin ± {margin}
            </span>
          )}
        </span>
      }
      foot={
        baseline === null ? undefined : (
          <span>
            {few
              ? `With fewer than ${minPairs} cases that have both scores, no interval is drawn and no difference counts as significant.`
              : 'Dots are mean differences, and lines are their 95 % intervals.'}
            {unclear === undefined || unclear.cases_needed === null
              ? ''
              : ` About ${unclear.cases_needed} cases would decide ${unclear.key.slice(0, 60)}.`}
          </span>
        )
      }
    >
      <div class="score-row score-head">
        <span>Score</span>
        <span class="cell-end">Before</span>
        <span class="cell-end">After</span>
        <svg class="dot-plot" aria-hidden="true">
          {baseline === null
            ? null
            : axis.ticks
                .filter((tick) => Math.abs(tick) < axis.limit * 0.95)
                .map((tick) => (
                  <text key={tick} x={`${positionOf(tick, axis)}%`} y="20" text-anchor="middle">
                    {formatDifference(tick)}
                  </text>
                ))}
        </svg>
        <span>Verdict</span>
      </div>
      {scores.map((score) => (
        <ScoreRow key={score.key} score={score} axis={axis} minPairs={minPairs} />
      ))}
    </Card>
  );
}

const DOTS = { bad: 'bar-failed', ok: 'bar-ok', wait: 'bar-wait', rest: 'bar-node' } as const;

function ScoreRow({
  score,
  axis,
  minPairs,
}: {
  score: ComparedScore;
  axis: Axis;
  minPairs: number;
}): JSX.Element {
  const { key, difference, margin, verdict, pairs } = score;
  const state = verdict === null ? undefined : SCORE_STATES[verdict];
  const tone = state?.tone ?? 'rest';
  const fill = DOTS[tone in DOTS ? (tone as keyof typeof DOTS) : 'rest'];
  const hasInterval = pairs >= minPairs && difference !== null;
  const low = difference?.low ?? -axis.limit;
  const high = difference?.high ?? axis.limit;
  const label =
    difference === null
      ? `${key}: not compared`
      : `${key}: ${formatDifference(difference.value)}${hasInterval ? `, interval ${formatScore(low)} to ${formatScore(high)}` : ''}`;
  return (
    <div class="score-row">
      <strong class="clipped">
        <UntrustedText text={key} limit={80} />
      </strong>
      <span class="cell-end numeric mid">{formatScore(score.baseline)}</span>
      <strong class="cell-end numeric">{formatScore(score.candidate)}</strong>
      <svg class="dot-plot" role="img" aria-label={visibleText(label.slice(0, 300))}>
        {difference === null ? null : (
          <>
            <rect
              class="bar-folded"
              x={`${positionOf(-margin, axis)}%`}
              width={`${positionOf(margin, axis) - positionOf(-margin, axis)}%`}
              y="4"
              height="24"
              rx="3"
            />
            <line class="zero" x1="50%" x2="50%" y1="2" y2="30" />
            {hasInterval ? (
              <rect
                class={fill}
                x={`${positionOf(low, axis)}%`}
                width={`${Math.max(positionOf(high, axis) - positionOf(low, axis), 0)}%`}
                y="15"
                height="2"
              />
            ) : null}
            <circle class={fill} cx={`${positionOf(difference.value, axis)}%`} cy="16" r="5" />
          </>
        )}
      </svg>
      <span>{state === undefined ? null : <StateMark state={state} />}</span>
    </div>
  );
}

/** Number of cases that are shown until the user requests more. */
const SHOWN = 200;

function Cases({ comparison }: { comparison: ExperimentComparison }): JSX.Element {
  const { verdict = '', text = '', case: open = '' } = query.value;
  const byLines = useSignal(false);
  const count = useSignal(SHOWN);
  const shown = filterCases(comparison.cases, verdict, text);
  const at = shown.findIndex((one) => one.example_id === open);
  const choose = (index: number) => {
    const next = shown[Math.min(Math.max(index, 0), shown.length - 1)];
    if (next === undefined) return;
    setQuery({ case: next.example_id });
    queueMicrotask(() =>
      document.getElementById(`case-${next.example_id}`)?.scrollIntoView({ block: 'nearest' }),
    );
  };
  useKeys([
    { key: 'j', does: 'next case', run: () => choose(at + 1) },
    { key: 'k', does: 'previous case', run: () => choose(at === -1 ? 0 : at - 1) },
    { key: 't', does: 'try the case in the playground', run: () => tryCase(shown[at], comparison) },
    { key: 'd', does: 'compare word by word or line by line', run: () => (byLines.value = !byLines.peek()) },
    { key: 'Escape', does: 'close the case', run: () => setQuery({ case: '' }) },
  ]);
  return (
    <>
      <div class="toolbar">
        <Segments
          label="Verdict"
          value={verdict}
          onValue={(next) => setQuery({ verdict: next, case: '' })}
          segments={[
            { value: '', word: 'All', count: comparison.cases.length },
            ...CASE_VERDICTS.flatMap((one) => {
              const number = comparison.counts[one] ?? 0;
              // The verdicts `passed` and `failed` exist only without a baseline, and all other verdicts exist only
              // with a baseline.
              const isUsual =
                comparison.baseline === null
                  ? one === 'passed' || one === 'failed'
                  : one !== 'passed' && one !== 'failed';
              return number === 0 && !isUsual
                ? []
                : [{ value: one, word: CASE_STATES[one].word, count: number, state: CASE_STATES[one] }];
            }),
          ]}
        />
        <Search label="Search cases" value={text} onValue={(next) => setQuery({ text: next })} />
      </div>
      {shown.length === 0 ? (
        <Void title="No case matches">
          {formatCount(comparison.cases.length, 'case')} do not match these filters.
        </Void>
      ) : (
        <Card
          className="case-list"
          foot={
            <>
              <span>
                {formatCount(Math.min(count.value, shown.length), 'case')} of {formatNumber(shown.length)}
              </span>
              {shown.length <= count.value ? null : (
                <Button size="little" onAct={() => void (count.value += SHOWN)}>
                  More
                </Button>
              )}
            </>
          }
        >
          <div class="list-head">
            <span />
            <span>Case</span>
            <span class="cell-before">Before</span>
            <span class="cell-after">After</span>
            <span class="cell-end">Scores</span>
          </div>
          {shown.slice(0, count.value).map((one) => (
            <CaseRow
              key={one.example_id}
              one={one}
              isOpen={one.example_id === open}
              byLines={byLines.value}
              onToggle={() => setQuery({ case: one.example_id === open ? '' : one.example_id })}
              onMode={() => (byLines.value = !byLines.peek())}
              comparison={comparison}
            />
          ))}
        </Card>
      )}
    </>
  );
}

const outputOf = (side: ComparedExperimentCase['candidate'] | null): string =>
  side === null ? '' : (side.output ?? side.errors[0] ?? 'no result');

function CaseRow({
  one,
  isOpen,
  byLines,
  onToggle,
  onMode,
  comparison,
}: {
  one: ComparedExperimentCase;
  isOpen: boolean;
  byLines: boolean;
  onToggle: () => void;
  onMode: () => void;
  comparison: ExperimentComparison;
}): JSX.Element {
  const state = CASE_STATES[one.verdict];
  const { before, after } = caseNumbers(one);
  return (
    <>
      <div
        class="list-row"
        id={`case-${one.example_id}`}
        {...(isOpen ? { 'aria-current': 'true' as const } : {})}
      >
        <StateSymbol state={state} />
        <span class="two-lines">
          <button type="button" class="row-link row-choice" aria-expanded={isOpen} onClick={onToggle}>
            <UntrustedText text={one.name} limit={200} />
          </button>
          <span>{state.word}</span>
        </span>
        <span class="cell-before clipped mid">
          <UntrustedText text={outputOf(one.baseline)} limit={200} />
        </span>
        <span class="cell-after clipped mid">
          <UntrustedText text={outputOf(one.candidate)} limit={200} />
        </span>
        <span class="cell-end numeric">
          {before === '' ? null : `${before} → `}
          <strong>{after}</strong>
        </span>
      </div>
      {isOpen ? <OpenCase one={one} byLines={byLines} onMode={onMode} comparison={comparison} /> : null}
    </>
  );
}

function OpenCase({
  one,
  byLines,
  onMode,
  comparison,
}: {
  one: ComparedExperimentCase;
  byLines: boolean;
  onMode: () => void;
  comparison: ExperimentComparison;
}): JSX.Element {
  const before = one.baseline === null ? null : outputOf(one.baseline);
  const after = outputOf(one.candidate);
  return (
    <section class="open-case" aria-label="Both answers">
      {byLines && before !== null ? (
        <LineDiff before={before} after={after} label="Difference by line" />
      ) : (
        <div class={`answer-pair ${before === null ? 'alone' : ''}`}>
          {one.baseline === null || before === null ? null : (
            <AnswerSide
              title="Before"
              commit={comparison.baseline?.commit ?? null}
              side={one.baseline}
              parts={sideOfDiff(wordDiff(before, after), 'removed')}
            />
          )}
          <AnswerSide
            title={before === null ? 'Answer' : 'After'}
            commit={comparison.candidate.commit}
            side={one.candidate}
            parts={
              before === null ? [{ kind: 'same', text: after }] : sideOfDiff(wordDiff(before, after), 'added')
            }
          />
        </div>
      )}
      <div class="open-case-foot">
        <p class="dim">
          {one.expected === null ? (
            'The example has no expected answer.'
          ) : (
            <>
              Expected: <UntrustedText text={one.expected} limit={1_000} />
            </>
          )}
        </p>
        <span class="grow" />
        {before === null ? null : (
          <Button size="little" shortcut="D" pressed={byLines} onAct={onMode}>
            Lines
          </Button>
        )}
        <RunLinks one={one} comparison={comparison} />
        {agentOf(comparison) === undefined ? null : (
          <Button size="little" icon="chat" shortcut="T" onAct={() => tryCase(one, comparison)}>
            Try the case
          </Button>
        )}
      </div>
    </section>
  );
}

const deploymentIdOf = (name: string): string | undefined =>
  deployments.value?.find((one) => one.name === name)?.id;

/** Returns the ID of the candidate deployment, or else of the baseline, or `undefined` if this emulator has neither. */
const agentOf = ({ candidate, baseline }: ExperimentComparison): string | undefined =>
  [candidate, baseline].flatMap((side) => deploymentIdOf(side?.deployment ?? '') ?? [])[0];

/** Opens the playground with the input of a case, so that the user can change and send it. */
function tryCase(one: ComparedExperimentCase | undefined, comparison: ExperimentComparison): void {
  const deployment = agentOf(comparison);
  if (one === undefined || deployment === undefined) return;
  draft.value = { deployment, text: textToTry(one.input) };
  navigateTo({ screen: 'playground', id: deployment, thread: null });
}

/** Links to the runs of a case, if this emulator serves their agent. */
function RunLinks({
  one,
  comparison,
}: {
  one: ComparedExperimentCase;
  comparison: ExperimentComparison;
}): JSX.Element | null {
  const links = [
    { name: 'Run before', side: one.baseline, deployment: comparison.baseline?.deployment },
    { name: 'Run after', side: one.candidate, deployment: comparison.candidate.deployment },
  ].flatMap(({ name, side, deployment }) => {
    const id = typeof deployment === 'string' ? deploymentIdOf(deployment) : undefined;
    const run = side?.run_id ?? null;
    return id === undefined || run === null ? [] : [{ name, href: pathOf({ screen: 'run', id, run }) }];
  });
  if (links.length === 0) return null;
  return (
    <>
      {links.map(({ name, href }) => (
        <a key={name} class="button little" href={href}>
          {name}
        </a>
      ))}
    </>
  );
}

function AnswerSide({
  title,
  commit,
  side,
  parts,
}: {
  title: string;
  commit: string | null;
  side: ComparedExperimentCase['candidate'];
  parts: readonly { kind: 'same' | 'added' | 'removed'; text: string }[];
}): JSX.Element {
  return (
    <div class="answer-side">
      <h3 class="row">
        {title}
        {commit === null ? null : <Commit commit={commit.slice(0, 64)} />}
        <span class="grow" />
        {side.passed === null ? null : <Pips {...side.passed} />}
      </h3>
      <p class={side.output === null ? 'bad' : ''}>
        <DiffParts parts={parts} />
      </p>
    </div>
  );
}

/** Maximum number of runs of a case that are drawn as squares. For a case with more runs, only numbers are shown. */
const PIPS = 10;

function Pips({ passed, total }: { passed: number; total: number }): JSX.Element {
  return (
    <span class="pips" role="img" aria-label={`${passed} of ${total} passed`}>
      {total > PIPS
        ? null
        : Array.from({ length: total }, (_, index) => (
            <i key={index} class={`pip ${index < passed ? 'passed' : 'missed'}`} />
          ))}
      <span class="numeric dim">
        {passed}/{total}
      </span>
    </span>
  );
}
