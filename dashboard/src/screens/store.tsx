import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { DeploymentSummary } from '../../../src/contract/dashboard/deployments.ts';
import { stringifyExactJson } from '../../../src/contract/exact-json.ts';
import { forward, inspect } from '../live/api.ts';
import { readWholeItem } from '../live/step-state.ts';
import { useKeys } from '../live/keys.ts';
import { query, setQuery } from '../live/navigation.ts';
import { agentUrl, deployments } from '../live/store.ts';
import { showToast } from '../live/toasts.ts';
import { itemCommand, STORE_CODE } from '../logic/commands.ts';
import { formatCount } from '../logic/format.ts';
import { parseJson } from '../logic/input-form.ts';
import { containsClipped, containsHidden, HIDDEN_SECRET } from '../logic/state-changes.ts';
import { namespaceRows, namespaceTree, pathOfText, pathText } from '../logic/namespaces.ts';
import { pathOf } from '../logic/paths.ts';
import { previewText } from '../logic/preview-text.ts';
import { hasGraphs } from '../parts/agent-kind.tsx';
import { Age, Field, Problem, UntrustedText } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button } from '../parts/button.tsx';
import { Pick, Search } from '../parts/filters.tsx';
import { Icon } from '../parts/icon.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { useLoaded } from '../parts/loading.ts';
import { Pairs } from '../parts/marks.tsx';
import { Dialog } from '../parts/overlays.tsx';
import { DeployWays } from '../parts/deploy-ways.tsx';
import { Card, PageHead, Panes, Void, Ways } from '../parts/page.tsx';
import { RowList } from '../parts/row-list.tsx';

/** An item of an agent's store, as the agent's API returns it. */
interface Item {
  namespace: string[];
  key: string;
  value: unknown;
  created_at: string;
  updated_at: string;
}

/** Number of items in one page. */
const PAGE = 200;
const NAMESPACES = 1_000;
/** Maximum number of displayed labels of a namespace. */
const LABELS = 20;
/** Maximum number of items that a search reads, and that the agent's API returns. */
const MAX_SEARCHED = 1_000;

const keyOf = ({ namespace, key }: Item): string => `${pathText(namespace)} ${key}`;

/** Lists the items that the graphs and clients of an agent share, by namespace. */
export default function Store(): JSX.Element {
  const agents = (deployments.value ?? []).filter(hasGraphs);
  const { agent = '' } = query.value;
  const deployment = agents.find(({ id }) => id === agent) ?? agents[0];
  return (
    <>
      <PageHead title="Store">
        {agents.length < 2 || deployment === undefined ? null : (
          <Pick
            label="Agent"
            value={deployment.id}
            onValue={(id) => setQuery({ agent: id, namespace: '', item: '' })}
            options={agents.map(({ id, name }) => [id, name] as const)}
          />
        )}
      </PageHead>
      <div class="page-body">
        {deployments.value === null ? (
          <Card>
            <Bones rows={4} />
          </Card>
        ) : deployment === undefined ? (
          <>
            <Void title="No agent with a store" icon="group">
              An agent with graphs has a store as soon as a revision is serving.
            </Void>
            <DeployWays />
          </>
        ) : (
          <StoreOf key={deployment.id} deployment={deployment} />
        )}
      </div>
    </>
  );
}

