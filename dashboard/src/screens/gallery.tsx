import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { hideToast, showToast } from '../live/toasts.ts';
import { layOutTimeline } from '../logic/timeline.ts';
import { STATES, VERDICTS } from '../logic/words.ts';
import { Bones } from '../parts/bones.tsx';
import { Button, ButtonLink, Menu, SplitButton } from '../parts/button.tsx';
import { LineDiff, WordDiff } from '../parts/diff.tsx';
import { Failure } from '../parts/failure.tsx';
import { Marked, Pick, Search, Segments, Switch } from '../parts/filters.tsx';
import { Icon } from '../parts/icon.tsx';
import { ICON_NAMES } from '../logic/icon-names.ts';
import { JsonView } from '../parts/json-view.tsx';
import { Markdown } from '../parts/markdown.tsx';
import { Commit, Facts, Pairs, ShortId, StateMark, StateSymbol, Tag } from '../parts/marks.tsx';
import { ConfirmByName, Dialog } from '../parts/overlays.tsx';
import { Banner, Card, Command, PageHead, Void, Ways } from '../parts/page.tsx';
import { PhaseBars, PhaseLegend } from '../parts/phase-bars.tsx';
import { RowList } from '../parts/row-list.tsx';
import { Field } from '../parts/basics.tsx';

/** Shows every component in every state. Pictures and accessibility tests use this screen; no menu links to it. */
export default function Gallery(): JSX.Element {
  return (
    <>
      <Banner
        tone="bad"
        icon="failed"
        act={
          <Button size="little" onAct={() => {}}>
            Try now
          </Button>
        }
      >
        <b>Not connected since 09:04:12.</b> The data on this page dates from that time.
      </Banner>
      <Banner
        tone="wait"
        icon="fault"
        act={
          <Button size="little" onAct={() => {}}>
            Turn all off
          </Button>
        }
      >
        <b>2 fault rules are on</b> and changed 14 responses.
      </Banner>
      <Banner
        tone="live"
        icon="clock"
        act={
          <Button size="little" onAct={() => {}}>
            Open the clock
          </Button>
        }
      >
        <b>Time is virtual: Tue 24 Nov, 09:04</b>, 13 h 20 min ahead of the real time
      </Banner>
      <PageHead
        crumbs={[{ name: 'Deployments', href: '/_local/ui/deployments' }]}
        title="Components and states"
        state={STATES.serving}
        acts={
          <Button kind="main" icon="replay" shortcut="R" onAct={() => {}}>
            Replay
          </Button>
        }
      />
      <div class="page-body">
        <div class="columns">
          <Buttons />
          <Marks />
          <Filters />
          <Texts />
          <Lists />
          <Failures />
          <Overlays />
          <Empties />
        </div>
        <Card title="Icons">
          <div class="pad row wrap">
            {ICON_NAMES.map((name) => (
              <Tag key={name} icon={name} outlined>
                {name}
              </Tag>
            ))}
          </div>
        </Card>
      </div>
    </>
  );
}

const fail = (): Promise<never> =>
  Promise.reject(new Error('The emulator does not respond. Check that the emulator is running.'));

function Buttons(): JSX.Element {
  return (
    <Card title="Buttons">
      <div class="pad stack">
        <div class="row wrap">
          <Button kind="main" shortcut="N" onAct={() => {}}>
            New run
          </Button>
          <Button icon="fork" onAct={() => {}}>
            Fork here
          </Button>
          <Button kind="bare" onAct={() => {}}>
            Pause
          </Button>
          <Button kind="danger" onAct={() => {}}>
            Delete
          </Button>
          <Button disabled="A revision is being built" onAct={() => {}}>
            Deploy again
          </Button>
          <Button icon="more" label="More" onAct={() => {}} />
        </div>
        <div class="row wrap">
          <Button size="little" onAct={() => {}}>
            Copy
          </Button>
          <ButtonLink size="little" icon="log" href="/_local/ui/logs">
            Logs
          </ButtonLink>
          <SplitButton
            kind="main"
            menuLabel="Ways to run"
            items={[{ label: 'Same input', run: () => {} }]}
            onAct={() => {}}
          >
            Run
          </SplitButton>
          <Menu
            label="More acts"
            items={[
              { label: 'Open the log', icon: 'log', href: '/_local/ui/logs' },
              { label: 'Delete', icon: 'close', danger: true, run: () => {} },
            ]}
          />
          <Button onAct={fail}>Fails</Button>
        </div>
      </div>
    </Card>
  );
}

