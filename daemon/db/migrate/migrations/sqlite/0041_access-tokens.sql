CREATE TABLE `staff_tokens` (
	`token_id` integer PRIMARY KEY NOT NULL,
	`staff_id` integer NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`token_hash` text NOT NULL,
	`by_company` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`staff_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_tokens_hash` ON `staff_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `staff_tokens_staff` ON `staff_tokens` (`staff_id`);