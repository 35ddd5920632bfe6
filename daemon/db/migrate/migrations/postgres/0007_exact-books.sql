CREATE TABLE "counted_refunds" (
	"payment_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"target_id" bigint NOT NULL,
	"refund_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "counted_refunds_payment_id_kind_target_id_refund_id_pk" PRIMARY KEY("payment_id","kind","target_id","refund_id")
);
--> statement-breakpoint
CREATE TABLE "payment_totals" (
	"slot" integer PRIMARY KEY NOT NULL,
	"paid" bigint NOT NULL,
	"refunded" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout_failures" (
	"run_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "payout_failures_run_id_creator_id_pk" PRIMARY KEY("run_id","creator_id")
);
--> statement-breakpoint
ALTER TABLE "creators" ADD COLUMN "payout_hold" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "counted_campaign_ids" text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "unmatched_reason" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "unmatched_amount" bigint;
--> statement-breakpoint
ALTER TABLE "payout_statements" ADD COLUMN "hold_reason" text;
--> statement-breakpoint
ALTER TABLE "payout_statements" ADD COLUMN "taken_out" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "payout_failures" ADD CONSTRAINT "payout_failures_run_id_payout_runs_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payout_runs"("run_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "payments_unmatched" ON "payments" USING btree ("unmatched_reason","payment_id") WHERE unmatched_reason is not null;
--> statement-breakpoint
TRUNCATE "campaign_hours", "code_counters", "code_hours";
--> statement-breakpoint
ALTER TABLE "campaign_hours" DROP CONSTRAINT "campaign_hours_campaign_id_hour_slot_pk";
--> statement-breakpoint
ALTER TABLE "code_counters" DROP CONSTRAINT "code_counters_code_id_terms_id_slot_pk";
--> statement-breakpoint
ALTER TABLE "code_hours" DROP CONSTRAINT "code_hours_code_id_hour_slot_pk";
--> statement-breakpoint
ALTER TABLE "campaign_hours" ADD COLUMN "game_id" text NOT NULL;
--> statement-breakpoint
ALTER TABLE "campaign_hours" ADD COLUMN "creator_revenue" bigint NOT NULL;
--> statement-breakpoint
ALTER TABLE "code_counters" ADD COLUMN "game_id" text NOT NULL;
--> statement-breakpoint
ALTER TABLE "code_hours" ADD COLUMN "game_id" text NOT NULL;
--> statement-breakpoint
ALTER TABLE "campaign_hours" ADD CONSTRAINT "campaign_hours_campaign_id_hour_game_id_slot_pk" PRIMARY KEY("campaign_id","hour","game_id","slot");
--> statement-breakpoint
ALTER TABLE "code_counters" ADD CONSTRAINT "code_counters_code_id_terms_id_game_id_slot_pk" PRIMARY KEY("code_id","terms_id","game_id","slot");
--> statement-breakpoint
ALTER TABLE "code_hours" ADD CONSTRAINT "code_hours_code_id_hour_game_id_slot_pk" PRIMARY KEY("code_id","hour","game_id","slot");
--> statement-breakpoint
-- What payments of the past count for a campaign is decided by the claims of today.
UPDATE payments SET counted_campaign_ids = coalesce((select '[' || string_agg(f.campaign_id::text, ',' order by f.campaign_id) || ']' from (
  select c.campaign_id from claims k join codes c on c.code_id = k.code_id join campaigns m on m.campaign_id = c.campaign_id
   where k.user_id = payments.user_id and k.released_at is null and k.created_at <= case when payments.created_at < payments.received_at then payments.created_at else payments.received_at end
     and case when payments.created_at < payments.received_at then payments.created_at else payments.received_at end < m.ends_at and (case when payments.created_at < payments.received_at then payments.created_at else payments.received_at end < m.archived_at or m.archived_at is null)
  union select a.campaign_id from accruals a where a.payment_id = payments.payment_id
  union select c.campaign_id from lateral (select value::bigint as value from json_array_elements_text(payments.counted_code_ids::json)) as each_id join codes c on c.code_id = each_id.value
) f), '[]') WHERE amount >= 0;
--> statement-breakpoint
-- A refund that named no payment took its whole amount from redeem-type codes: their figures stay as they are.
INSERT INTO counted_refunds (payment_id, kind, target_id, refund_id, amount)
SELECT r.payment_id, 'code', each_id.value, r.payment_id, -r.amount
  FROM payments r CROSS JOIN lateral (select value::bigint as value from json_array_elements_text(r.counted_code_ids::json)) as each_id WHERE r.amount < 0 AND r.refund_of IS NULL;
--> statement-breakpoint
INSERT INTO counted_refunds (payment_id, kind, target_id, refund_id, amount)
SELECT o.payment_id, 'campaign', a.campaign_id, r.payment_id, -sum(a.amount)
  FROM payments r JOIN accruals a ON a.payment_id = r.payment_id JOIN accruals o ON o.accrual_id = a.reverses_accrual_id
 WHERE r.amount < 0 AND r.refund_of IS NULL GROUP BY o.payment_id, a.campaign_id, r.payment_id;
--> statement-breakpoint
INSERT INTO counted_refunds (payment_id, kind, target_id, refund_id, amount)
SELECT * FROM (SELECT n.payment_id, 'code' AS kind, each_id.value AS target_id, n.refund_id,
         least(n.refunded, n.amount - n.before) AS amount
    FROM (SELECT p.payment_id, p.amount, p.counted_code_ids, p.counted_campaign_ids, r.payment_id AS refund_id, -r.amount AS refunded,
          -(sum(r.amount) OVER (PARTITION BY p.payment_id ORDER BY r.payment_id) - r.amount) AS before
     FROM payments r JOIN payments p ON p.game_id = r.game_id AND p.transaction_id = r.refund_of AND p.user_id = r.user_id
    WHERE r.amount < 0 AND p.amount > 0) n CROSS JOIN lateral (select value::bigint as value from json_array_elements_text(n.counted_code_ids::json)) as each_id) AS taken WHERE amount > 0;
--> statement-breakpoint
INSERT INTO counted_refunds (payment_id, kind, target_id, refund_id, amount)
SELECT * FROM (SELECT n.payment_id, 'campaign' AS kind, each_id.value AS target_id, n.refund_id,
         least(n.refunded, n.amount - n.before - coalesce((SELECT sum(f.amount) FROM counted_refunds f
    WHERE f.payment_id = n.payment_id AND f.kind = 'campaign' AND f.target_id = each_id.value), 0)) AS amount
    FROM (SELECT p.payment_id, p.amount, p.counted_code_ids, p.counted_campaign_ids, r.payment_id AS refund_id, -r.amount AS refunded,
          -(sum(r.amount) OVER (PARTITION BY p.payment_id ORDER BY r.payment_id) - r.amount) AS before
     FROM payments r JOIN payments p ON p.game_id = r.game_id AND p.transaction_id = r.refund_of AND p.user_id = r.user_id
    WHERE r.amount < 0 AND p.amount > 0) n CROSS JOIN lateral (select value::bigint as value from json_array_elements_text(n.counted_campaign_ids::json)) as each_id) AS taken WHERE amount > 0;
--> statement-breakpoint
UPDATE payments SET counted_code_ids = '[]' WHERE amount < 0 AND counted_code_ids <> '[]';
--> statement-breakpoint
UPDATE payments SET unmatched_amount = amount,
       unmatched_reason = CASE WHEN EXISTS (SELECT 1 FROM links l WHERE l.user_id = payments.user_id) THEN 'link_lapsed' ELSE 'no_claim' END
 WHERE amount > 0 AND counted_code_ids = '[]' AND NOT EXISTS (SELECT 1 FROM accruals a
   WHERE a.payment_id = payments.payment_id AND a.reverses_accrual_id IS NULL);
--> statement-breakpoint
UPDATE payments SET unmatched_amount = amount, unmatched_reason = 'unknown_refund_of'
 WHERE amount < 0 AND refund_of IS NOT NULL AND NOT EXISTS (SELECT 1 FROM payments p
   WHERE p.game_id = payments.game_id AND p.transaction_id = payments.refund_of);
--> statement-breakpoint
UPDATE payments SET unmatched_amount = amount, unmatched_reason = 'nothing_to_refund'
 WHERE amount < 0 AND refund_of IS NULL AND NOT EXISTS (SELECT 1 FROM accruals a WHERE a.payment_id = payments.payment_id)
   AND NOT EXISTS (SELECT 1 FROM counted_refunds r WHERE r.refund_id = payments.payment_id);
--> statement-breakpoint
INSERT INTO payment_totals (slot, paid, refunded)
SELECT 0, coalesce(sum(CASE WHEN amount > 0 THEN amount END), 0), coalesce(sum(CASE WHEN amount < 0 THEN -amount END), 0)
  FROM payments HAVING count(*) > 0;
--> statement-breakpoint
-- Counters and series are made anew from rows: by game, and by the quarter of an hour.
INSERT INTO code_counters (code_id, terms_id, game_id, slot, claims, payments, revenue, refunds)
SELECT code_id, terms_id, game_id, 0, sum(claims), sum(payments), sum(revenue), sum(refunds) FROM (
  SELECT k.code_id, 0 AS terms_id, coalesce(y.game_id, '') AS game_id, 1 AS claims, 0 AS payments, 0 AS revenue, 0 AS refunds FROM claims k JOIN codes c ON c.code_id = k.code_id LEFT JOIN api_keys y ON y.key_id = k.key_id
  UNION ALL SELECT k.code_id, 0, coalesce(y.game_id, ''), -1, 0, 0, 0 FROM claims k JOIN codes c ON c.code_id = k.code_id LEFT JOIN api_keys y ON y.key_id = k.key_id WHERE k.released_at IS NOT NULL
  UNION ALL SELECT each_id.value, 0, p.game_id, 0, 1, p.amount, 0 FROM payments p CROSS JOIN lateral (select value::bigint as value from json_array_elements_text(p.counted_code_ids::json)) as each_id WHERE p.amount >= 0
  UNION ALL SELECT t.target_id, 0, r.game_id, 0, 1, -t.amount, t.amount FROM counted_refunds t JOIN payments p ON p.payment_id = t.payment_id JOIN payments r ON r.payment_id = t.refund_id WHERE t.kind = 'code'
  UNION ALL SELECT a.code_id, a.terms_id, p.game_id, 0, 1, a.amount, CASE WHEN a.amount < 0 THEN -a.amount ELSE 0 END FROM accruals a JOIN payments p ON p.payment_id = a.payment_id
) AS made GROUP BY code_id, terms_id, game_id;
--> statement-breakpoint
INSERT INTO code_hours (code_id, hour, game_id, slot, claims, payments, revenue, refunds)
SELECT code_id, hour, game_id, 0, sum(claims), sum(payments), sum(revenue), sum(refunds) FROM (
  SELECT k.code_id, k.created_at - (k.created_at % 900000 + 900000) % 900000 AS hour, coalesce(y.game_id, '') AS game_id, 1 AS claims, 0 AS payments, 0 AS revenue, 0 AS refunds FROM claims k JOIN codes c ON c.code_id = k.code_id LEFT JOIN api_keys y ON y.key_id = k.key_id
  UNION ALL SELECT k.code_id, k.released_at - (k.released_at % 900000 + 900000) % 900000, coalesce(y.game_id, ''), -1, 0, 0, 0 FROM claims k JOIN codes c ON c.code_id = k.code_id LEFT JOIN api_keys y ON y.key_id = k.key_id WHERE k.released_at IS NOT NULL
  UNION ALL SELECT each_id.value, p.received_at - (p.received_at % 900000 + 900000) % 900000, p.game_id, 0, 1, p.amount, 0 FROM payments p CROSS JOIN lateral (select value::bigint as value from json_array_elements_text(p.counted_code_ids::json)) as each_id WHERE p.amount >= 0
  UNION ALL SELECT t.target_id, (CASE WHEN p.received_at > r.received_at THEN p.received_at ELSE r.received_at END) - ((CASE WHEN p.received_at > r.received_at THEN p.received_at ELSE r.received_at END) % 900000 + 900000) % 900000, r.game_id, 0, 1, -t.amount, t.amount FROM counted_refunds t JOIN payments p ON p.payment_id = t.payment_id JOIN payments r ON r.payment_id = t.refund_id WHERE t.kind = 'code'
  UNION ALL SELECT a.code_id, a.received_at - (a.received_at % 900000 + 900000) % 900000, p.game_id, 0, 1, a.amount, CASE WHEN a.amount < 0 THEN -a.amount ELSE 0 END FROM accruals a JOIN payments p ON p.payment_id = a.payment_id
) AS made GROUP BY code_id, hour, game_id;
--> statement-breakpoint
INSERT INTO campaign_hours (campaign_id, hour, game_id, slot, claims, payments, revenue, refunds, creator_revenue)
SELECT campaign_id, hour, game_id, 0, sum(claims), sum(payments), sum(revenue), sum(refunds), sum(creator_revenue) FROM (
  SELECT c.campaign_id AS campaign_id, k.created_at - (k.created_at % 900000 + 900000) % 900000 AS hour, coalesce(y.game_id, '') AS game_id, 1 AS claims, 0 AS payments, 0 AS revenue, 0 AS refunds, 0 AS creator_revenue FROM claims k JOIN codes c ON c.code_id = k.code_id LEFT JOIN api_keys y ON y.key_id = k.key_id
  UNION ALL SELECT 0 AS campaign_id, k.created_at - (k.created_at % 900000 + 900000) % 900000 AS hour, coalesce(y.game_id, '') AS game_id, 1 AS claims, 0 AS payments, 0 AS revenue, 0 AS refunds, 0 AS creator_revenue FROM claims k JOIN codes c ON c.code_id = k.code_id LEFT JOIN api_keys y ON y.key_id = k.key_id
  UNION ALL SELECT c.campaign_id, k.released_at - (k.released_at % 900000 + 900000) % 900000, coalesce(y.game_id, ''), -1, 0, 0, 0, 0 FROM claims k JOIN codes c ON c.code_id = k.code_id LEFT JOIN api_keys y ON y.key_id = k.key_id WHERE k.released_at IS NOT NULL
  UNION ALL SELECT 0, k.released_at - (k.released_at % 900000 + 900000) % 900000, coalesce(y.game_id, ''), -1, 0, 0, 0, 0 FROM claims k JOIN codes c ON c.code_id = k.code_id LEFT JOIN api_keys y ON y.key_id = k.key_id WHERE k.released_at IS NOT NULL
  UNION ALL SELECT each_id.value, p.received_at - (p.received_at % 900000 + 900000) % 900000, p.game_id, 0, 1, p.amount, 0, 0 FROM payments p CROSS JOIN lateral (select value::bigint as value from json_array_elements_text(p.counted_campaign_ids::json)) as each_id WHERE p.amount >= 0
  UNION ALL SELECT t.target_id, (CASE WHEN p.received_at > r.received_at THEN p.received_at ELSE r.received_at END) - ((CASE WHEN p.received_at > r.received_at THEN p.received_at ELSE r.received_at END) % 900000 + 900000) % 900000, r.game_id, 0, 1, -t.amount, t.amount, 0 FROM counted_refunds t JOIN payments p ON p.payment_id = t.payment_id JOIN payments r ON r.payment_id = t.refund_id WHERE t.kind = 'campaign'
  UNION ALL SELECT 0, p.received_at - (p.received_at % 900000 + 900000) % 900000, p.game_id, 0, 1, p.amount, CASE WHEN p.amount < 0 THEN -p.amount ELSE 0 END, 0 FROM payments p
  UNION ALL SELECT a.campaign_id, a.received_at - (a.received_at % 900000 + 900000) % 900000, p.game_id, 0, 0, 0, 0, a.amount FROM accruals a JOIN payments p ON p.payment_id = a.payment_id
  UNION ALL SELECT 0, a.received_at - (a.received_at % 900000 + 900000) % 900000, p.game_id, 0, 0, 0, 0, a.amount FROM accruals a JOIN payments p ON p.payment_id = a.payment_id
) AS made GROUP BY campaign_id, hour, game_id;
--> statement-breakpoint
-- Counts of events that are gone stand in slot -1 and stay as they are.
DELETE FROM "sdk_event_hours" WHERE "slot" >= 0;
--> statement-breakpoint
INSERT INTO "sdk_event_hours" (game_id, event_type, event_sub_type, hour, slot, events)
SELECT game_id, event_type, event_sub_type, created_at - (created_at % 900000 + 900000) % 900000, 0, count(*)
	FROM "sdk_events" GROUP BY 1, 2, 3, 4;
