CREATE TABLE `sdk_packages` (
	`hash` text PRIMARY KEY NOT NULL,
	`version` text NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL
);
