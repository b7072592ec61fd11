import './styles.css';
import { render } from 'preact';
import { Shell } from './shell.tsx';
import { startNavigation } from './live/navigation.ts';
import { openSession } from './live/session.ts';
import { startTicking } from './live/store.ts';
import { keepConnected } from './live/stream.ts';
import { startKeys } from './live/keys.ts';

const root = document.querySelector('#app');
if (root === null) throw new Error('the page has no element #app');
startNavigation();
startKeys();
startTicking();
// Signing in removes the token from the URL before the page is drawn.
const opened = openSession();
render(<Shell />, root);
await opened;
await keepConnected();
