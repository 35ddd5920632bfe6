ALTER TABLE `creators` ADD `merged_into` text;--> statement-breakpoint
ALTER TABLE `creators` ADD `merged_at` integer;--> statement-breakpoint
ALTER TABLE `creators` ADD `merged_after_run` integer;--> statement-breakpoint
CREATE INDEX `creators_merged` ON `creators` (`merged_into`) WHERE merged_into is not null;--> statement-breakpoint
ALTER TABLE `payout_statements` ADD `merged_creators` text;--> statement-breakpoint
CREATE INDEX `creator_sessions_creator` ON `creator_sessions` (`creator_id`);