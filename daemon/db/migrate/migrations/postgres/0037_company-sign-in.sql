ALTER TABLE "organisation" ADD COLUMN "provider_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "provider_issuer" text;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "provider_subject" text;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "role_from_groups" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "provider_grant" text;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "provider_checked_at" bigint;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "provider_check_began_at" bigint;