import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type {
  WebhookDelivery,
  WebhookDetail,
  WebhookList,
} from '../../../src/contract/dashboard/webhooks.ts';
import { read, send } from '../live/api.ts';
import { useKeys } from '../live/keys.ts';
import { setMenuCount } from '../live/menu-counts.ts';
import { query, setQuery } from '../live/navigation.ts';
import { usePolling } from '../live/polling.ts';
import { agentUrl, deployments } from '../live/store.ts';
import { showToast } from '../live/toasts.ts';
import { webhookCode, webhookCommand } from '../logic/commands.ts';
import { formatClock, formatCount } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import {
  attemptText,
  DELIVERY_STATES,
  hostAndPath,
  matchesDelivery,
  WEBHOOK_FILTERS,
  type WebhookFilter,
} from '../logic/webhooks.ts';
import { stateOf, STATES } from '../logic/words.ts';
import { Age, Problem, UntrustedText } from '../parts/basics.tsx';
import { Bones } from '../parts/bones.tsx';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Search, Segments } from '../parts/filters.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { useLoaded } from '../parts/loading.ts';
import { Pairs, StateMark, StateSymbol, Tag } from '../parts/marks.tsx';
import { Card, PageHead, Panes, Void, Ways } from '../parts/page.tsx';
import { RowList } from '../parts/row-list.tsx';

const WORDS: Readonly<Record<WebhookFilter, string>> = {
  '': 'All',
  failed: 'Not delivered',
  waiting: 'Pending',
  again: 'Retried',
  delivered: 'Delivered',
};

const resend = async (delivery: WebhookDelivery): Promise<void> => {
  const next = await send<WebhookDelivery>('POST', `/webhooks/${delivery.id}/resend`);
  showToast({
    text: `Sent again to ${hostAndPath(next.url)}`,
    act: { label: 'Open', run: () => setQuery({ id: next.id }) },
  });
};

/** Lists the webhooks of finished runs with their attempts. The user can send a webhook again. */
export default function Webhooks(): JSX.Element {
  const { value, problem, reload } = useLoaded(() => read<WebhookList>('/webhooks'), []);
  usePolling(reload);
  const { text = '', state = '', id = '' } = query.value;
  const filter = WEBHOOK_FILTERS.find((one) => one === state) ?? '';
  const all = value.value?.deliveries ?? [];
  const shown = all.filter((one) => matchesDelivery(one, filter, text));
  const failed = all.filter((one) => one.state === 'failed');
  const current = all.find((one) => one.id === id);
  useEffect(() => {
    setMenuCount(
      'webhooks',
      failed.length === 0 ? undefined : { text: `${failed.length} failed`, tone: 'bad' },
    );
  }, [failed.length]);
  const again = async (delivery: WebhookDelivery) => {
    await resend(delivery);
    await reload();
  };
  const resendCurrent = () => {
    if (current?.can_resend === true) void again(current).catch(() => undefined);
  };
  useKeys([{ key: 'r', does: 'send the webhook again', run: resendCurrent }]);
  return (
    <>
      <PageHead
        title="Webhooks"
        acts={
          failed.some((one) => one.can_resend) ? (
            <Button
              icon="replay"
              onAct={async () => {
                for (const one of failed) if (one.can_resend) await resend(one);
                await reload();
              }}
            >
              Send all failed again
            </Button>
          ) : undefined
        }
      >
        {failed.length === 0 ? null : (
          <StateMark
            state={{
              ...STATES.failed,
              word: `${failed.length} ${failed.length === 1 ? 'was' : 'were'} never delivered`,
            }}
          />
        )}
      </PageHead>
      <div class="page-body">
        <Problem text={problem.value} />
        {value.value === null ? (
          <Card>
            <Bones rows={6} />
          </Card>
        ) : all.length === 0 ? (
          <NoWebhooks />
        ) : (
          <>
            <Filters all={all} filter={filter} text={text} />
            <Panes
              list={
                shown.length === 0 ? (
                  <Void title="No delivery matches">
                    {formatCount(all.length, 'delivery', 'deliveries')} in total.
                  </Void>
                ) : (
                  <Card className="delivery-list">
                    <RowList
                      label="Deliveries"
                      noun="delivery"
                      rows={shown}
                      keyOf={(one) => one.id}
                      rowHeight={56}
                      chosen={id === '' ? null : id}
                      onChoose={(one) => setQuery({ id: one.id })}
                      head={<ListHead />}
                      row={(one) => <DeliveryCells delivery={one} />}
                      isStateless
                    />
                  </Card>
                )
              }
              pane={
                current === undefined ? null : (
                  <DeliveryPane key={current.id} delivery={current} onResend={() => again(current)} />
                )
              }
            />
          </>
        )}
      </div>
    </>
  );
}

