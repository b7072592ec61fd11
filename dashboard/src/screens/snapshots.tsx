import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Replaced } from '../../../src/contract/dashboard/controls.ts';
import { ApiError, request, send } from '../live/api.ts';
import { info } from '../live/store.ts';
import { formatBytes } from '../logic/format.ts';
import { parseJson } from '../logic/input-form.ts';
import { ActionButton, downloadText, UntrustedText, Problem } from '../parts/basics.tsx';
import { ConfirmByName } from '../parts/overlays.tsx';
import { JsonView } from '../parts/json-view.tsx';

/** Saves, restores and resets the emulator's whole state. */
export default function Snapshots(): JSX.Element {
  const confirming = useSignal<{ what: 'reset' | 'restore'; body: object; generation: number } | null>(null);
  const refused = useSignal<unknown>(null);
  const done = useSignal<Replaced | null>(null);
  const replace = async () => {
    const { what = 'reset', body = {}, generation = 0 } = confirming.peek() ?? {};
    refused.value = null;
    try {
      done.value = await send<Replaced>('POST', `/${what}`, { ...body, confirm: what, generation });
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) refused.value = error.body;
      if (error instanceof ApiError && error.status === 409) {
        throw new ApiError(
          409,
          'The emulator was reset or restored elsewhere. Check its state before you try again.',
          null,
          error,
        );
      }
      throw error;
    }
  };
  // The confirmation applies only to the state that the user sees. A reset in another tab makes it invalid.
  const ask = (what: 'reset' | 'restore', body: object) => {
    confirming.value = { what, body, generation: info.peek()?.generation ?? 0 };
  };
  const close = () => (confirming.value = null);
  return (
    <>
      <h1 tabIndex={-1}>Snapshot and reset</h1>
      <section aria-labelledby="download">
        <h2 id="download">Download</h2>
        <p>Deployments, revisions, threads, runs, sandboxes and settings. Secrets in it are encrypted.</p>
        <ActionButton
          onAct={async () => {
            const text = await (await request('GET', '/snapshot')).text();
            downloadText('snapshot.json', text, 'application/json');
          }}
        >
          Download a snapshot
        </ActionButton>
      </section>
      <Restore refused={refused.value} onRestore={(body) => ask('restore', body)} />
      <section aria-labelledby="reset">
        <h2 id="reset">Reset</h2>
        <p>Restores the state after the start, which only contains the seed.</p>
        <button type="button" class="button danger" onClick={() => ask('reset', {})}>
          Reset…
        </button>
      </section>
      <div role="status">
        {done.value === null ? null : (
          <>
            <p>Done.</p>
            {done.value.left_out.map(({ place, reason }) => (
              <p key={place}>
                Left out: <UntrustedText text={`${place}: ${reason}`} />
              </p>
            ))}
          </>
        )}
      </div>
      {confirming.value === null ? null : (
        <ConfirmByName
          name={confirming.value.what}
          title={confirming.value.what === 'reset' ? 'Reset the emulator' : 'Restore the snapshot'}
          action={confirming.value.what === 'reset' ? 'Reset' : 'Restore'}
          onClose={close}
          onConfirm={replace}
        >
          <p>
            The emulator’s current data is deleted: deployments, threads, runs, sandboxes, requests and
            events.
          </p>
        </ConfirmByName>
      )}
    </>
  );
}

/** Restores a snapshot from a file. `refused` contains the problems of the last refused file. */
function Restore({
  refused,
  onRestore,
}: {
  refused: unknown;
  onRestore: (body: { snapshot: unknown; leave_out_unreadable: boolean }) => void;
}): JSX.Element {
  const chosen = useSignal<{ name: string; size: number; snapshot: unknown } | null>(null);
  const leaveOut = useSignal(false);
  const problem = useSignal('');
  const choose = async (event: Event) => {
    const file = event.target instanceof HTMLInputElement ? event.target.files?.[0] : undefined;
    if (file === undefined) return;
    const parsed = parseJson(await file.text());
    problem.value = 'problem' in parsed ? `${file.name} ${parsed.problem}` : '';
    chosen.value = 'value' in parsed ? { name: file.name, size: file.size, snapshot: parsed.value } : null;
  };
  const restore = () =>
    onRestore({ snapshot: chosen.peek()?.snapshot, leave_out_unreadable: leaveOut.peek() });
  return (
    <section aria-labelledby="restore">
      <h2 id="restore">Restore</h2>
      <div class="field">
        <label for="file">Snapshot</label>
        <input
          id="file"
          type="file"
          accept="application/json,.json"
          onChange={(event) => void choose(event)}
        />
      </div>
      <label class="check">
        <input type="checkbox" checked={leaveOut.value} onChange={() => (leaveOut.value = !leaveOut.value)} />
        Leave out values that this keyring cannot decrypt
      </label>
      <Problem text={problem.value} />
      <p>
        <button type="button" class="button danger" disabled={chosen.value === null} onClick={restore}>
          Restore…
        </button>
        {chosen.value === null ? '' : ` ${chosen.value.name}, ${formatBytes(chosen.value.size)}`}
      </p>
      {refused === null ? null : <JsonView value={refused} label="problems of the snapshot" />}
    </section>
  );
}
