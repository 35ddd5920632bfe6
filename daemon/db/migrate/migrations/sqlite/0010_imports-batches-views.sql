CREATE TABLE `saved_views` (
	`view_id` integer PRIMARY KEY NOT NULL,
	`staff_id` integer NOT NULL,
	`name` text NOT NULL,
	`path` text NOT NULL,
	`query` text NOT NULL,
	`shared_with` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`staff_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_name` ON `saved_views` (`staff_id`,`name`);--> statement-breakpoint
CREATE INDEX `saved_views_shared` ON `saved_views` (`shared_with`) WHERE shared_with is not null;--> statement-breakpoint
CREATE TABLE `creator_code_decisions` (
	`decision_id` integer PRIMARY KEY NOT NULL,
	`code_id` integer NOT NULL,
	`decision` text NOT NULL,
	`reason` text,
	`staff_id` integer,
	`key_id` integer,
	`decided_at` integer NOT NULL,
	`undone_at` integer
);
--> statement-breakpoint
CREATE INDEX `creator_code_decisions_code` ON `creator_code_decisions` (`code_id`,`decision_id`);--> statement-breakpoint
CREATE INDEX `creator_code_decisions_kind` ON `creator_code_decisions` (`decision`,`decision_id`);--> statement-breakpoint
CREATE INDEX `creator_code_decisions_staff` ON `creator_code_decisions` (`staff_id`,`decision_id`);--> statement-breakpoint
DROP INDEX `codes_job`;--> statement-breakpoint
CREATE INDEX `codes_batch` ON `codes` (`job_id`,`created_at`,`code_id`,`active`) WHERE job_id is not null;--> statement-breakpoint
CREATE INDEX `codes_hand` ON `codes` (`campaign_id`,`created_at`,`code_id`,`kind`,`active`) WHERE kind <> 'creator' and job_id is null;--> statement-breakpoint
ALTER TABLE `bulk_jobs` ADD `switch_to` integer;--> statement-breakpoint
ALTER TABLE `bulk_jobs` ADD `switched_id` integer;--> statement-breakpoint
CREATE INDEX `bulk_jobs_campaign` ON `bulk_jobs` (`campaign_id`,`job_id`);--> statement-breakpoint
CREATE INDEX `bulk_jobs_switching` ON `bulk_jobs` (`job_id`) WHERE switch_to is not null;--> statement-breakpoint
CREATE INDEX `refused_tries_code` ON `refused_tries` (upper(trim(code)),`created_at`,`is_validate`,`reason`) WHERE reason <> 'code_not_found';