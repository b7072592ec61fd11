import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ClockState } from '../../../src/contract/dashboard/controls.ts';
import type { CronList, CronRun, CronSummary } from '../../../src/contract/dashboard/crons.ts';
import { forward, read, send } from '../live/api.ts';
import { useKeys } from '../live/keys.ts';
import { query, setQuery } from '../live/navigation.ts';
import { usePolling } from '../live/polling.ts';
import { agentUrl, deployments, now } from '../live/store.ts';
import { showToast } from '../live/toasts.ts';
import { cronCode, cronCommand, cronScript } from '../logic/commands.ts';
import { formatAge, formatCount, formatInZone } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { type State, STATES } from '../logic/words.ts';
import { Age, Problem, UntrustedText } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button, Menu } from '../parts/button.tsx';
import { Search, Segments } from '../parts/filters.tsx';
import { Icon } from '../parts/icon.tsx';
import { useLoaded } from '../parts/loading.ts';
import { StateSymbol } from '../parts/marks.tsx';
import { ConfirmByName } from '../parts/overlays.tsx';
import { Card, PageHead, Void, Ways } from '../parts/page.tsx';
import { RowList } from '../parts/row-list.tsx';

const FILTERS = { '': 'All', on: 'On', paused: 'Paused' } as const;
type Filter = keyof typeof FILTERS;

const isOn = ({ enabled, next_ms: next }: CronSummary): boolean => enabled && next.length > 0;
const titleOf = ({ name, says, cron_id: id }: CronSummary): string => name ?? (says === '' ? id : says);
const matches = (cron: CronSummary, filter: Filter, text: string): boolean =>
  (filter === '' || (filter === 'on') === isOn(cron)) &&
  [titleOf(cron), cron.says, cron.deployment, cron.schedule, cron.cron_id].some((part) =>
    part.toLowerCase().includes(text.toLowerCase()),
  );

/** Lists the crons of all deployments. The user can run or pause a cron, or move the clock to the cron's next run. */
export default function Crons(): JSX.Element {
  const { value, problem, reload } = useLoaded(() => read<CronList>('/crons'), []);
  usePolling(reload);
  const chosen = useSignal<string | null>(null);
  const removing = useSignal<CronSummary | null>(null);
  const { text = '', state = '' } = query.value;
  const filter = state in FILTERS ? (state as Filter) : '';
  const all = value.value?.crons ?? [];
  const shown = all.filter((cron) => matches(cron, filter, text));
  const current = all.find(({ cron_id: id }) => id === chosen.value);
  const runNow = async (cron: CronSummary) => {
    const run = await send<CronRun>('POST', `/deployments/${cron.deployment_id}/crons/${cron.cron_id}/runs`);
    showToast({
      text: `${titleOf(cron)} runs now`,
      act: { label: 'Open', href: pathOf({ screen: 'run', id: cron.deployment_id, run: run.run_id }) },
    });
    await reload();
  };
  useKeys([
    {
      key: 'r',
      does: 'run the cron now',
      run: () => {
        if (current !== undefined) void runNow(current).catch(() => undefined);
      },
    },
  ]);
  const paused = all.filter((cron) => !isOn(cron)).length;
  return (
    <>
      <PageHead title="Crons">
        {value.value === null || all.length === 0 ? null : (
          <span class="dim">
            {formatCount(all.length, 'cron')}
            {paused === 0 ? '' : `, ${paused} paused`}
          </span>
        )}
      </PageHead>
      <div class="page-body">
        <Problem text={problem.value} />
        {value.value === null ? (
          <Card>
            <Bones rows={4} />
          </Card>
        ) : all.length === 0 ? (
          <NoCrons />
        ) : (
          <>
            <div class="toolbar">
              <Segments
                label="State"
                value={filter}
                onValue={(next) => setQuery({ state: next })}
                segments={(['', 'on', 'paused'] as const).map((one) => ({
                  value: one,
                  word: FILTERS[one],
                  count: all.filter((cron) => matches(cron, one, '')).length,
                }))}
              />
              <Search
                label="Name, text or deployment"
                value={text}
                onValue={(next) => setQuery({ text: next })}
              />
            </div>
            <NextCron crons={all} onFired={reload} />
            {shown.length === 0 ? (
              <Void title="No cron matches the filter">{formatCount(all.length, 'cron')} in total.</Void>
            ) : (
              <Card className="cron-list">
                <RowList
                  label="Crons"
                  noun="cron"
                  rows={shown}
                  keyOf={({ cron_id: id }) => id}
                  rowHeight={56}
                  narrowRowHeight={96}
                  chosen={chosen.value}
                  onChoose={({ cron_id: id }) => (chosen.value = id)}
                  head={<ListHead />}
                  row={(cron) => (
                    <CronCells
                      cron={cron}
                      onRun={() => runNow(cron)}
                      onChanged={reload}
                      onRemove={() => (removing.value = cron)}
                    />
                  )}
                />
              </Card>
            )}
          </>
        )}
      </div>
      {removing.value === null ? null : (
        <RemoveCron cron={removing.value} onClose={() => (removing.value = null)} onRemoved={reload} />
      )}
    </>
  );
}

const ListHead = (): JSX.Element => (
  <>
    <span />
    <span>Cron and its input</span>
    <span>When</span>
    <span class="cell-deployment">Deployment</span>
    <span class="cell-outcomes">Last outcomes</span>
    <span />
  </>
);

