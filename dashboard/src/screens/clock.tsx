import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { ClockState } from '../../../src/contract/dashboard/controls.ts';
import type { CronList } from '../../../src/contract/dashboard/crons.ts';
import { read, request, send } from '../live/api.ts';
import { usePolling } from '../live/polling.ts';
import { clockSkewMs, info, now } from '../live/store.ts';
import { formatDuration, formatMoment } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { Age, Field, Problem, UntrustedText } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button } from '../parts/button.tsx';
import { useLoaded } from '../parts/loading.ts';
import { Facts } from '../parts/marks.tsx';
import { Card, PageHead } from '../parts/page.tsx';

const STEPS = [
  ['1 min', 60_000],
  ['30 min', 1_800_000],
  ['1 h', 3_600_000],
  ['1 day', 86_400_000],
] as const;

/** Shows the emulator's clock and the next crons. The user can move the clock forward, even if real agents run. */
export default function Clock(): JSX.Element {
  // The clock is read again after a move, because timers might have fired.
  const moved = info.value?.clock === 'virtual' ? now.value : 0;
  const { value, problem, reload } = useLoaded(() => read<ClockState>('/clock'), [clockSkewMs.value, moved]);
  const crons = useLoaded(() => read<CronList>('/crons'), []);
  usePolling(async () => {
    await Promise.all([reload(), crons.reload()]);
  });
  const clock = value.value;
  const isReal = clock?.mode === 'real';
  return (
    <>
      <PageHead title="Clock">
        {clock === null ? null : <span class="dim">{isReal ? 'Real time' : 'Virtual time'}</span>}
      </PageHead>
      <div class="page-body">
        <Problem text={problem.value} />
        {clock === null ? (
          <Card>
            <Bones rows={4} />
          </Card>
        ) : (
          <>
            <Card>
              <div class="pad stack">
                <Facts
                  list={[
                    [
                      'Now',
                      <span key="now" class="numeric">
                        {formatMoment(now.value)}
                      </span>,
                    ],
                    ['Moved forward', clock.moved_ms === 0 ? 'no' : formatDuration(clock.moved_ms)],
                    ['Offset', clock.skew_ms === 0 ? 'none' : formatDuration(clock.skew_ms)],
                  ]}
                />
                <p class="mid">
                  {isReal
                    ? 'Moving the clock starts crons, delayed runs and webhook retries at their due times, the earliest first. The clock waits for each run, so the durations of runs stay correct. The clocks of agents do not move.'
                    : 'Virtual time stops while work is in progress, and advances when all work waits.'}
                </p>
                <Mover clock={clock} next={crons.value.value} onMoved={reload} />
              </div>
            </Card>
            <Due list={crons.value.value} />
            <Waiting clock={clock} />
            <Offset clock={clock} onSet={reload} />
          </>
        )}
      </div>
    </>
  );
}

/**
 * Buttons that move the clock. While the clock is being moved, a button that stops the move replaces the buttons that
 * move the clock.
 */
function Mover({
  clock,
  next,
  onMoved,
}: {
  clock: ClockState;
  next: CronList | null;
  onMoved: () => Promise<void>;
}): JSX.Element {
  const moving = useSignal(false);
  const stop = useRef<AbortController | null>(null);
  const move = async (body: object) => {
    stop.current = new AbortController();
    moving.value = true;
    try {
      await request('POST', '/clock', { body, signal: stop.current.signal });
    } catch (error) {
      if (!stop.current.signal.aborted) throw error;
    } finally {
      moving.value = false;
      await onMoved();
    }
  };
  const cron = next?.crons.find(({ next_ms: times }) => times.length > 0);
  const timer = clock.sleeping.toSorted((a, b) => a.until_ms - b.until_ms)[0];
  const target = clock.mode === 'virtual' ? timer?.until_ms : cron?.next_ms[0];
  return (
    <>
      <div class="row wrap">
        <Button
          kind="main"
          icon="clock"
          disabled={target === undefined ? 'Nothing is due' : ''}
          onAct={() => move({ advance_to_ms: target })}
        >
          {clock.mode === 'virtual' ? 'To the next timer' : 'To the next cron'}
        </Button>
        {STEPS.map(([name, ms]) => (
          <Button key={name} onAct={() => move({ advance_ms: ms })}>
            Advance {name}
          </Button>
        ))}
      </div>
      <p role="status" class="row wrap">
        {moving.value ? (
          <>
            <span class="dim">
              The clock moves{clock.awake.length === 0 ? '' : ', and waits for work in progress'}.
            </span>
            <Button size="little" icon="stop" onAct={() => stop.current?.abort()}>
              Stop here
            </Button>
          </>
        ) : null}
      </p>
    </>
  );
}

function Due({ list }: { list: CronList | null }): JSX.Element | null {
  const due = (list?.crons ?? []).filter(({ next_ms: times }) => times.length > 0).slice(0, 8);
  if (due.length === 0) return null;
  return (
    <Card
      title="Due next"
      acts={
        <a class="link" href={pathOf({ screen: 'crons' })}>
          All crons
        </a>
      }
    >
      <ul class="plain-rows">
        {due.map((cron) => (
          <li key={cron.cron_id} class="row">
            <span class="clipped">
              <UntrustedText text={cron.name ?? (cron.says === '' ? cron.cron_id : cron.says)} limit={120} />
            </span>
            <span class="grow" />
            <span class="dim clipped">
              <UntrustedText text={cron.words} limit={80} />
            </span>
            <Age at={cron.next_ms[0] ?? Number.NaN} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Waiting({ clock }: { clock: ClockState }): JSX.Element {
  return (
    <Card title="In progress">
      <ul class="plain-rows">
        {clock.awake.length === 0 ? (
          <li class="dim">Nothing is in progress: the clock can move immediately.</li>
        ) : null}
        {clock.awake.map((who, index) => (
          <li key={index}>
            {who === 'emulator' ? 'A run, a build, a webhook or a request' : <UntrustedText text={who} />}
          </li>
        ))}
        {clock.sleeping.map((one, index) => (
          <li key={`sleeping ${index}`} class="row">
            <UntrustedText text={one.who} limit={100} /> <span class="dim">sleeps, and wakes</span>{' '}
            <Age at={one.until_ms} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Offset({ clock, onSet }: { clock: ClockState; onSet: () => Promise<void> }): JSX.Element {
  const minutes = useSignal('');
  const isNumber = minutes.value.trim() !== '' && Number.isFinite(Number(minutes.value));
  const set = async (ms: number) => {
    await send<ClockState>('POST', '/clock', { skew_ms: ms });
    await onSet();
  };
  return (
    <Card title="Clock offset">
      <div class="pad stack">
        <p class="mid">
          An offset changes the times in responses, but does not start crons, delayed runs or retries.
        </p>
        <form class="row wrap" onSubmit={(event) => event.preventDefault()}>
          <Field
            label="Offset in minutes"
            type="number"
            value={minutes.value}
            onValue={(text) => (minutes.value = text)}
          />
          <Button
            disabled={isNumber ? '' : 'Enter a number of minutes'}
            onAct={() => set(Math.round(Number(minutes.peek()) * 60_000))}
          >
            Set the offset
          </Button>
          <Button disabled={clock.skew_ms === 0 ? 'No offset is set' : ''} onAct={() => set(0)}>
            Remove the offset
          </Button>
        </form>
      </div>
    </Card>
  );
}
