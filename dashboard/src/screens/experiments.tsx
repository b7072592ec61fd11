import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ExperimentList, ExperimentSummary } from '../../../src/contract/dashboard/experiments.ts';
import { read } from '../live/api.ts';
import { goTo, query, setQuery } from '../live/navigation.ts';
import { originOfApi } from '../live/store.ts';
import { EVALUATE_COMMAND, evaluateCode, GATE_SETTING } from '../logic/commands.ts';
import { experimentTitle, formatScore } from '../logic/experiments.ts';
import { formatCount } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { Age, Problem, UntrustedText } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button } from '../parts/button.tsx';
import { Search } from '../parts/filters.tsx';
import { useLoaded } from '../parts/loading.ts';
import { Commit, Tag } from '../parts/marks.tsx';
import { Card, PageHead, Void, Ways } from '../parts/page.tsx';

type Dataset = ExperimentList['datasets'][number];

/** Lists the experiments of each dataset. The user can compare two experiments on the same dataset. */
export default function Experiments(): JSX.Element {
  const { value, problem } = useLoaded(() => read<ExperimentList>('/experiments'), []);
  const { text = '' } = query.value;
  const words = text.toLowerCase();
  const all = value.value?.datasets ?? [];
  const shown = all.filter(({ name, experiments }) =>
    [name, ...experiments.map((one) => `${one.name} ${one.commit ?? ''}`)].some((part) =>
      part.toLowerCase().includes(words),
    ),
  );
  return (
    <>
      <PageHead title="Experiments" />
      <div class="page-body">
        <Problem text={problem.value} />
        {value.value === null ? (
          <Card>
            <Bones rows={4} />
          </Card>
        ) : all.length === 0 ? (
          <NoExperiments />
        ) : (
          <>
            <div class="toolbar">
              <Search
                label="Dataset, experiment or commit"
                value={text}
                onValue={(next) => setQuery({ text: next })}
              />
            </div>
            {shown.length === 0 ? (
              <Void title="No experiment matches">{formatCount(all.length, 'dataset')} in total.</Void>
            ) : (
              shown.map((dataset) => <DatasetCard key={dataset.id} dataset={dataset} />)
            )}
          </>
        )}
      </div>
    </>
  );
}

/** Explains three ways to create the first experiment. */
function NoExperiments(): JSX.Element {
  return (
    <>
      <Void title="No experiments yet" icon="experiment">
        An experiment contains the answers of one deployment to the cases of a dataset, with their scores. Two
        experiments show which answers became worse.
      </Void>
      <Ways
        ways={[
          {
            title: 'In a pull request',
            icon: 'push',
            text: 'The gate of the action asks the preview and production the same cases. Add the dataset to the deploy step:',
            command: GATE_SETTING,
          },
          {
            title: 'From a terminal',
            icon: 'request',
            text: 'Compare two deployments without deploying.',
            command: EVALUATE_COMMAND,
          },
          {
            title: 'From your code',
            icon: 'tool',
            text: 'Give the LangSmith client the address and the key of this emulator.',
            command: evaluateCode(originOfApi()),
          },
        ]}
      />
    </>
  );
}

function DatasetCard({ dataset }: { dataset: Dataset }): JSX.Element {
  const { experiments, comparisons } = dataset;
  const chosen = useSignal<readonly string[]>([]);
  const toggle = (id: string) => {
    const before = chosen.peek();
    chosen.value = before.includes(id) ? before.filter((one) => one !== id) : [...before, id].slice(-2);
  };
  const startOf = (id: string) => experiments.find((one) => one.id === id)?.started_ms ?? 0;
  const compare = () => {
    // The older experiment is the baseline, because a change is compared with the state before the change.
    const [baseline, candidate] = chosen.peek().toSorted((a, b) => startOf(a) - startOf(b));
    if (baseline === undefined || candidate === undefined) return;
    goTo(pathOf({ screen: 'experiment', id: candidate }, { baseline }));
  };
  return (
    <Card
      title={dataset.name}
      note={formatCount(dataset.examples, 'example')}
      acts={
        experiments.length < 2 ? undefined : (
          <Button
            size="little"
            disabled={chosen.value.length === 2 ? '' : 'Choose two experiments first'}
            onAct={compare}
          >
            Compare the two
          </Button>
        )
      }
    >
      <ul class="experiment-list">
        {experiments.map((one) => (
          <ExperimentRow
            key={one.id}
            experiment={one}
            baseline={comparisons.find(({ candidate }) => candidate === one.id)?.baseline}
            isChosen={chosen.value.includes(one.id)}
            onToggle={experiments.length < 2 ? null : () => toggle(one.id)}
          />
        ))}
      </ul>
    </Card>
  );
}

function ExperimentRow({
  experiment,
  baseline,
  isChosen,
  onToggle,
}: {
  experiment: ExperimentSummary;
  baseline: string | undefined;
  isChosen: boolean;
  onToggle: (() => void) | null;
}): JSX.Element {
  const title = experimentTitle(experiment);
  return (
    <li class="list-row experiment-row">
      {onToggle === null ? (
        <span />
      ) : (
        <input
          type="checkbox"
          checked={isChosen}
          aria-label={`Choose ${experiment.name.slice(0, 100)}`}
          onChange={onToggle}
        />
      )}
      <span class="two-lines">
        <a
          class="row-link"
          href={pathOf({ screen: 'experiment', id: experiment.id }, { baseline: baseline ?? '' })}
        >
          <UntrustedText text={title} limit={200} />
        </a>
        <span>
          <UntrustedText text={experiment.name} limit={200} />
        </span>
      </span>
      <span class="row cell-commit">
        {experiment.commit === null ? null : <Commit commit={experiment.commit.slice(0, 64)} />}
        {baseline === undefined ? null : <Tag>compared</Tag>}
      </span>
      <span class="row wrap cell-scores">
        {experiment.scores.slice(0, 4).map(({ key, mean }) => (
          <span key={key} class="dim">
            <UntrustedText text={key} limit={40} /> <b class="numeric">{formatScore(mean)}</b>
          </span>
        ))}
      </span>
      <span class="cell-end dim numeric cell-responses">{formatCount(experiment.responses, 'answer')}</span>
      <span class="cell-end dim">
        <Age at={experiment.started_ms} />
      </span>
    </li>
  );
}
