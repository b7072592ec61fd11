import type { CgroupSteps } from '../limits/cgroup-plan.ts';
import { shellQuote } from '../in-box/terminal.ts';

/** The file descriptors that `bwrap` reads its arguments and its filter from: not in the process list. */
export const ARGUMENTS_FD = 9;
export const SECCOMP_FD = 8;
/** The file descriptor that `bwrap` tells its child's number by. */
export const STATUS_FD = 7;
/** The line that the script waits for when it is ready to become the box. */
export const GO = 'go';
const CANNOT_JOIN = 71;
const NOT_TOLD = 72;
/** Files that the host itself was started with open, and left open to its children, are none of the box's. */
const CLOSE_INHERITED = [
  'for file in /proc/self/fd/*; do',
  '  fd=${file##*/}',
  '  case "$fd" in 0 | 1 | 2 | *[!0-9]*) ;; ? | ${BASH_VERSION:+*}) eval "exec $fd>&-" ;; esac',
  'done 2>/dev/null',
].join('\n');

/**
 * A script for bash (a plain `sh` closes no descriptor above 9) that says its process number on a line, makes the
 * control group and joins it, waits for the word, and becomes `line`. The number stays: what follows is executed in the same process.
 */
export function launchScript(options: {
  group: CgroupSteps | null;
  argumentsFile: string | null;
  seccompFile: string | null;
  statusFile: string | null;
  line: string[];
}): string {
  const { group, argumentsFile, seccompFile, statusFile, line } = options;
  return [
    CLOSE_INHERITED,
    'ulimit -c 0',
    ...(group === null ? [] : joinCgroupLines(group)),
    `printf '%s\\n' "$$"`,
    // Byte by byte: what follows is for the supervisor.
    `IFS= read -r word && [ "$word" = ${GO} ] || exit ${NOT_TOLD}`,
    [
      'exec',
      ...line.map(shellQuote),
      ...(argumentsFile === null ? [] : [`${ARGUMENTS_FD}<${shellQuote(argumentsFile)}`]),
      ...(seccompFile === null ? [] : [`${SECCOMP_FD}<${shellQuote(seccompFile)}`]),
      ...(statusFile === null ? [] : [`${STATUS_FD}>${shellQuote(statusFile)}`]),
    ].join(' '),
  ].join('\n');
}

/** The lines that make a group and put the shell into it; any failure ends the shell with a word on stderr. */
export function joinCgroupLines({ folders, writes, joins }: CgroupSteps): string[] {
  return [
    ...folders.map((folder) => `mkdir ${shellQuote(folder)} || exit ${CANNOT_JOIN}`),
    ...writes.map(
      ({ file, value }) => `echo ${shellQuote(value)} > ${shellQuote(file)} || exit ${CANNOT_JOIN}`,
    ),
    ...joins.map((file) => `echo "$$" > ${shellQuote(file)} || exit ${CANNOT_JOIN}`),
  ];
}
