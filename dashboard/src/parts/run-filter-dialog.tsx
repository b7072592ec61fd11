import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { setQuery } from '../live/navigation.ts';
import type { RunFilter } from '../logic/run-list.ts';
import { Field } from './basics.tsx';
import { Button } from './button.tsx';
import { Dialog } from './overlays.tsx';

/** A button that opens a form with the less common filters of runs: the agent, the thread and the metadata. */
export function MoreRunFilters({ filter }: { filter: RunFilter }): JSX.Element {
  const open = useSignal(false);
  return (
    <>
      <Button icon="options" label="More filters" onAct={() => (open.value = true)} />
      {open.value ? <RunFilterDialog filter={filter} onClose={() => (open.value = false)} /> : null}
    </>
  );
}

function RunFilterDialog({ filter, onClose }: { filter: RunFilter; onClose: () => void }): JSX.Element {
  const graph = useSignal(filter.graph);
  const thread = useSignal(filter.thread);
  const metadata = useSignal(filter.metadata);
  const apply = () => {
    setQuery({
      graph: graph.peek().trim(),
      thread: thread.peek().trim(),
      metadata: metadata.peek().trim(),
    });
    onClose();
  };
  const isPair = metadata.value.trim() === '' || metadata.value.includes('=');
  const reason = isPair ? '' : 'Write the metadata as a key, an equals sign and a value';
  return (
    <Dialog
      title="More filters"
      onClose={onClose}
      acts={
        <>
          <Button onAct={onClose}>Cancel</Button>
          <Button kind="main" disabled={reason} onAct={apply}>
            Show the runs
          </Button>
        </>
      }
    >
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isPair) apply();
        }}
      >
        <Field
          label="Agent (graph name)"
          placeholder="agent"
          value={graph.value}
          onValue={(text) => (graph.value = text)}
        />
        <Field label="Thread ID" value={thread.value} onValue={(text) => (thread.value = text)} />
        <Field
          label="Metadata"
          placeholder="customer=42"
          value={metadata.value}
          onValue={(text) => (metadata.value = text)}
          problem={reason}
        />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
