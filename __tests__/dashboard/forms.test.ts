import { describe, expect, test } from '@jest/globals';
import {
  describeRule,
  FAULT_TEMPLATES,
  kindOfRule,
  ruleOfForm,
  textsOfRule,
} from '../../dashboard/src/logic/fault-forms.ts';
import { formOf, valueOfForm, toFormTexts } from '../../dashboard/src/logic/input-form.ts';
import { FaultPlan } from '../../src/emulator/admin/fault-plan.ts';

describe('the form of a fault rule', () => {
  test('returns every template unchanged, and every template is valid', () => {
    for (const { rule } of FAULT_TEMPLATES) {
      expect(ruleOfForm(kindOfRule(rule), textsOfRule(rule))).toEqual({ rule });
      expect(FaultPlan.safeParse({ rules: [rule] }).error).toBeUndefined();
      expect(describeRule(rule)).not.toBe('');
    }
  });

  test('reports missing fields', () => {
    expect(ruleOfForm('answer', {})).toEqual({ problem: 'Enter at least one effect.' });
    expect(ruleOfForm('stage', { 'then.fail': 'x' })).toEqual({
      problem: 'Enter the stage, such as BUILDING.',
    });
    expect(ruleOfForm('answer', { 'then.status': '503', when: 'nth', 'when.value': 'two' })).toEqual({
      problem: 'Enter which matches to affect, such as 1, 3.',
    });
    expect(ruleOfForm('answer', { 'then.status': '503', when: 'probability', 'when.value': 'rare' })).toEqual(
      { problem: 'Enter a number in the field "Which".' },
    );
  });

  test('omits the fields of rule kinds that are not selected', () => {
    expect(ruleOfForm('silence', { 'then.hang': 'true', 'then.status': '503' })).toEqual({
      rule: { match: {}, then: { hang: true } },
    });
  });
});

describe('the form of a JSON schema', () => {
  const schema = {
    $defs: { Mode: { enum: ['fast', 'slow'], title: 'Mode of work' } },
    properties: {
      messages: { type: 'array' },
      mode: { $ref: '#/$defs/Mode' },
      limit: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      loud: { type: 'boolean' },
      more: { type: 'object' },
    },
    required: ['messages'],
  };
  const fields = formOf(schema) ?? [];

  test('has a field of the right kind for each property', () => {
    expect(fields.map(({ name, kind, label }) => [name, kind, label])).toEqual([
      ['messages', 'messages', 'messages'],
      ['mode', 'choice', 'Mode of work'],
      ['limit', 'number', 'limit'],
      ['loud', 'boolean', 'loud'],
      ['more', 'json', 'more'],
    ]);
  });

  test('converts its content to an input, and plain text to a message', () => {
    expect(valueOfForm(fields, { messages: 'hi', limit: '3', loud: 'true', more: '{"a":1}' })).toEqual({
      value: { messages: [{ role: 'user', content: 'hi' }], limit: 3, loud: true, more: { a: 1 } },
    });
  });

  test('reports a problem for each invalid field', () => {
    const result = valueOfForm(fields, { limit: 'many', more: '{' });
    expect(result).toMatchObject({
      problems: {
        messages: 'is required',
        limit: 'must be a number',
        more: expect.stringContaining('is not valid JSON'),
      },
    });
  });

  test('does not exist for a schema that is recursive or not an object', () => {
    expect(formOf({ type: 'string' })).toBeUndefined();
    expect(formOf(null)).toBeUndefined();
    expect(formOf({ $ref: '#' })).toBeUndefined();
  });
});

test.each([
  ['a text', { anyOf: [{ type: 'string' }, { type: 'null' }] }, '5', '5'],
  ['a text', { type: ['string', 'null'] }, '5', '5'],
  ['a text', { anyOf: [{ type: 'number' }, { type: 'string' }] }, 'many', 'many'],
  ['a number', { anyOf: [{ type: 'number' }, { type: 'string' }] }, '5', 5],
  ['a list', { type: ['string', 'array'] }, '["a"]', ['a']],
  ['a number', { type: 'number', enum: [1, 2] }, '2', 2],
])('a field with several types sends %s if the schema %j allows it', (_, schema, written, sent) => {
  const fields = formOf({ type: 'object', properties: { field: schema } }) ?? [];
  expect(valueOfForm(fields, { field: written })).toEqual({ value: { field: sent } });
});

describe('a form field without a type in its schema', () => {
  const fields = formOf({ type: 'object', properties: { topic: {}, known: { type: 'object' } } }) ?? [];

  test('accepts plain text and JSON', () => {
    expect(fields.map(({ kind }) => kind)).toEqual(['any', 'json']);
    const sent = (topic: string) => valueOfForm(fields, { topic });
    expect(sent('tea & biscuits')).toEqual({ value: { topic: 'tea & biscuits' } });
    expect(sent('5')).toEqual({ value: { topic: 5 } });
    expect(sent('"5"')).toEqual({ value: { topic: '5' } });
    expect(sent('{"a": [1]}')).toEqual({ value: { topic: { a: [1] } } });
    expect(sent('{"a": ')).toEqual({ problems: { topic: expect.stringContaining('is not valid JSON') } });
  });

  test('shows a value as text that can be converted back to the same value', () => {
    for (const topic of ['tea', '5', 'true', '{', '"quoted"', '', 5, null, ['a'], { a: 'b' }]) {
      const written = toFormTexts(fields, { topic });
      if (topic === '') expect(written).toEqual({ topic: '""' });
      expect(valueOfForm(fields, written)).toEqual({ value: { topic } });
    }
  });
});
