CREATE TABLE `scheduled_changes` (
	`change_id` integer PRIMARY KEY NOT NULL,
	`campaign_id` integer NOT NULL,
	`batch_id` integer,
	`due_at` integer NOT NULL,
	`change` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`staff_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`campaign_id`) REFERENCES `campaigns`(`campaign_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `scheduled_changes_due` ON `scheduled_changes` (`status`,`due_at`);--> statement-breakpoint
CREATE INDEX `scheduled_changes_campaign` ON `scheduled_changes` (`campaign_id`,`due_at`);--> statement-breakpoint
CREATE INDEX `scheduled_changes_time` ON `scheduled_changes` (`due_at`,`change_id`);--> statement-breakpoint
ALTER TABLE `bulk_jobs` ADD `usage_limit` integer;--> statement-breakpoint
CREATE INDEX `codes_dated` ON `codes` (`ends_at`,`starts_at`,`code_id`) WHERE job_id is null and (starts_at is not null or ends_at is not null);