import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconListSearch } from '../../components/icons.tsx';
import { EmptyState } from '../../components/states.tsx';
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
  /** The page is that of an earlier search: its rows have other numbers, and its cursor leads elsewhere. */
  isStale: boolean;
  /** Follows the numbers of the rows. */
  beside?: ReactNode;
}

/** Numbered pages, and behind the last of them one page after the other. */
export function CodesFoot({ page, search, isStale, beside }: CodesFootProps) {
  const change = useChangeSearch<CodesSearch>();
  const after = afterOf(search);
  if (after) return <FootBehind page={isStale ? undefined : page} firstRow={after.row} />;
  const firstRow = page ? (page.page - 1) * page.page_size + 1 : 1;
  const isLast = page !== undefined && firstRow + page.data.length > page.total;
  const goesOn = isLast && page.next_cursor !== null;
  return (
    <>
      <TableFoot page={page} onPage={(to) => change({ page: to })} beside={beside} />
      {(goesOn || page?.is_partial) && (
        <Group justify="flex-end" gap="sm" px="xs">
          <Text size="sm" c="dimmed">
            {page?.is_partial ? t.partial : t.beyond}
          </Text>
          {goesOn && !isStale && <Next page={page} firstRow={firstRow} />}
        </Group>
      )}
    </>
  );
}

interface FurtherProps {
  page: CodesPage | undefined;
  /** The number of the page's first row. */
  firstRow: number;
}

function FootBehind({ page, firstRow }: FurtherProps) {
  const lastRow = page && firstRow + page.data.length - 1;
  return (
    <Group justify="space-between" mih={52} px="xs">
      <Text size="sm" c="dimmed" role="status">
        {lastRow !== undefined && (firstRow > NUMBERED_ROWS ? t.further : t.found)(firstRow, lastRow)}
        {page?.is_partial && ` · ${t.partial}`}
      </Text>
      <Group gap="xs">
        <Back />
        <Next page={page} firstRow={firstRow} />
      </Group>
    </Group>
  );
}

/** Back to the numbered pages. */
function Back() {
  const change = useChangeSearch<CodesSearch>();
  return (
    <Button size="xs" variant="default" onClick={() => change({ after: undefined })}>
      {t.back}
    </Button>
  );
}

/** On behind the page, where the list goes on. */
function Next({ page, firstRow }: FurtherProps) {
  const change = useChangeSearch<CodesSearch>();
  if (!page?.next_cursor) return null;
  const after = `${firstRow + page.data.length}.${page.next_cursor}`;
  // A page that is not full has shown what matched among the codes that were looked at.
  const isLookedThrough = page.is_partial && page.data.length < page.page_size;
  return (
    <Button size="xs" variant="default" onClick={() => change({ after })}>
      {isLookedThrough ? t.lookFurther : t.next}
    </Button>
  );
}

/** In place of a page on which no code matches, of a search that goes on or went on. */
export function NoneLookedAt({ page, search, isStale }: CodesFootProps) {
  const after = afterOf(search);
  const goesOn = Boolean(page?.next_cursor);
  return (
    <EmptyState
      icon={<IconListSearch size={26} />}
      title={goesOn ? t.noneYet : t.noneFurther}
      action={
        <>
          {after && <Back />}
          {!isStale && <Next page={page} firstRow={after?.row ?? 1} />}
        </>
      }
    >
      {goesOn ? t.noneYetText : t.noneFurtherText}
    </EmptyState>
  );
}
