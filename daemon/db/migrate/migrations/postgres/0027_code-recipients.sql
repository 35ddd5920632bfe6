DROP INDEX "bulk_jobs_switching";--> statement-breakpoint
ALTER TABLE "codes" ADD COLUMN "recipient" text;--> statement-breakpoint
ALTER TABLE "refused_tries" ADD COLUMN "attribute" text;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "starts_at" bigint;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "ends_at" bigint;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "recipient" text;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "conditions" text;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "window_changes" text;--> statement-breakpoint
CREATE INDEX "codes_recipient" ON "codes" USING btree ("recipient") WHERE recipient is not null;--> statement-breakpoint
CREATE INDEX "bulk_jobs_changing" ON "bulk_jobs" USING btree ("job_id") WHERE switch_to is not null or window_changes is not null;