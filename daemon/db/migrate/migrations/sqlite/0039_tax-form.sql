ALTER TABLE `creators` ADD `tax_form_status` text;--> statement-breakpoint
ALTER TABLE `creators` ADD `tax_form_expires_at` integer;