import process from 'node:process';
import { concealEnvironment } from '../os/conceal-environment.ts';
import { loadTransport } from '../clients/load-transport.ts';
import { isUnfinished } from './publish/published-state.ts';
import type { Host } from './host/host.ts';
import { createRunnerHost } from './host/runner-host.ts';
import { readRaw } from './inputs/reader.ts';
import { redactRunner } from './secret-masker.ts';
import { cell } from './report/markdown.ts';
import { loadState, type MainState } from './state.ts';
import { errorMessage } from '../os/errors.ts';

/** Runs the post phase, which the runner starts after the job, however the main phase ended. */
export async function startPost(): Promise<void> {
  concealEnvironment();
  await runPost(createRunnerHost(process.env));
}

/**
 * Reports the result of a main phase that crashed or was killed, and closes everything that the main phase left open on
 * GitHub. Does nothing if the main phase completed normally. An error in the post phase never fails the job.
 */
export async function runPost(plain: Host): Promise<void> {
  const state = loadState(plain.env);
  if (state === undefined) return;
  const reported = state.stage === 'reported';
  if (reported && !isUnfinished(state.shown) && state.throwAway === undefined) return;
  const { host, masker, redact } = redactRunner(plain);
  masker.maskInputs(plain.env);
  const removal =
    state.throwAway === undefined ? undefined : await removeThrowAway(host, state, state.throwAway, redact);
  const message = reported
    ? 'See the run.'
    : `The main phase ended before it could report. ${removal?.message ?? whatRemains(state)}`;
  if (!reported) await reportMissing(host, message);
  else if (removal?.done === true) host.log(removal.message);
  else if (removal !== undefined) warn(host, removal.message);
  if (isUnfinished(state.shown)) await finish(host, state, message, redact);
}

async function removeThrowAway(
  host: Host,
  { deploymentName, deploymentId }: MainState,
  name: string,
  redact: (text: string) => string,
) {
  const { removeInPost } = await import('./rebuild/post.ts');
  const { done, message } = await removeInPost(
    host,
    { name, id: deploymentName === name ? deploymentId : undefined },
    redact,
  );
  return { done, message: redact(message) };
}

function warn(host: Host, message: string, about = 'rebuild'): void {
  host.annotate({ level: 'warning', title: `Agent Deploy: ${about}`, message });
}

async function reportMissing(host: Host, message: string): Promise<void> {
  warn(host, message, 'no report');
  try {
    await host.addSummary(() => `### ⚠️ Agent Deploy: no report\n\n${cell(message)}\n`);
  } catch (error) {
    host.log(`The job summary could not be written: ${errorMessage(error)}`);
  }
}

async function finish(
  host: Host,
  state: MainState,
  message: string,
  redact: (text: string) => string,
): Promise<void> {
  const { env } = host;
  const token = readRaw(env)['github-token'];
  if (token === undefined) return;
  try {
    const [{ createTransport }, { openGitHub }, { finishOnGitHub }] = await Promise.all([
      loadTransport(),
      import('./github/client.ts'),
      import('./github/finish.ts'),
    ]);
    const transport = createTransport({ env, redact });
    try {
      const connection = await openGitHub({ token, env, transport, redact });
      if (connection === undefined) return;
      const failures = await finishOnGitHub(connection, { env, token, state, message });
      for (const failure of failures) host.log(`The result could not be reported to GitHub: ${failure}`);
    } finally {
      await transport.close();
    }
  } catch (error) {
    host.log(`The result could not be reported to GitHub: ${errorMessage(error)}`);
  }
}

function whatRemains({ stage, deploymentName, deploymentId, revisionId }: MainState): string {
  const deployment =
    deploymentId === undefined ? 'the deployment' : `${deploymentName ?? ''} (${deploymentId})`;
  switch (stage) {
    case 'reading':
    case 'reported':
      return 'Nothing was sent.';
    case 'uploading':
      return `The source of ${deployment} was still being uploaded, so no revision was requested; run the workflow again.`;
    case 'writing':
      return `A change of ${deployment} was being sent; check whether the service received it, or run the workflow again.`;
    case 'waiting':
      return `Revision ${revisionId ?? '(unknown)'} of ${deployment} may still be in progress; run the workflow again to wait for it.`;
  }
}
