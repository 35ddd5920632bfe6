CREATE TABLE "missing_rates" (
	"currency" text PRIMARY KEY NOT NULL,
	"day" text NOT NULL,
	"refused_at" bigint NOT NULL
);
