import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { send } from './live/api.ts';
import { helpOpen, KEYS } from './live/keys.ts';
import { place } from './live/navigation.ts';
import { session, type SessionState } from './live/session.ts';
import { connection, deploymentName, faults, info, loadFaults, now } from './live/store.ts';
import { visibleLine } from './logic/format.ts';
import { type Place, pathOf } from './logic/paths.ts';
import { ActionButton, Empty } from './parts/basics.tsx';
import { LazyScreen } from './parts/lazy-screen.tsx';
import { Deployment } from './screens/deployment.tsx';
import { Events } from './screens/events.tsx';
import { Overview } from './screens/overview.tsx';
import { Requests } from './screens/requests.tsx';

const MENU: readonly (readonly [name: string, place: Place])[] = [
  ['Deployments', { screen: 'overview' }],
  ['Requests', { screen: 'requests', seq: null }],
  ['Events', { screen: 'events' }],
  ['Faults', { screen: 'faults' }],
  ['Sandboxes', { screen: 'sandboxes', id: null }],
  ['Previews', { screen: 'previews' }],
  ['Pushes', { screen: 'pushes' }],
  ['Clock', { screen: 'clock' }],
  ['Snapshot', { screen: 'snapshot' }],
];

/** The frame around every screen: navigation, banners and dialogs. */
export function Shell(): JSX.Element {
  const state = session.value;
  const title = state.kind === 'open' ? titleOf(place.value) : 'Sign in';
  useEffect(() => {
    document.title = `${visibleLine(title)} – Emulator`;
  }, [title]);
  if (state.kind !== 'open') return <SignIn state={state} />;
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to the content
      </a>
      <header>
        <a class="brand" href={pathOf({ screen: 'overview' })}>
          Emulator
        </a>
        <Menu />
        <Now />
      </header>
      <Banners />
      <main id="main" tabIndex={-1}>
        <Screen current={place.value} />
      </main>
      {helpOpen.value ? <Help /> : null}
    </>
  );
}

/** Returns the title of the page. The title distinguishes browser tabs and history entries. */
function titleOf(current: Place): string {
  switch (current.screen) {
    case 'deployment':
      return `${deploymentName(current.id)}: ${current.tab}`;
    case 'thread':
      return `${deploymentName(current.id)}: thread`;
    case 'unknown':
      return 'Nothing here';
    default:
      return MENU.find(([, { screen }]) => screen === current.screen)?.[0] ?? 'Deployments';
  }
}

/** Scrolls to the main content. A link cannot do this, because the URL fragment is reserved for the token. */
function skipToMain(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}

function Menu(): JSX.Element {
  const { screen } = place.value;
  const current = screen === 'deployment' || screen === 'thread' ? 'overview' : screen;
  return (
    <nav aria-label="Screens">
      <ul>
        {MENU.map(([name, target]) => (
          <li key={name}>
            <a
              href={pathOf(target)}
              {...(target.screen === current ? { 'aria-current': 'page' as const } : {})}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Shows the service's current time. All ages refer to it. */
function Now(): JSX.Element | null {
  if (info.value === null) return null;
  const iso = new Date(now.value).toISOString();
  return (
    <a
      class="now"
      href={pathOf({ screen: 'clock' })}
      title={`The emulator’s own time, ${info.value.clock}: ${iso}`}
    >
      <time dateTime={iso}>{iso.slice(11, 19)}</time> {info.value.clock === 'virtual' ? 'virtual' : ''}
    </a>
  );
}

function Banners(): JSX.Element {
  const state = connection.value;
  const armed = faults.value?.rules.length ?? 0;
  useEffect(() => {
    // Loads the fault rules for the banner, because a rule may have changed a response that the user sees.
    if (faults.value === null && connection.value.kind === 'live') void loadFaults().catch(() => {});
  }, [faults.value, state.kind]);
  return (
    <section class="banners" aria-label="Notices">
      <div role="status">
        {state.kind === 'lost' ? (
          <p class="banner lost">
            Not connected since {new Date(state.since).toLocaleTimeString()}: the data may be outdated.
            Reconnecting.
          </p>
        ) : null}
      </div>
      {armed === 0 ? null : (
        <p class="banner armed">
          <a href={pathOf({ screen: 'faults' })}>
            {armed} fault {armed === 1 ? 'rule is' : 'rules are'} on
          </a>
          <ActionButton kind="quiet" onAct={allFaultsOff}>
            Turn all off
          </ActionButton>
        </p>
      )}
      {info.value?.runtime === 'stub' ? (
        <p class="banner">
          Runtime <code>stub</code>: revisions go through their stages, but nothing is built or run.
        </p>
      ) : null}
    </section>
  );
}

async function allFaultsOff(): Promise<void> {
  const revision = faults.peek()?.revision ?? 0;
  await send('DELETE', '/faults', undefined, { revision });
  await loadFaults();
}

function Screen({ current }: { current: Place }): JSX.Element {
  switch (current.screen) {
    case 'overview':
      return <Overview />;
    case 'deployment':
      return <Deployment id={current.id} tab={current.tab} />;
    case 'thread':
      return <LazyScreen render={({ Thread }) => <Thread id={current.id} thread={current.thread} />} />;
    case 'requests':
      return <Requests seq={current.seq} />;
    case 'events':
      return <Events />;
    case 'faults':
      return <LazyScreen render={({ Faults }) => <Faults />} />;
    case 'sandboxes':
      return <LazyScreen render={({ Sandboxes }) => <Sandboxes id={current.id} />} />;
    case 'previews':
      return <LazyScreen render={({ Previews }) => <Previews />} />;
    case 'pushes':
      return <LazyScreen render={({ Pushes }) => <Pushes />} />;
    case 'clock':
      return <LazyScreen render={({ Clock }) => <Clock />} />;
    case 'snapshot':
      return <LazyScreen render={({ Snapshot }) => <Snapshot />} />;
    default:
      return (
        <>
          <h1 tabIndex={-1}>Nothing here</h1>
          <Empty>
            This page does not exist. <a href={pathOf({ screen: 'overview' })}>All deployments</a>
          </Empty>
        </>
      );
  }
}

const REASONS = {
  'no-link': 'This page needs the link that the emulator prints.',
  'used-link': 'This link was used before, or is older than ten minutes.',
  ended: 'The session has ended, because the emulator was restarted or the page was idle for too long.',
  unreachable: 'The emulator does not respond. Is it still running?',
} as const;

function SignIn({ state }: { state: Exclude<SessionState, { kind: 'open' }> }): JSX.Element {
  if (state.kind === 'opening') return <main class="sign-in" aria-busy="true" />;
  const command = `curl --request POST --header "X-Api-Key: $EMULATOR_API_KEY" ${location.origin}/_local/ui/api/links`;
  return (
    <main class="sign-in">
      <h1>Emulator</h1>
      <p role="alert">{REASONS[state.reason]}</p>
      <Empty command={command}>Request a new link with the emulator’s key, and open it:</Empty>
    </main>
  );
}

function Help(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const opened = useSignal(false);
  useEffect(() => {
    if (!opened.value) dialog.current?.showModal();
    opened.value = true;
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="keys" onClose={() => (helpOpen.value = false)}>
      <h2 id="keys">Keys</h2>
      <dl class="keys">
        {KEYS.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
