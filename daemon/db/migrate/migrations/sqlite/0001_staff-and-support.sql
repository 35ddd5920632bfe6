CREATE TABLE `audit_head` (
	`head_id` integer PRIMARY KEY NOT NULL,
	`audit_id` integer NOT NULL,
	`mac` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `bulk_jobs` (
	`job_id` integer PRIMARY KEY NOT NULL,
	`campaign_id` integer NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`request` text NOT NULL,
	`total` integer NOT NULL,
	`done` integer NOT NULL,
	`error` text,
	`lease_until` integer,
	`staff_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`campaign_id`) REFERENCES `campaigns`(`campaign_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `campaign_hours` (
	`campaign_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`slot` integer NOT NULL,
	`claims` integer NOT NULL,
	`payments` integer NOT NULL,
	`revenue` integer NOT NULL,
	`refunds` integer NOT NULL,
	PRIMARY KEY(`campaign_id`, `hour`, `slot`)
);
--> statement-breakpoint
CREATE TABLE `claim_remedies` (
	`remedy_id` integer PRIMARY KEY NOT NULL,
	`claim_id` integer NOT NULL,
	`kind` text NOT NULL,
	`reason` text NOT NULL,
	`staff_id` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `claim_remedies_claim` ON `claim_remedies` (`claim_id`);--> statement-breakpoint
CREATE TABLE `sdk_event_hours` (
	`game_id` text NOT NULL,
	`event_type` text NOT NULL,
	`event_sub_type` text NOT NULL,
	`hour` integer NOT NULL,
	`slot` integer NOT NULL,
	`events` integer NOT NULL,
	PRIMARY KEY(`hour`, `game_id`, `event_type`, `event_sub_type`, `slot`)
);
--> statement-breakpoint
DROP INDEX `claims_user_base`;--> statement-breakpoint
ALTER TABLE `claims` ADD `released_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `claims_living` ON `claims` (`user_id`,`base_code_id`) WHERE released_at is null;--> statement-breakpoint
CREATE INDEX `claims_released` ON `claims` (`user_id`) WHERE released_at is not null;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `mac` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `mac_key_id` text;--> statement-breakpoint
ALTER TABLE `codes` ADD `job_id` integer;--> statement-breakpoint
CREATE INDEX `codes_newest` ON `codes` (`campaign_id`,`created_at`,`code_id`,`kind`,`active`) WHERE kind <> 'creator';--> statement-breakpoint
CREATE INDEX `codes_name` ON `codes` (`campaign_id`,lower(name),`code_id`,`kind`,`active`,`code_norm`) WHERE kind <> 'creator';--> statement-breakpoint
CREATE INDEX `codes_job` ON `codes` (`job_id`) WHERE job_id is not null;--> statement-breakpoint
ALTER TABLE `organisation` ADD `totp_required` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `organisation` ADD `made_secret` text;--> statement-breakpoint
ALTER TABLE `staff` ADD `invitation_hash` text;--> statement-breakpoint
ALTER TABLE `staff` ADD `invitation_expires_at` integer;--> statement-breakpoint
ALTER TABLE `staff` ADD `totp_secret` text;--> statement-breakpoint
ALTER TABLE `staff` ADD `totp_confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `staff` ADD `totp_last_step` integer;--> statement-breakpoint
CREATE INDEX `sdk_events_created` ON `sdk_events` (`created_at`,`event_id`);--> statement-breakpoint
INSERT INTO `campaign_hours` (campaign_id, hour, slot, claims, payments, revenue, refunds)
SELECT campaign_id, hour, 0, sum(claims), sum(payments), sum(revenue), sum(refunds) FROM (
	SELECT c.campaign_id, k.created_at - k.created_at % 3600000 AS hour, count(*) AS claims, 0 AS payments, 0 AS revenue, 0 AS refunds
		FROM claims k JOIN codes c ON c.code_id = k.code_id GROUP BY 1, 2
	UNION ALL
	SELECT 0, k.created_at - k.created_at % 3600000, count(*), 0, 0, 0 FROM claims k GROUP BY 2
	UNION ALL
	SELECT a.campaign_id, a.received_at - a.received_at % 3600000, 0, count(*), sum(a.amount), sum(CASE WHEN a.amount < 0 THEN -a.amount ELSE 0 END)
		FROM accruals a GROUP BY 1, 2
	UNION ALL
	SELECT 0, m.received_at - m.received_at % 3600000, 0, count(*), sum(m.amount), sum(CASE WHEN m.amount < 0 THEN -m.amount ELSE 0 END)
		FROM payments m GROUP BY 2
) AS parts GROUP BY campaign_id, hour;
--> statement-breakpoint
INSERT INTO `sdk_event_hours` (game_id, event_type, event_sub_type, hour, slot, events)
SELECT game_id, event_type, event_sub_type, created_at - (created_at % 3600000 + 3600000) % 3600000, 0, count(*)
	FROM sdk_events GROUP BY 1, 2, 3, 4;