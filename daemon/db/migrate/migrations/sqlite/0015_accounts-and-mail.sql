ALTER TABLE `organisation` ADD `email_language` text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE `staff` ADD `activated_at` integer;--> statement-breakpoint
UPDATE staff SET activated_at = created_at WHERE password_hash IS NOT NULL;
