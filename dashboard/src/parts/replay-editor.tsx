import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { parseExactJson, stringifyExactJson } from '../../../src/contract/exact-json.ts';
import type { RunRequest, RunSummary } from '../../../src/contract/dashboard/runs.ts';
import { read } from '../live/api.ts';
import { Field, Problem } from './basics.tsx';
import { Bones } from './bones.tsx';
import { Button } from './button.tsx';
import { useLoaded } from './loading.ts';
import { Dialog } from './overlays.tsx';

/** Edits the input of a run before it is repeated. */
export function ReplayEditor({
  run,
  serving,
  onReplay,
  onClose,
}: {
  run: RunSummary;
  /** Number of the serving revision, or null if no revision is serving. */
  serving: number | null;
  onReplay: (input: unknown) => Promise<void>;
  onClose: () => void;
}): JSX.Element {
  const { value, problem } = useLoaded(() => read<RunRequest>(`/runs/${run.run_id}/request`), [run.run_id]);
  const text = useSignal<string | null>(null);
  const before = value.value === null ? '' : (stringifyExactJson(value.value.input, 2) ?? 'null');
  const shown = text.value ?? before;
  const input = parsed(shown);
  const start = async () => {
    await onReplay(input?.value);
    onClose();
  };
  return (
    <Dialog
      title="Replay with an edited input"
      onClose={onClose}
      acts={
        <>
          <Button onAct={onClose}>Cancel</Button>
          <Button
            kind="main"
            icon="replay"
            disabled={input === undefined ? 'The input is not JSON' : ''}
            onAct={start}
          >
            Replay
          </Button>
        </>
      }
    >
      <p class="dim">
        The new run begins where this run began, on its own thread. This run and its thread stay unchanged.
      </p>
      <p class="dim">{revisionNote(run.revision, serving)}</p>
      <Problem text={problem.value} />
      {value.value === null && problem.value === '' ? <Bones rows={3} rowHeight={32} /> : null}
      {value.value === null ? null : (
        <Field
          label="Input as JSON"
          type="textarea"
          value={shown}
          onValue={(next) => (text.value = next)}
          problem={input === undefined ? 'Not valid JSON: check quotes, commas and brackets.' : ''}
        />
      )}
    </Dialog>
  );
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: parseExactJson(text) };
  } catch {
    return undefined;
  }
}

/** Explains which revision executes a replay. Only the serving revision can execute runs. */
function revisionNote(own: number | null, serving: number | null): string {
  if (serving === null) return 'No revision is serving now.';
  if (own === null || own === serving) return `The new run uses the serving revision #${serving}.`;
  return `The new run uses the serving revision #${serving}, but this run used #${own}. To use the old code, deploy the commit of #${own} again.`;
}
