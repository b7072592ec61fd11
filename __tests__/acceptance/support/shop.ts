// Agent of a shop with forty cases, for tests whose comments the docs show as pictures.
import type { ProgrammedReply } from '../../../harness/agents/programmed.ts';

const ITEMS = ['rain jacket', 'tent', 'backpack', 'sleeping bag', 'camping stove'];
/** Name of a case, question and answer, for each item. */
const TOPICS: readonly (readonly [name: string, question: string, answer: string])[] = [
  ['Refund of the *', 'I want my money back for the *.', 'Refund the *? Please confirm.'],
  ['Delivery of the *', 'When does the * arrive?', 'The * arrives in two working days.'],
  ['Exchange of the *', 'Can I exchange the *?', 'Yes, the * can be exchanged within 30 days.'],
  ['Warranty of the *', 'How long is the warranty of the *?', 'The * has a warranty of two years.'],
  ['Stock of the *', 'Is the * in stock?', 'The * is in stock.'],
  ['Care of the *', 'How do I clean the *?', 'Clean the * by hand with cold water.'],
  ['Price of the *', 'What does the * cost?', 'The * costs 129.00 EUR.'],
  ['Colors of the *', 'Which colors does the * have?', 'The * is available in green and gray.'],
];

interface ShopCase {
  name: string;
  question: string;
  answer: string;
}

const CASES: readonly ShopCase[] = TOPICS.flatMap((topic) =>
  ITEMS.map((item) => {
    const [name = '', question = '', answer = ''] = topic.map((text) => text.replace('*', item));
    return { name, question, answer };
  }),
);

const escaped = (text: string) => text.replaceAll(/[.?]/g, String.raw`\$&`);

/** Returns the forty cases as JSON lines, each of which expects its answer, or an answer that begins with it. */
export function shopCases({ exact = true }: { exact?: boolean } = {}): string {
  return CASES.map(
    ({ name, question, answer }) =>
      `${JSON.stringify({ name, message: question, expect: { 'last-message': `^${escaped(answer)}${exact ? '$' : ''}` } })}\n`,
  ).join('');
}

/** Returns the line number of a case in the file of cases, from 1. */
export const lineOf = (name: string): number => CASES.findIndex((one) => one.name === name) + 1;

/** Returns the replies of the agent. `change` returns how the reply to a case differs from the expected reply. */
export function shopAgent(
  change: (one: ShopCase) => Partial<ProgrammedReply> = () => ({}),
): ProgrammedReply[] {
  return CASES.map((one) => ({ to: `^${escaped(one.question)}$`, says: one.answer, ...change(one) }));
}

/** Returns changes of the replies to the cases with these names. */
export const only =
  (names: readonly string[], reply: Partial<ProgrammedReply>) =>
  ({ name }: ShopCase): Partial<ProgrammedReply> =>
    names.includes(name) ? reply : {};
