import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ActiveFaultRule, ActiveFaultRules, FaultRule } from '../../../src/contract/dashboard/faults.ts';
import { ApiError, send } from '../live/api.ts';
import { query, setQuery } from '../live/navigation.ts';
import { faults, loadFaults } from '../live/store.ts';
import { describeRule, FAULT_TEMPLATES } from '../logic/fault-forms.ts';
import { parseJson } from '../logic/input-form.ts';
import { pathOf } from '../logic/paths.ts';
import { UntrustedText } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, PageHead, Void } from '../parts/page.tsx';
import { formatCount } from '../logic/format.ts';
import { FaultForm } from '../parts/fault-form.tsx';

/** Parses the rule that another screen passed in the URL. */
function draftOf(text: string): FaultRule | null {
  const parsed = parseJson(text);
  if (!('value' in parsed) || typeof parsed.value !== 'object' || parsed.value === null) return null;
  const { match, then } = parsed.value as Partial<FaultRule>;
  if (typeof match !== 'object' || typeof then !== 'object') return null;
  return parsed.value as FaultRule;
}

/** Lists the fault rules, each with the number of requests that it has changed. */
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
  const save = async (rule: unknown) => {
    const existing = edited?.existing ?? null;
    if (existing === null) {
      await change('POST', '/faults', { rule });
    } else {
      try {
        await change('PUT', `/faults/${existing.id}`, { rule, revision: existing.revision });
      } catch (error) {
        // After a conflict, the user's edits remain in the form, and the page shows the newer version of the rule, so
        // saving again replaces the newer version.
        const latest = faults.peek()?.rules.find(({ id }) => id === existing.id);
        if (latest !== undefined && edited !== null) editing.value = { ...edited, existing: latest };
        throw error;
      }
    }
    close();
  };
  return (
    <>
      <PageHead
        title="Faults"
        acts={
          <Button
            disabled={rules === null || rules.rules.length === 0 ? 'No rule is on' : ''}
            onAct={() => change('DELETE', '/faults', undefined, rules?.revision)}
          >
            Turn all off
          </Button>
        }
      />
      <div class="page-body">
        <Card title="Rules" note={rules === null ? undefined : `${rules.rules.length} on`}>
          {rules === null ? <Bones rows={2} /> : null}
          {rules?.rules.length === 0 ? (
            <Void title="No fault rule is on" icon="fault">
              All responses are normal. Add a rule below to make requests or revisions fail on purpose.
            </Void>
          ) : null}
          {rules?.rules.map((one) => (
            <RuleRow
              key={one.id}
              rule={one}
              isMarked={one.id === marked}
              onChange={() => (editing.value = { rule: one.rule, existing: one })}
            />
          ))}
        </Card>
        {edited === null ? (
          <Templates onChoose={(rule) => (editing.value = { rule, existing: null })} />
        ) : (
          <Card title={edited.existing === null ? 'New rule' : 'Change the rule'}>
            <div class="pad">
              <FaultForm
                key={edited.existing?.id ?? JSON.stringify(edited.rule)}
                rule={edited.rule}
                isNew={edited.existing === null}
                onClose={close}
                onSave={save}
              />
            </div>
          </Card>
        )}
      </div>
    </>
  );
}

function RuleRow({
  rule,
  isMarked,
  onChange,
}: {
  rule: ActiveFaultRule;
  isMarked: boolean;
  onChange: () => void;
}): JSX.Element {
  return (
    <div class={isMarked ? 'rule-row marked' : 'rule-row'}>
      <Icon name="fault" tone="wait" />
      <div class="two-lines wrapping">
        <span>
          <UntrustedText text={describeRule(rule.rule)} />
        </span>
        <span>
          matched {formatCount(rule.matched, 'time')}, changed {formatCount(rule.hit, 'response')}
          {rule.last_hits.length === 0 ? '' : ', last request '}
          {rule.last_hits.map((seq, index) => (
            <>
              {index === 0 ? '' : ', '}
              <a key={seq} class="link" href={pathOf({ screen: 'requests', seq })}>
                {seq}
              </a>
            </>
          ))}
        </span>
      </div>
      <div class="row wrap">
        <Button size="little" icon="edit" onAct={onChange}>
          Change
        </Button>
        <Button size="little" onAct={() => change('DELETE', `/faults/${rule.id}`, undefined, rule.revision)}>
          Turn off
        </Button>
      </div>
    </div>
  );
}

/**
 * Changes the rules and shows the active rules. If another tab has changed the rules, shows a message and reloads the
 * rules.
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
        'Another tab or client changed the rules. The rules below are current. Try again.',
        null,
        error,
      );
    }
    throw error;
  }
}

function Templates({ onChoose }: { onChoose: (rule: FaultRule) => void }): JSX.Element {
  return (
    <Card title="Add a rule">
      <div class="rule-templates">
        {FAULT_TEMPLATES.map(({ name, why, rule }) => (
          <div key={name} class="stack">
            <div class="row">
              <Button icon="plus" onAct={() => onChoose(rule)}>
                {name}
              </Button>
            </div>
            <p class="dim small">{why}</p>
          </div>
        ))}
      </div>
    </Card>
  );
}