function StoreOf({ deployment }: { deployment: DeploymentSummary }): JSX.Element {
  const { namespace = '', text = '', item: itemKey = '' } = query.value;
  const base = `/d/${deployment.id}/store`;
  const limit = useSignal(PAGE);
  const editing = useSignal<Item | 'new' | null>(null);
  const removing = useSignal<Item | null>(null);
  const namespaces = useLoaded(
    () => inspect.post<{ namespaces: string[][] }>(`${base}/namespaces`, { limit: NAMESPACES }),
    [deployment.id],
  );
  // The page itself searches the texts of the items, because only some agents support a search by text.
  const count = text === '' ? limit.value : MAX_SEARCHED;
  const items = useLoaded(
    () =>
      inspect.post<{ items: Item[] }>(`${base}/items/search`, {
        namespace_prefix: pathOfText(namespace),
        limit: count,
        // Displaying an item must not prolong its lifetime.
        refresh_ttl: false,
      }),
    [deployment.id, namespace, count],
  );
  const reload = async () => {
    await Promise.all([namespaces.reload(), items.reload()]);
  };
  const found = items.value.value?.items ?? null;
  const words = text.toLowerCase();
  const shown = (found ?? []).filter((one) =>
    `${keyOf(one)} ${stringifyExactJson(one.value)}`.toLowerCase().includes(words),
  );
  const current = found?.find((one) => keyOf(one) === itemKey);
  const addItem = () => (editing.value = 'new');
  useKeys([{ key: 'n', does: 'add an item', run: addItem }]);
  const isEmpty = found?.length === 0 && namespace === '' && text === '';
  return (
    <>
      <Problem text={items.problem.value} />
      {isEmpty ? (
        <NoItems deployment={deployment} onNew={addItem} />
      ) : (
        <>
          <div class="toolbar">
            <Button icon="plus" shortcut="N" onAct={addItem}>
              New item
            </Button>
            <Search label="Key or text" value={text} onValue={(next) => setQuery({ text: next })} />
          </div>
          <div class="store-grid">
            <Namespaces list={namespaces.value.value?.namespaces ?? []} chosen={namespace} />
            <Panes
              list={
                found === null ? (
                  <Card>
                    <Bones rows={5} />
                  </Card>
                ) : shown.length === 0 ? (
                  <Void title="No item matches">Choose another namespace, or another text.</Void>
                ) : (
                  <ItemList
                    items={shown}
                    chosen={itemKey}
                    hasMore={found.length >= limit.value && limit.value < MAX_SEARCHED}
                    onMore={() => (limit.value += PAGE)}
                  />
                )
              }
              pane={
                current === undefined ? null : (
                  <ItemPane
                    key={itemKey}
                    item={current}
                    onEdit={() => (editing.value = current)}
                    onRemove={() => (removing.value = current)}
                  />
                )
              }
            />
          </div>
        </>
      )}
      <ItemDialogs
        base={base}
        namespace={namespace}
        editing={editing}
        removing={removing}
        onChanged={reload}
      />
    </>
  );
}

function ItemList({
  items,
  chosen,
  hasMore,
  onMore,
}: {
  items: readonly Item[];
  /** Key of the chosen item, or an empty string if no item is chosen. */
  chosen: string;
  hasMore: boolean;
  onMore: () => void;
}): JSX.Element {
  return (
    <Card
      className="item-list"
      foot={
        <>
          <span>{formatCount(items.length, 'item')}</span>
          {hasMore ? (
            <Button size="little" onAct={onMore}>
              More
            </Button>
          ) : null}
        </>
      }
    >
      <RowList
        label="Items"
        noun="item"
        rows={items}
        keyOf={keyOf}
        rowHeight={56}
        chosen={chosen === '' ? null : chosen}
        onChoose={(one) => setQuery({ item: keyOf(one) })}
        row={(one) => <ItemCells item={one} />}
        isStateless
      />
    </Card>
  );
}

/** Shows the form that edits an item, or the question whether to delete an item. */
function ItemDialogs({
  base,
  namespace,
  editing,
  removing,
  onChanged,
}: {
  base: string;
  namespace: string;
  editing: Signal<Item | 'new' | null>;
  removing: Signal<Item | null>;
  onChanged: () => Promise<void>;
}): JSX.Element {
  return (
    <>
      {editing.value === null ? null : (
        <ItemForm
          base={base}
          item={editing.value === 'new' ? null : editing.value}
          namespace={namespace}
          onClose={() => (editing.value = null)}
          onSaved={onChanged}
        />
      )}
      {removing.value === null ? null : (
        <RemoveItem
          base={base}
          item={removing.value}
          onClose={() => (removing.value = null)}
          onRemoved={onChanged}
        />
      )}
    </>
  );
}

