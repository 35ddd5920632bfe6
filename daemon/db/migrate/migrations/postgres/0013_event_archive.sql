CREATE TABLE "archived_days" (
	"day" bigint PRIMARY KEY NOT NULL,
	"events" bigint NOT NULL,
	"erasures" bigint NOT NULL,
	"erasures_written" bigint NOT NULL,
	"written_at" bigint
);
