import { Button, Group, Text } from '@mantine/core';
import { TableFoot } from '../../components/table-foot.tsx';
import { useChangeSearch } from '../../lib/list-search.ts';
import { codes } from '../../texts/codes.ts';
import { afterOf, type CodesSearch } from './campaign-search.ts';
import type { CodesPage } from './codes-queries.ts';

const t = codes.list;
/** The daemon counts no further, so pages have numbers up to this row; behind it the list goes on by its cursor. */
const NUMBERED_ROWS = 10_000;

interface CodesFootProps {
  page: CodesPage | undefined;
  search: CodesSearch;
}

/** Numbered pages, and behind the last of them one page after the other. */
export function CodesFoot({ page, search }: CodesFootProps) {
  const change = useChangeSearch<CodesSearch>();
  const after = afterOf(search);
  const nextRow = page && (after ? after.row : (page.page - 1) * page.page_size + 1) + page.data.length;
  const isPastNumbers = nextRow !== undefined && nextRow > NUMBERED_ROWS;
  const next = page?.next_cursor && isPastNumbers && (
    <Button size="xs" variant="default" onClick={() => change({ after: `${nextRow}.${page.next_cursor}` })}>
      {t.next}
    </Button>
  );
  if (!after)
    return (
      <>
        <TableFoot page={page} onPage={(to) => change({ page: to })} />
        {next && (
          <Group justify="flex-end" gap="sm" px="xs">
            <Text size="sm" c="dimmed">
              {t.beyond}
            </Text>
            {next}
          </Group>
        )}
      </>
    );
  return (
    <Group justify="space-between" mih={52} px="xs">
      <Text size="sm" c="dimmed" role="status">
        {nextRow !== undefined && t.further(after.row, nextRow - 1)}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => change({ after: undefined })}>
          {t.back}
        </Button>
        {next}
      </Group>
    </Group>
  );
}
