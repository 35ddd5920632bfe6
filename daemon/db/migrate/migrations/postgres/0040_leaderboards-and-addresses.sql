ALTER TABLE "campaigns" ADD COLUMN "leaderboard" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "creators" ADD COLUMN "shows_name" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "creator_links" ADD COLUMN "new_email" text;--> statement-breakpoint
CREATE INDEX "creator_links_address" ON "creator_links" USING btree (lower(new_email)) WHERE new_email is not null;