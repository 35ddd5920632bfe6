import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Handle } from '../../db/database.ts';
import { normalizeCode } from '../../lib/codes.ts';
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
  /** The code that is most easily taken for this one. */
  nearest_code: { code_id: number; code: string; creator_id: string | null; distance: number } | null;
  /** Another creator who goes by this value. */
  nearest_creator: NamedCreator | null;
  words: WordHit[];
}

/** Further apart, values are not taken for one another. */
const NEAR = 2;

/**
 * Looking for profanity takes milliseconds a value, and the same values are looked at until they are decided: each is
 * looked at once, and the game's requests go on in between.
 */
const wordsIn = createRecent<WordHit[]>({ freshMs: Number.POSITIVE_INFINITY, max: 10_000 });

/** Evidence for each code that waits for a moderator, by its id. */
export async function gatherEvidence(handle: Handle, rows: readonly CreatorCodeRow[]): Promise<Map<number, Evidence>> {
  const pending = rows.filter(({ status }) => status === 'pending');
  const evidence = new Map<number, Evidence>();
  if (pending.length === 0) return evidence;
  const forms = [...new Set(pending.map(({ code }) => nameForm(code)))];
  const norms = pending.map(({ code }) => normalizeCode(code));
  const beside = await findValuesBeside(handle, norms);
  const alike = await findCodesWith(handle, [...new Set([...norms.flatMap(nearValues), ...beside])]);
  const creators = await findCreatorsNamed(handle, forms);
  for (const row of pending) {
    const norm = normalizeCode(row.code);
    const others = alike.filter(({ creator_id }) => creator_id !== row.creator_id);
    evidence.set(row.code_id, {
      nearest_code: nearestCode(norm, others),
      nearest_creator: namesake(row, creators),
      words: await wordsIn(norm, 0, () => nextTurn().then(() => findWords(norm))),
    });
  }
  return evidence;
}

function nearestCode(norm: string, near: readonly NearCode[]): Evidence['nearest_code'] {
  const [nearest] = near
    .map(({ code_norm, ...code }) => ({ ...code, distance: editDistance(norm, code_norm ?? '') }))
    .filter(({ code, distance }) => distance <= NEAR || lookalikeForm(normalizeCode(code)) === lookalikeForm(norm))
    .sort((a, b) => a.distance - b.distance || a.code_id - b.code_id);
  return nearest ?? null;
}

const namesake = ({ code, creator_id }: CreatorCodeRow, creators: readonly NamedCreator[]) =>
  creators.find(
    (other) =>
      other.creator_id !== creator_id &&
      [other.creator_id, other.display_name ?? ''].some((name) => nameForm(name) === nameForm(code)),
  ) ?? null;
