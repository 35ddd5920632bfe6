import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { changedFields, mergeByTime } from '../../daemon/features/activity/activity-rules.ts';

const START = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as [number, number];

/** Reads all pages from sources like the store's: rows below an ID, newest first, one more than the page needs. */
function readAll(commentTimes: readonly number[], changeTimes: readonly number[], limit: number) {
  const comments = commentTimes.map((created_at, at) => ({ comment_id: at + 1, created_at })).reverse();
  const changes = changeTimes.map((at, index) => ({ audit_id: index + 1, at })).reverse();
  const shown: ReturnType<typeof mergeByTime<(typeof comments)[number], (typeof changes)[number]>>['rows'] = [];
  for (let below = START; ; ) {
    const sources = {
      comments: comments.filter(({ comment_id }) => comment_id < below[0]).slice(0, limit + 1),
      changes: changes.filter(({ audit_id }) => audit_id < below[1]).slice(0, limit + 1),
    };
    const page = mergeByTime(sources, below, limit);
    shown.push(...page.rows);
    if (!page.hasMore) return shown;
    below = page.below;
  }
}

const times = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 30 });

describe('pages of an activity', () => {
  test('contain each row once, even if clocks differ', () => {
    fc.assert(
      fc.property(times, times, fc.integer({ min: 1, max: 7 }), (commentTimes, changeTimes, limit) => {
        const shown = readAll(commentTimes, changeTimes, limit).map((row) =>
          'comment' in row ? `comment ${row.comment.comment_id}` : `change ${row.change.audit_id}`,
        );
        expect(new Set(shown).size).toBe(shown.length);
        expect(shown).toHaveLength(commentTimes.length + changeTimes.length);
      }),
    );
  });

  test('are newest first', () => {
    const sorted = times.map((list) => list.toSorted((one, other) => one - other));
    fc.assert(
      fc.property(sorted, sorted, fc.integer({ min: 1, max: 7 }), (commentTimes, changeTimes, limit) => {
        const shown = readAll(commentTimes, changeTimes, limit).map((row) =>
          'comment' in row ? row.comment.created_at : row.change.at,
        );
        expect(shown).toEqual(shown.toSorted((one, other) => other - one));
      }),
    );
  });
});

describe('changed fields', () => {
  it.each([
    [{ a: 1, b: [1] }, { a: 1, b: [2] }, ['b']],
    [{ a: 1 }, { a: 1, c: null }, ['c']],
    [null, { a: 1 }, []],
    [{ a: 1 }, null, []],
    [[{ a: 1 }], [{ a: 2 }], []],
  ])('between %j and %j are %j', (before, after, names) => {
    const text = (value: unknown) => value && JSON.stringify(value);
    expect(changedFields(text(before) as string | null, text(after) as string | null)).toEqual(names);
  });
});
