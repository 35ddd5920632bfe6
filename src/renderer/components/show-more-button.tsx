import { Button, type ButtonProps } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { lists as t } from '../texts/lists.ts';

interface ShowMoreButtonProps extends ButtonProps {
  query: Pick<UseInfiniteQueryResult, 'isFetchingNextPage' | 'fetchNextPage'>;
}

/** Loads the next rows of a list. */
export const ShowMoreButton = ({ query, ...props }: ShowMoreButtonProps) => (
  <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} {...props}>
    {t.showMore}
  </Button>
);
