import { type Command, parseFlags } from './command.ts';

/** Reports how well this machine isolates sandboxes. Exits with 0 for full isolation, or else with 1. */
export const doctor: Command = {
  usage: (program) => `usage: ${program} doctor

  reports how well this machine isolates sandboxes and how to improve the isolation, as JSON and as text`,
  async run(argv, { print, log }) {
    parseFlags(argv, { help: { type: 'boolean', short: 'h' } });
    const { reportIsolation } = await import('../../box/host.ts');
    const report = await reportIsolation({ sudo: false });
    print(`${JSON.stringify(report)}\n`);
    for (const line of [`isolation: ${report.level}`, ...report.findings, ...report.remedies]) log(line);
    return report.level === 'namespaces' ? 0 : 1;
  },
};
