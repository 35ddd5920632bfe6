DROP INDEX `accruals_settlement`;--> statement-breakpoint
CREATE INDEX `accruals_settlement` ON `accruals` (`campaign_id`,`creator_id`,`settlement_no`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`delivery_id` integer PRIMARY KEY NOT NULL,
	`outbox_id` integer NOT NULL,
	`channel` text NOT NULL,
	`webhook_id` integer,
	`recipient` text,
	`order_key` text,
	`status` text NOT NULL,
	`attempts` integer NOT NULL,
	`next_attempt_at` integer,
	`lease_until` integer,
	`answer_status` integer,
	`answer_text` text,
	`error` text,
	`created_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`next_attempt_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_outbox` ON `deliveries` (`outbox_id`);--> statement-breakpoint
CREATE INDEX `deliveries_webhook` ON `deliveries` (`webhook_id`,`delivery_id`);--> statement-breakpoint
CREATE INDEX `deliveries_waiting` ON `deliveries` (`webhook_id`,`next_attempt_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_order` ON `deliveries` (`webhook_id`,`order_key`,`delivery_id`) WHERE status = 'pending';--> statement-breakpoint
CREATE TABLE `job_runs` (
	`job` text NOT NULL,
	`period` text NOT NULL,
	`status` text NOT NULL,
	`fence` integer NOT NULL,
	`lease_until` integer,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`error` text,
	PRIMARY KEY(`job`, `period`)
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`outbox_id` integer PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	`event_type` text NOT NULL,
	`order_key` text,
	`once_key` text,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`spread_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_message` ON `outbox` (`message_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_once` ON `outbox` (`once_key`) WHERE once_key is not null;--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`due_at`) WHERE spread_at is null;--> statement-breakpoint
CREATE TABLE `payout_lines` (
	`line_id` integer PRIMARY KEY NOT NULL,
	`statement_id` integer NOT NULL,
	`run_id` integer NOT NULL,
	`creator_id` text NOT NULL,
	`campaign_id` integer NOT NULL,
	`campaign_name` text NOT NULL,
	`settlements` text NOT NULL,
	`revenue` integer NOT NULL,
	`refunds` integer NOT NULL,
	`commission_tier` text NOT NULL,
	`terms_id` integer NOT NULL,
	`commission` integer NOT NULL,
	`claims` integer NOT NULL,
	`payments` integer NOT NULL,
	FOREIGN KEY (`statement_id`) REFERENCES `payout_statements`(`statement_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payout_lines_statement` ON `payout_lines` (`statement_id`);--> statement-breakpoint
CREATE INDEX `payout_lines_run` ON `payout_lines` (`run_id`,`creator_id`,`campaign_id`);--> statement-breakpoint
CREATE INDEX `payout_lines_creator` ON `payout_lines` (`creator_id`,`campaign_id`);--> statement-breakpoint
CREATE TABLE `payout_run_campaigns` (
	`run_id` integer NOT NULL,
	`campaign_id` integer NOT NULL,
	`settlement_no` integer NOT NULL,
	PRIMARY KEY(`run_id`, `campaign_id`)
);
--> statement-breakpoint
CREATE TABLE `payout_runs` (
	`run_id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`period_key` text NOT NULL,
	`campaign_id` integer,
	`period_start` integer NOT NULL,
	`period_end` integer NOT NULL,
	`time_zone` text NOT NULL,
	`currency` text NOT NULL,
	`currency_digits` integer NOT NULL,
	`minimum_payout` integer NOT NULL,
	`hold_days` integer NOT NULL,
	`status` text NOT NULL,
	`prepared_to` text,
	`prepared_by` integer,
	`prepared_at` integer NOT NULL,
	`approved_by` integer,
	`approved_at` integer,
	`exported_at` integer,
	`paid_at` integer,
	`voided_by` integer,
	`voided_at` integer,
	`void_reason` text,
	`csv_hashes` text NOT NULL,
	`totals` text NOT NULL,
	FOREIGN KEY (`campaign_id`) REFERENCES `campaigns`(`campaign_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_runs_period` ON `payout_runs` (`period_key`) WHERE status <> 'void';--> statement-breakpoint
CREATE TABLE `payout_statements` (
	`statement_id` integer PRIMARY KEY NOT NULL,
	`run_id` integer NOT NULL,
	`creator_id` text NOT NULL,
	`creator_name` text,
	`payout_method` text,
	`payout_address` text,
	`address_changed` integer NOT NULL,
	`revenue` integer NOT NULL,
	`refunds` integer NOT NULL,
	`commission` integer NOT NULL,
	`carried_in` integer NOT NULL,
	`payable` integer NOT NULL,
	`carried_out` integer NOT NULL,
	`carry_reason` text,
	`claims` integer NOT NULL,
	`payments` integer NOT NULL,
	`voided_at` integer,
	FOREIGN KEY (`run_id`) REFERENCES `payout_runs`(`run_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_statements_run` ON `payout_statements` (`run_id`,`creator_id`);--> statement-breakpoint
CREATE INDEX `payout_statements_creator` ON `payout_statements` (`creator_id`,`statement_id`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`webhook_id` integer PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`active` integer NOT NULL,
	`disabled_reason` text,
	`secret` text NOT NULL,
	`old_secret` text,
	`old_secret_until` integer,
	`failures` integer NOT NULL,
	`paused_until` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`removed_at` integer
);
--> statement-breakpoint
ALTER TABLE `creators` ADD `unsubscribed_at` integer;--> statement-breakpoint
ALTER TABLE `organisation` ADD `two_person_payouts` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `organisation` ADD `minimum_payout` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `organisation` ADD `hold_days` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `organisation` ADD `daily_result_hour` integer DEFAULT 8 NOT NULL;--> statement-breakpoint
ALTER TABLE `organisation` ADD `payout_email` text;--> statement-breakpoint
ALTER TABLE `organisation` ADD `event_days` integer DEFAULT 0 NOT NULL;