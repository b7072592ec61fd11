import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { turnFaultsOff } from '../live/acts.ts';
import { send } from '../live/api.ts';
import { clockMovedMs, clockSkewMs, connection, faults, info, loadFaults, now } from '../live/store.ts';
import { reconnectNow } from '../live/stream.ts';
import { formatCount, formatDuration, formatMoment } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { Button, ButtonLink } from './button.tsx';
import { Banner } from './page.tsx';

/**
 * Notices above all screens, the most important first: no connection, active faults, and a time that differs from the
 * real time.
 */
export function Banners(): JSX.Element {
  const state = connection.value;
  useEffect(() => {
    // The fault rules are loaded for the banner, because a rule might have changed a response that the user sees.
    if (faults.value === null && connection.value.kind === 'live') void loadFaults().catch(() => {});
  }, [faults.value, state.kind]);
  return (
    <section class="banners" aria-label="Notices">
      <div role="status">
        {state.kind === 'lost' ? (
          <Banner
            tone="bad"
            icon="failed"
            act={
              <Button size="little" onAct={reconnectNow}>
                Try now
              </Button>
            }
          >
            <b>Not connected since {new Date(state.since).toLocaleTimeString('en-GB')}.</b> The data on this
            page dates from that time.
          </Banner>
        ) : null}
      </div>
      <FaultsBanner />
      <TimeBanner />
      {info.value?.runtime === 'stub' ? (
        <Banner tone="rest" icon="deployment">
          Runtime <code>stub</code>: revisions go through their stages, but nothing is built or run.
        </Banner>
      ) : null}
    </section>
  );
}

function FaultsBanner(): JSX.Element | null {
  const rules = faults.value?.rules ?? [];
  if (rules.length === 0) return null;
  const changed = rules.reduce((sum, { hit }) => sum + hit, 0);
  return (
    <Banner
      tone="wait"
      icon="fault"
      act={
        <Button size="little" onAct={turnFaultsOff}>
          Turn all off
        </Button>
      }
    >
      <b>
        {formatCount(rules.length, 'fault rule')} {rules.length === 1 ? 'is' : 'are'} on
      </b>
      {changed === 0
        ? ' and changed no response yet. '
        : ` and changed ${formatCount(changed, 'response')}. `}
      <a class="link" href={pathOf({ screen: 'faults' })}>
        See the rules
      </a>
    </Banner>
  );
}

function TimeBanner(): JSX.Element | null {
  const skew = clockSkewMs.value;
  const isVirtual = info.value?.clock === 'virtual';
  const moved = clockMovedMs.value;
  if (!isVirtual && skew === 0 && moved === 0) return null;
  if (!isVirtual && skew === 0) {
    return (
      <Banner
        tone="live"
        icon="clock"
        act={
          <ButtonLink size="little" href={pathOf({ screen: 'clock' })}>
            Open the clock
          </ButtonLink>
        }
      >
        <b>The clock was moved forward: {formatMoment(now.value)}</b>, {formatDuration(moved)} ahead of the
        real time, until the emulator restarts
      </Banner>
    );
  }
  const difference =
    skew === 0 ? '' : `, ${formatDuration(Math.abs(skew))} ${skew > 0 ? 'ahead of' : 'behind'} the real time`;
  return (
    <Banner
      tone="live"
      icon="clock"
      act={
        isVirtual ? (
          <ButtonLink size="little" href={pathOf({ screen: 'clock' })}>
            Open the clock
          </ButtonLink>
        ) : (
          <Button size="little" onAct={() => send('POST', '/clock', { skew_ms: 0 })}>
            Remove the offset
          </Button>
        )
      }
    >
      <b>
        {isVirtual ? 'Time is virtual' : 'The clock is intentionally wrong'}: {formatMoment(now.value)}
      </b>
      {difference}
    </Banner>
  );
}
