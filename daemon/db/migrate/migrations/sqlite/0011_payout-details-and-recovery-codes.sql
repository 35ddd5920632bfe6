CREATE TABLE `staff_recovery_codes` (
	`staff_id` integer NOT NULL,
	`code_hash` text NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`staff_id`, `code_hash`),
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`staff_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `creators` ADD `payout_details_at` integer;--> statement-breakpoint
ALTER TABLE `payout_statements` ADD `payout_details_at` integer;