ALTER TABLE "creators" ADD COLUMN "merged_into" text;--> statement-breakpoint
ALTER TABLE "creators" ADD COLUMN "merged_at" bigint;--> statement-breakpoint
ALTER TABLE "creators" ADD COLUMN "merged_after_run" bigint;--> statement-breakpoint
ALTER TABLE "payout_statements" ADD COLUMN "merged_creators" text;--> statement-breakpoint
CREATE INDEX "creators_merged" ON "creators" USING btree ("merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX "creator_sessions_creator" ON "creator_sessions" USING btree ("creator_id");