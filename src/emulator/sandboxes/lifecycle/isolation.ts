import type { IsolationLevel, IsolationReport } from '../../../box/box.ts';

/** Where a box may run, or why it may not. */
export type Placement = { kind: 'level'; level: IsolationLevel } | { kind: 'refused'; message: string };

/**
 * The isolation that a box gets (facts: local-clouds §6.3). `asked`: `auto` takes the best there is, and then no secret
 * goes to a box that shares its user's processes; a level by name is taken as it is, for whoever names it was told.
 */
export function placeBox(
  report: IsolationReport,
  asked: IsolationLevel | 'auto',
  holdsSecrets: boolean,
): Placement {
  if (asked === 'namespaces' && report.level !== 'namespaces') {
    return {
      kind: 'refused',
      message: `This machine has no isolation by namespaces, which was asked for. ${advice(report)}`,
    };
  }
  const level = asked === 'auto' ? report.level : asked;
  if (asked === 'auto' && holdsSecrets && level !== 'namespaces') {
    return {
      kind: 'refused',
      message: `This machine isolates boxes by ${JSON.stringify(level)} only, where other programs of the same user could reach the secrets of a sandbox. ${advice(report)} To hold secrets all the same, start the emulator with --sandbox-isolation ${level}.`,
    };
  }
  return { kind: 'level', level };
}

function advice({ findings, remedies }: IsolationReport): string {
  return [...findings, ...remedies].join(' ');
}
