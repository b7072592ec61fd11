import { isJsonObject, listOf, objectOf, textOf } from '../../../src/contract/json-safety.ts';
import { stringifyExactJson } from '../../../src/contract/exact-json.ts';
import { questionKey, questionText, toolApprovals } from '../../../src/contract/messages.ts';
import { parseJson } from './input-form.ts';

/** A prepared response to a question. */
interface Choice {
  label: string;
  /** Value that is sent to the agent. */
  value: unknown;
}

/** The question of an interrupt, in a displayable form. */
export interface Question {
  /** ID of the interrupt, or an empty string if the agent's library sends no ID. */
  id: string;
  text: string;
  /** Prepared responses, the most likely response first. */
  choices: readonly Choice[];
  /**
   * Fields of the interrupt's value except the question and the choices, such as the tool call that waits for approval.
   */
  details: unknown;
  /** Converts the user's text or JSON to the value for the agent. */
  answerOf: (text: string) => unknown;
}

type Json = Readonly<Record<string, unknown>>;

/** Parses text as JSON, or returns the text unchanged if it is not JSON. */
function wordsOrJson(text: string): unknown {
  const parsed = parseJson(text);
  return 'value' in parsed ? parsed.value : text;
}

/**
 * Converts an interrupt to a question. Lists of choices and the formats of LangChain's approval interrupts are
 * recognized.
 */
export function questionOf(interrupt: unknown): Question {
  const value = isJsonObject(interrupt) && 'value' in interrupt ? interrupt['value'] : interrupt;
  const id = isJsonObject(interrupt) ? textOf(interrupt['id']) || textOf(interrupt['interrupt_id']) : '';
  const text = questionText(value) || textWithoutQuestion(value);
  return { id, text, ...(approvalOf(value) ?? inboxOf(value) ?? plainOf(value)) };
}

/** Keys that contain the choices of a question. */
const CHOICE_KEYS = ['choices', 'options', 'buttons', 'answers', 'actions'] as const;

/** Returns the text of an interrupt whose value contains no question. The fields of an object are shown as details. */
const textWithoutQuestion = (value: unknown): string =>
  isJsonObject(value)
    ? 'The agent asks for your answer'
    : typeof value === 'string'
      ? value
      : stringifyExactJson(value ?? null);

type Form = Pick<Question, 'choices' | 'details' | 'answerOf'>;

function plainOf(value: unknown): Form {
  if (!isJsonObject(value)) return { choices: [], details: undefined, answerOf: wordsOrJson };
  const textKey = questionKey(value);
  const choiceKey = CHOICE_KEYS.find((name) => listOf(value[name]).length > 0);
  const choices = choiceKey === undefined ? yesOrNo(value) : listOf(value[choiceKey]).flatMap(choiceOf);
  const rest = Object.entries(value).filter(([name]) => name !== textKey && name !== choiceKey);
  return {
    choices,
    details: rest.length === 0 ? undefined : Object.fromEntries(rest),
    answerOf: wordsOrJson,
  };
}

function yesOrNo({ type }: Json): Choice[] {
  if (type !== 'confirm' && type !== 'boolean' && type !== 'approval') return [];
  return [
    { label: 'Yes', value: true },
    { label: 'No', value: false },
  ];
}

function choiceOf(value: unknown): Choice[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return [{ label: String(value), value }];
  }
  if (!isJsonObject(value)) return [];
  const label = ['label', 'title', 'name', 'text', 'value', 'id'].map((name) => value[name]).find(isLabel);
  if (label === undefined) return [];
  return [{ label: String(label), value: 'value' in value ? value['value'] : (value['id'] ?? label) }];
}

const isLabel = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

const DECISIONS: Readonly<Record<string, string>> = { approve: 'Approve', reject: 'Reject' };

/**
 * Recognizes a request of LangChain's middleware to approve tool calls. The response contains one decision for each
 * call.
 */
function approvalOf(value: unknown): Form | undefined {
  if (!isJsonObject(value)) return undefined;
  const requests = toolApprovals(value);
  const configs = listOf(value['review_configs'] ?? value['reviewConfigs']).filter(isJsonObject);
  if (requests.length === 0) return undefined;
  const allowed = (type: string) =>
    configs.every((one) => {
      const types = listOf(one['allowed_decisions'] ?? one['allowedDecisions']);
      return types.length === 0 || types.includes(type);
    });
  const decide = (decision: object) => ({ decisions: requests.map(() => decision) });
  const [first] = requests;
  return {
    choices: Object.entries(DECISIONS).flatMap(([type, label]) =>
      allowed(type) ? [{ label, value: decide({ type }) }] : [],
    ),
    details: requests.length === 1 ? first?.['args'] : requests,
    answerOf(text) {
      const written = wordsOrJson(text);
      return typeof written === 'string' ? decide({ type: 'reject', message: written }) : written;
    },
  };
}

/**
 * Recognizes a human interrupt in the format of the agent inbox. The value for the agent is a list with one response.
 */
function inboxOf(value: unknown): Form | undefined {
  const [first] = Array.isArray(value) ? listOf(value) : [value];
  if (!isJsonObject(first) || !isJsonObject(first['action_request'])) return undefined;
  const request = first['action_request'];
  const config = objectOf(first['config']);
  const respond = (type: string, args: unknown) => [{ type, args }];
  return {
    choices: [
      ...(config['allow_accept'] === true ? [{ label: 'Accept', value: respond('accept', null) }] : []),
      ...(config['allow_ignore'] === true ? [{ label: 'Ignore', value: respond('ignore', null) }] : []),
    ],
    details: request['args'],
    answerOf(text) {
      const written = wordsOrJson(text);
      return typeof written === 'string' ? respond('response', written) : written;
    },
  };
}
