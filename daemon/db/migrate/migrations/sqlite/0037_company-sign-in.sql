ALTER TABLE `organisation` ADD `provider_only` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `staff` ADD `provider_issuer` text;--> statement-breakpoint
ALTER TABLE `staff` ADD `provider_subject` text;--> statement-breakpoint
ALTER TABLE `staff` ADD `role_from_groups` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `staff_sessions` ADD `provider_grant` text;--> statement-breakpoint
ALTER TABLE `staff_sessions` ADD `provider_checked_at` integer;--> statement-breakpoint
ALTER TABLE `staff_sessions` ADD `provider_check_began_at` integer;