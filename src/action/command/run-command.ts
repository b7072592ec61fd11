import { errorMessage } from '../../os/errors.ts';
import { createGitHubClient } from '../github/client.ts';
import type { Settings } from '../inputs/settings.ts';
import { type Outcome, toOutcome } from '../outcome.ts';
import { inertLines } from '../report/markdown.ts';
import type { VerbContext } from '../verb-context.ts';
import { checkCommand } from './check-command.ts';
import type { CommentCommand } from './parse-command.ts';

/** Commands whose result is written as a reply, because no comment about a deployment shows the result. */
const ONLY_REPLY: readonly string[] = ['lock', 'unlock', 'status', 'plan'];

/**
 * Checks the command of a comment, and runs the command. Replies if no other comment shows the result. A comment whose
 * author may not push gets no reply, so strangers cannot make the action write comments.
 */
export async function runCommand(
  context: VerbContext<Settings>,
  command: CommentCommand,
  runVerb: (context: VerbContext<Settings>) => Promise<Outcome>,
): Promise<Outcome> {
  const checked = await checkCommand(context, context.settings, command);
  if (!checked.ok) return checked.outcome;
  const { settings, beforeChange } = checked;
  if (!ONLY_REPLY.includes(command.verb)) return runVerb({ ...context, settings, beforeChange });
  let end: Outcome;
  try {
    end = await runVerb({ ...context, settings, beforeChange });
  } catch (error) {
    context.signal.throwIfAborted();
    await reply(context, command, toOutcome(error));
    throw error;
  }
  await reply(context, command, end);
  return end;
}

/** Writes the result as a comment. A failure is logged and does not change the result. */
async function reply(
  context: VerbContext<Settings>,
  { verb, comment }: CommentCommand,
  end: Outcome,
): Promise<void> {
  const { settings, signal, log, record, redactor } = context;
  if (!settings.github.comment || settings.dryRun !== (verb === 'plan')) return;
  try {
    const connection = await context.github();
    if (connection === undefined) return;
    const client = createGitHubClient(connection, signal);
    const changes = (record.plan?.changes ?? []).map(({ field }) => field);
    const plan = verb === 'plan' && changes.length > 0 ? `\nIt would change: ${changes.join(', ')}` : '';
    const body = `\`/${verb}\`: ${inertLines(redactor.redact(`${end.message}${plan}`).slice(0, 4_000))}`;
    await client.call(
      (at) => client.octokit.rest.issues.createComment({ ...at, issue_number: comment.pullRequest, body }),
      { repeatable: false },
    );
  } catch (error) {
    signal.throwIfAborted();
    log.line(`The reply to the command could not be written: ${redactor.redact(errorMessage(error))}`);
  }
}
