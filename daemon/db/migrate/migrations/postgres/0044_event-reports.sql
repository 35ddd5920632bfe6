CREATE TABLE "event_reports" (
	"report_id" text PRIMARY KEY NOT NULL,
	"query" text NOT NULL,
	"status" text NOT NULL,
	"events_read" bigint NOT NULL,
	"events" bigint NOT NULL,
	"result" text,
	"counted_at" bigint,
	"updated_at" bigint NOT NULL
);
