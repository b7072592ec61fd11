// Screens that inspect or control the emulator, in one script.
export { default as Clock } from '../clock.tsx';
export { default as Crons } from '../crons.tsx';
export { default as Events } from '../events.tsx';
export { default as Faults } from '../faults.tsx';
export { default as Inbox } from '../inbox.tsx';
export { default as Previews } from '../previews.tsx';
export { default as Pushes } from '../pushes.tsx';
export { default as Requests } from '../requests.tsx';
export { default as Sandboxes } from '../sandboxes.tsx';
export { default as Snapshots } from '../snapshots.tsx';
export { default as Store } from '../store.tsx';
export { default as Webhooks } from '../webhooks.tsx';
