import type { JSX } from 'preact';
import type { RunSummary } from '../../../src/contract/dashboard/runs.ts';
import { now } from '../live/store.ts';
import { formatNumber } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { durationText, runLine, runTitle, shownState } from '../logic/run-list.ts';
import { UntrustedText } from './basics.tsx';
import { ButtonLink } from './button.tsx';
import { Facts, StateMark } from './marks.tsx';
import { Dialog } from './overlays.tsx';

/** Shows a summary of a run in a dialog above the list of runs. */
export function RunPeek({ run, onClose }: { run: RunSummary; onClose: () => void }): JSX.Element {
  const line = runLine(run);
  return (
    <Dialog
      title={runTitle(run)}
      onClose={onClose}
      acts={
        <ButtonLink kind="main" href={pathOf({ screen: 'run', id: run.deployment_id, run: run.run_id })}>
          Open the run
        </ButtonLink>
      }
    >
      <Facts
        list={[
          ['State', <StateMark key="state" state={shownState(run.state)} />],
          ['Took', durationText(run, now.value)],
          ['Steps', formatNumber(run.steps)],
          ['Deployment', <UntrustedText key="deployment" text={run.deployment} limit={80} />],
        ]}
      />
      <p class={line.tone ?? ''}>
        <UntrustedText text={line.text === '' ? 'No answer' : line.text} />
      </p>
    </Dialog>
  );
}
