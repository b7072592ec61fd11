import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { currentBindings, helpOpen, isApple, paletteOpen, readableKey, SCREEN_KEYS } from './live/keys.ts';
import { menuCounts } from './live/menu-counts.ts';
import { route } from './live/navigation.ts';
import { allowNotifications, declineNotifications, permission } from './live/notifications.ts';
import { pageTitle } from './live/page-title.ts';
import { session, type SessionState } from './live/session.ts';
import { connection, deployments, faults, info, now } from './live/store.ts';
import { formatClock, visibleLine } from './logic/format.ts';
import { type Route, pathOf } from './logic/paths.ts';
import { Banners } from './parts/banners.tsx';
import { Icon, type IconName, IconSprite } from './parts/icon.tsx';
import { LazyScreen } from './parts/lazy-screen.tsx';
import { Dialog, ToastRegion } from './parts/overlays.tsx';
import { Button, ButtonLink } from './parts/button.tsx';
import { Command, Void } from './parts/page.tsx';
import { Palette } from './parts/palette.tsx';

interface MenuEntry {
  name: string;
  icon: IconName;
  route: Route;
}

/** Groups of links in the sidebar. The first group has no heading. */
const MENU: readonly (readonly [heading: string, entries: readonly MenuEntry[]])[] = [
  [
    '',
    [
      { name: 'Runs', icon: 'runs', route: { screen: 'runs' } },
      { name: 'Playground', icon: 'chat', route: { screen: 'playground', id: null, thread: null } },
      { name: 'Threads', icon: 'thread', route: { screen: 'threads' } },
      { name: 'Inbox', icon: 'waiting', route: { screen: 'inbox' } },
      { name: 'Deployments', icon: 'deployment', route: { screen: 'deployments' } },
      { name: 'Experiments', icon: 'experiment', route: { screen: 'experiments' } },
    ],
  ],
  [
    'Inspect',
    [
      { name: 'Requests', icon: 'request', route: { screen: 'requests', seq: null } },
      { name: 'Logs', icon: 'log', route: { screen: 'logs', id: null } },
      { name: 'Events', icon: 'event', route: { screen: 'events' } },
      { name: 'Webhooks', icon: 'webhook', route: { screen: 'webhooks' } },
      { name: 'Crons', icon: 'cron', route: { screen: 'crons' } },
      { name: 'Store', icon: 'group', route: { screen: 'store' } },
      { name: 'Sandboxes', icon: 'sandbox', route: { screen: 'sandboxes', id: null } },
      { name: 'Previews', icon: 'preview', route: { screen: 'previews' } },
    ],
  ],
  [
    'Control',
    [
      { name: 'Faults', icon: 'fault', route: { screen: 'faults' } },
      { name: 'Clock', icon: 'clock', route: { screen: 'clock' } },
      { name: 'Pushes', icon: 'push', route: { screen: 'pushes' } },
      { name: 'Snapshots', icon: 'snapshot', route: { screen: 'snapshots' } },
    ],
  ],
];

const MENU_ENTRIES: readonly MenuEntry[] = MENU.flatMap(([, entries]) => entries);

/** Screens in the dock of a narrow window. The fifth button of the dock opens a menu with all other screens. */
const DOCK = ['Runs', 'Playground', 'Deployments', 'Requests'];

/** Detail screens, each with the screen that is highlighted in the menu. */
const PARENTS: Readonly<Partial<Record<Route['screen'], Route['screen']>>> = {
  run: 'runs',
  thread: 'threads',
  deployment: 'deployments',
  experiment: 'experiments',
};

const menuScreen = (screen: Route['screen']): Route['screen'] => PARENTS[screen] ?? screen;

