CREATE TABLE `event_reports` (
	`report_id` text PRIMARY KEY NOT NULL,
	`query` text NOT NULL,
	`status` text NOT NULL,
	`events_read` integer NOT NULL,
	`events` integer NOT NULL,
	`result` text,
	`counted_at` integer,
	`updated_at` integer NOT NULL
);
