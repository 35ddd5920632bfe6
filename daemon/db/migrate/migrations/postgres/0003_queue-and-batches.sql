DROP INDEX "codes_status";--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "name" text;--> statement-breakpoint
UPDATE "bulk_jobs" SET "name" = "request"::json ->> 'name';--> statement-breakpoint
CREATE INDEX "codes_status" ON "codes" USING btree ("status","kind","created_at","code_id");