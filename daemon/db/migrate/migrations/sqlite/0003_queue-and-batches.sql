DROP INDEX `codes_status`;--> statement-breakpoint
CREATE INDEX `codes_status` ON `codes` (`status`,`kind`,`created_at`,`code_id`);--> statement-breakpoint
ALTER TABLE `bulk_jobs` ADD `name` text;--> statement-breakpoint
UPDATE `bulk_jobs` SET `name` = json_extract(`request`, '$.name');