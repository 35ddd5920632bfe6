CREATE TABLE `currency_hours` (
	`campaign_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`currency` text NOT NULL,
	`digits` integer NOT NULL,
	`game_id` text NOT NULL,
	`slot` integer NOT NULL,
	`paid` integer NOT NULL,
	`revenue` integer NOT NULL,
	PRIMARY KEY(`campaign_id`, `hour`, `currency`, `digits`, `game_id`, `slot`)
);
--> statement-breakpoint
-- Payments that earlier versions received are counted as `verify` counts them.
INSERT INTO currency_hours (campaign_id, hour, currency, digits, game_id, slot, paid, revenue)
SELECT campaign_id, at - (at % 900000 + 900000) % 900000, currency, digits, game_id, 0, sum(paid), sum(revenue) FROM (
  SELECT 0 AS campaign_id, p.received_at AS at, p.paid_currency AS currency, p.paid_digits AS digits, p.game_id, p.paid_minor AS paid, p.amount AS revenue
    FROM payments p WHERE p.paid_minor IS NOT NULL
  UNION ALL SELECT each_id.value, p.received_at, p.paid_currency, p.paid_digits, p.game_id, p.paid_minor, p.amount
    FROM payments p CROSS JOIN json_each(p.counted_campaign_ids) AS each_id WHERE p.paid_minor > 0
  UNION ALL SELECT each_id.value, n.at, n.currency, n.digits, n.game_id,
         CASE WHEN n.before < n.paid THEN n.before ELSE n.paid END - CASE WHEN n.before + n.refunded < n.paid THEN n.before + n.refunded ELSE n.paid END, 0
    FROM (SELECT p.counted_campaign_ids, p.paid_currency AS currency, p.paid_digits AS digits, p.game_id, p.paid_minor AS paid, -r.paid_minor AS refunded,
          r.paid_minor - sum(r.paid_minor) OVER (PARTITION BY p.payment_id ORDER BY r.payment_id) AS before,
          CASE WHEN p.received_at > r.received_at THEN p.received_at ELSE r.received_at END AS at
     FROM payments r JOIN payments p ON p.game_id = r.game_id AND p.transaction_id = r.refund_of AND p.user_id = r.user_id AND p.paid_currency = r.paid_currency) n
    CROSS JOIN json_each(n.counted_campaign_ids) AS each_id
  UNION ALL SELECT t.target_id, CASE WHEN p.received_at > r.received_at THEN p.received_at ELSE r.received_at END, p.paid_currency, p.paid_digits, p.game_id, 0, -t.amount
    FROM counted_refunds t JOIN payments p ON p.payment_id = t.payment_id JOIN payments r ON r.payment_id = t.refund_id WHERE t.kind = 'campaign' AND r.paid_minor IS NOT NULL
) AS made GROUP BY 1, 2, 3, 4, 5;