/** The frame around every screen: the sidebar, the banners and the dialogs. */
export function Shell(): JSX.Element {
  const state = session.value;
  const current = route.value;
  const name = MENU_ENTRIES.find((entry) => entry.route.screen === menuScreen(current.screen))?.name;
  const title = state.kind === 'open' ? pageTitle.value || (name ?? 'Nothing here') : 'Sign in';
  useEffect(() => {
    document.title = `${visibleLine(title)} · Agent Deploy`;
  }, [title]);
  if (state.kind !== 'open') {
    return (
      <>
        <IconSprite />
        <SignIn state={state} />
      </>
    );
  }
  return (
    <>
      <IconSprite />
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to the content
      </a>
      <div class="frame">
        <Sidebar current={menuScreen(current.screen)} />
        <div class="main">
          <Banners />
          <main id="main" class="screen" tabIndex={-1}>
            {current.screen === 'unknown' ? <Unknown /> : <LazyScreen route={current} />}
          </main>
        </div>
        <Dock current={menuScreen(current.screen)} />
      </div>
      <ToastRegion />
      {helpOpen.value ? <Help /> : null}
      {paletteOpen.value ? <Palette screens={MENU_ENTRIES} /> : null}
    </>
  );
}

/**
 * Moves the focus to the main content. A link cannot move the focus, because the URL fragment is reserved for the
 * sign-in token.
 */
function skipToMain(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}

