CREATE TABLE `leak_signs` (
	`sign_id` integer PRIMARY KEY NOT NULL,
	`code_id` integer NOT NULL,
	`day_start` integer NOT NULL,
	`kind` text NOT NULL,
	`measured` integer NOT NULL,
	`usual` integer NOT NULL,
	`seen_at` integer,
	`seen_by` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `leak_signs_code` ON `leak_signs` (`code_id`,`day_start`,`kind`);--> statement-breakpoint
CREATE INDEX `leak_signs_unseen` ON `leak_signs` (`day_start`,`sign_id`) WHERE seen_at is null;--> statement-breakpoint
CREATE TABLE `link_landings` (
	`link` text NOT NULL,
	`day_start` integer NOT NULL,
	`landings` integer NOT NULL,
	PRIMARY KEY(`link`, `day_start`)
);
--> statement-breakpoint
CREATE INDEX `link_landings_day` ON `link_landings` (`day_start`);