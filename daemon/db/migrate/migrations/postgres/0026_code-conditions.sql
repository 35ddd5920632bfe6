ALTER TABLE "codes" ADD COLUMN "starts_at" bigint;--> statement-breakpoint
ALTER TABLE "codes" ADD COLUMN "ends_at" bigint;--> statement-breakpoint
ALTER TABLE "codes" ADD COLUMN "conditions" text;