import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ClockState } from '../../../src/contract/dashboard/controls.ts';
import { read, send } from '../live/api.ts';
import { info, now, clockSkewMs } from '../live/store.ts';
import { formatDuration } from '../logic/format.ts';
import { ActionButton, Age, Field, UntrustedText, Problem } from '../parts/basics.tsx';
import { useLoaded } from '../parts/loading.ts';

/** Shows the emulator's clock and its timers. The user can advance virtual time. */
export default function Clock(): JSX.Element {
  // The list is reloaded when virtual time moves, because timers may have fired.
  const moved = info.value?.clock === 'virtual' ? now.value : 0;
  const { value, problem } = useLoaded(() => read<ClockState>('/clock'), [clockSkewMs.value, moved]);
  const minutes = useSignal('');
  const clock = value.value;
  const post = async (body: object) => {
    value.value = await send<ClockState>('POST', '/clock', body);
  };
  const next = clock?.sleeping.toSorted((a, b) => a.until_ms - b.until_ms)[0];
  return (
    <>
      <h1 tabIndex={-1}>Clock</h1>
      <Problem text={problem.value} />
      {clock === null ? null : (
        <>
          <dl class="facts">
            <dt>Mode</dt>
            <dd>
              {clock.mode === 'virtual'
                ? 'virtual: time stops while work is in progress, and advances when all work waits'
                : 'real: time passes normally'}
            </dd>
            <dt>Now</dt>
            <dd>{new Date(now.value).toISOString()}</dd>
            <dt>Offset</dt>
            <dd>{clock.skew_ms === 0 ? 'none' : formatDuration(clock.skew_ms)}</dd>
          </dl>
          {clock.mode === 'virtual' ? (
            <p class="row">
              <ActionButton onAct={() => post({ advance_ms: 60_000 })}>Advance 1 min</ActionButton>
              <ActionButton onAct={() => post({ advance_ms: 1_800_000 })}>Advance 30 min</ActionButton>
              <ActionButton
                disabled={next === undefined}
                onAct={() => post({ advance_ms: Math.max((next?.until_ms ?? 0) - clock.now_ms, 0) })}
              >
                To the next timer
              </ActionButton>
            </p>
          ) : null}
          <form class="filters" onSubmit={(event) => event.preventDefault()}>
            <Field
              label="Offset in minutes"
              type="number"
              value={minutes.value}
              onValue={(text) => (minutes.value = text)}
            />
            <ActionButton
              disabled={minutes.value === '' || !Number.isFinite(Number(minutes.value))}
              onAct={() => post({ skew_ms: Math.round(Number(minutes.peek()) * 60_000) })}
            >
              Set
            </ActionButton>
            <ActionButton disabled={clock.skew_ms === 0} onAct={() => post({ skew_ms: 0 })}>
              Remove offset
            </ActionButton>
          </form>
          <h2>Timers</h2>
          {clock.sleeping.length === 0 ? <p>No timers.</p> : null}
          <ul>
            {clock.sleeping.map((one, index) => (
              <li key={index}>
                <UntrustedText text={one.who} /> wakes <Age at={one.until_ms} />
              </li>
            ))}
          </ul>
          <h2>Running</h2>
          {clock.awake.length === 0 ? <p>Nothing is running.</p> : null}
          <ul>
            {clock.awake.map((who, index) => (
              <li key={index}>
                <UntrustedText text={who} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
