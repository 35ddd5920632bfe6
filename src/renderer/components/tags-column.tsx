import { tags as t } from '../texts/tags.ts';
import type { Column } from './data-table.tsx';

const WIDTH = { minWidth: 90 };

/** Returns the column of tags, one line high. */
export const tagsColumn = <T extends { tags: string[] }>(): Column<T> => ({
  key: 'tags',
  header: t.label,
  width: 150,
  render: ({ tags }) => (
    <div className="one-line" style={WIDTH} title={tags.join(', ')}>
      <bdi>{tags.join(', ')}</bdi>
    </div>
  ),
});