/** Shows the cron that is due next, with a button that moves the clock to the next run of the cron. */
function NextCron({
  crons,
  onFired,
}: {
  crons: readonly CronSummary[];
  onFired: () => Promise<void>;
}): JSX.Element | null {
  const first = crons.find(isOn);
  const at = first?.next_ms[0];
  if (first === undefined || at === undefined) return null;
  const fire = async () => {
    await send<ClockState>('POST', '/clock', { advance_to_ms: at });
    showToast({
      text: `The clock moved to ${formatInZone(at, first.timezone)}, and ${titleOf(first)} ran`,
      act: { label: 'Open the clock', href: pathOf({ screen: 'clock' }) },
    });
    await onFired();
  };
  return (
    <div class="card next-cron">
      <Icon name="clock" tone="live" />
      <p>
        <strong>
          <UntrustedText text={titleOf(first)} limit={120} />
        </strong>{' '}
        <span class="dim">
          is next, <Age at={at} />
        </span>
      </p>
      <span class="grow" />
      <Button icon="clock" onAct={fire}>
        Move the clock there
      </Button>
    </div>
  );
}

const OUTCOMES: Readonly<Record<CronSummary['outcomes'][number]['status'], State>> = {
  running: STATES.running,
  success: STATES.succeeded,
  error: STATES.failed,
  stopped: STATES.stopped,
  refused: { ...STATES.failed, word: 'Not started' },
};

function CronCells({
  cron,
  onRun,
  onChanged,
  onRemove,
}: {
  cron: CronSummary;
  onRun: () => Promise<void>;
  onChanged: () => Promise<void>;
  onRemove: () => void;
}): JSX.Element {
  const on = isOn(cron);
  const path = `/d/${cron.deployment_id}/runs/crons/${cron.cron_id}`;
  const setEnabled = async (enabled: boolean) => {
    await forward('PATCH', path, { enabled });
    await onChanged();
  };
  return (
    <>
      <span class={`state ${on ? 'live' : 'rest'}`} role="img" aria-label={on ? 'On' : 'Paused'}>
        <Icon name={on ? 'cron' : 'stop'} />
      </span>
      <span class="two-lines">
        <span>
          <UntrustedText text={titleOf(cron)} limit={200} />
        </span>
        <span>
          <UntrustedText text={cron.name === null ? '' : cron.says} limit={200} />
        </span>
      </span>
      <span class="two-lines">
        <When cron={cron} />
        <span title={cron.schedule.slice(0, 200)}>
          <UntrustedText text={cron.words} limit={120} />
        </span>
      </span>
      <span class="cell-deployment clipped">
        <UntrustedText text={cron.deployment} limit={100} />
      </span>
      <span class="cell-outcomes row">
        {cron.outcomes.length === 0 ? <span class="dim">none yet</span> : null}
        {cron.outcomes.map((outcome, index) => (
          <Outcome key={index} cron={cron} outcome={outcome} />
        ))}
      </span>
      <span class="row cell-end">
        <Button size="little" icon="replay" onAct={onRun}>
          Run now
        </Button>
        <Menu
          size="little"
          items={[
            cron.enabled
              ? { label: 'Pause', icon: 'stop', run: () => setEnabled(false) }
              : { label: 'Resume', icon: 'cron', run: () => setEnabled(true) },
            { label: 'Delete, then type the name', danger: true, run: onRemove },
          ]}
        />
      </span>
    </>
  );
}

function When({ cron }: { cron: CronSummary }): JSX.Element {
  const [first, ...later] = cron.next_ms;
  if (!cron.enabled) return <span>Paused</span>;
  if (first === undefined) return <span>Ended</span>;
  const others = later.map((at) => formatInZone(at, cron.timezone));
  const title = `${formatInZone(first, cron.timezone)}${others.length === 0 ? '' : `, then ${others.join(', ')}`}`;
  return <span title={title}>{formatAge(first, now.value)}</span>;
}

function Outcome({
  cron,
  outcome,
}: {
  cron: CronSummary;
  outcome: CronSummary['outcomes'][number];
}): JSX.Element {
  const state = OUTCOMES[outcome.status];
  const shown = { ...state, word: outcome.reason === '' ? state.word : `${state.word}: ${outcome.reason}` };
  if (outcome.run_id === null) return <StateSymbol state={shown} />;
  return (
    <a class="outcome" href={pathOf({ screen: 'run', id: cron.deployment_id, run: outcome.run_id })}>
      <StateSymbol state={shown} />
    </a>
  );
}

function RemoveCron({
  cron,
  onClose,
  onRemoved,
}: {
  cron: CronSummary;
  onClose: () => void;
  onRemoved: () => Promise<void>;
}): JSX.Element {
  const remove = async () => {
    await forward('DELETE', `/d/${cron.deployment_id}/runs/crons/${cron.cron_id}`);
    await onRemoved();
  };
  return (
    <ConfirmByName
      name={titleOf(cron).slice(0, 60)}
      title="Delete this cron?"
      action="Delete the cron"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        The cron no longer runs. Past runs of the cron are not deleted.{' '}
        <UntrustedText text={cron.words} limit={120} />
      </p>
    </ConfirmByName>
  );
}

function NoCrons(): JSX.Element {
  const url = agentUrl(deployments.value?.[0]);
  return (
    <>
      <Void title="No crons yet" icon="cron">
        Crons of all agents appear here, with their schedules in words, their next times and their last
        outcomes.
      </Void>
      <Ways
        ways={[
          {
            title: 'Send a request',
            icon: 'request',
            text: 'Creates a cron that runs the agent each night.',
            command: cronCommand(url),
          },
          {
            title: 'From Python',
            icon: 'tool',
            text: 'The LangGraph client creates the same cron.',
            command: cronCode(url),
          },
          {
            title: 'From JavaScript',
            icon: 'tool',
            text: 'The LangGraph client creates the same cron.',
            command: cronScript(url),
          },
        ]}
      />
    </>
  );
}