function Sidebar({ current }: { current: Route['screen'] }): JSX.Element {
  return (
    <header class="sidebar">
      <a class="brand" href={pathOf({ screen: 'runs' })}>
        <svg class="logo" viewBox="0 0 20 20" aria-hidden="true">
          <rect width="20" height="20" rx="5" fill="currentColor" />
          <path
            d="M5.5 14V8.5L10 5.5l4.5 3V14M10 14v-4"
            fill="none"
            stroke="var(--canvas)"
            stroke-width="1.7"
            stroke-linecap="round"
            stroke-linejoin="round"
          />
        </svg>
        <span>Agent Deploy</span>
        <small>{location.port === '' ? '' : `:${location.port}`}</small>
      </a>
      <button
        type="button"
        class="open-palette"
        title="Search or jump to"
        onClick={() => (paletteOpen.value = true)}
      >
        <Icon name="search" />
        <span>Search</span>
        <kbd aria-hidden="true">{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <nav aria-label="Screens">
        <MenuGroups current={current} />
      </nav>
      <SidebarFoot />
    </header>
  );
}

function MenuGroups({ current, onGo }: { current: Route['screen']; onGo?: () => void }): JSX.Element {
  return (
    <>
      {MENU.map(([heading, entries]) => (
        <div key={heading} class="menu-group">
          {heading === '' ? null : <h2>{heading}</h2>}
          {entries.map(({ name, icon, route: target }) => (
            <a
              key={name}
              href={pathOf(target)}
              title={name}
              {...(target.screen === current ? { 'aria-current': 'page' as const } : {})}
              {...(onGo === undefined ? {} : { onClick: onGo })}
            >
              <Icon name={icon} />
              <span class="name">{name}</span>
              <Count screen={target.screen} />
            </a>
          ))}
        </div>
      ))}
    </>
  );
}

/** Shows the count of a screen. Most screens set their own count when they load their data. */
function Count({ screen }: { screen: Route['screen'] }): JSX.Element | null {
  const known = menuCounts.value[screen] ?? countOf(screen);
  if (known === undefined) return null;
  return <span class={`count ${known.tone ?? ''}`}>{known.text}</span>;
}

function countOf(screen: Route['screen']): { text: string; tone?: 'wait' } | undefined {
  if (screen === 'deployments') {
    const count = deployments.value?.length ?? 0;
    return count === 0 ? undefined : { text: String(count) };
  }
  if (screen !== 'faults') return undefined;
  const on = faults.value?.rules.length ?? 0;
  return on === 0 ? undefined : { text: `${on} on`, tone: 'wait' };
}

/** Shows the service's current time and the state of the connection. All displayed ages refer to the service's time. */
function SidebarFoot(): JSX.Element | null {
  if (info.value === null) return null;
  const isLive = connection.value.kind === 'live';
  const iso = new Date(now.value).toISOString();
  return (
    <div class="sidebar-foot">
      <a class="row" href={pathOf({ screen: 'clock' })} title={`Time of the emulator: ${iso}`}>
        <span>{info.value.clock === 'virtual' ? 'Virtual time' : 'Time'}</span>
        <time dateTime={iso}>{formatClock(now.value)}</time>
      </a>
      {permission.value === 'ask' ? (
        <div class="notification-offer">
          <span>Notify you when a build fails or a thread waits?</span>
          <span class="row">
            <Button size="little" onAct={allowNotifications}>
              Notify me
            </Button>
            <Button kind="bare" size="little" onAct={declineNotifications}>
              No
            </Button>
          </span>
        </div>
      ) : null}
      <div class="row">
        <span class="row">
          <i class={`dot ${isLive ? '' : 'bad'}`} />
          {isLive ? 'Connected' : 'Not connected'}
        </span>
      </div>
    </div>
  );
}

/** The menu of a narrow window: a dock with four screens, and a sheet with all other screens. */
function Dock({ current }: { current: Route['screen'] }): JSX.Element {
  const open = useSignal(false);
  const entries = MENU_ENTRIES.filter(({ name }) => DOCK.includes(name));
  const isElsewhere = entries.every((entry) => entry.route.screen !== current);
  return (
    <nav class="dock" aria-label="Main screens">
      {entries.map(({ name, icon, route: target }) => (
        <a
          key={name}
          href={pathOf(target)}
          {...(target.screen === current ? { 'aria-current': 'page' as const } : {})}
        >
          <Icon name={icon} />
          {name}
        </a>
      ))}
      <button
        type="button"
        {...(isElsewhere ? { 'aria-current': 'true' as const } : {})}
        onClick={() => (open.value = true)}
      >
        <Icon name="menu" />
        More
      </button>
      {open.value ? (
        <Dialog title="All screens" sheet onClose={() => (open.value = false)}>
          <MenuGroups current={current} onGo={() => (open.value = false)} />
        </Dialog>
      ) : null}
    </nav>
  );
}

function Unknown(): JSX.Element {
  return (
    <>
      <h1 class="visually-hidden" tabIndex={-1}>
        Nothing here
      </h1>
      <Void
        title="This page does not exist"
        acts={<ButtonLink href={pathOf({ screen: 'runs' })}>All runs</ButtonLink>}
      >
        The link might be from another version of the emulator.
      </Void>
    </>
  );
}

const REASONS = {
  'no-link': 'This page needs the link that the emulator prints.',
  'used-link': 'This link was used before, or is older than ten minutes.',
  ended: 'The session has ended, because the emulator was restarted or the page was idle for too long.',
  unreachable: 'The emulator does not respond. Check that the emulator is running.',
} as const;

function SignIn({ state }: { state: Exclude<SessionState, { kind: 'open' }> }): JSX.Element {
  if (state.kind === 'opening') return <main class="sign-in" aria-busy="true" />;
  const command = `curl --request POST --header "X-Api-Key: $EMULATOR_API_KEY" ${location.origin}/_local/ui/api/links`;
  return (
    <main class="sign-in">
      <h1>Sign in</h1>
      <p role="alert">{REASONS[state.reason]}</p>
      <p>Request a new link with the emulator’s key, and open it:</p>
      <Command command={command} />
    </main>
  );
}

const GENERAL_KEYS: readonly (readonly [keys: string, does: string])[] = [
  [isApple() ? '⌘K' : 'Ctrl K', 'search everything, or run a command'],
  ['/', 'search this screen'],
  ['j', 'next row'],
  ['k', 'previous row'],
  ['?', 'this list'],
  ['Esc', 'clear or leave a field, close a dialog'],
];

function Help(): JSX.Element {
  const own = currentBindings().map(({ key, does }) => [readableKey(key), does] as const);
  const screens = Object.entries(SCREEN_KEYS).map(([key, [name]]) => [`g ${key}`, name] as const);
  return (
    <Dialog title="Keys" onClose={() => (helpOpen.value = false)}>
      <div class="stack key-lists" role="group" aria-label="All keys" tabIndex={0}>
        <KeyList entries={[...new Map([...GENERAL_KEYS, ...own])]} />
        <h3>Screens</h3>
        <KeyList entries={screens} />
      </div>
    </Dialog>
  );
}

const KeyList = ({
  entries,
}: {
  entries: readonly (readonly [keys: string, does: string])[];
}): JSX.Element => (
  <dl class="keys">
    {entries.map(([keys, does]) => (
      <div key={keys}>
        <dt>
          <kbd>{keys}</kbd>
        </dt>
        <dd>{does}</dd>
      </div>
    ))}
  </dl>
);
