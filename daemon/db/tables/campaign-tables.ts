import { sql } from 'drizzle-orm';
import type { Kit } from '../sqlite/sqlite-kit.ts';
import type { OrganisationTables } from './organisation-tables.ts';
import { version } from './version-column.ts';
import type { CampaignStage, CreatorStatus } from './words.ts';

export const campaignsTable = (k: Kit, commission_terms: OrganisationTables['commission_terms']) =>
  k.table('campaigns', {
    campaign_id: k.id('campaign_id'),
    name: k.text('name').notNull(),
    starts_at: k.instant('starts_at').notNull(),
    ends_at: k.instant('ends_at').notNull(),
    stage: k.text('stage').$type<CampaignStage>().notNull(),
    archived_at: k.instant('archived_at'),
    terms_id: k.reference('terms_id').references(() => commission_terms.terms_id),
    notes: k.text('notes').notNull(),
    /** The games that the campaign covers, as a sorted JSON array; null for all games. */
    games: k.text('games'),
    /** A sorted JSON array; null for no tags. */
    tags: k.text('tags'),
    /** Whether creators with a code in the campaign see its leaderboard on their page. */
    leaderboard: k.flag('leaderboard').notNull().default(false),
    settlement_no: k.reference('settlement_no').notNull(),
    created_at: k.instant('created_at').notNull(),
    updated_at: k.instant('updated_at').notNull(),
    version: version(k),
  });

export const creatorsTable = (k: Kit, commission_terms: OrganisationTables['commission_terms']) =>
  k.table(
    'creators',
    {
      creator_id: k.text('creator_id').primaryKey(),
      display_name: k.text('display_name'),
      email: k.text('email'),
      status: k.text('status').$type<CreatorStatus>().notNull(),
      /** A personal percentage, which replaces the tiers of the campaign and of the organisation. */
      terms_id: k.reference('terms_id').references(() => commission_terms.terms_id),
      payout_method: k.text('payout_method'),
      payout_address: k.text('payout_address'),
      /** The account holder's name, which creators enter along with the address. */
      payout_name: k.text('payout_name'),
      /** When the method or address last changed; null if neither has changed since this column was added. */
      payout_details_at: k.instant('payout_details_at'),
      /** Why the creator's payouts are frozen; null if they are not. */
      payout_hold: k.text('payout_hold'),
      /** The state of the creator's tax form, in the organisation's own words; never a tax number. */
      tax_form_status: k.text('tax_form_status'),
      tax_form_expires_at: k.instant('tax_form_expires_at'),
      /** When the creator unsubscribed from the emails with daily results. */
      unsubscribed_at: k.instant('unsubscribed_at'),
      /** Whether other creators see the creator's name on leaderboards; the creator alone decides. */
      shows_name: k.flag('shows_name').notNull().default(false),
      /** The creator who is paid in place of this one, because both are the same person; null if not merged. */
      merged_into: k.text('merged_into'),
      merged_at: k.instant('merged_at'),
      /** The last payout run before the merge, 0 if there was none. A later run makes the merge final. */
      merged_after_run: k.reference('merged_after_run'),
      created_at: k.instant('created_at').notNull(),
      updated_at: k.instant('updated_at').notNull(),
      version: version(k),
    },
    (t) => [
      // For the list of creators, newest first or by name. Filters and searches read the creators in the same order.
      k.index('creators_newest').on(t.created_at, t.creator_id),
      k
        .index('creators_name')
        .on(sql`(case when display_name is null then '' else lower(display_name) end)`, t.creator_id),
      k.index('creators_merged').on(t.merged_into).where(sql`merged_into is not null`),
      k.index('creators_email').on(sql`lower(email)`).where(sql`email is not null`),
    ],
  );
