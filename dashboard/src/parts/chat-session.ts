import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { DeploymentSummary } from '../../../src/contract/dashboard/deployments.ts';
import { forward, inspect } from '../live/api.ts';
import { navigateTo, query } from '../live/navigation.ts';
import { createLiveThread, type LiveThread } from '../live/run.ts';
import { useThreadSteps } from '../live/thread-steps.ts';
import type { ChatMessage } from '../logic/chat-messages.ts';
import { runBody, type RunOptions } from '../logic/run-options.ts';
import type { Timeline } from '../logic/thread-steps.ts';
import { useAssistants } from './assistants.tsx';
import { useLoaded } from './loading.ts';
import { type Form, useForm } from './schema-form.tsx';

interface Schemas {
  input_schema: unknown;
  config_schema: unknown;
  context_schema: unknown;
}

/** A conversation with an agent: the thread, the displayed branch, and the function that starts runs. */
export interface ChatSession {
  deployment: DeploymentSummary;
  base: string;
  thread: string;
  /** Step at the end of the displayed branch, or an empty string for the newest state. */
  at: string;
  live: LiveThread;
  timeline: Timeline;
  /** Starts a run. Throws if the options are invalid or if the agent refuses the run. */
  start: (
    what: { input: unknown } | { command: unknown },
    more?: { checkpoint?: string | null; messages?: readonly ChatMessage[] },
  ) => Promise<void>;
}

interface RunSettings {
  options: Signal<RunOptions>;
  config: Form;
  context: Form;
}

/** Returns whether any setting is set. Empty settings are not sent, so that the assistant's own settings apply. */
export const isSomething = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** Creates the session of a thread. With an empty ID, the first run creates the thread. */
export function useChatSession(deployment: DeploymentSummary, thread: string) {
  const base = `/d/${deployment.id}`;
  const live = useMemo(() => createLiveThread(base), [base]);
  useEffect(() => live.follow(thread), [live, thread]);
  const { at = '' } = query.value;
  const assistants = useAssistants(deployment);
  const assistant = assistants.chosen?.assistant_id ?? '';
  const schemas = useLoaded(
    async () =>
      assistant === '' ? null : await inspect.get<Schemas>(`${base}/assistants/${assistant}/schemas`),
    [assistant, assistants.chosen?.version, deployment.active_revision_id],
  );
  const known = schemas.value.value;
  const settings: RunSettings = {
    options: useSignal<RunOptions>({}),
    config: useForm(known?.config_schema ?? null),
    context: useForm(known?.context_schema ?? null),
  };
  const steps = useThreadSteps(deployment.id, thread, [
    live.ended.value,
    live.state.value,
    live.view.value.nodes.length,
  ]);
  const start: ChatSession['start'] = async (what, { checkpoint, messages } = {}) => {
    const place = checkpoint ?? (at === '' ? null : at);
    const body = runBody(assistant, what, {
      ...readSettings(settings),
      ...(place === null ? {} : { checkpoint: { checkpoint_id: place, checkpoint_ns: '' } }),
    });
    const target =
      thread === ''
        ? (await forward<{ thread_id: string }>('POST', `${base}/threads`, {})).thread_id
        : thread;
    await live.start(target, body, messages);
    const { at: _at, thread: _thread, ...rest } = query.peek();
    navigateTo({ screen: 'playground', id: deployment.id, thread: target }, rest, { replace: thread !== '' });
  };
  const session: ChatSession = { deployment, base, thread, at, live, timeline: steps.timeline.value, start };
  return {
    session,
    settings,
    assistants,
    inputSchema: known?.input_schema ?? null,
    // The composer appears only after the schema is loaded, because a later change of the form would discard the
    // user's input.
    isReady: assistant !== '' && (known !== null || schemas.problem.value !== ''),
    problem: assistants.loaded.problem.value || schemas.problem.value,
  };
}

function readSettings({ options, config, context }: RunSettings): RunOptions {
  const [configurable, contextValue] = [config.read(), context.read()];
  if (configurable === undefined || contextValue === undefined) {
    throw new Error('The options of the run are invalid. Open Options to see why.');
  }
  return {
    ...options.peek(),
    ...(isSomething(configurable.value) ? { config: { configurable: configurable.value } } : {}),
    ...(isSomething(contextValue.value) ? { context: contextValue.value } : {}),
  };
}
