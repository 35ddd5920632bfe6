CREATE TABLE `ledger_days` (
	`table_name` text NOT NULL,
	`day` text NOT NULL,
	`time_zone` text NOT NULL,
	`rows` integer NOT NULL,
	`first_id` integer NOT NULL,
	`last_id` integer NOT NULL,
	`changes` integer NOT NULL,
	`rows_written` integer NOT NULL,
	`changes_written` integer NOT NULL,
	`written_as` text,
	PRIMARY KEY(`table_name`, `day`)
);
--> statement-breakpoint
CREATE INDEX `payout_statements_voided` ON `payout_statements` (`statement_id`) WHERE voided_at is not null;