CREATE INDEX `creators_newest` ON `creators` (`created_at`,`creator_id`);--> statement-breakpoint
CREATE INDEX `creators_name` ON `creators` ((case when display_name is null then '' else lower(display_name) end),`creator_id`);--> statement-breakpoint
CREATE INDEX `codes_creators` ON `codes` (`created_at`,`code_id`) WHERE kind = 'creator';--> statement-breakpoint
CREATE INDEX `codes_referral` ON `codes` (`code`) WHERE kind = 'referral';--> statement-breakpoint
CREATE INDEX `audit_log_entity` ON `audit_log` (`entity_id`,`entity`,`audit_id`);--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`,`audit_id`);--> statement-breakpoint
CREATE INDEX `audit_log_staff` ON `audit_log` (`staff_id`,`audit_id`);