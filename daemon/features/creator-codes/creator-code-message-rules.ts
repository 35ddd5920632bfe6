import { codeUrl } from '../../contract/code-values.ts';
import { type Announcement, creatorCodeKey } from '../../domain/messages.ts';
import type { CreatorCodeStatus } from './creator-code-rules.ts';
import { UNDO_MS } from './creator-code-rules.ts';

export interface AnnouncedCode {
  code_id: number;
  campaign_id: number;
  creator_id: string;
  base_code: string;
  code: string;
  root_url: string;
  status: CreatorCodeStatus;
  rejection_reason: string | null;
}

type AnnouncedType = 'creator_code.submitted' | 'creator_code.approved' | 'creator_code.rejected';

/**
 * The types of messages about decisions that a moderator can undo. These messages are due after 10 s, and are removed
 * if another decision is made before then.
 */
export const DECISION_TYPES = ['creator_code.approved', 'creator_code.rejected'] as const;

const TYPES: Record<CreatorCodeStatus, AnnouncedType | null> = {
  pending: 'creator_code.submitted',
  approved: 'creator_code.approved',
  rejected: 'creator_code.rejected',
  disabled: null,
};

/** Returns the message about a new code. It is due immediately, because there is no decision to undo. */
export const codeMade = (code: AnnouncedCode): Announcement<AnnouncedType>[] => announcementsOf(code, undefined);

export const codeDecided = (code: AnnouncedCode, now: number): Announcement<AnnouncedType>[] =>
  announcementsOf(code, now + UNDO_MS);

function announcementsOf(code: AnnouncedCode, dueAt: number | undefined): Announcement<AnnouncedType>[] {
  const type = TYPES[code.status];
  if (!type) return [];
  const { code_id, campaign_id, creator_id, status, rejection_reason } = code;
  const named = { redemption_code: code.base_code, code: code.code, code_url: codeUrl(code.root_url, code.code) };
  const data = { code_id, campaign_id, creator_id, ...named, status, rejection_reason };
  return [{ type, data, orderKey: creatorCodeKey(code_id), dueAt }];
}
