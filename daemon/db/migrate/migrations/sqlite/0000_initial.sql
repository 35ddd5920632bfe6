CREATE TABLE `accruals` (
	`accrual_id` integer PRIMARY KEY NOT NULL,
	`payment_id` integer NOT NULL,
	`reverses_accrual_id` integer,
	`user_id` text NOT NULL,
	`code_id` integer NOT NULL,
	`campaign_id` integer NOT NULL,
	`creator_id` text NOT NULL,
	`terms_id` integer NOT NULL,
	`settlement_no` integer NOT NULL,
	`amount` integer NOT NULL,
	`counted_at` integer NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `accruals_user` ON `accruals` (`user_id`,`accrual_id`);--> statement-breakpoint
CREATE INDEX `accruals_payment` ON `accruals` (`payment_id`);--> statement-breakpoint
CREATE INDEX `accruals_settlement` ON `accruals` (`campaign_id`,`settlement_no`,`creator_id`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`key_id` integer PRIMARY KEY NOT NULL,
	`family_id` integer NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`prefix` text NOT NULL,
	`key_hash` text NOT NULL,
	`scopes` text NOT NULL,
	`game_id` text,
	`allowed_origins` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`last_used_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`key_hash`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`audit_id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`staff_id` integer,
	`action` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`before` text,
	`after` text
);
--> statement-breakpoint
CREATE TABLE `campaigns` (
	`campaign_id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`stage` text NOT NULL,
	`archived_at` integer,
	`terms_id` integer,
	`notes` text NOT NULL,
	`settlement_no` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`terms_id`) REFERENCES `commission_terms`(`terms_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `claims` (
	`claim_id` integer PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`code_id` integer NOT NULL,
	`base_code_id` integer NOT NULL,
	`linked` integer NOT NULL,
	`key_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`report_status` text,
	`report_detail` text,
	`reported_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `claims_user_base` ON `claims` (`user_id`,`base_code_id`);--> statement-breakpoint
CREATE TABLE `code_counters` (
	`code_id` integer NOT NULL,
	`terms_id` integer NOT NULL,
	`slot` integer NOT NULL,
	`claims` integer NOT NULL,
	`payments` integer NOT NULL,
	`revenue` integer NOT NULL,
	`refunds` integer NOT NULL,
	PRIMARY KEY(`code_id`, `terms_id`, `slot`)
);
--> statement-breakpoint
CREATE TABLE `code_hours` (
	`code_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`slot` integer NOT NULL,
	`claims` integer NOT NULL,
	`payments` integer NOT NULL,
	`revenue` integer NOT NULL,
	`refunds` integer NOT NULL,
	PRIMARY KEY(`code_id`, `hour`, `slot`)
);
--> statement-breakpoint
CREATE TABLE `codes` (
	`code_id` integer PRIMARY KEY NOT NULL,
	`campaign_id` integer NOT NULL,
	`kind` text NOT NULL,
	`code` text NOT NULL,
	`code_norm` text,
	`name` text NOT NULL,
	`root_url` text NOT NULL,
	`usage_limit` integer,
	`creator_usage_limit` integer,
	`used` integer NOT NULL,
	`active` integer NOT NULL,
	`rewards_json` text NOT NULL,
	`base_code_id` integer,
	`creator_id` text,
	`status` text NOT NULL,
	`rejection_reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`campaign_id`) REFERENCES `campaigns`(`campaign_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_id`) REFERENCES `creators`(`creator_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `codes_norm` ON `codes` (`code_norm`);--> statement-breakpoint
CREATE UNIQUE INDEX `codes_one_living_per_creator` ON `codes` (`base_code_id`,`creator_id`) WHERE status <> 'rejected';--> statement-breakpoint
CREATE INDEX `codes_campaign` ON `codes` (`campaign_id`,`kind`);--> statement-breakpoint
CREATE INDEX `codes_creator` ON `codes` (`creator_id`);--> statement-breakpoint
CREATE INDEX `codes_status` ON `codes` (`status`,`kind`);--> statement-breakpoint
CREATE TABLE `commission_terms` (
	`terms_id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `commission_terms_content` ON `commission_terms` (`kind`,`content`);--> statement-breakpoint
CREATE TABLE `creators` (
	`creator_id` text PRIMARY KEY NOT NULL,
	`display_name` text,
	`email` text,
	`status` text NOT NULL,
	`terms_id` integer,
	`payout_method` text,
	`payout_address` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`terms_id`) REFERENCES `commission_terms`(`terms_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`family_id` integer NOT NULL,
	`idempotency_key` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`family_id`, `idempotency_key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `identities` (
	`game_id` text NOT NULL,
	`anon_id` text NOT NULL,
	`user_id` text NOT NULL,
	`joined_at` integer NOT NULL,
	PRIMARY KEY(`game_id`, `anon_id`)
);
--> statement-breakpoint
CREATE INDEX `identities_user` ON `identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `links` (
	`user_id` text PRIMARY KEY NOT NULL,
	`creator_id` text NOT NULL,
	`claim_id` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `organisation` (
	`organisation_id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`currency` text NOT NULL,
	`currency_digits` integer NOT NULL,
	`time_zone` text NOT NULL,
	`terms_id` integer NOT NULL,
	`creator_code_moderation` text NOT NULL,
	`setup_token_hash` text,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `payment_requests` (
	`family_id` integer NOT NULL,
	`request_id` text NOT NULL,
	`request_hash` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`family_id`, `request_id`)
);
--> statement-breakpoint
CREATE TABLE `payments` (
	`payment_id` integer PRIMARY KEY NOT NULL,
	`game_id` text NOT NULL,
	`transaction_id` text,
	`user_id` text NOT NULL,
	`amount` integer NOT NULL,
	`refund_of` text,
	`counted_code_ids` text NOT NULL,
	`created_at` integer NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_transaction` ON `payments` (`game_id`,`transaction_id`) WHERE transaction_id is not null;--> statement-breakpoint
CREATE INDEX `payments_refund_of` ON `payments` (`game_id`,`refund_of`) WHERE refund_of is not null;--> statement-breakpoint
CREATE INDEX `payments_user` ON `payments` (`user_id`,`received_at`);--> statement-breakpoint
CREATE TABLE `refused_tries` (
	`try_id` integer PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`code` text NOT NULL,
	`reason` text NOT NULL,
	`family_id` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `refused_tries_user` ON `refused_tries` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `sdk_events` (
	`event_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`game_id` text NOT NULL,
	`event_type` text NOT NULL,
	`event_sub_type` text NOT NULL,
	`session_id` text NOT NULL,
	`anon_id` text,
	`user_id` text,
	`referral_link` text,
	`payload` text NOT NULL,
	PRIMARY KEY(`event_id`, `created_at`)
);
--> statement-breakpoint
CREATE TABLE `staff` (
	`staff_id` integer PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text,
	`failed_sign_ins` integer NOT NULL,
	`locked_until` integer,
	`removed_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_email` ON `staff` (`email`);--> statement-breakpoint
CREATE TABLE `staff_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`staff_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`staff_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `staff_sessions_staff` ON `staff_sessions` (`staff_id`);