ALTER TABLE `campaigns` ADD `leaderboard` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `creators` ADD `shows_name` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `creator_links` ADD `new_email` text;--> statement-breakpoint
CREATE INDEX `creator_links_address` ON `creator_links` (lower(new_email)) WHERE new_email is not null;