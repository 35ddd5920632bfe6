CREATE TABLE `key_pools` (
	`pool_id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`low_stock` integer NOT NULL,
	`keys_left` integer NOT NULL,
	`keys_total` integer NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `key_pools_name` ON `key_pools` (lower(name));--> statement-breakpoint
CREATE TABLE `pool_keys` (
	`key_id` integer PRIMARY KEY NOT NULL,
	`pool_id` integer NOT NULL,
	`sealed` text NOT NULL,
	`key_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	`claim_id` integer,
	`is_erased` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`pool_id`) REFERENCES `key_pools`(`pool_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pool_keys_hash` ON `pool_keys` (`pool_id`,`key_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `pool_keys_claim` ON `pool_keys` (`claim_id`) WHERE claim_id is not null;--> statement-breakpoint
CREATE INDEX `pool_keys_left` ON `pool_keys` (`pool_id`,`key_id`) WHERE used_at is null;--> statement-breakpoint
CREATE INDEX `pool_keys_used` ON `pool_keys` (`pool_id`,`used_at`,`key_id`) WHERE used_at is not null;--> statement-breakpoint
ALTER TABLE `codes` ADD `key_pool_id` integer;--> statement-breakpoint
ALTER TABLE `idempotency_keys` ADD `pool_key_id` integer;