CREATE TABLE `creator_links` (
	`link_id` integer PRIMARY KEY NOT NULL,
	`creator_id` text NOT NULL,
	`origin` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`creator_id`) REFERENCES `creators`(`creator_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `creator_links_creator` ON `creator_links` (`creator_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `creator_links_expiry` ON `creator_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `creator_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`creator_id` text NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`creator_id`) REFERENCES `creators`(`creator_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `creator_sessions_expiry` ON `creator_sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `payout_detail_requests` (
	`request_id` integer PRIMARY KEY NOT NULL,
	`creator_id` text NOT NULL,
	`status` text NOT NULL,
	`payout_method` text NOT NULL,
	`payout_address` text NOT NULL,
	`payout_name` text NOT NULL,
	`old_method` text,
	`old_address` text,
	`old_name` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	`reason` text,
	FOREIGN KEY (`creator_id`) REFERENCES `creators`(`creator_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_detail_requests_waiting` ON `payout_detail_requests` (`creator_id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `payout_detail_requests_creator` ON `payout_detail_requests` (`creator_id`,`request_id`);--> statement-breakpoint
CREATE INDEX `payout_detail_requests_status` ON `payout_detail_requests` (`status`,`request_id`);--> statement-breakpoint
ALTER TABLE `organisation` ADD `creator_frame_origins` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `creators` ADD `payout_name` text;--> statement-breakpoint
CREATE INDEX `creators_email` ON `creators` (lower(email)) WHERE email is not null;