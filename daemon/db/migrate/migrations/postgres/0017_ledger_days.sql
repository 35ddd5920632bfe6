CREATE TABLE "ledger_days" (
	"table_name" text NOT NULL,
	"day" text NOT NULL,
	"time_zone" text NOT NULL,
	"rows" bigint NOT NULL,
	"first_id" bigint NOT NULL,
	"last_id" bigint NOT NULL,
	"changes" bigint NOT NULL,
	"rows_written" bigint NOT NULL,
	"changes_written" bigint NOT NULL,
	"written_as" text,
	CONSTRAINT "ledger_days_table_name_day_pk" PRIMARY KEY("table_name","day")
);
--> statement-breakpoint
CREATE INDEX "payout_statements_voided" ON "payout_statements" USING btree ("statement_id") WHERE voided_at is not null;