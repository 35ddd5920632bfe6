CREATE TABLE `sign_in_tries` (
	`account_hash` text NOT NULL,
	`network_hash` text NOT NULL,
	`failures` integer NOT NULL,
	`since` integer NOT NULL,
	`locked_until` integer,
	`passed_at` integer,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`account_hash`, `network_hash`)
);
--> statement-breakpoint
CREATE INDEX `sign_in_tries_expires` ON `sign_in_tries` (`expires_at`);--> statement-breakpoint
ALTER TABLE `staff_sessions` ADD `wrote_position` integer;