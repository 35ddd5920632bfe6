interface Details {
  payout_method: string | null;
  payout_address: string | null;
}
export interface DatedDetails extends Details {
  payout_details_at: number | null;
}

/** Returns when payout details last changed. Fields absent from the request keep their values. */
export function detailsChangedAt(
  before: DatedDetails | undefined,
  changes: { [K in keyof Details]?: Details[K] | undefined },
  now: number,
): number | null {
  const isNew = (name: keyof Details) => changes[name] !== undefined && changes[name] !== (before?.[name] ?? null);
  return isNew('payout_method') || isNew('payout_address') ? now : (before?.payout_details_at ?? null);
}
