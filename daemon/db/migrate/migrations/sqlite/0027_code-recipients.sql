DROP INDEX `bulk_jobs_switching`;--> statement-breakpoint
ALTER TABLE `bulk_jobs` ADD `starts_at` integer;--> statement-breakpoint
ALTER TABLE `bulk_jobs` ADD `ends_at` integer;--> statement-breakpoint
ALTER TABLE `bulk_jobs` ADD `recipient` text;--> statement-breakpoint
ALTER TABLE `bulk_jobs` ADD `conditions` text;--> statement-breakpoint
ALTER TABLE `bulk_jobs` ADD `window_changes` text;--> statement-breakpoint
CREATE INDEX `bulk_jobs_changing` ON `bulk_jobs` (`job_id`) WHERE switch_to is not null or window_changes is not null;--> statement-breakpoint
ALTER TABLE `codes` ADD `recipient` text;--> statement-breakpoint
CREATE INDEX `codes_recipient` ON `codes` (`recipient`) WHERE recipient is not null;--> statement-breakpoint
ALTER TABLE `refused_tries` ADD `attribute` text;