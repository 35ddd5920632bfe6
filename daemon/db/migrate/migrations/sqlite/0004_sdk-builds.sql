CREATE TABLE `sdk_builds` (
	`hash` text PRIMARY KEY NOT NULL,
	`script` text NOT NULL,
	`created_at` integer NOT NULL
);
