import type { JSX } from 'preact';
import type { DeploymentSummary } from '../../../src/contract/dashboard/deployments.ts';
import { forward, inspect } from '../live/api.ts';
import { query, setQuery } from '../live/navigation.ts';
import { visibleLine } from '../logic/format.ts';
import { ActionButton, Field, Problem } from './basics.tsx';
import { JsonView } from './json-view.tsx';
import { type Loaded, useLoaded } from './loading.ts';

interface AssistantRow {
  assistant_id: string;
  graph_id: string;
  name: string;
  version: number;
  config: Readonly<Record<string, unknown>>;
  context: Readonly<Record<string, unknown>>;
}

interface Assistants {
  loaded: Loaded<AssistantRow[]>;
  /** The assistant that the URL specifies, or else the first assistant, or `undefined` until the list is loaded. */
  chosen: AssistantRow | undefined;
}

/** Loads the assistants of an agent. */
export function useAssistants(deployment: DeploymentSummary): Assistants {
  const loaded = useLoaded(
    () => inspect.post<AssistantRow[]>(`/d/${deployment.id}/assistants/search`, { limit: 1_000 }),
    [deployment.id, deployment.active_revision_id],
  );
  const { assistant = '' } = query.value;
  const list = loaded.value.value ?? [];
  return { loaded, chosen: list.find((one) => one.assistant_id === assistant) ?? list[0] };
}

/**
 * A field in which the user chooses an assistant. Choosing an assistant changes only the query parameter of the
 * assistant.
 */
export function AssistantField({ assistants }: { assistants: Assistants }): JSX.Element {
  return (
    <Field
      label="Assistant"
      value={assistants.chosen?.assistant_id ?? ''}
      onValue={(value) => setQuery({ assistant: value })}
      options={(assistants.loaded.value.value ?? []).map(
        (one) => [one.assistant_id, visibleLine(one.name || one.graph_id)] as const,
      )}
    />
  );
}

/** Lists the versions of an assistant. The user can choose the version that runs use. */
export function AssistantVersions({
  base,
  assistants: { chosen, loaded },
}: {
  base: string;
  assistants: Assistants;
}): JSX.Element | null {
  const { version = '' } = query.value;
  const path = `${base}/assistants/${chosen?.assistant_id ?? ''}`;
  const versions = useLoaded(
    async () =>
      chosen === undefined ? [] : await inspect.post<AssistantRow[]>(`${path}/versions`, { limit: 1_000 }),
    [chosen?.assistant_id, chosen?.version],
  );
  if (chosen === undefined) return null;
  const shown = versions.value.value?.find((one) => String(one.version) === version) ?? chosen;
  return (
    <details open={version !== ''}>
      <summary>
        Version {chosen.version} of {visibleLine(chosen.graph_id)}
      </summary>
      <div class="form">
        <Problem text={versions.problem.value} />
        <Field
          label="Version"
          value={String(shown.version)}
          onValue={(value) => setQuery({ version: value })}
          options={(versions.value.value ?? [chosen]).map((one) => {
            const isLatest = one.version === chosen.version;
            return [String(one.version), `${one.version}${isLatest ? ', used by runs' : ''}`] as const;
          })}
        />
        {shown.version === chosen.version ? null : (
          <ActionButton
            onAct={async () => {
              await forward('POST', `${path}/latest`, { version: shown.version });
              setQuery({ version: '' });
              await loaded.reload();
            }}
          >
            Use version {shown.version} for new runs
          </ActionButton>
        )}
        <JsonView
          value={{ config: shown.config, context: shown.context }}
          label={`configuration of version ${shown.version}`}
          open={4}
        />
      </div>
    </details>
  );
}
