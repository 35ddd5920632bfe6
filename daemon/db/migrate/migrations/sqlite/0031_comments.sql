CREATE TABLE `comments` (
	`comment_id` integer PRIMARY KEY NOT NULL,
	`campaign_id` integer,
	`code_id` integer,
	`creator_id` text,
	`run_id` integer,
	`staff_id` integer NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `comments_campaign` ON `comments` (`campaign_id`,`comment_id`) WHERE campaign_id is not null;--> statement-breakpoint
CREATE INDEX `comments_code` ON `comments` (`code_id`,`comment_id`) WHERE code_id is not null;--> statement-breakpoint
CREATE INDEX `comments_creator` ON `comments` (`creator_id`,`comment_id`) WHERE creator_id is not null;--> statement-breakpoint
CREATE INDEX `comments_run` ON `comments` (`run_id`,`comment_id`) WHERE run_id is not null;--> statement-breakpoint
CREATE TABLE `comment_mentions` (
	`staff_id` integer NOT NULL,
	`comment_id` integer NOT NULL,
	`seen_at` integer,
	PRIMARY KEY(`staff_id`, `comment_id`)
);
--> statement-breakpoint
CREATE INDEX `comment_mentions_comment` ON `comment_mentions` (`comment_id`);