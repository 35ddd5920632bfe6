CREATE TABLE `rate_corrections` (
	`correction_id` integer PRIMARY KEY NOT NULL,
	`rate_id` integer NOT NULL,
	`rate` text NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`requested_by` integer NOT NULL,
	`requested_at` integer NOT NULL,
	`decided_by` integer,
	`decided_at` integer,
	`new_rate_id` integer,
	`last_payment_id` integer DEFAULT 0 NOT NULL,
	`payments` integer DEFAULT 0 NOT NULL,
	`difference` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rate_corrections_rate` ON `rate_corrections` (`rate_id`) WHERE status <> 'rejected';--> statement-breakpoint
CREATE INDEX `rate_corrections_open` ON `rate_corrections` (`status`,`correction_id`) WHERE status in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX `payments_rate` ON `payments` (`rate_id`,`payment_id`) WHERE rate_id is not null;--> statement-breakpoint
CREATE INDEX `exchange_rates_corrected` ON `exchange_rates` (`corrects_rate_id`) WHERE corrects_rate_id is not null;