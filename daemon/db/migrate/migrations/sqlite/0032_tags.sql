ALTER TABLE `campaigns` ADD `tags` text;--> statement-breakpoint
ALTER TABLE `codes` ADD `tags` text;--> statement-breakpoint
CREATE INDEX `codes_tagged` ON `codes` (`campaign_id`,`tags`,`code_id`) WHERE tags is not null;