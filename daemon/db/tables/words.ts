// The values that columns can contain. The contract and the rules repeat them with their meaning. The compiler rejects
// rows with any other value.

export type Moderation = 'custom' | 'all' | 'none';
export type EmailLanguage = 'en' | 'de';
export type TermsKind = 'tiers' | 'fixed';
export type StaffRole = 'owner' | 'live_ops' | 'moderator' | 'finance' | 'viewer';
export type ApiKeyKind = 'server' | 'client';
/** An `importing` campaign is hidden while the code values in its file are being reserved. */
export type CampaignStage = 'importing' | 'draft' | 'published' | 'paused' | 'archived';
export type CreatorStatus = 'active' | 'suspended';
/** Main codes are of kind redeem or referral, creator codes of kind creator. The API may use other words. */
export type CodeKind = 'redeem' | 'referral' | 'creator';
export type CodeStatus = 'pending' | 'approved' | 'rejected' | 'disabled';
export type Decision = 'approve' | 'reject' | 'disable';
export type ReportStatus = 'granted' | 'failed';
export type RemedyKind = 'grant_again' | 'release';
export type BulkJobKind = 'generate' | 'import';
export type BulkJobStatus = 'running' | 'done' | 'failed';
export type EventReportStatus = 'running' | 'done' | 'failed';
export type ScheduledChangeStatus = 'waiting' | 'done' | 'failed' | 'cancelled';
export type LeakSignKind = 'burst' | 'no_landings' | 'shared' | 'refunds';
export type UnmatchedReason =
  | 'no_claim'
  | 'link_lapsed'
  | 'unknown_refund_of'
  | 'refund_of_other_user'
  | 'more_than_payment'
  | 'refund_in_other_currency'
  | 'nothing_to_refund';
export type RateCorrectionStatus = 'waiting' | 'running' | 'done' | 'rejected';
export type RateSource = 'staff' | 'import' | 'job' | 'correction';
export type CountedKind = 'code' | 'campaign';
/** The tables that are exported by day. */
export type LedgerTableName =
  | 'claims'
  | 'claim_remedies'
  | 'payments'
  | 'exchange_rates'
  | 'accruals'
  | 'payout_lines'
  | 'payout_statements';
export type PayoutRunKind = 'monthly' | 'campaign_end' | 'manual';
export type PayoutRunStatus = 'preparing' | 'draft' | 'approved' | 'exported' | 'paid' | 'void';
export type CarryReason = 'negative' | 'held' | 'below_minimum';
/** How the cells of a payout run's CSVs are written; a run keeps its format forever. */
export type CsvFormat = 'separators';
export type JobRunStatus = 'running' | 'done' | 'failed' | 'baseline';
export type DeliveryChannel = 'webhook' | 'mail';
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/**
 * How a creator's link was requested: by a game's server, by the creator on their page, by staff who invite the
 * creator, by staff who view the page, or by the creator to confirm a new email address.
 */
export type CreatorLinkOrigin = 'server' | 'email' | 'invitation' | 'view' | 'address';
/** A session on the creator's page itself, one in a frame on a game's page, or one of staff who view the page. */
export type CreatorSessionKind = 'page' | 'embed' | 'view';
export type DetailRequestStatus = 'pending' | 'approved' | 'rejected' | 'replaced';