function Filters({
  all,
  filter,
  text,
}: {
  all: readonly WebhookDelivery[];
  filter: WebhookFilter;
  text: string;
}): JSX.Element {
  return (
    <div class="toolbar">
      <Segments
        label="State"
        value={filter}
        onValue={(next) => setQuery({ state: next })}
        segments={WEBHOOK_FILTERS.map((one) => ({
          value: one,
          word: WORDS[one],
          count: all.filter((delivery) => matchesDelivery(delivery, one, '')).length,
          ...(one === 'failed' || one === 'waiting' || one === 'delivered'
            ? { state: DELIVERY_STATES[one] }
            : {}),
        }))}
      />
      <Search label="Run or address" value={text} onValue={(next) => setQuery({ text: next })} />
    </div>
  );
}

const ListHead = (): JSX.Element => (
  <>
    <span />
    <span>Run and address</span>
    <span class="cell-attempts">Attempts</span>
    <span class="cell-last">Last response</span>
    <span class="cell-end">Run ended</span>
  </>
);

function DeliveryCells({ delivery }: { delivery: WebhookDelivery }): JSX.Element {
  const last = delivery.attempts.at(-1);
  return (
    <>
      <StateSymbol state={DELIVERY_STATES[delivery.state]} />
      <span class="two-lines">
        <a class="row-link" href={pathOf({ screen: 'webhooks' }, { ...query.value, id: delivery.id })}>
          <UntrustedText text={delivery.title === '' ? delivery.run_id : delivery.title} limit={200} />
        </a>
        <span>
          <UntrustedText text={hostAndPath(delivery.url)} limit={200} />
        </span>
      </span>
      <span class="cell-attempts row">
        {delivery.attempts.map((attempt, index) => (
          <StateSymbol
            key={index}
            state={
              attempt.problem === ''
                ? DELIVERY_STATES.delivered
                : { ...STATES.failed, word: `Refused: ${attemptText(attempt)}` }
            }
          />
        ))}
        {delivery.state === 'waiting' ? <StateSymbol state={DELIVERY_STATES.waiting} /> : null}
      </span>
      <span class={`cell-last clipped ${delivery.state === 'failed' ? 'bad' : 'mid'}`}>
        {last === undefined ? 'none yet' : <UntrustedText text={attemptText(last)} limit={100} />}
      </span>
      <span class="cell-end dim">
        <Age at={delivery.created_at_ms} />
      </span>
    </>
  );
}

