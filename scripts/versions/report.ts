/** Fields of jest's JSON output that the report contains. */
export interface SuiteResult {
  /** Path of the suite. */
  name: string;
  /** Error of a suite that could not start, or the errors of its tests. */
  message: string;
  assertionResults: {
    fullName: string;
    status: string;
    failureMessages?: readonly string[] | null;
  }[];
}

/** Maximum number of lines of each failed test's error in the report. */
const ERROR_LINES = 40;
// biome-ignore lint/suspicious/noControlCharactersInRegex: ESC begins each color code.
const COLORS = /\u001B\[[\d;]*m/g;

/** Result of a comparison with the newest published packages. */
export interface VersionReport {
  /** Report in Markdown. */
  text: string;
  /** Number of failed tests, each of which shows a difference. */
  differences: number;
  /** Names of suites that ran no test, so the result for their packages is unknown. */
  unknown: string[];
}

/** Describes each failed test of the suites, and each suite that ran no test. */
export function describeVersions(suites: readonly SuiteResult[]): VersionReport {
  const unknown = suites.filter(({ assertionResults }) => !assertionResults.some(hasRun));
  const failed = suites.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map((one) => ({ suite: name, ...one })),
  );
  const passed = suites
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed').length;
  const sections = [
    ...unknown.map(({ name, message }) => section(`${name} ran no test`, message)),
    ...failed.map(({ suite, fullName, failureMessages }) =>
      section(`${fullName} (${suite})`, failureMessages?.join('\n') ?? ''),
    ),
  ];
  const head = `Tests: ${passed} passed, ${failed.length} failed. Suites that ran no test: ${unknown.length}.`;
  return {
    text: `# Newest published packages\n\n${[head, ...sections].join('\n\n')}\n`,
    differences: failed.length,
    unknown: unknown.map(({ name }) => name),
  };
}

const hasRun = ({ status }: { status: string }): boolean => status === 'passed' || status === 'failed';

/** Returns a heading and a code block whose fence is longer than any fence in the text. */
function section(title: string, error: string): string {
  const lines = error.replaceAll(COLORS, '').trim().split('\n');
  const shown = lines.slice(0, ERROR_LINES).join('\n');
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `## ${title.replaceAll(/[\r\n]+/g, ' ')}\n\n${fence}text\n${shown}\n${fence}`;
}
