import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ActiveFaultRule, ActiveFaultRules, FaultRule } from '../../../src/contract/dashboard/faults.ts';
import { ApiError, send } from '../live/api.ts';
import { query, setQuery } from '../live/navigation.ts';
import { faults, loadFaults } from '../live/store.ts';
import { describeRule, FAULT_TEMPLATES } from '../logic/fault-forms.ts';
import { parseJson } from '../logic/input-form.ts';
import { pathOf } from '../logic/paths.ts';
import { ActionButton, Empty, UntrustedText } from '../parts/basics.tsx';
import { FaultForm } from '../parts/fault-form.tsx';

/** Parses the rule that another screen passed in the URL. */
function draftOf(text: string): FaultRule | null {
  const parsed = parseJson(text);
  if (!('value' in parsed) || typeof parsed.value !== 'object' || parsed.value === null) return null;
  const { match, then } = parsed.value as Partial<FaultRule>;
  if (typeof match !== 'object' || typeof then !== 'object') return null;
  return parsed.value as FaultRule;
}

/** Lists the fault rules, with the number of times that each was applied. */
export default function Faults(): JSX.Element {
  const { draft = '', rule: marked = '' } = query.value;
  const editing = useSignal<{ rule: FaultRule; existing: ActiveFaultRule | null } | null>(null);
  const rules = faults.value;
  const handed = draft === '' ? null : draftOf(draft);
  const edited = editing.value ?? (handed === null ? null : { rule: handed, existing: null });
  const close = () => {
    editing.value = null;
    setQuery({ draft: '' });
  };
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>Faults</h1>
        <ActionButton
          kind="danger"
          disabled={rules === null || rules.rules.length === 0}
          onAct={() => change('DELETE', '/faults', undefined, rules?.revision)}
        >
          Turn all off
        </ActionButton>
      </div>
      {rules === null ? <p role="status">Reading…</p> : null}
      {rules?.rules.length === 0 ? <Empty>No fault rule is on. All responses are normal.</Empty> : null}
      <ul class="cards">
        {rules?.rules.map((one) => (
          <li key={one.id} class={one.id === marked ? 'card selected' : 'card'}>
            <p>
              <UntrustedText text={describeRule(one.rule)} />
            </p>
            <p>
              matched <strong>{one.matched}</strong>, hit <strong>{one.hit}</strong>
              {one.last_hits.length === 0 ? null : (
                <>
                  {' '}
                  – requests{' '}
                  {one.last_hits.map((seq) => (
                    <a key={seq} href={pathOf({ screen: 'requests', seq })}>
                      {seq}{' '}
                    </a>
                  ))}
                </>
              )}
            </p>
            <p class="row">
              <button type="button" onClick={() => (editing.value = { rule: one.rule, existing: one })}>
                Change
              </button>
              <ActionButton onAct={() => change('DELETE', `/faults/${one.id}`, undefined, one.revision)}>
                Remove
              </ActionButton>
            </p>
          </li>
        ))}
      </ul>
      {edited === null ? (
        <Templates onChoose={(rule) => (editing.value = { rule, existing: null })} />
      ) : (
        <FaultForm
          key={edited.existing?.id ?? JSON.stringify(edited.rule)}
          rule={edited.rule}
          isNew={edited.existing === null}
          onClose={close}
          onSave={async (rule) => {
            const { existing } = edited;
            if (existing === null) {
              await change('POST', '/faults', { rule });
            } else {
              try {
                await change('PUT', `/faults/${existing.id}`, { rule, revision: existing.revision });
              } catch (error) {
                // The user's edits stay. The user has now seen the newer version of the rule, so saving again
                // replaces it.
                const latest = faults.peek()?.rules.find(({ id }) => id === existing.id);
                if (latest !== undefined) editing.value = { ...edited, existing: latest };
                throw error;
              }
            }
            close();
          }}
        />
      )}
    </>
  );
}

/**
 * Sends a change of the rules and shows the active rules. If another tab has changed the rules, shows a message and
 * reloads them.
 */
async function change(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  revision?: number,
): Promise<void> {
  try {
    faults.value = await send<ActiveFaultRules>(
      method,
      path,
      body,
      revision === undefined ? {} : { revision },
    );
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) {
      await loadFaults();
      throw new ApiError(
        409,
        'It was changed elsewhere. The rules below are current. Try again.',
        null,
        error,
      );
    }
    throw error;
  }
}

function Templates({ onChoose }: { onChoose: (rule: FaultRule) => void }): JSX.Element {
  return (
    <section aria-labelledby="templates">
      <h2 id="templates">Add a rule</h2>
      <ul class="cards">
        {FAULT_TEMPLATES.map(({ name, why, rule }) => (
          <li key={name} class="card">
            <button type="button" onClick={() => onChoose(rule)}>
              {name}
            </button>
            <p class="dim">{why}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
