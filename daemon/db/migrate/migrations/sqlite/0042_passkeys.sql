CREATE TABLE `staff_passkeys` (
	`passkey_id` integer PRIMARY KEY NOT NULL,
	`staff_id` integer NOT NULL,
	`name` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`signatures` integer NOT NULL,
	`challenged_at` integer,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`staff_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_passkeys_credential` ON `staff_passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `staff_passkeys_staff` ON `staff_passkeys` (`staff_id`);--> statement-breakpoint
ALTER TABLE `staff` ADD `has_passkey` integer DEFAULT false NOT NULL;