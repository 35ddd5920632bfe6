CREATE TABLE `payout_result_sources` (
	`source_id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`mapping` text NOT NULL,
	`saved_by` integer NOT NULL,
	`saved_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_result_sources_name` ON `payout_result_sources` (`name`);--> statement-breakpoint
ALTER TABLE `payout_statements` ADD `void_reason` text;--> statement-breakpoint
ALTER TABLE `payout_statements` ADD `paid_at` integer;