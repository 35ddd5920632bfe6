import type { Database } from '../../db/database.ts';
import { MAX_TOTAL, offsetOf, type PageQuery } from '../../db/query/listing.ts';
import { getPeriod } from '../../domain/periods.ts';
import { createRecent } from '../../lib/recent.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { type CodeResult, createBest, type ResultSort } from './code-results-rules.ts';
import { findResultCodes, lastCodeId, type ResultSpan, type ResultsOf, sumCodes } from './code-results-store.ts';

export interface CodeResultsQuery extends PageQuery, ResultsOf {
  from: number | undefined;
  to: number | undefined;
  sort: ResultSort;
}

/** The number of codes per read, small enough that other requests do not wait long. */
const CODES = 1000;
/** The pages of a list and its CSV share one computation for this long. */
const FRESH_MS = 60_000;
const MAX_KEPT = 10;

/** Creates a function that reads a period's best codes. */
export function createReadCodeResults(db: Database) {
  const recent = createRecent<CodeResult[]>({ freshMs: FRESH_MS, max: MAX_KEPT });
  return async ({ from, to, sort, campaignId, games, limit, ...page }: CodeResultsQuery, now: number) => {
    const organisation = await db.read(getOrganisation);
    const period = getPeriod({ from, to }, now, organisation.time_zone);
    const span = { from: period.from, to: period.to };
    const whose = { campaignId, games, limit };
    const results = await recent(JSON.stringify([span, whose, sort]), now, () => sumAll(db, whose, span, sort));
    const shown = results.slice(offsetOf(page), offsetOf(page) + page.page_size);
    const codes = await db.read((handle) =>
      findResultCodes(
        handle,
        shown.map(({ codeId }) => codeId),
      ),
    );
    const codeOf = new Map(codes.map((code) => [code.code_id, code]));
    const rows = shown.flatMap((result) => {
      const code = codeOf.get(result.codeId);
      return code ? [{ ...result, ...code }] : [];
    });
    return { rows, total: results.length, span, organisation };
  };
}

async function sumAll(db: Database, whose: ResultsOf, span: ResultSpan, sort: ResultSort): Promise<CodeResult[]> {
  const best = createBest(sort, MAX_TOTAL);
  const last = await db.read(lastCodeId);
  for (let after = 0; after < last; after += CODES) {
    const rows = await db.read((handle) => sumCodes(handle, whose, span, { after, upTo: after + CODES }));
    best.add(
      rows.map(({ code_id, claims, payments, revenue, refunds }) => ({
        codeId: code_id,
        ...{ claims: Number(claims), payments: Number(payments), revenue: BigInt(revenue), refunds: BigInt(refunds) },
      })),
    );
  }
  return best.inOrder();
}
