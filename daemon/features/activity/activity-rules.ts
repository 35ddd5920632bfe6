interface Sources<Comment, Change> {
  comments: readonly Comment[];
  changes: readonly Change[];
}

interface Merged<Comment, Change> {
  rows: ({ comment: Comment } | { change: Change })[];
  /** The lowest ID on the page from each list. If a list has no row on the page, the previous page's ID is kept. */
  below: [commentId: number, auditId: number];
  hasMore: boolean;
}

/**
 * Merges two lists, each sorted newest first. Rows from one list are ordered by ID and rows from different lists by
 * time, so each row is on exactly one page even if clocks differ.
 */
export function mergeByTime<
  Comment extends { comment_id: number; created_at: number },
  Change extends { audit_id: number; at: number },
>(
  { comments, changes }: Sources<Comment, Change>,
  below: [commentId: number, auditId: number],
  limit: number,
): Merged<Comment, Change> {
  const rows: Merged<Comment, Change>['rows'] = [];
  let [commentAt, changeAt] = [0, 0];
  while (rows.length < limit) {
    const [comment, change] = [comments[commentAt], changes[changeAt]];
    if (comment && (!change || comment.created_at >= change.at)) {
      rows.push({ comment });
      commentAt++;
    } else if (change) {
      rows.push({ change });
      changeAt++;
    } else break;
  }
  const lowest = [
    comments[commentAt - 1]?.comment_id ?? below[0],
    changes[changeAt - 1]?.audit_id ?? below[1],
  ] as const;
  return { rows, below: [...lowest], hasMore: commentAt < comments.length || changeAt < changes.length };
}

type Values = Record<string, unknown>;
const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the names of the fields whose values changed; the list is empty if the object was created or deleted. */
export function changedFields(before: string | null, after: string | null): string[] {
  const [old, now]: unknown[] = [before, after].map((text) => text && JSON.parse(text));
  if (!isRecord(old) || !isRecord(now)) return [];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
}