function Marks(): JSX.Element {
  return (
    <>
      <Card title="Status">
        <div class="pad row wrap">
          {Object.entries(STATES).map(([name, state]) => (
            <StateMark key={name} state={state} />
          ))}
          <StateSymbol state={STATES.failed} />
        </div>
      </Card>
      <Card title="Verdicts">
        <div class="pad row wrap">
          {Object.entries(VERDICTS).map(([name, state]) => (
            <StateMark key={name} state={state} />
          ))}
        </div>
      </Card>
      <Card title="Tags">
        <div class="pad row wrap">
          <Tag>revision #4</Tag>
          <Tag tone="ok">#4</Tag>
          <Tag tone="bad">502</Tag>
          <Tag tone="wait" icon="fault">
            fault
          </Tag>
          <Tag tone="live">live</Tag>
          <Tag tone="model">preview</Tag>
          <Tag tone="tool">tool</Tag>
          <Commit commit="3ba1600aa11bb22cc33dd44ee55ff66aa77bb88c" />
          <ShortId id="32d7be88-1111-4222-8333-444455556666" />
          <kbd>⌘</kbd>
        </div>
      </Card>
    </>
  );
}

function Filters(): JSX.Element {
  const state = useSignal('all');
  const text = useSignal('');
  const deployment = useSignal('');
  const wrap = useSignal(true);
  return (
    <Card title="Filters">
      <div class="pad stack">
        <div class="toolbar">
          <Segments
            label="State"
            value={state.value}
            onValue={(value) => (state.value = value)}
            segments={[
              { value: 'all', word: 'All', count: 128 },
              { value: 'running', word: 'Running', count: 3, state: STATES.running },
              { value: 'failed', word: 'Failed', count: 0, state: STATES.failed },
            ]}
          />
          <Pick
            label="Deployment"
            value={deployment.value}
            onValue={(value) => (deployment.value = value)}
            options={[
              ['', 'All'],
              ['one', 'shop-assistant'],
            ]}
          />
          <Search label="Search the gallery" value={text.value} onValue={(value) => (text.value = value)} />
        </div>
        <div class="row wrap">
          <Switch label="Wrap lines" on={wrap.value} onChange={(on) => (wrap.value = on)} />
          <Switch label="Inner graphs" on={false} onChange={() => {}} />
          <Marked text="The size of the jacket" search="size" />
        </div>
        <Field label="Name" value={text.value} onValue={(value) => (text.value = value)} />
        <Field label="Input" type="textarea" value={'{ "a": 1 }'} onValue={() => {}} problem="is not JSON" />
      </div>
    </Card>
  );
}

const MARKDOWN = `The order came to **160.00 EUR** and can be refunded until *3 December*:

| Item | Qty |
| --- | --- |
| Skur rain jacket | 1 |

1. \`lookup_order\`
2. [the policy](https://shop.example/policy)

\`\`\`py
return {"ok": True}
\`\`\``;

function Texts(): JSX.Element {
  return (
    <>
      <Card title="Markdown">
        <div class="pad">
          <Markdown text={MARKDOWN} />
        </div>
      </Card>
      <Card title="JSON">
        <div class="pad">
          <JsonView
            value={{ order: 'SO-1042', total: 160, items: [{ sku: 'skur' }], paid: true }}
            label="JSON"
          />
        </div>
      </Card>
      <Card title="Differences">
        <div class="pad stack">
          <WordDiff before="It costs 160.0 euros." after="It costs 160.00 EUR." />
          <LineDiff
            label="Difference of agent.py"
            before={'import os\n\n\n\n\n\n\ndef total(order):\n    return order.total\n'}
            after={'import os\n\n\n\n\n\n\ndef total(order):\n    return order.cents / 100\n'}
          />
        </div>
      </Card>
    </>
  );
}

const START = Date.UTC(2026, 10, 24, 8, 0);
const minutes = (count: number): number => START + count * 60_000;

