import { formatCount } from '../../lib/format.ts';
import type { tags as english } from '../tags.ts';

export const tags: typeof english = {
  label: 'Tags',
  help: 'Trennen Sie sie mit Komma oder Eingabetaste',
  filter: 'Tag',
  any: 'Alle Tags',
  option: (tag, count) => `${tag} (${formatCount(count)})`,
  noMatch: 'Kein Tag passt',
  noneYet: 'Es gibt noch keine Tags',
  add: 'Tags hinzufügen',
  remove: 'Tags entfernen',
  save: 'Tags ändern',
};
