import { effect, signal } from '@preact/signals';
import { failedTry } from '../logic/deployments.ts';
import { visibleLine } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { goTo } from './navigation.ts';
import { deploymentName, deployments, runListeners } from './store.ts';

/** Decision of the user about notifications, or `ask` until the first decision. */
export type Permission = 'ask' | 'granted' | 'denied' | 'unsupported';

const ASKED = 'emulator-notifications';

function readPermission(): Permission {
  if (!('Notification' in globalThis)) return 'unsupported';
  if (Notification.permission === 'granted') return 'granted';
  return Notification.permission === 'denied' || localStorage.getItem(ASKED) !== null ? 'denied' : 'ask';
}

/** State of the browser's permission for notifications. The page offers notifications only once. */
export const permission = signal<Permission>('unsupported');

/** Asks the browser for the permission, after the user accepted the offer of the page. */
export async function allowNotifications(): Promise<void> {
  localStorage.setItem(ASKED, 'asked');
  permission.value = (await Notification.requestPermission()) === 'granted' ? 'granted' : 'denied';
}

/** Records that the user declined notifications, so that the page does not offer them again. */
export function declineNotifications(): void {
  localStorage.setItem(ASKED, 'asked');
  permission.value = 'denied';
}

/**
 * Shows a notification of the operating system if the page is not visible and the user allowed notifications. A click
 * on the notification opens the screen at `href`.
 */
function notify({ title, body, href }: { title: string; body: string; href: string }): void {
  if (permission.peek() !== 'granted' || !document.hidden) return;
  const shown = new Notification(visibleLine(title), { body: visibleLine(body).slice(0, 200), tag: href });
  shown.addEventListener('click', () => {
    window.focus();
    goTo(href);
    shown.close();
  });
}

/** Starts reporting failed builds and runs that wait for a person. */
export function startNotifications(): void {
  permission.value = readPermission();
  const waiting = new Set<string>();
  runListeners.add(({ changed }) => {
    for (const { run_id: id, thread_id: thread, deployment_id: deployment, state, title } of changed) {
      if (state !== 'waiting') waiting.delete(id);
      else if (thread !== null && !waiting.has(id)) {
        waiting.add(id);
        notify({
          title: `${deploymentName(deployment)} waits for your answer`,
          body: title,
          href: pathOf({ screen: 'thread', id: deployment, thread }),
        });
      }
    }
  });
  let known: ReadonlySet<string> | undefined;
  effect(() => {
    const list = deployments.value;
    if (list === null) return;
    const failed = list.flatMap((one) => {
      const revision = failedTry(one);
      return revision === undefined ? [] : [{ one, revision }];
    });
    // A build that failed before the page was opened is not reported.
    for (const { one, revision } of known === undefined ? [] : failed) {
      if (known?.has(revision.id) === true) continue;
      notify({
        title: `${one.name}: revision #${revision.number} failed`,
        body: revision.message ?? 'The log contains the reason.',
        href: pathOf({ screen: 'logs', id: one.id }, { revision: revision.id, first: 'error' }),
      });
    }
    known = new Set(failed.map(({ revision }) => revision.id));
  });
}
