ALTER TABLE "campaigns" ADD COLUMN "tags" text;--> statement-breakpoint
ALTER TABLE "codes" ADD COLUMN "tags" text;--> statement-breakpoint
CREATE INDEX "codes_tagged" ON "codes" USING btree ("campaign_id","tags","code_id") WHERE tags is not null;