function DeliveryPane({
  delivery,
  onResend,
}: {
  delivery: WebhookDelivery;
  onResend: () => Promise<void>;
}): JSX.Element {
  const { value, problem } = useLoaded(
    () => read<WebhookDetail>(`/webhooks/${delivery.id}`),
    [delivery.id, delivery.attempts.length],
  );
  const response = value.value?.last_response ?? '';
  const why =
    delivery.state === 'waiting'
      ? 'This webhook is retried automatically'
      : 'The body was too long to be stored';
  return (
    <section class="card pane" aria-label="Delivery">
      <header>
        <h2>Delivery</h2>
        <StateMark state={DELIVERY_STATES[delivery.state]} />
        <span class="grow" />
        <Button
          kind="main"
          size="little"
          icon="replay"
          shortcut="R"
          disabled={delivery.can_resend ? '' : why}
          onAct={onResend}
        >
          Send again
        </Button>
        <Button kind="bare" size="little" icon="close" label="Close" onAct={() => setQuery({ id: '' })} />
      </header>
      <DeliveryFacts delivery={delivery} />
      <Attempts delivery={delivery} />
      {response === '' ? null : (
        <div class="pane-section">
          <h3>Last response</h3>
          <pre class="code" tabIndex={0}>
            <UntrustedText text={response} limit={2_000} />
          </pre>
        </div>
      )}
      <div class="pane-section">
        <h3>Body sent</h3>
        <Problem text={problem.value} />
        {value.value === null ? null : value.value.body === null ? (
          <Tag>too long to be stored</Tag>
        ) : (
          <JsonView value={value.value.body} label="Body sent" />
        )}
      </div>
    </section>
  );
}

function DeliveryFacts({ delivery }: { delivery: WebhookDelivery }): JSX.Element {
  return (
    <div class="pane-section">
      <Pairs
        pairs={[
          [
            'To',
            <code key="to" class="wrap-anywhere">
              <UntrustedText text={delivery.url} />
              {delivery.has_query ? <span class="dim">?…</span> : null}
            </code>,
          ],
          [
            'Run',
            <a
              key="run"
              class="link"
              href={pathOf({ screen: 'run', id: delivery.deployment_id, run: delivery.run_id })}
            >
              <UntrustedText text={delivery.title === '' ? delivery.run_id : delivery.title} limit={120} />
            </a>,
          ],
          ['Run status', <UntrustedText key="says" text={stateOf(delivery.run_status).word} limit={40} />],
          [
            'Next',
            delivery.next_at_ms === null ? 'no further attempt' : <Age key="next" at={delivery.next_at_ms} />,
          ],
          ...(delivery.resend_of === null
            ? []
            : [
                [
                  'Repeats',
                  <a key="of" class="link" href={pathOf({ screen: 'webhooks' }, { id: delivery.resend_of })}>
                    an earlier delivery
                  </a>,
                ] as const,
              ]),
        ]}
      />
    </div>
  );
}

function Attempts({ delivery }: { delivery: WebhookDelivery }): JSX.Element {
  return (
    <ol class="plain-rows" aria-label="Attempts">
      {delivery.attempts.map((attempt, index) => (
        <li key={index}>
          <StateSymbol state={attempt.problem === '' ? DELIVERY_STATES.delivered : DELIVERY_STATES.failed} />
          <span class="numeric dim">
            {index + 1}, {formatClock(attempt.at_ms)}
          </span>
          <span class="clipped">
            <UntrustedText text={attemptText(attempt)} limit={300} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function NoWebhooks(): JSX.Element {
  const url = agentUrl(deployments.value?.[0]);
  return (
    <>
      <Void title="No webhooks yet" icon="webhook">
        A run with the field “webhook” sends its result to an address when it ends. This page lists the newest
        500 deliveries.
      </Void>
      <Ways
        ways={[
          {
            title: 'In the playground',
            icon: 'chat',
            text: 'Enter the address as the webhook in the options, and send a message.',
            act: (
              <ButtonLink
                kind="main"
                href={pathOf({ screen: 'playground', id: null, thread: null }, { panel: 'options' })}
              >
                Open the options
              </ButtonLink>
            ),
          },
          {
            title: 'Send a request',
            icon: 'request',
            text: 'Starts a run whose result is delivered.',
            command: webhookCommand(url),
          },
          {
            title: 'From your code',
            icon: 'tool',
            text: 'The LangGraph client starts the same run with a webhook.',
            command: webhookCode(url),
          },
        ]}
      />
    </>
  );
}
