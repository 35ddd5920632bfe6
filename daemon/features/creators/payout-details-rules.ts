interface Details {
  payout_method: string | null;
  payout_address: string | null;
}
export interface DatedDetails extends Details {
  payout_details_at: number | null;
}

/** When a creator's payout details last changed, after a wish that leaves what it does not name as it is. */
export function detailsChangedAt(
  before: DatedDetails | undefined,
  wish: { [K in keyof Details]?: Details[K] | undefined },
  now: number,
): number | null {
  const isNew = (name: keyof Details) => wish[name] !== undefined && wish[name] !== (before?.[name] ?? null);
  return isNew('payout_method') || isNew('payout_address') ? now : (before?.payout_details_at ?? null);
}
