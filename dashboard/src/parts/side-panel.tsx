import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { formatDuration, formatNumber } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import type { Timeline } from '../logic/thread-steps.ts';
import { UntrustedText } from './basics.tsx';
import { type ChatSession, isSomething } from './chat-session.ts';
import { FramesPanel } from './frames-panel.tsx';
import { JsonView } from './json-view.tsx';

export const PANELS = ['frames', 'state', 'steps', 'options'] as const;
export type Panel = (typeof PANELS)[number];
const PANEL_WORDS: Readonly<Record<Panel, string>> = {
  frames: 'Frames',
  state: 'State',
  steps: 'Steps',
  options: 'Options',
};

/** Shows the frames, states and steps of a conversation, and the options of its next run. */
export function SidePanel({
  session,
  panel,
  onPanel,
  options,
}: {
  session: ChatSession;
  panel: Panel;
  onPanel: (panel: Panel) => void;
  options: JSX.Element;
}): JSX.Element {
  const { live, timeline, deployment, thread } = session;
  const frameCount = useComputed(() => live.frames.value.rows.at(-1)?.seq ?? 0);
  const counts: Readonly<Partial<Record<Panel, number>>> = {
    frames: frameCount.value,
    steps: timeline.steps.size,
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label="Side panel">
        {PANELS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={name === panel}
            onClick={() => onPanel(name)}
          >
            {PANEL_WORDS[name]}
            {counts[name] === undefined || counts[name] === 0 ? null : (
              <span class="count">{formatNumber(counts[name])}</span>
            )}
          </button>
        ))}
      </div>
      <div role="tabpanel" aria-label={PANEL_WORDS[panel]} class="panel-body">
        {panel === 'frames' ? (
          <FramesPanel frames={live.frames.value} run={live.view.value.runId} />
        ) : panel === 'state' ? (
          <div class="panel-pad">
            {isSomething(live.view.value.values) ? (
              <JsonView value={live.view.value.values} label="the state" />
            ) : (
              <p class="dim">The thread has no state yet.</p>
            )}
          </div>
        ) : panel === 'steps' ? (
          <StepsPanel timeline={timeline} deployment={deployment.id} thread={thread} />
        ) : (
          <div class="panel-pad">{options}</div>
        )}
      </div>
    </>
  );
}

/** Maximum number of steps in the panel. The screen of the thread shows all steps. */
const PANEL_STEPS = 100;

function StepsPanel({
  timeline,
  deployment,
  thread,
}: {
  timeline: Timeline;
  deployment: string;
  thread: string;
}): JSX.Element {
  if (timeline.rows.length === 0) return <p class="dim column-note">The thread has no steps yet.</p>;
  return (
    <>
      <ol class="panel-steps" aria-label="Steps, newest first">
        {timeline.rows.slice(0, PANEL_STEPS).map((row) => (
          <li key={row.key}>
            <a href={pathOf({ screen: 'thread', id: deployment, thread }, { step: row.key })}>
              <span class={row.kind === 'failed' ? 'bad' : row.kind === 'waiting' ? 'wait' : ''}>
                <UntrustedText text={row.title} limit={100} />
              </span>
              <span class="dim clipped">
                <UntrustedText text={row.detail} limit={200} />
              </span>
              <span class="dim numeric">{row.ms === null ? '' : formatDuration(row.ms)}</span>
            </a>
          </li>
        ))}
      </ol>
      {timeline.rows.length <= PANEL_STEPS ? null : (
        <p class="column-note">
          <a class="link" href={pathOf({ screen: 'thread', id: deployment, thread })}>
            All {formatNumber(timeline.steps.size)} steps
          </a>
        </p>
      )}
    </>
  );
}
