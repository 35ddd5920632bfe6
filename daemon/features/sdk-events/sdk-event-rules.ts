/** An SDK event that passed its checks. */
export interface SdkEventItem {
  eventId: string;
  createdAt: number;
  gameId: string;
  eventType: string;
  eventSubType: string;
  sessionId: string;
  anonId: string | null;
  userId: string | null;
  referralLink: string | null;
  /** The event as it was sent. */
  payload: string;
}

export interface IngestOutcome {
  duplicate: boolean;
}

/** The anonymous id an authenticated event joins to its user, or null. */
export function joinOf(event: SdkEventItem): { gameId: string; anonId: string; userId: string } | null {
  const { gameId, anonId, userId } = event;
  return anonId !== null && userId !== null && anonId !== userId ? { gameId, anonId, userId } : null;
}
