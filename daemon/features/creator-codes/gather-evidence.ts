import { setImmediate as nextTurn } from 'node:timers/promises';
import { normalizeCode } from '../../contract/code-values.ts';
import type { Handle } from '../../db/database.ts';
import type { Games } from '../../domain/games.ts';
import { createRecent } from '../../lib/recent.ts';
import type { CreatorCodeRow } from './creator-codes-store.ts';
import { editDistance, findWords, lookalikeForm, nameForm, nearValues, type WordHit } from './evidence-rules.ts';
import {
  findCodesWith,
  findCreatorsNamed,
  findValuesBeside,
  type NamedCreator,
  type NearCode,
} from './evidence-store.ts';

export interface Evidence {
  /** The code that is most similar to this one. */
  nearest_code: { code_id: number; code: string; creator_id: string | null; distance: number } | null;
  /** Another creator whose name or ID equals this value. */
  nearest_creator: NamedCreator | null;
  words: WordHit[];
}

/** Values with a larger edit distance are not considered similar. */
const NEAR = 2;

/** A profanity search takes milliseconds per value. Without this cache, it would run each time the queue is read. */
const wordsIn = createRecent<WordHit[]>({ freshMs: Number.POSITIVE_INFINITY, max: 10_000 });

/** Returns evidence for each pending code, by its ID. The evidence names only codes and creators of these games. */
export async function gatherEvidence(
  handle: Handle,
  rows: readonly CreatorCodeRow[],
  games: Games,
): Promise<Map<number, Evidence>> {
  const pending = rows.filter(({ status }) => status === 'pending');
  const evidence = new Map<number, Evidence>();
  if (pending.length === 0) return evidence;
  const forms = [...new Set(pending.map(({ code }) => nameForm(code)))];
  const norms = pending.map(({ code }) => normalizeCode(code));
  const beside = await findValuesBeside(handle, norms);
  const found = await findCodesWith(handle, [...new Set([...norms.flatMap(nearValues), ...beside])], games);
  const alike = found.map((code) => ({ ...code, seen: lookalikeForm(code.code_norm) }));
  const creators = await findCreatorsNamed(handle, forms, games);
  for (const row of pending) {
    // Lets waiting requests run before the next code.
    await nextTurn();
    const norm = normalizeCode(row.code);
    evidence.set(row.code_id, {
      nearest_code: nearestCode(norm, row.creator_id, alike),
      nearest_creator: namesake(row, creators),
      words: await wordsIn(norm, 0, async () => findWords(norm)),
    });
  }
  return evidence;
}

function nearestCode(
  norm: string,
  creatorId: string | null,
  alike: readonly (NearCode & { seen: string })[],
): Evidence['nearest_code'] {
  const seen = lookalikeForm(norm);
  const [nearest] = alike
    .filter(({ creator_id }) => creator_id !== creatorId)
    .filter(({ code_norm, seen: other }) => other === seen || Math.abs(code_norm.length - norm.length) <= NEAR)
    .map(({ code_norm, seen: other, ...code }) => ({ code, other, distance: editDistance(norm, code_norm) }))
    .filter(({ other, distance }) => distance <= NEAR || other === seen)
    .sort((a, b) => a.distance - b.distance || a.code.code_id - b.code.code_id);
  return nearest ? { ...nearest.code, distance: nearest.distance } : null;
}

const namesake = ({ code, creator_id }: CreatorCodeRow, creators: readonly NamedCreator[]) =>
  creators.find(
    (other) =>
      other.creator_id !== creator_id &&
      [other.creator_id, other.display_name ?? ''].some((name) => nameForm(name) === nameForm(code)),
  ) ?? null;
