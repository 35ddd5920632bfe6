import { inLanguage } from './language.ts';

/** The editor of rewards. */
const english = {
  valid: 'Valid rewards',
  none: 'No rewards: the game gets an empty list.',
  format: 'Format',
  place: (line: number, column: number) => `Line ${line}, column ${column}`,
  presets: 'Presets',
  preset: { none: 'No rewards', item: 'An item', currency: 'A currency', used: 'Used in this campaign' },
  asIn: (code: string) => `Same as ${code}`,
  replace: {
    title: 'Replace the rewards?',
    text: 'Your text in the editor will be lost.',
    confirm: 'Replace',
    cancel: 'Cancel',
  },
  faults: {
    empty: 'Enter the rewards as JSON, such as {"gold": 100}.',
    rewards_too_large: 'Rewards must be at most 64 KiB.',
    rewards_forbidden: 'NUL characters and lone surrogates are not allowed, even as escapes.',
    rewards_too_deep: 'Rewards must be at most 100 levels deep.',
    oddReward: 'Each reward must be an object in { }.',
    number: 'This is not a valid JSON number.',
    comment: 'JSON does not allow comments.',
    escape: 'This text contains an escape that JSON does not support.',
    name: 'Expected a name in double quotes.',
    value: 'Expected a value.',
    colon: 'Expected “:” after the name.',
    end: 'Remove the text after the JSON.',
    openText: 'This text has no closing quote, or contains a line break.',
    control: 'This text contains a tab or another control character; write it as an escape, such as \\t.',
    tooEarly: 'The JSON ends too early.',
    comma: 'There is an extra comma.',
    expected: (close: string) => `Expected “,” or “${close}”.`,
    notJson: 'This is not JSON.',
    doubleQuotes: 'JSON needs double quotes.',
    quotes: 'Names and text values need double quotes.',
    foreign: (sign: string) => `“${sign}” is not allowed here.`,
  },
};

export const rewards = await inLanguage(english, 'rewards');
