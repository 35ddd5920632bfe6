CREATE TABLE `archived_days` (
	`day` integer PRIMARY KEY NOT NULL,
	`events` integer NOT NULL,
	`erasures` integer NOT NULL,
	`erasures_written` integer NOT NULL,
	`written_at` integer
);
