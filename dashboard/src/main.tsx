import './styles/index.css';
import { render } from 'preact';
import { preloadScreen } from './parts/lazy-screen.tsx';
import { Shell } from './shell.tsx';
import { route, startNavigation } from './live/navigation.ts';
import { startNotifications } from './live/notifications.ts';
import { openSession } from './live/session.ts';
import { startRuns } from './live/runs.ts';
import { startTicking } from './live/store.ts';
import { keepConnected } from './live/stream.ts';
import { startWatcher } from './live/watcher.ts';
import { startKeys } from './live/keys.ts';

const root = document.querySelector('#app');
if (root === null) throw new Error('the page has no element #app');
startNavigation();
preloadScreen(route.peek());
startKeys();
startTicking();
startNotifications();
startWatcher();
startRuns();
// Signing in removes the token from the URL before the page is rendered.
const opened = openSession();
// The placeholder is for browsers that have not loaded the script yet.
root.replaceChildren();
render(<Shell />, root);
await opened;
await keepConnected();
