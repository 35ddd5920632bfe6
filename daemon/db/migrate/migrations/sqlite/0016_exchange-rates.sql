CREATE TABLE `exchange_rates` (
	`rate_id` integer PRIMARY KEY NOT NULL,
	`currency` text NOT NULL,
	`valid_from` text NOT NULL,
	`rate` text NOT NULL,
	`source` text NOT NULL,
	`corrects_rate_id` integer,
	`reason` text,
	`created_by` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `exchange_rates_currency` ON `exchange_rates` (`currency`,`rate_id`);--> statement-breakpoint
ALTER TABLE `organisation` ADD `require_currency` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `organisation` ADD `rate_max_age_days` integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `paid_minor` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `paid_currency` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `paid_digits` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `rate_id` integer;--> statement-breakpoint
ALTER TABLE `accruals` ADD `rate_id` integer;