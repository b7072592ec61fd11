import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Replaced } from '../../../src/contract/dashboard/controls.ts';
import { ApiError, request, send } from '../live/api.ts';
import { info } from '../live/store.ts';
import { formatBytes } from '../logic/format.ts';
import { parseJson } from '../logic/input-form.ts';
import { downloadText, UntrustedText, Problem } from '../parts/basics.tsx';
import { ConfirmByName } from '../parts/overlays.tsx';
import { Button } from '../parts/button.tsx';
import { Card, PageHead } from '../parts/page.tsx';
import { JsonView } from '../parts/json-view.tsx';

/** Saves, restores and resets the whole state of the emulator. */
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
          'Another tab or client reset or restored the emulator. Check the data before you try again.',
          null,
          error,
        );
      }
      throw error;
    }
  };
  // The user confirms only the deletion of the displayed state. If another tab resets the emulator, the user's
  // confirmation becomes invalid.
  const ask = (what: 'reset' | 'restore', body: object) => {
    confirming.value = { what, body, generation: info.peek()?.generation ?? 0 };
  };
  const close = () => (confirming.value = null);
  return (
    <>
      <PageHead title="Snapshots" />
      <div class="page-body">
        <div class="columns">
          <Card title="Save">
            <div class="pad stack">
              <p>
                A snapshot contains deployments, revisions, threads, runs, sandboxes and settings. Secrets are
                encrypted.
              </p>
              <div class="row">
                <Button
                  kind="main"
                  icon="save"
                  onAct={async () => {
                    const text = await (await request('GET', '/snapshot')).text();
                    downloadText('snapshot.json', text, 'application/json');
                  }}
                >
                  Download a snapshot
                </Button>
              </div>
            </div>
          </Card>
          <Restore refused={refused.value} onRestore={(body) => ask('restore', body)} />
          <Card title="Reset">
            <div class="pad stack">
              <p>Restores the state after the start, with only the seed data.</p>
              <div class="row">
                <Button kind="danger" onAct={() => ask('reset', {})}>
                  Reset…
                </Button>
              </div>
            </div>
          </Card>
        </div>
        <div role="status">
          {done.value === null ? null : (
            <Card title="Done">
              <div class="pad stack">
                <p>The data was replaced.</p>
                {done.value.left_out.map(({ place, reason }) => (
                  <p key={place}>
                    Omitted: <UntrustedText text={`${place}: ${reason}`} />
                  </p>
                ))}
              </div>
            </Card>
          )}
        </div>
      </div>
      {confirming.value === null ? null : (
        <ConfirmByName
          name={confirming.value.what}
          title={confirming.value.what === 'reset' ? 'Reset the emulator?' : 'Restore the snapshot?'}
          action={confirming.value.what === 'reset' ? 'Reset' : 'Restore'}
          onClose={close}
          onConfirm={replace}
        >
          <p class="mid">
            The emulator’s current data is deleted: deployments, threads, runs, sandboxes, requests and
            events.
          </p>
        </ConfirmByName>
      )}
    </>
  );
}

/** Restores a snapshot from a file. `refused` contains the problems with the last file that was refused. */
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
    <Card title="Restore">
      <div class="pad stack">
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
          <input
            type="checkbox"
            checked={leaveOut.value}
            onChange={() => (leaveOut.value = !leaveOut.value)}
          />
          Leave out values that this keyring cannot decrypt
        </label>
        <Problem text={problem.value} />
        <div class="row wrap">
          <Button kind="danger" disabled={chosen.value === null ? 'Choose a file first' : ''} onAct={restore}>
            Restore…
          </Button>
          {chosen.value === null ? null : (
            <span class="dim">
              <UntrustedText text={chosen.value.name} />, {formatBytes(chosen.value.size)}
            </span>
          )}
        </div>
        {refused === null ? null : <JsonView value={refused} label="problems of the snapshot" />}
      </div>
    </Card>
  );
}
