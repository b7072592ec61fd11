import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { forward } from '../live/api.ts';
import type { LiveThread } from '../live/run.ts';
import { formatDuration, formatNumber } from '../logic/format.ts';
import type { ThreadRoute } from '../logic/paths.ts';
import type { Timeline } from '../logic/thread-steps.ts';
import { threadVerdict } from '../logic/thread-verdict.ts';
import { ActionButton, Age, Field } from './basics.tsx';
import { Button } from './button.tsx';
import { Facts, ShortId, StateMark } from './marks.tsx';
import { Dialog } from './overlays.tsx';

export interface ThreadRow {
  thread_id: string;
  status: string;
  metadata: Readonly<Record<string, unknown>>;
  created_at: string;
  updated_at: string;
  /** Lifetime of the thread, or absent if the thread does not expire. */
  ttl?: { strategy: string; ttl_minutes: number; expires_at: string };
}

/** Shows the state, size and age of a thread, and when the thread expires. */
export function ThreadFacts({
  route: { id, thread },
  live,
  row,
  timeline,
  onDone,
}: {
  route: ThreadRoute;
  live: LiveThread;
  row: ThreadRow | null;
  timeline: Timeline;
  onDone: () => Promise<void>;
}): JSX.Element {
  const verdict = threadVerdict(live.view.value, live.state.value);
  const isRead = live.view.value.values !== undefined;
  const runs = new Set([...timeline.steps.values()].map((one) => one.run_id ?? ''));
  runs.delete('');
  const branches = timeline.tips.length;
  const changing = useSignal(false);
  const ttl = row?.ttl;
  const kept = ttl === undefined ? 'for good' : formatDuration(ttl.ttl_minutes * 60_000);
  return (
    <>
      <Facts
        list={[
          ['State', verdict === undefined ? isRead ? 'Empty' : '…' : <StateMark state={verdict} />],
          ['Steps', `${formatNumber(timeline.steps.size)}${branches > 1 ? ` in ${branches} branches` : ''}`],
          ['Runs', formatNumber(runs.size)],
          ...(row === null ? [] : [['Started', <Age at={Date.parse(row.created_at)} />] as const]),
          [
            'Kept',
            <Button
              kind="bare"
              size="little"
              label={`Change how long the thread is kept, now ${kept}`}
              onAct={() => (changing.value = true)}
            >
              {kept}
            </Button>,
          ],
          ['ID', <ShortId id={thread} label="the thread’s ID" />],
        ]}
      />
      {changing.value ? (
        <Lifetime
          path={`/d/${id}/threads/${thread}`}
          ttl={ttl}
          onDone={onDone}
          onClose={() => (changing.value = false)}
        />
      ) : null}
    </>
  );
}

/**
 * Shows when the thread expires and what happens to the thread at that time. The user can change the time and the
 * strategy of the expiry.
 */
function Lifetime({
  path,
  ttl,
  onDone,
  onClose,
}: {
  path: string;
  ttl: ThreadRow['ttl'];
  onDone: () => Promise<void>;
  onClose: () => void;
}): JSX.Element {
  const minutes = useSignal(ttl === undefined ? '' : String(ttl.ttl_minutes));
  const strategy = useSignal(ttl?.strategy ?? 'delete');
  return (
    <Dialog title="How long the thread is kept" onClose={onClose}>
      {ttl === undefined ? (
        <p>The thread never expires.</p>
      ) : (
        <p>
          {ttl.strategy === 'delete'
            ? 'The thread is deleted '
            : 'All but the latest state of the thread is deleted '}
          <Age at={Date.parse(ttl.expires_at)} />, {formatDuration(ttl.ttl_minutes * 60_000)} after the last
          use.
        </p>
      )}
      <Field
        label="Minutes after the last use"
        type="number"
        value={minutes.value}
        onValue={(value) => (minutes.value = value)}
      />
      <Field
        label="When the thread expires"
        value={strategy.value}
        options={[
          ['delete', 'Delete the thread'],
          ['keep_latest', 'Keep only the latest state'],
        ]}
        onValue={(value) => (strategy.value = value)}
      />
      <div class="row">
        <ActionButton
          disabled={!(Number(minutes.value) > 0)}
          onAct={async () => {
            await forward('PATCH', path, { ttl: { ttl: Number(minutes.peek()), strategy: strategy.peek() } });
            await onDone();
            onClose();
          }}
        >
          Set
        </ActionButton>
      </div>
    </Dialog>
  );
}
