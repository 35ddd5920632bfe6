import { formatCount, plural } from '../lib/format.ts';
import { inLanguage } from './language.ts';

const keys = (count: number) => plural(count, 'key');

/** Pools of platform keys, their keys, and the choice of a pool for codes. */
const english = {
  title: 'Key pools',
  note: 'Keys for platforms such as Steam. Each player who redeems a code with a key pool gets one of its keys.',
  add: 'New key pool',
  search: 'Search key pools',
  name: 'Name',
  left: 'Keys left',
  used: 'Keys used',
  lowStock: 'Low stock',
  made: 'Created',
  low: 'Low',
  empty: 'Empty',
  none: 'No key pools yet',
  noneText:
    'A key pool holds the keys that you get from a platform. Create one, add its keys, and choose it for a code.',
  noMatch: 'No matching key pools',
  noMatchText: 'Try another search.',
  clear: 'Clear search',
  form: {
    new: 'New key pool',
    edit: 'Edit key pool',
    nameHelp: 'For example, the platform and the product. Game servers receive this name with each key.',
    nameMissing: 'Enter a name',
    lowHelp: 'If fewer keys than this are left, the dashboard and webhooks report the pool. Enter 0 to turn this off.',
    create: 'Create key pool',
    created: (name: string) => `${name} created. Now add its keys.`,
    saved: 'Key pool saved.',
  },
  page: {
    loading: 'Loading the key pool',
    missing: 'Key pool not found',
    all: 'All key pools',
    edit: 'Edit',
    addKeys: 'Add keys',
    lowBelow: (count: number) =>
      count === 0 ? 'Low stock is not reported' : `Low stock is reported below ${keys(count)}`,
    tabs: { used: 'Used', unused: 'Unused' },
    keys: 'Keys',
    key: 'Key',
    usedAt: 'Used',
    addedAt: 'Added',
    player: 'Player',
    code: 'Code',
    erased: 'Erased player',
    noneUsed: 'No keys used yet',
    noneUsedText: 'Used keys will appear here, with the players who got them.',
    noneLeft: 'No keys left',
    noneLeftText:
      'Until you add keys, players cannot redeem codes that use this pool. Failed attempts do not count towards limits.',
    reveal: 'Show key',
    revealOf: (masked: string) => `Show key ${masked}`,
    revealTitle: 'Show this key?',
    revealText: 'The audit log will record that you have seen it.',
    revealed: 'Key',
    copy: 'Copy the key',
    done: 'Done',
  },
  upload: {
    title: 'Add keys',
    note: 'From a text file with one key per line, or a CSV file with the column “key”. You will see the result for each line before anything is stored.',
    help: { key: 'The key, at most 512 characters. A file that contains only keys does not need a header.' },
    fields: { key: 'Key' } as Record<string, string>,
    exampleFile: 'keys-example.csv',
    done: (added: number, left: number) => `${keys(added)} added. The pool now has ${keys(left)}.`,
    open: 'Open the key pool',
  },
  choice: {
    label: 'Key pool',
    help: 'Each player who redeems the code gets one key from the pool',
    none: 'No keys',
    option: (name: string, left: number) => `${name} (${formatCount(left)} left)`,
    unknown: (id: number) => `Key pool ${id}`,
    noMatch: 'No matching key pools',
  },
  /** The pool of a code, on the page of that code. */
  ofCode: (name: string, left: number) => `Keys from ${name}: ${formatCount(left)} left`,
  /** A key and its pool, in the claim that uses the key. */
  ofClaim: (pool: string, masked: string) => `${pool}: ${masked}`,
};

export const keyPools = await inLanguage(english, 'key-pools');
