import { formatCount } from '../lib/format.ts';
import { inLanguage } from './language.ts';

/** Tags on campaigns and codes. */
const english = {
  label: 'Tags',
  help: 'Separate tags with commas or Enter',
  filter: 'Tag',
  any: 'Any tag',
  option: (tag: string, count: number) => `${tag} (${formatCount(count)})`,
  noMatch: 'No matching tags',
  noneYet: 'There are no tags yet',
  add: 'Add tags',
  remove: 'Remove tags',
  save: 'Change tags',
};

export const tags = await inLanguage(english, 'tags');
