import type { Host } from './host/port.ts';
import { cell } from './report/markdown.ts';
import { loadState, type MainState } from './state.ts';

/**
 * The post phase: says what main could not, when it ended without its report (a crash, a kill). Nothing remote is open
 * by then. Never fails the job.
 */
export async function runPost(host: Host): Promise<void> {
  const state = loadState(host.env);
  if (state === undefined || state.stage === 'reported') return;
  const message = `The main phase ended before it could report. ${whatRemains(state)}`;
  host.annotate({ level: 'warning', title: 'Agent Deploy: no report', message });
  try {
    await host.addSummary(`### ⚠️ Agent Deploy: no report\n\n${cell(message)}\n`);
  } catch (error) {
    host.log(
      `The job summary could not be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function whatRemains({ stage, deploymentName, deploymentId, revisionId }: MainState): string {
  const deployment =
    deploymentId === undefined ? 'the deployment' : `${deploymentName ?? ''} (${deploymentId})`;
  switch (stage) {
    case 'reading':
    case 'reported':
      return 'Nothing was sent.';
    case 'writing':
      return `A change of ${deployment} was being sent; look whether it arrived, or run again.`;
    case 'waiting':
      return `Revision ${revisionId ?? '(unknown)'} of ${deployment} may still be on its way; run again to wait for it.`;
  }
}
