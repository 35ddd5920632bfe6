import { formatCount } from '../../lib/format.ts';

/** Words that many screens use. */
export const common = {
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  edit: 'Edit',
  remove: 'Remove',
  add: 'Add',
  copy: 'Copy',
  copied: 'Copied',
  search: 'Search',
  tryAgain: 'Try again',
  loading: 'Loading',
  all: 'All',
  none: 'None',
  never: 'Never',
  optional: 'Optional',
  showMore: 'Show more',
  actionsFor: (name: string) => `Actions for ${name}`,
  rows: (count: number) => (count === 1 ? '1 row' : `${formatCount(count)} rows`),
  claims: (count: number) => (count === 1 ? '1 claim' : `${formatCount(count)} claims`),
  codes: (count: number) => (count === 1 ? '1 code' : `${formatCount(count)} codes`),
  payments: (count: number) => (count === 1 ? '1 payment' : `${formatCount(count)} payments`),
  creators: (count: number) => (count === 1 ? '1 creator' : `${formatCount(count)} creators`),
  roles: {
    owner: 'Owner',
    live_ops: 'Live ops',
    moderator: 'Moderator',
    finance: 'Finance',
    viewer: 'Viewer',
  },
};
