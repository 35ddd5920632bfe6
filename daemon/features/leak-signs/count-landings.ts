import type { Database, Handle } from '../../db/database.ts';
import { chunksOf } from '../../lib/chunks.ts';
import { paceAfter, stepAndRest } from '../../lib/pace.ts';
import { listNorms, listRootUrls, storeLandings } from './code-days-store.ts';
import type { Counted, Day } from './day-counts-store.ts';
import { linkOf, linksOfCode } from './leak-sign-rules.ts';

/** Counts the sessions in a span that were opened through referral links, by recorded link. */
export type ReadSessions = (span: Day) => Promise<Counted<string>[]>;

/** The maximum number of links in one query. */
const LINKS = 500;
const MINUTE_MS = 60_000;
/** The length of each step, in minutes. */
const FIRST_PACE = { size: 15, least: 1, most: 240 };

/**
 * Counts a day's landings by link, a part of the day at a time. It stores only links that belong to codes: anyone can
 * invent links, and invented links may contain personal data of players.
 */
export async function countLandings(
  db: Database,
  readSessions: ReadSessions,
  day: Day,
  signal: AbortSignal | undefined,
): Promise<void> {
  const landings = new Map<string, number>();
  const rootLinks = await db.read(listRootLinks);
  let pace = FIRST_PACE;
  for (let from = day.from; from < day.to; ) {
    signal?.throwIfAborted();
    const span = { from, to: Math.min(from + pace.size * MINUTE_MS, day.to) };
    const { result: counts, ms } = await stepAndRest(async () => {
      const sessions = await readSessions(span);
      return db.read((handle) => countOfCodes(handle, sessions, rootLinks));
    });
    for (const [link, count] of counts) landings.set(link, (landings.get(link) ?? 0) + count);
    pace = paceAfter(pace, ms);
    from = span.to;
  }
  const rows = [...landings].map(([link, count]) => ({ link, landings: count }));
  await db.write((handle) => storeLandings(handle, day.from, rows));
}

/** Counts landings by link, but only for links that are codes or appear in the root URL of a code. */
async function countOfCodes(handle: Handle, sessions: readonly Counted<string>[], rootLinks: ReadonlySet<string>) {
  const counts = new Map<string, number>();
  for (const { key, count } of sessions) {
    const link = linkOf(key);
    if (link !== null) counts.set(link, (counts.get(link) ?? 0) + count);
  }
  const ofCodes = new Map<string, number>();
  for (const some of chunksOf([...counts], LINKS)) {
    const codes = await listNorms(
      handle,
      some.map(([link]) => link),
    );
    for (const [link, count] of some) if (codes.has(link) || rootLinks.has(link)) ofCodes.set(link, count);
  }
  return ofCodes;
}

/** Returns the links that appear in the root URLs of codes created by hand. */
async function listRootLinks(handle: Handle): Promise<Set<string>> {
  const urls = await listRootUrls(handle);
  return new Set(urls.flatMap(({ root_url }) => linksOfCode({ code_norm: null, root_url })));
}
