import type { JSX } from 'preact';
import type { IconName } from '../logic/icon-names.ts';

/** Shapes of the icons on a grid of 16 units. The style sheet sets the stroke width. */
export const ICON_SHAPES: Readonly<Record<IconName, () => JSX.Element>> = {
  runs: () => <path d="M2 4h6M4 8h8M7 12h7" />,
  chat: () => (
    <>
      <path d="M2.5 3.5h11v7.5H7.2L4 13.5V11H2.5z" />
      <path d="M5.5 6.3h5M5.5 8.4h3" />
    </>
  ),
  thread: () => (
    <>
      <circle cx="4.5" cy="3.5" r="1.5" />
      <circle cx="4.5" cy="12.5" r="1.5" />
      <circle cx="11.5" cy="8" r="1.5" />
      <path d="M4.5 5v6M4.5 6c0 1.5 1.5 2 5.5 2" />
    </>
  ),
  deployment: () => (
    <>
      <path d="M8 2l6 3-6 3-6-3z" />
      <path d="M2.5 8L8 10.8 13.5 8M2.5 11L8 13.8 13.5 11" />
    </>
  ),
  experiment: () => <path d="M2.5 13.5V9M6.2 13.5V4M9.8 13.5V7M13.5 13.5V2.5" />,
  request: () => <path d="M2 5.5h11M10.5 3L13 5.5 10.5 8M14 10.5H3M5.5 8L3 10.5 5.5 13" />,
  log: () => <path d="M3 3.5h10M3 6.5h7M3 9.5h10M3 12.5h5" />,
  event: () => <path d="M3 2.5v11M3 3.5h9l-2 2.75 2 2.75H3" />,
  webhook: () => (
    <>
      <path d="M10.5 2.5v6.5a3.5 3.5 0 1 1-7 0V7.5L1.8 9.2M3.5 7.5l1.7 1.7" />
      <circle cx="10.5" cy="2.8" r=".8" />
    </>
  ),
  cron: () => (
    <>
      <path d="M13.5 8A5.5 5.5 0 1 1 11.6 3.8M13.5 2v2.5H11" />
      <path d="M8 5v3.2l2 1.3" />
    </>
  ),
  sandbox: () => (
    <>
      <path d="M2.5 5L8 2.2 13.5 5v6L8 13.8 2.5 11z" />
      <path d="M2.5 5L8 7.8 13.5 5M8 7.8v6" />
    </>
  ),
  preview: () => (
    <>
      <circle cx="4" cy="3.5" r="1.5" />
      <circle cx="4" cy="12.5" r="1.5" />
      <circle cx="12" cy="12.5" r="1.5" />
      <path d="M4 5v6M12 11V7c0-2-1-3-3.5-3M10.2 2.3L8.4 4l1.8 1.7" />
    </>
  ),
  fault: () => <path d="M9 1.8L3.5 9H7.5L7 14.2 12.5 7H8.5z" />,
  clock: () => (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M8 4.8V8l2.3 1.5" />
    </>
  ),
  push: () => <path d="M8 13.5v-9M4.5 7.5L8 4l3.5 3.5M3 2h10" />,
  snapshot: () => (
    <>
      <rect x="2.5" y="2.5" width="11" height="11" rx="2" />
      <path d="M5 2.5v3.5h6V2.5M5 13.5V9.5h6v4" />
    </>
  ),
  search: () => (
    <>
      <circle cx="7" cy="7" r="4.3" />
      <path d="M10.3 10.3L13.8 13.8" />
    </>
  ),
  copy: () => (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
    </>
  ),
  replay: () => <path d="M3 8a5 5 0 1 0 1.6-3.7M3 2.5v3h3" />,
  fork: () => (
    <>
      <circle cx="4" cy="3.5" r="1.5" />
      <circle cx="12" cy="3.5" r="1.5" />
      <circle cx="4" cy="12.5" r="1.5" />
      <path d="M4 5v6M12 5v.8c0 1.7-1.3 2.7-3.5 2.7C6 8.5 4 9 4 11" />
    </>
  ),
  collapse: () => <path d="M4 9.7L8 5.7 12 9.7" />,
  down: () => <path d="M4 6.3L8 10.3 12 6.3" />,
  right: () => <path d="M6.3 4L10.3 8 6.3 12" />,
  left: () => <path d="M9.7 4L5.7 8 9.7 12" />,
  more: () => (
    <>
      <circle class="filled" cx="3.5" cy="8" r="1.2" />
      <circle class="filled" cx="8" cy="8" r="1.2" />
      <circle class="filled" cx="12.5" cy="8" r="1.2" />
    </>
  ),
  close: () => <path d="M4 4l8 8M12 4l-8 8" />,
  plus: () => <path d="M8 3v10M3 8h10" />,
  tick: () => <path d="M3 8.5L6.5 12 13 4.5" />,
  tool: () => (
    <path d="M13.3 4.7l-2.3 2.3-2-2 2.3-2.3a3.6 3.6 0 0 0-4.7 4.7L2.5 11.5a1.4 1.4 0 0 0 2 2l4.1-4.1a3.6 3.6 0 0 0 4.7-4.7z" />
  ),
  model: () => (
    <path d="M8 1.8c.5 3.7 2.5 5.7 6.2 6.2-3.7.5-5.7 2.5-6.2 6.2C7.5 10.5 5.5 8.5 1.8 8 5.5 7.5 7.5 5.5 8 1.8z" />
  ),
  node: () => <rect x="2.5" y="4.5" width="11" height="7" rx="2" />,
  group: () => (
    <>
      <rect x="2" y="2" width="12" height="12" rx="2.5" stroke-dasharray="2.5 2.5" />
      <rect x="5" y="6" width="6" height="4" rx="1" />
    </>
  ),
  external: () => (
    <path d="M9.5 2.5h4v4M13.5 2.5L7.5 8.5M11.5 9.5v2.5a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 12V6A1.5 1.5 0 0 1 4 4.5h2.5" />
  ),
  save: () => <path d="M8 2.5v7.5M4.8 7L8 10.2 11.2 7M3 13.5h10" />,
  edit: () => <path d="M10.5 3l2.5 2.5L6 12.5l-3.2.7.7-3.2z" />,
  send: () => <path d="M8 13V3.5M4 7.3L8 3.3l4 4" />,
  stop: () => <rect class="filled" x="4" y="4" width="8" height="8" rx="1.5" />,
  good: () => (
    <path d="M5 7v6.5H2.5V7zM5 7l2.8-4.8c1.1 0 1.7.8 1.5 1.8L8.9 6.2h3.3c1 0 1.6.9 1.3 1.8l-1.2 4.3c-.2.7-.8 1.2-1.5 1.2H5" />
  ),
  poor: () => (
    <path d="M11 9V2.5h2.5V9zM11 9l-2.8 4.8c-1.1 0-1.7-.8-1.5-1.8l.4-2.2H3.8c-1 0-1.6-.9-1.3-1.8l1.2-4.3c.2-.7.8-1.2 1.5-1.2H11" />
  ),
  scheme: () => (
    <>
      <circle cx="8" cy="8" r="3" />
      <path d="M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9" />
    </>
  ),
  menu: () => <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />,
  options: () => (
    <>
      <path d="M2.5 5h6M12 5h1.5M2.5 11h1.5M7.5 11h6" />
      <circle cx="10.2" cy="5" r="1.6" />
      <circle cx="5.8" cy="11" r="1.6" />
    </>
  ),
  panel: () => (
    <>
      <rect x="2" y="3" width="12" height="10" rx="1.5" />
      <path d="M10 3v10" />
    </>
  ),
  queued: () => <circle cx="8" cy="8" r="5.5" stroke-dasharray="1.9 2.4" />,
  running: () => (
    <>
      <circle cx="8" cy="8" r="5.5" opacity=".25" />
      <path d="M8 2.5A5.5 5.5 0 0 1 13.5 8" />
    </>
  ),
  waiting: () => (
    <>
      <path class="filled" d="M8 1.5L14.5 8 8 14.5 1.5 8z" />
      <path class="cut-out" d="M8 5.2v3.3M8 10.7v.1" />
    </>
  ),
  succeeded: () => (
    <>
      <circle class="filled" cx="8" cy="8" r="6.3" />
      <path class="cut-out" d="M5.3 8.2l1.9 1.9 3.6-4" />
    </>
  ),
  failed: () => (
    <>
      <path class="filled" d="M5.3 1.7h5.4l3.6 3.6v5.4l-3.6 3.6H5.3l-3.6-3.6V5.3z" />
      <path class="cut-out" d="M6 6l4 4M10 6l-4 4" />
    </>
  ),
  stopped: () => (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M4.2 11.8l7.6-7.6" />
    </>
  ),
  'timed-out': () => (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 5v3l2 1.5" />
    </>
  ),
  serving: () => (
    <>
      <circle class="filled" cx="8" cy="8" r="3.2" />
      <circle cx="8" cy="8" r="6" />
    </>
  ),
  served: () => <circle cx="8" cy="8" r="3.5" />,
  worse: () => (
    <>
      <rect class="filled" x="1.7" y="1.7" width="12.6" height="12.6" rx="3" />
      <path class="cut-out" d="M8 4.8v6M5.4 8.3L8 10.9l2.6-2.6" />
    </>
  ),
  better: () => (
    <>
      <rect class="filled" x="1.7" y="1.7" width="12.6" height="12.6" rx="3" />
      <path class="cut-out" d="M8 11.2v-6M5.4 7.7L8 5.1l2.6 2.6" />
    </>
  ),
  same: () => <path d="M3.5 6.2h9M3.5 9.8h9" />,
  unclear: () => (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M6.2 6.5c0-1.1.8-1.7 1.8-1.7s1.8.7 1.8 1.6c0 1.3-1.8 1.4-1.8 2.7M8 11.1v.1" />
    </>
  ),
  broken: () => (
    <>
      <path class="filled" d="M5.3 1.7h5.4l3.6 3.6v5.4l-3.6 3.6H5.3l-3.6-3.6V5.3z" />
      <path class="cut-out" d="M6 6l4 4M10 6l-4 4" />
    </>
  ),
  flaky: () => <path d="M1.8 9.5l2.7-4 2.6 5.5 2.7-6 2.2 4.5 2.2-2" />,
  fixed: () => (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M5.3 8.2l1.9 1.9 3.6-4" />
    </>
  ),
  changed: () => <path d="M3.5 5.8h9M3.5 10.2h9M10.5 3L5.5 13" />,
  warning: () => (
    <>
      <path d="M8 2.3l6 10.9H2z" />
      <path d="M8 6.5v3M8 11.3v.1" />
    </>
  ),
};
