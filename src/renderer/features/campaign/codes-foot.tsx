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
/** The daemon stops counting at this row, so pages have numbers up to here. Beyond it, the list uses the cursor. */
const NUMBERED_ROWS = 10_000;

interface CodesFootProps {
  page: CodesPage | undefined;
  search: CodesSearch;
  /** True if the page belongs to an earlier search. Its row numbers and its cursor are then wrong. */
  isStale: boolean;
  /** An element after the row numbers. */
  footExtras?: ReactNode;
}

/** Shows numbered pages, and after the last of them only a button to the next page. */
export function CodesFoot({ page, search, isStale, footExtras }: CodesFootProps) {
  const change = useChangeSearch<CodesSearch>();
  const after = afterOf(search);
  if (after) return <FootBehind page={isStale ? undefined : page} firstRow={after.row} footExtras={footExtras} />;
  const firstRow = page ? (page.page - 1) * page.page_size + 1 : 1;
  const isLast = page !== undefined && firstRow + page.data.length > page.total;
  const goesOn = isLast && page.next_cursor !== null;
  return (
    <>
      <TableFoot page={page} onPage={(to) => change({ page: to })} footExtras={footExtras} />
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

function FootBehind({ page, firstRow, footExtras }: FurtherProps & { footExtras: ReactNode }) {
  const lastRow = page && firstRow + page.data.length - 1;
  return (
    <Group justify="space-between" mih={52} px="xs">
      <Group gap="sm">
        <Text size="sm" c="dimmed" role="status">
          {lastRow !== undefined && (firstRow > NUMBERED_ROWS ? t.further : t.found)(firstRow, lastRow)}
          {page?.is_partial && ` · ${t.partial}`}
        </Text>
        {footExtras}
      </Group>
      <Group gap="xs">
        <Back />
        <Next page={page} firstRow={firstRow} />
      </Group>
    </Group>
  );
}

/** Returns to the numbered pages. */
function Back() {
  const change = useChangeSearch<CodesSearch>();
  return (
    <Button size="xs" variant="default" onClick={() => change({ after: undefined })}>
      {t.back}
    </Button>
  );
}

/** Opens the page after the last numbered page, and those that follow it. */
function Next({ page, firstRow }: FurtherProps) {
  const change = useChangeSearch<CodesSearch>();
  if (!page?.next_cursor) return null;
  const after = `${firstRow + page.data.length}.${page.next_cursor}`;
  // The daemon reached its maximum number of codes to read before the page was full: there may be no further match.
  const isLookedThrough = page.is_partial && page.data.length < page.page_size;
  return (
    <Button size="xs" variant="default" onClick={() => change({ after })}>
      {isLookedThrough ? t.lookFurther : t.next}
    </Button>
  );
}

/** Replaces an empty page if the search continues after it, or started before it. */
export function NoMatchSoFar({ page, search, isStale }: CodesFootProps) {
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