function Namespaces({ list, chosen }: { list: readonly string[][]; chosen: string }): JSX.Element {
  const folded = useSignal<ReadonlySet<string>>(new Set());
  const rows = namespaceRows(namespaceTree(list), (path) => folded.value.has(path));
  const toggle = (path: string) => {
    const next = new Set(folded.peek());
    if (!next.delete(path)) next.add(path);
    folded.value = next;
  };
  return (
    <nav class="card namespaces" aria-label="Namespaces">
      <button
        type="button"
        class="namespace"
        aria-pressed={chosen === ''}
        onClick={() => setQuery({ namespace: '', item: '' })}
      >
        <Icon name="group" size="small" /> All namespaces
      </button>
      {rows.map(({ node, depth }) => {
        const path = pathText(node.path);
        return (
          <div key={path} class={`row namespace-row depth-${Math.min(depth, 6)}`}>
            {node.children.length === 0 ? (
              <span class="fold" />
            ) : (
              <Button
                kind="bare"
                size="little"
                icon={folded.value.has(path) ? 'right' : 'down'}
                label={`${folded.value.has(path) ? 'Unfold' : 'Fold'} ${node.label}`}
                onAct={() => toggle(path)}
              />
            )}
            <button
              type="button"
              class="namespace clipped"
              aria-pressed={chosen === path}
              onClick={() => setQuery({ namespace: path, item: '' })}
            >
              <UntrustedText text={node.label} limit={100} />
            </button>
          </div>
        );
      })}
    </nav>
  );
}

/** Shows the labels of a namespace from left to right. The text of each label has its own direction. */
function NamespaceText({ labels }: { labels: readonly string[] }): JSX.Element {
  return (
    <span>
      {labels.slice(0, LABELS).map((label, index) => (
        <>
          {index === 0 ? '' : '.'}
          <UntrustedText text={label} limit={100} />
        </>
      ))}
      {labels.length > LABELS ? '.…' : ''}
    </span>
  );
}

function ItemCells({ item }: { item: Item }): JSX.Element {
  return (
    <>
      <span class="two-lines">
        <a class="row-link" href={pathOf({ screen: 'store' }, { ...query.value, item: keyOf(item) })}>
          <UntrustedText text={item.key} limit={200} />
        </a>
        <span>
          <NamespaceText labels={item.namespace} />
        </span>
      </span>
      <span class="clipped mid cell-value">
        <UntrustedText text={previewText(item.value)} limit={300} />
      </span>
      <span class="cell-end dim">
        <Age at={Date.parse(item.updated_at)} />
      </span>
    </>
  );
}

function ItemPane({
  item,
  onEdit,
  onRemove,
}: {
  item: Item;
  onEdit: () => void;
  onRemove: () => void;
}): JSX.Element {
  return (
    <section class="card pane" aria-label="Item">
      <header>
        <h2 class="clipped">
          <UntrustedText text={item.key} limit={100} />
        </h2>
        <span class="grow" />
        <Button size="little" icon="edit" onAct={onEdit}>
          Edit
        </Button>
        <Button size="little" kind="danger" onAct={onRemove}>
          Delete
        </Button>
        <Button kind="bare" size="little" icon="close" label="Close" onAct={() => setQuery({ item: '' })} />
      </header>
      <div class="pane-section">
        <Pairs
          pairs={[
            ['Namespace', <NamespaceText key="namespace" labels={item.namespace} />],
            ['Created', <Age key="created" at={Date.parse(item.created_at)} />],
            ['Changed', <Age key="changed" at={Date.parse(item.updated_at)} />],
          ]}
        />
      </div>
      <div class="pane-section">
        <JsonView value={item.value} label="Value" />
      </div>
    </section>
  );
}

