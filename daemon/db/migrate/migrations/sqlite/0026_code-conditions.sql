ALTER TABLE `codes` ADD `starts_at` integer;--> statement-breakpoint
ALTER TABLE `codes` ADD `ends_at` integer;--> statement-breakpoint
ALTER TABLE `codes` ADD `conditions` text;