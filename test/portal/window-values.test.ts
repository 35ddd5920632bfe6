import { describe, expect, it } from 'vitest';
import { conditionList } from '../../daemon/contract/code-conditions.ts';
import { conditionText } from '../../src/renderer/components/code-window/condition-text.ts';
import { windowState } from '../../src/renderer/components/code-window/window-state.ts';
import {
  blankWindow,
  type ConditionRow,
  conditionOf,
  parseValue,
  typedOf,
  windowFaults,
  windowOf,
  windowValues,
} from '../../src/renderer/components/code-window/window-values.ts';

const row = (change: Partial<ConditionRow>): ConditionRow => ({
  attribute: 'level',
  is: 'equal',
  value: '20',
  values: [],
  ...change,
});
const faultsOf = (change: Partial<ConditionRow>) =>
  windowFaults({ ...blankWindow('UTC'), conditions: [row(change)] })?.conditions[0] ?? null;

describe('a typed value', () => {
  it.each([
    ['20', 20],
    [' -1.50 ', -1.5],
    ['true', true],
    ['DE', 'DE'],
    ['"20"', '20'],
    ['"say \\"hi\\""', 'say "hi"'],
    ['"half', '"half'],
    ['"a"b"', '"a"b"'],
    ['007', '007'],
    ['1e3', 1000],
    ['1e999', '1e999'],
    ['12345678901234567890', '12345678901234567890'],
    ['""', ''],
  ])('%s is %j', (typed, value) => {
    expect(parseValue(typed)).toBe(value);
  });

  it.each(['', ' x ', '20', 'true', '"20"', '"', 'Ä', 20, -1.5, true, false, 1e21, 1e-7, 2 ** 60])(
    'is still %j after it has been shown in its field and read again',
    (value) => {
      expect(parseValue(typedOf(value))).toBe(value);
    },
  );
});

describe('a condition', () => {
  it.each([
    [{ is: 'at_least' }, 'level is at least 20'],
    [{ is: 'not_equal', value: '"20"' }, 'level is not “20”'],
    [{ is: 'one_of', values: ['JP', 'KR', '7'] }, 'level is “JP”, “KR”, or 7'],
    [{ is: 'one_of', values: Array.from({ length: 12 }, (_, at) => `${at}`) }, /, 9, or 2 other values$/],
  ] as const)('%j reads as %s', (change, text) => {
    const condition = conditionOf(row(change as Partial<ConditionRow>));
    expect(conditionList.safeParse([condition]).success).toBe(true);
    expect(conditionText(condition)).toMatch(text);
  });

  it.each([
    [{ attribute: '' }, 'attribute'],
    [{ attribute: 'player level' }, 'attribute'],
    [{ value: ' ' }, 'value'],
    [{ value: 'x'.repeat(256) }, 'value'],
    [{ is: 'at_most', value: 'ten' }, 'value'],
    [{ is: 'at_most', value: '"10"' }, 'value'],
    [{ is: 'one_of', values: [] }, 'value'],
  ] as const)('%j has a fault in its %s', (change, field) => {
    expect(Object.keys(faultsOf(change as Partial<ConditionRow>) ?? {})).toEqual([field]);
  });

  it('that is valid for the API has no fault', () => {
    expect(faultsOf({ value: '""' })).toBeNull();
    expect(faultsOf({ is: 'at_least', value: '1.5' })).toBeNull();
  });
});

it('dates and conditions are shown in the organisation’s zone and sent unchanged', () => {
  const window = {
    starts_at: '2026-12-04T17:00:00.000Z',
    ends_at: '2026-12-06T22:59:00.000Z',
    recipient: 'player-1',
    conditions: [
      { attribute: 'level', is: 'at_least' as const, value: 20 },
      { attribute: 'country', is: 'one_of' as const, value: ['JP', 7, true] },
    ],
  };
  const values = windowValues(window, 'Europe/Berlin');
  expect(values).toMatchObject({ starts_at: '2026-12-04T18:00', ends_at: '2026-12-06T23:59' });
  expect(windowFaults(values)).toBeNull();
  expect(windowOf(values)).toEqual(window);
  expect(windowFaults({ ...values, ends_at: values.starts_at })?.ends_at).toBeDefined();
  expect(windowFaults({ ...values, recipient: 'x'.repeat(256) })?.recipient).toBeDefined();
});

it('the redemption period of a code includes its start and excludes its end', () => {
  const dates = { starts_at: '2026-12-04T17:00:00.000Z', ends_at: '2026-12-06T22:59:00.000Z' };
  const stateAt = (time: string) => windowState(dates, Date.parse(time));
  expect(stateAt('2026-12-04T16:59:59.999Z')).toBe('notStarted');
  expect(stateAt('2026-12-04T17:00:00.000Z')).toBeNull();
  expect(stateAt('2026-12-06T22:59:00.000Z')).toBe('expired');
});
