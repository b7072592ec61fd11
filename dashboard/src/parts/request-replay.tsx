import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { RequestDetail } from '../../../src/contract/dashboard/events.ts';
import type { ReplayedRequest, RequestReplay } from '../../../src/contract/dashboard/requests.ts';
import { send } from '../live/api.ts';
import { useKeys } from '../live/keys.ts';
import { navigateTo, query } from '../live/navigation.ts';
import { showToast } from '../live/toasts.ts';
import { REPLAY_METHODS, replayForm, replayOf } from '../logic/replay-form.ts';
import { Field } from './basics.tsx';
import { Button } from './button.tsx';
import { Dialog } from './overlays.tsx';

/** Sends a request again and opens the new request. */
async function replay(seq: number, change: RequestReplay): Promise<void> {
  const result = await send<ReplayedRequest>('POST', `/requests/${seq}/replay`, change);
  const answered =
    result.status === 0
      ? 'the connection was closed without a response'
      : `the response has status ${result.status}`;
  showToast({
    text: `Request ${seq} was sent again, and ${answered}`,
    act: {
      label: 'Back to the original request',
      run: () => navigateTo({ screen: 'requests', seq }, query.peek()),
    },
  });
  if (result.seq !== null) navigateTo({ screen: 'requests', seq: result.seq }, query.peek());
}

/** Buttons that send a request again, unchanged or edited. */
export function ReplayButtons({ detail }: { detail: RequestDetail }): JSX.Element | null {
  const { seq, surface } = detail.request;
  const editing = useSignal(false);
  const again = () => replay(seq, {});
  useKeys([
    { key: 'r', does: 'send the request again', run: () => void again().catch(() => undefined) },
    { key: 'R', does: 'edit the request and send it', run: () => (editing.value = true) },
  ]);
  // Pods authenticate requests of the surface `agent-pods` with their own keys, so the page cannot repeat these
  // requests.
  if (surface === 'agent-pods') return null;
  return (
    <>
      <Button kind="main" size="little" icon="replay" shortcut="R" onAct={again}>
        Send again
      </Button>
      <Button size="little" icon="edit" onAct={() => (editing.value = true)}>
        Edit and send
      </Button>
      {editing.value ? <EditAndSend detail={detail} onClose={() => (editing.value = false)} /> : null}
    </>
  );
}

function EditAndSend({ detail, onClose }: { detail: RequestDetail; onClose: () => void }): JSX.Element {
  const before = replayForm(detail);
  const form = useSignal({
    method: before.method,
    path: before.path,
    headers: before.headers,
    body: before.body,
  });
  const set = (change: Partial<typeof form.value>) => (form.value = { ...form.peek(), ...change });
  const result = replayOf(before, form.value);
  const problemOf = (field: keyof typeof form.value) =>
    'problem' in result && result.field === field ? result.problem : '';
  const submit = async () => {
    if (!('change' in result)) return;
    await replay(detail.request.seq, result.change);
    onClose();
  };
  return (
    <Dialog
      title={`Edit request ${detail.request.seq} and send it`}
      onClose={onClose}
      acts={
        <>
          <Button onAct={onClose}>Cancel</Button>
          <Button kind="main" disabled={'problem' in result ? result.problem : ''} onAct={submit}>
            Send
          </Button>
        </>
      }
    >
      <p class="dim">
        Each *** stands for a secret that the page does not know. The emulator replaces *** with the recorded
        secret.
      </p>
      <Field
        label="Method"
        value={form.value.method}
        onValue={(method) => set({ method })}
        options={REPLAY_METHODS.map((one) => [one, one] as const)}
      />
      <Field
        label="Path with its query"
        value={form.value.path}
        problem={problemOf('path')}
        onValue={(path) => set({ path })}
      />
      <Field
        label="Headers"
        type="textarea"
        value={form.value.headers}
        problem={problemOf('headers')}
        onValue={(headers) => set({ headers })}
      />
      <Field
        label={before.hasBody ? 'Body as JSON' : 'Body as JSON (empty keeps the recorded body)'}
        type="textarea"
        value={form.value.body}
        problem={problemOf('body')}
        onValue={(body) => set({ body })}
      />
    </Dialog>
  );
}