function Lists(): JSX.Element {
  const chosen = useSignal<string | null>('b');
  const timeline = layOutTimeline(
    [
      {
        id: '3',
        label: '#3',
        reason: null,
        serving: null,
        phases: [
          { status: 'BUILDING', at_ms: minutes(50) },
          { status: 'BUILD_FAILED', at_ms: minutes(55) },
        ],
      },
      {
        id: '2',
        label: '#2',
        reason: null,
        serving: { from_ms: minutes(35), until_ms: null },
        phases: [
          { status: 'QUEUED', at_ms: minutes(20) },
          { status: 'BUILDING', at_ms: minutes(22) },
          { status: 'DEPLOYING', at_ms: minutes(32) },
          { status: 'DEPLOYED', at_ms: minutes(35) },
        ],
      },
      {
        id: '1',
        label: '#1',
        reason: null,
        serving: { from_ms: minutes(10), until_ms: minutes(35) },
        phases: [
          { status: 'BUILDING', at_ms: minutes(0) },
          { status: 'DEPLOYED', at_ms: minutes(10) },
        ],
      },
    ],
    { now: minutes(60), collapseIdle: false },
  );
  return (
    <>
      <Card title="Facts and rows">
        <div class="pad stack">
          <Facts
            list={[
              ['Steps', '7 in 2 branches'],
              ['Started', '3 min ago'],
            ]}
          />
          <Pairs
            pairs={[
              ['order', 'SO-1042'],
              ['shipped', '2026-11-19'],
            ]}
          />
        </div>
        <RowList
          label="Runs"
          rows={['a', 'b', 'c']}
          keyOf={(row) => row}
          rowHeight={56}
          className="gallery-rows"
          chosen={chosen.value}
          onChoose={(row) => (chosen.value = row)}
          row={(row) => (
            <>
              <StateSymbol state={row === 'b' ? STATES.failed : STATES.succeeded} />
              <span class="two-lines">
                <span>Cancel everything I ordered this week ({row})</span>
                <span class={row === 'b' ? 'bad' : ''}>
                  OrderServiceError: 500, connection pool exhausted
                </span>
              </span>
              <span class="cell-end numeric">4.21 s</span>
            </>
          )}
        />
      </Card>
      <Card title="Phases" foot={<PhaseLegend />}>
        <div class="pad">
          <PhaseBars
            timeline={timeline}
            names={timeline.lanes.map(({ lane }) => <span key={lane.id}>{lane.label}</span>)}
          />
        </div>
      </Card>
    </>
  );
}

function Failures(): JSX.Element {
  return (
    <>
      <Failure
        title="OrderServiceError"
        place="refund, step 4"
        message="The order service answered 500: connection pool exhausted (order SO-1042)"
        frames={[
          {
            file: 'agent.py',
            line: 41,
            name: 'refund',
            code: 'raise OrderServiceError(answer.text)',
            library: false,
          },
          { file: 'site-packages/langgraph/pregel.py', line: 900, name: 'invoke', code: '', library: true },
        ]}
        acts={
          <Button size="little" icon="replay" onAct={() => {}}>
            Try this step again
          </Button>
        }
      />
      <Card title="Loading">
        <Bones rows={3} now />
      </Card>
    </>
  );
}

function Overlays(): JSX.Element {
  const open = useSignal<'' | 'dialog' | 'confirm'>('');
  const close = () => (open.value = '');
  return (
    <Card title="Dialogs">
      <div class="pad row wrap">
        <Button onAct={() => (open.value = 'dialog')}>Open a dialog</Button>
        <Button kind="danger" onAct={() => (open.value = 'confirm')}>
          Delete translator…
        </Button>
        <Button
          onAct={() => showToast({ text: 'Replayed as a new run', act: { label: 'Undo', run: hideToast } })}
        >
          Show a toast
        </Button>
        <div class="toast inline">
          Replayed as a new run <a href="/_local/ui/runs">Open</a>
        </div>
      </div>
      {open.value === 'dialog' ? (
        <Dialog title="Edit the rule" onClose={close} acts={<Button onAct={close}>Close</Button>}>
          <p>A rule changes answers.</p>
        </Dialog>
      ) : null}
      {open.value === 'confirm' ? (
        <ConfirmByName
          name="translator"
          title="Delete translator?"
          action="Delete"
          onConfirm={fail}
          onClose={close}
        >
          <p class="mid">Its 7 revisions, 41 threads and their runs are deleted.</p>
        </ConfirmByName>
      ) : null}
    </Card>
  );
}

function Empties(): JSX.Element {
  return (
    <>
      <Card title="Could not be read">
        <Void
          icon="failed"
          title="The history of this thread could not be read"
          acts={
            <Button icon="replay" onAct={() => {}}>
              Try again
            </Button>
          }
        >
          The agent did not answer within 10 s (503).
        </Void>
      </Card>
      <Card title="Nothing matches">
        <Void title="No failed run says “parcel”" acts={<Button onAct={() => {}}>Clear the filters</Button>}>
          5 other failed runs do not match these filters.
        </Void>
      </Card>
      <Ways
        ways={[
          { title: 'With a push', icon: 'push', text: 'Report a push to its branch.', command: 'git push' },
        ]}
      />
      <Command command="npx agent-deploy-emulator dev" />
      <Icon name="sandbox" size="large" />
    </>
  );
}
