import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import type { CreatorCode } from '../../lib/creator-codes.ts';
import { plural } from '../../lib/format.ts';
import { notifyDone, notifyNote, notifyProblem } from '../../lib/notify.ts';
import { askAgainEvery } from '../../lib/query-client.ts';

const PAGE_SIZE = 50;
const LOOK_EVERY_MS = 15_000;

const askPage = (q: string, page: number) =>
  ask('listAllCreatorCodes', { query: { status: 'pending', page, page_size: PAGE_SIZE, ...(q ? { q } : {}) } });

/** Who has waited longest comes first; the daemon lists them the other way round. */
async function askOldest(q: string) {
  const newest = await askPage(q, 1);
  const last = Math.ceil(newest.total / PAGE_SIZE);
  // The last page may hold but a few: the one before it fills up the queue.
  const pages = last < 2 ? [newest] : [last === 2 ? newest : await askPage(q, last - 1), await askPage(q, last)];
  // A code that moved from one page to the other in between is in both.
  const codes = new Map(pages.flatMap(({ data }) => data).map((code) => [code.code_id, code]));
  return { ...newest, data: [...codes.values()].reverse() };
}

export const queueQuery = (q: string) =>
  queryOptions({
    queryKey: ['creator-codes', 'queue', q],
    queryFn: () => askOldest(q),
    refetchInterval: askAgainEvery(LOOK_EVERY_MS),
  });

const codeOf = (codes: CreatorCode[], codeId: number | undefined) =>
  codes.find(({ code_id }) => code_id === codeId)?.code ?? '';

export interface Verdict {
  codes: CreatorCode[];
  decision: 'approve' | 'reject';
  reason?: string;
}

/** Takes the codes out of the queue at once, and puts them back where the daemon refuses. */
export function useDecide(q: string) {
  const queries = useQueryClient();
  const { queryKey } = queueQuery(q);
  return useMutation({
    mutationFn: ({ codes, decision, reason }: Verdict) =>
      ask('decideCreatorCodes', { body: { code_ids: codes.map(({ code_id }) => code_id), decision, reason } }),
    onMutate: async ({ codes }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      const gone = new Set(codes.map(({ code_id }) => code_id));
      queries.setQueryData(
        queryKey,
        (page) =>
          page && {
            ...page,
            total: page.total - gone.size,
            data: page.data.filter(({ code_id }) => !gone.has(code_id)),
          },
      );
      return before;
    },
    onSuccess: ({ decided, skipped }, { codes, decision }) => {
      const what = decided.length === 1 ? codeOf(codes, decided[0]) : plural(decided.length, 'code');
      if (decided.length > 0) notifyDone(`${what} ${decision === 'approve' ? 'approved' : 'rejected'}.`);
      if (skipped.length > 0)
        notifyNote(
          `Decided by somebody else already: ${skipped.map(({ code_id }) => codeOf(codes, code_id)).join(', ')}.`,
        );
    },
    onError: (error, _, before) => {
      queries.setQueryData(queryKey, before);
      notifyProblem('Nothing was decided', error);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['creator-codes'] }),
  });
}
