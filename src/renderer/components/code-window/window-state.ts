interface Dates {
  starts_at: string | null;
  ends_at: string | null;
}

/** Returns whether the dates of a code exclude the present; null if they do not. @param now in ms */
export function windowState({ starts_at, ends_at }: Dates, now: number): 'notStarted' | 'expired' | null {
  if (starts_at !== null && now < Date.parse(starts_at)) return 'notStarted';
  return ends_at !== null && now >= Date.parse(ends_at) ? 'expired' : null;
}
