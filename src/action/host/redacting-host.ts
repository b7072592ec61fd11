import type { Redactor } from '../../clients/redact.ts';
import type { Host } from './port.ts';

/** A host through which nothing secret leaves: every text passes the redactor first (DESIGN §5). */
export function createRedactingHost(host: Host, redactor: Pick<Redactor, 'redact'>): Host {
  const redact = (text: string) => redactor.redact(text);
  return {
    env: host.env,
    readFile: (path) => host.readFile(path),
    // The one thing that must be told a secret to hide it.
    mask: (text) => host.mask(text),
    log: (line) => host.log(redact(line)),
    startGroup: (title) => host.startGroup(redact(title)),
    endGroup: () => host.endGroup(),
    annotate: ({ level, title, message }) =>
      host.annotate({ level, title: redact(title), message: redact(message) }),
    setOutput: (name, value) => host.setOutput(name, redact(value)),
    saveState: (name, value) => host.saveState(name, redact(value)),
    addSummary: (markdown) => host.addSummary(redact(markdown)),
  };
}