function ItemForm({
  base,
  item,
  namespace,
  onClose,
  onSaved,
}: {
  base: string;
  /** Item to edit, or null for a new item. */
  item: Item | null;
  namespace: string;
  onClose: () => void;
  onSaved: () => Promise<void>;
}): JSX.Element {
  const place = useSignal(item === null ? namespace : pathText(item.namespace));
  const key = useSignal(item?.key ?? '');
  const isClipped = item !== null && containsClipped(item.value);
  const whole = useLoaded(async () => (isClipped ? readWholeItem(base, item) : null), [item]);
  const edited = useSignal<string | null>(null);
  const before = isClipped ? whole.value.value : (item?.value ?? {});
  const text = edited.value ?? (before === null ? '' : stringifyExactJson(before, 2));
  const parsed = parseJson(text);
  const isObject =
    'value' in parsed &&
    typeof parsed.value === 'object' &&
    parsed.value !== null &&
    !Array.isArray(parsed.value);
  const reason = !isObject
    ? 'The value must be a JSON object'
    : containsHidden(before) && containsHidden(parsed.value)
      ? HIDDEN_SECRET
      : place.value === '' || key.value === ''
        ? 'Enter a namespace and a key'
        : '';
  const save = async () => {
    await forward('PUT', `${base}/items`, {
      namespace: pathOfText(place.peek()),
      key: key.peek(),
      value: 'value' in parsed ? parsed.value : {},
    });
    await onSaved();
    onClose();
  };
  return (
    <Dialog
      title={item === null ? 'New item' : 'Edit the item'}
      onClose={onClose}
      acts={
        <>
          <Button onAct={onClose}>Cancel</Button>
          <Button kind="main" disabled={reason} onAct={save}>
            Save
          </Button>
        </>
      }
    >
      {item === null ? (
        <>
          <Field
            label="Namespace (labels separated by periods)"
            value={place.value}
            onValue={(text) => (place.value = text)}
          />
          <Field label="Key" value={key.value} onValue={(text) => (key.value = text)} />
        </>
      ) : (
        <p class="dim">
          <UntrustedText text={`${place.value} · ${key.value}`} limit={200} />
        </p>
      )}
      <Field
        label="Value as JSON"
        type="textarea"
        value={text}
        onValue={(next) => (edited.value = next)}
        problem={before === null ? whole.problem.value : 'problem' in parsed ? 'This is not JSON' : ''}
      />
    </Dialog>
  );
}

function RemoveItem({
  base,
  item,
  onClose,
  onRemoved,
}: {
  base: string;
  item: Item;
  onClose: () => void;
  onRemoved: () => Promise<void>;
}): JSX.Element {
  const { namespace, key, value } = item;
  // The page cannot restore a removed item with hidden secrets or clipped texts, because the page lacks the secrets and
  // the ends of the texts.
  const isComplete = !containsHidden(value) && !containsClipped(value);
  const remove = async () => {
    await forward('DELETE', `${base}/items`, { namespace, key });
    showToast({
      text: `${key} deleted`,
      act: isComplete
        ? {
            label: 'Undo',
            run: () => void forward('PUT', `${base}/items`, { namespace, key, value }).then(onRemoved),
          }
        : { label: 'Open', href: pathOf({ screen: 'store' }, { namespace: pathText(namespace) }) },
    });
    setQuery({ item: '' });
    await onRemoved();
    onClose();
  };
  return (
    <Dialog
      title="Delete this item?"
      onClose={onClose}
      acts={
        <>
          <Button onAct={onClose}>Keep it</Button>
          <Button kind="danger" onAct={remove}>
            Delete the item
          </Button>
        </>
      }
    >
      <p>
        <NamespaceText labels={namespace} /> · <UntrustedText text={key} limit={200} />
      </p>
      {isComplete ? null : (
        <p class="mid">This cannot be undone: the page does not have the full value of the item.</p>
      )}
    </Dialog>
  );
}

/** Explains three ways to add the first item of an empty store. */
function NoItems({ deployment, onNew }: { deployment: DeploymentSummary; onNew: () => void }): JSX.Element {
  const url = agentUrl(deployment);
  return (
    <>
      <Void title="The store is empty" icon="group">
        Items that the graphs and clients of this agent share between threads appear here, by namespace.
      </Void>
      <Ways
        ways={[
          {
            title: 'Write it here',
            icon: 'edit',
            text: 'Enter a namespace, a key and a value as JSON.',
            act: (
              <Button kind="main" icon="plus" shortcut="N" onAct={onNew}>
                New item
              </Button>
            ),
          },
          {
            title: 'Send a request',
            icon: 'request',
            text: 'Any client of the agent can store an item.',
            command: itemCommand(url),
          },
          {
            title: 'From a graph',
            icon: 'tool',
            text: 'Each node receives the store as an argument.',
            command: STORE_CODE,
          },
        ]}
      />
    </>
  );
}
